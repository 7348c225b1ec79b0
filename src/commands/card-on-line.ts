import {holdsCardNumber} from '../core/card/numbers.js';

/** Options by which people would type a card, whether or not there are such; `--card-stdin` is none of them. */
const cardOption =
  /^--?(?:card|card-?(?:no|num|number|holder|holder-?name)|pan|cvv2?|cvc2?|csc|security-?code|pin|exp|expir(?:y|ation)|expir(?:y|ation)-?(?:month|year|date))(?:=|$)/iu;

/** Whether a command line holds a card, or an option for one. Other processes and the shell's history have seen it by now. */
export function hasCardOn(argv: readonly string[]): boolean {
  if (argv.some(argument => cardOption.test(argument))) return true;
  return holdsCardNumber(argv.join(' ')); // a number in several words lies in several arguments
}
