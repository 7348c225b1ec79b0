import {decimalPlaces} from '../../core/money/money.js';
import {Problem} from '../../core/problem.js';
import {isFinerThan} from '../amount-text.js';

/** A position in a file. `field` is the name that the format gives to it. */
export type Place = {readonly file: string; readonly line: number; readonly field: string};

/** Returns the `Problem` to throw for a text that is not valid in its place. */
export const invalidAt = ({file, line, field}: Place, text: string): Problem =>
  new Problem('file-row-invalid', {file, line, column: field, text, form: 'statement'});

/** The same for an amount with more decimals than its currency has. */
export const tooFineAt = ({file, line, field}: Place, text: string, currency: string): Problem =>
  new Problem('file-amount-too-fine', {file, line, column: field, text, currency});

const written = /^(?<sign>[-+]?)(?<whole>\d{0,18})(?:[.,](?<fraction>\d{0,17}))?$/u;

/**
 * Returns an amount without thousands separators, as the formats of banks write it (`1250,00`, `100,`, `-7.5`), as plain decimal text.
 * Throws the `Problem` `file-row-invalid`, or `file-amount-too-fine` for more decimals than its currency has.
 */
export function exactAmount(text: string, currency: string, place: Place): string {
  const {sign = '', whole = '', fraction = ''} = written.exec(text)?.groups ?? {};
  if (whole === '' && fraction === '') throw invalidAt(place, text);
  const amount = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  if (isFinerThan(amount, currency)) throw tooFineAt(place, text, currency);
  return sign === '-' && /[1-9]/.test(amount) ? `-${amount}` : amount;
}

/** Returns a currency in capitals. Throws the `Problem` `file-row-invalid`. */
export function currencyAt(text: string, place: Place): string {
  if (!/^[A-Z]{3}$/.test(text)) throw invalidAt(place, text);
  return text;
}

/** Returns a plain amount in whole minor units of its currency. The amount must not be finer than that. */
export function minorUnits(amount: string, currency: string): bigint {
  const places = decimalPlaces(currency);
  const at = amount.indexOf('.');
  if (at === -1) return BigInt(amount + '0'.repeat(places));
  return BigInt(amount.slice(0, at) + amount.slice(at + 1, at + 1 + places).padEnd(places, '0'));
}

/** Returns minor units in a form for people: `KES -1250.00`. */
export const minorText = (units: bigint, currency: string): string => `${currency} ${plainUnits(units, currency)}`;

/** Returns minor units as plain decimal text. */
export function plainUnits(units: bigint, currency: string): string {
  const places = decimalPlaces(currency);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`;
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${fraction}`;
}
