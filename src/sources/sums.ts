import {Problem} from '../core/problem.js';
import type {Rows} from '../core/reconcile/row.js';
import {movedBy, movingsOf, type ProvableRow} from './balances.js';
import type {Columns} from './columns.js';
import type {AmountField} from './headings.js';
import type {StatedAs} from './stated.js';
import {plainOf} from './thousandths.js';

/** An opening or closing balance that stands alone, before the row of this index. In thousandths. */
export type Standing = {
  readonly line: number;
  readonly as: 'opening' | 'closing';
  readonly figure: number;
  readonly before: number;
};
/** A printed figure of the rows together: in thousandths, a count in thousands. */
export type Printed = {
  readonly line: number;
  readonly as: Exclude<StatedAs, 'opening' | 'closing'>;
  readonly field: AmountField | null;
  readonly figure: number;
  readonly currency: string;
};

type About = {
  readonly file: string;
  readonly columns: Columns;
  readonly rows: Rows<ProvableRow>;
  /** Whether a row is one that moved money by what it says of its status. */
  readonly isPaid: (row: ProvableRow) => boolean;
};

/**
 * How many pairs of an opening and a closing balance are what the rows between them come to. Throws the `Problem`
 * `file-balance-differs` for a pair that is not.
 */
export function closingsThatHold({file, columns, rows, isPaid}: About, standing: readonly Standing[]): number {
  const ways = movingsOf(columns).flatMap(moved => [() => true, isPaid].map(counts => ({moved, counts})));
  const pairs = pairsIn(standing, rows.length);
  const left = ways.filter(({moved, counts}) =>
    pairs.every(
      ({from, to, difference}) =>
        sumOf(between(rows, from, to), row => (counts(row) ? movedBy(row, moved) : 0)) === difference,
    ),
  );
  if (pairs.length === 0 || left.length > 0) return pairs.length;
  for (const {from, to, difference, line, closing} of pairs) {
    const reached = sumOf(between(rows, from, to), row => movedBy(row, 'amount'));
    if (reached === difference) continue;
    const opening = closing - difference;
    throw new Problem('file-balance-differs', {
      file,
      line,
      balance: plainOf(closing),
      reached: plainOf(opening + reached),
      form: 'table',
    });
  }
  return 0;
}

function pairsIn(standing: readonly Standing[], rows: number) {
  const pairs: {from: number; to: number; difference: number; line: number; closing: number}[] = [];
  let opening: Standing | undefined;
  let closing: Standing | undefined;
  const settle = (from: number, to: number) => {
    if (opening === undefined || closing === undefined) return;
    const difference = closing.figure - opening.figure;
    pairs.push({from, to, difference, line: Math.max(opening.line, closing.line), closing: closing.figure});
    opening = undefined;
    closing = undefined;
  };
  for (const each of standing) {
    if (each.as === 'opening') opening = each;
    else closing = each;
    const [from = 0, to = 0] = [opening?.before ?? 0, closing?.before ?? 0].sort((a, b) => a - b);
    if (opening !== undefined && closing !== undefined && from < to) settle(from, to);
  }
  settle(0, rows);
  return pairs;
}

/**
 * How many of the printed figures are what the rows come to. Throws the `Problem` `file-total-differs` for one that is not;
 * a sum of a page may be of fewer rows, and is not counted then.
 */
export function totalsThatHold({file, rows, isPaid}: About, printed: readonly Printed[]): number {
  for (const each of printed) {
    const own = everyOf(rows, ({currency}) => each.currency === '' || currency === each.currency);
    const paid = everyOf(own, isPaid);
    const [sum = 0, ...others] = [...sumsOf(each, own), ...sumsOf(each, paid)];
    if (!Number.isNaN(sum) && [sum, ...others].every(other => other !== each.figure)) {
      const isCount = each.as === 'count';
      const [text, reached] = [each.figure, sum].map(figure => (isCount ? String(figure / 1000) : plainOf(figure)));
      throw new Problem('file-total-differs', {
        file,
        line: each.line,
        text: text ?? '',
        reached: reached ?? '',
        form: 'table',
      });
    }
  }
  return printed.length;
}

/** What a figure may be of these rows, the likeliest first. */
function sumsOf({as, field}: Printed, rows: Iterable<ProvableRow>): readonly number[] {
  const amount = (row: ProvableRow) => movedBy(row, 'amount');
  const count = () => Iterator.from(rows).reduce(all => all + 1, 0) * 1000;
  if (as === 'count') return [count()];
  const credits = sumOf(rows, row => (amount(row) > 0 ? amount(row) : 0));
  const debits = sumOf(rows, row => (amount(row) < 0 ? amount(row) : 0));
  if (as === 'credits' || field === 'credit') return [credits];
  if (as === 'debits' || field === 'debit') return [-debits, debits];
  if (field === 'fee') return [sumOf(rows, ({fee}) => movedBy({...blank, amount: fee ?? '0'}, 'amount'))];
  if (field === 'net') return [sumOf(rows, ({net}) => movedBy({...blank, amount: net ?? '0'}, 'amount'))];
  return [credits + debits, credits - debits, credits, debits, -debits, count()];
}

/** The rows from one index up to another. */
const between = (rows: Rows<ProvableRow>, from: number, to: number): Iterable<ProvableRow> =>
  everyOf(rows, (_, index) => from <= index && index < to);

/** Those of the rows that a test holds of, as often as they are asked for. */
const everyOf = <T>(rows: Iterable<T>, is: (row: T, index: number) => boolean): Iterable<T> => ({
  [Symbol.iterator]: () => Iterator.from(rows).filter(is),
});

const blank = {line: 0, currency: '', status: ''};

/** Sums of many rows stay exact: thousandths are whole, and far from where a number of them could not be. */
function sumOf<T>(values: Iterable<T>, of: (value: T) => number): number {
  let sum = 0n;
  let part = 0;
  for (const value of values) {
    part += of(value);
    if (Math.abs(part) > 2 ** 52) {
      if (Number.isNaN(part)) return Number.NaN;
      sum += BigInt(part);
      part = 0;
    }
  }
  return Number.isNaN(part) ? Number.NaN : Number(sum + BigInt(part));
}
