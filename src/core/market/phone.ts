import {holdsCardNumber} from '../card/numbers.js';
import {Problem} from '../problem.js';
import type {Market} from './market.js';
import {normaliseWallet} from './wallet.js';

/**
 * A telephone number that goes with a payment and is asked for no money: the customer's, or the shop's where none is given.
 * Throws `Problem` phone-missing, phone-invalid, text-has-card.
 */
export function phoneOf(text: string, shops = ''): string {
  const given = text.trim() === '' ? shops : text;
  const digits = given.replaceAll(/[\s().+-]/gu, '');
  if (digits === '') throw new Problem('phone-missing');
  if (holdsCardNumber(given)) throw new Problem('text-has-card'); // some cards have no more digits than a telephone number
  if (!/^\d{6,15}$/u.test(digits)) throw new Problem('phone-invalid', {phone: given});
  return digits;
}

/** The same in international digits where it is one of this country; a customer from elsewhere has another. */
export function phoneIn(text: string, market: Market, shops?: string): string {
  const digits = phoneOf(text, shops);
  try {
    return normaliseWallet(text.trim() === '' ? (shops ?? '') : text, market).digits;
  } catch {
    return digits;
  }
}
