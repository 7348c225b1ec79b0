import {holdsCardNumber} from '../core/text/card-numbers.js';

/** Options with which people would type a card, whether or not they exist. `--card-stdin` is not one of them. */
const cardOption =
  /^--?(?:card|card-?(?:no|num|number|holder|holder-?name)|pan|cvv2?|cvc2?|csc|security-?code|pin|exp|expir(?:y|ation)|expir(?:y|ation)-?(?:month|year|date))(?:=|$)/iu;

/**
 * Whether a command line holds a card number, or an option for a card. If so, other processes and the shell's history have already seen it.
 */
export function hasCardOn(argv: readonly string[]): boolean {
  if (argv.some(argument => cardOption.test(argument))) return true;
  return holdsCardNumber(argv.join(' ')); // a number typed with spaces is spread over several arguments
}
