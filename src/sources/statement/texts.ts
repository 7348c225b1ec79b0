import {paddedDecimal} from '../../core/money/decimal.js';
import {decimalPlaces} from '../../core/money/money.js';
import {Problem} from '../../core/problem.js';
import {isFinerThan} from '../amount-text.js';
import {limits} from '../bytes.js';
import {shownText} from '../foreign-text.js';

/** Joins several texts into one narration. A text that occurs again is left out. */
export function narrationOf(texts: readonly string[]): string {
  const said: string[] = [];
  for (const text of texts) {
    const own = text.trim();
    if (own !== '' && !said.includes(own)) said.push(own);
  }
  return shownText(said.join(' '));
}

/** Splits a text in pieces into lines, numbered from 1 and without line ends, for `take`. Throws `file-record-too-long`. */
export function lineReader(file: string, take: (line: string, number: number) => void) {
  let held = '';
  let number = 0;
  const give = (line: string) => {
    number += 1;
    if (line.length > limits.fieldLength) throw new Problem('file-record-too-long', {file, line: number});
    take(line, number);
  };
  return {
    write(piece: string): void {
      const text = held + piece;
      let start = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        give(text.slice(start, end));
        start = end + 1;
      }
      held = text.slice(start);
      if (held.length > limits.fieldLength) throw new Problem('file-record-too-long', {file, line: number + 1});
    },
    /** Passes on the last line, if it has no line end. */
    end(): void {
      if (held !== '') give(held);
    },
  };
}

/** A position in a file. `field` is the name that the format gives to it. */
export type Place = {readonly file: string; readonly line: number; readonly field: string};

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

export const plainUnits = (units: bigint, currency: string): string =>
  paddedDecimal({digits: units, scale: decimalPlaces(currency)}, 0);
