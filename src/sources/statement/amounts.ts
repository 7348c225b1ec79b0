import {Problem} from '../../core/problem.js';
import {decimalPlaces, isFinerThan} from '../amount-text.js';

/** Where in a file something stands: `field` is what its format calls it. */
export type Place = {readonly file: string; readonly line: number; readonly field: string};

/** What to throw for what cannot be what its place holds. */
export const invalidAt = ({file, line, field}: Place, text: string): Problem =>
  new Problem('file-row-invalid', {file, line, column: field, text, form: 'statement'});

const written = /^(?<sign>[-+]?)(?<whole>\d{0,18})(?:[.,](?<fraction>\d{0,17}))?$/u;

/**
 * An amount without marks between its thousands, as the formats of banks have it (`1250,00`, `100,`, `-7.5`), as plain
 * decimal text. Throws the `Problem` `file-row-invalid`, or `file-amount-too-fine` for more decimals than its currency has.
 */
export function exactAmount(text: string, currency: string, place: Place): string {
  const {sign = '', whole = '', fraction = ''} = written.exec(text)?.groups ?? {};
  if (whole === '' && fraction === '') throw invalidAt(place, text);
  const amount = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  if (isFinerThan(amount, currency)) {
    const {file, line, field} = place;
    throw new Problem('file-amount-too-fine', {file, line, column: field, text, currency});
  }
  return sign === '-' && /[1-9]/.test(amount) ? `-${amount}` : amount;
}

/** A currency in capitals. Throws the `Problem` `file-row-invalid`. */
export function currencyAt(text: string, place: Place): string {
  if (!/^[A-Z]{3}$/.test(text)) throw invalidAt(place, text);
  return text;
}

/** A plain amount that is not finer than its currency, in whole units of its smallest coin. */
export function minorUnits(amount: string, currency: string): bigint {
  const places = decimalPlaces(currency);
  const at = amount.indexOf('.');
  if (at === -1) return BigInt(amount + '0'.repeat(places));
  return BigInt(amount.slice(0, at) + amount.slice(at + 1, at + 1 + places).padEnd(places, '0'));
}

/** Units of the smallest coin as a person reads them: `KES -1250.00`. */
export const minorText = (units: bigint, currency: string): string => `${currency} ${plainUnits(units, currency)}`;

/** Units of the smallest coin as plain decimal text. */
export function plainUnits(units: bigint, currency: string): string {
  const places = decimalPlaces(currency);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`;
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${fraction}`;
}
