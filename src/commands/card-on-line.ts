import {holdsCardNumber} from '../core/card/numbers.js';
import {isBarcode} from '../core/item/barcode.js';

/** Options by which people would type a card, whether or not there are such; `--card-stdin` is none of them. */
const cardOption =
  /^--?(?:card|card-?(?:no|num|number|holder|holder-?name)|pan|cvv2?|cvc2?|csc|security-?code|pin|exp|expir(?:y|ation)|expir(?:y|ation)-?(?:month|year|date))(?:=|$)/iu;

/** What the code of an item stands behind. */
const beforeItem = /^(?:--barcode|--code|--item|--search|off)$/u;
const itemCode = (argument: string) => argument.replace(/x[\d.]+$/iu, '');

/** Whether a command line holds a card, or an option for one. Other processes and the shell's history have seen it by now. */
export function hasCardOn(argv: readonly string[]): boolean {
  if (argv.some(argument => cardOption.test(argument))) return true;
  const others = argv.filter((argument, at) => !(beforeItem.test(argv[at - 1] ?? '') && isBarcode(itemCode(argument))));
  return holdsCardNumber(others.join(' ')); // a number in several words lies in several arguments
}
