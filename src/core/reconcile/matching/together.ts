import {sumDecimals} from '../../money/decimal.js';
import {amountOf} from '../rows/amount.js';
import type {ProviderEntry} from '../rows/books.js';
import {dateIn} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';

/** The fee, the taxes, the net and the time of day concern all of them, and say nothing about one payment. */
const ofAll = ({row}: ProviderEntry) => ({fee: null, tax: null, net: null, at: dateIn(row.at)});

/** Several rows of one payment as one row. All of them are taken, and all or none are in files of the days. */
export function combined(entries: readonly ProviderEntry[]): ProviderEntry | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  const row = {...first.row, ...ofAll(first)};
  const lines = entries.flatMap(({merged}) => merged.lines ?? [merged.row.line]);
  const amount = sumDecimals(entries.map(each => each.amount));
  return {
    ...first,
    row,
    amount,
    statesFees: false,
    merged: {row, amount, files: entries.flatMap(({merged}) => merged.files), lines},
  };
}

/** The share of one payment in a row for several. */
export function shareOf(entry: ProviderEntry, {amount, reference}: LocalPayment): ProviderEntry {
  const row = {...entry.row, ...ofAll(entry), reference};
  return {...entry, row, amount: amountOf(amount).value, statesFees: false};
}
