import {addDecimals, type Decimal} from '../money/decimal.js';
import {amountOf, zero} from './amount.js';
import type {ProviderEntry} from './books.js';
import {dateIn} from './calendar.js';
import type {LocalPayment} from './local.js';

/** A fee and the minute are those of all of them, and say nothing of one payment. */
const ofAll = ({row}: ProviderEntry) => ({fee: null, net: null, at: dateIn(row.at)});

/** Several rows of one payment as one. */
export function combined(entries: readonly ProviderEntry[]): ProviderEntry | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  const row = {...first.row, ...ofAll(first)};
  const lines = entries.flatMap(({merged}) => merged.lines ?? [merged.row.line]);
  const amount = sumOf(entries.map(each => each.amount));
  return {
    ...first,
    row,
    amount,
    statesFees: false,
    isMain: entries.every(({isMain}) => isMain),
    isTaken: entries.every(({isTaken}) => isTaken),
    merged: {row, amount, files: entries.flatMap(({merged}) => merged.files), lines},
  };
}

/** What of a row that is of several payments is this one's. */
export function shareOf(entry: ProviderEntry, {amount, reference}: LocalPayment): ProviderEntry {
  const row = {...entry.row, ...ofAll(entry), reference};
  return {...entry, row, amount: amountOf(amount).value, statesFees: false};
}

export const sumOf = (values: readonly Decimal[]): Decimal => values.reduce(addDecimals, zero);
