import {Problem} from '../problem.js';
import {holdsCardNumber} from '../text/card-numbers.js';
import type {Market} from './market.js';
import {normaliseWallet} from './wallet.js';

/**
 * Returns a telephone number that accompanies a payment and is not a source of money: the customer's, or the shop's if
 * none is given. Throws `Problem` phone-missing, phone-invalid, text-has-card.
 */
export function phoneOf(text: string, shops = ''): string {
  const given = text.trim() === '' ? shops : text;
  const digits = given.replaceAll(/[\s().+-]/gu, '');
  if (digits === '') throw new Problem('phone-missing');
  if (holdsCardNumber(given)) throw new Problem('text-has-card'); // some cards have no more digits than a telephone number
  if (!/^\d{6,15}$/u.test(digits)) throw new Problem('phone-invalid', {phone: given});
  return digits;
}

/** Does the same, in international digits if it is a number of this country. A foreign number stays as it was given. */
export function phoneIn(text: string, market: Market, shops?: string): string {
  const digits = phoneOf(text, shops);
  try {
    return normaliseWallet(text.trim() === '' ? (shops ?? '') : text, market);
  } catch {
    return digits;
  }
}
