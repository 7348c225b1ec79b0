import {Problem} from '../core/problem.js';
import type {DifferingFigure} from '../core/reconcile/proof.js';
import type {Rows} from '../core/reconcile/row.js';
import {movedBy, movingsOf, type ProvableRow} from './balances.js';
import type {Columns} from './columns.js';
import type {AmountField} from './headings.js';
import type {StatedAs} from './stated.js';
import {plainOf} from './thousandths.js';

/**
 * An opening or closing balance on a line of its own, before the row with the index `before`. `figure` is in thousandths. A balance that is
 * carried from page to page closes the rows before it and opens the rows after it.
 */
export type Standing = {
  readonly line: number;
  readonly as: 'opening' | 'closing';
  readonly isCarried: boolean;
  readonly figure: number;
  readonly before: number;
};
/** A printed figure for all rows, or for those of one page. `figure` is in thousandths; for a count it is the count times a thousand. */
export type Printed = {
  readonly line: number;
  /** The rows of its page, from the first one to the one before which the figure stands. */
  readonly page: readonly [from: number, to: number];
  readonly as: Exclude<StatedAs, 'opening' | 'closing'>;
  readonly field: AmountField | null;
  readonly figure: number;
  readonly currency: string;
};

type About = {
  readonly file: string;
  readonly columns: Columns;
  readonly rows: Rows<ProvableRow>;
  /** Whether the status of a row says that it moved money. */
  readonly isPaid: (row: ProvableRow) => boolean;
};

/**
 * Returns how many pairs of an opening and a closing balance agree with the rows between them; 0 if some rows are in no pair. Throws the
 * `Problem` `file-balance-differs` for a pair that does not agree.
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
  const covered = pairs.reduce((all, {from, to}) => all + to - from, 0);
  if (pairs.length === 0 || left.length > 0)
    return covered === rows.length ? pairs.filter(({from, to}) => from < to).length : 0;
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
  // Two balances with all rows on one side of them apply to all of the rows.
  const isBetweenPages = ({isCarried, before}: Standing) => isCarried && before > 0 && before < rows;
  for (const each of standing) {
    const before: Standing | undefined = opening ?? closing;
    const as: Standing['as'] =
      each.isCarried && before !== undefined ? (opening === undefined ? 'opening' : 'closing') : each.as;
    if (as === 'opening') opening = each;
    else closing = each;
    const [from = 0, to = 0] = [opening?.before ?? 0, closing?.before ?? 0].sort((a, b) => a - b);
    if (opening === undefined || closing === undefined || (from === to && !isBetweenPages(each))) continue;
    settle(from, to);
    if (each.isCarried && as === 'closing') opening = each;
    else if (each.isCarried) closing = each;
  }
  if (pairs.length === 0) settle(0, rows);
  return pairs;
}

/**
 * Returns how many of the printed figures agree with all rows, and those that differ. A figure that agrees with the rows so far, or with
 * the rows of its page, counts as neither: it holds, but proves nothing about the other pages.
 */
export function totalsHeld(
  {rows, isPaid}: Pick<About, 'rows' | 'isPaid'>,
  printed: readonly Printed[],
): {readonly held: number; readonly differing: readonly DifferingFigure[]} {
  let held = 0;
  const differing: DifferingFigure[] = [];
  for (const each of printed) {
    const [from, to] = each.page;
    const parts = [[0, to] as const, ...(from === 0 ? [] : [[from, to] as const])];
    const sums = parts.map(([first, end]) => {
      const own = everyOf(
        between(rows, first, end),
        ({currency}) => each.currency === '' || currency === each.currency,
      );
      return [...sumsOf(each, own), ...sumsOf(each, everyOf(own, isPaid))];
    });
    const [all = []] = sums;
    const [sum = 0] = all;
    if (to === rows.length && all.includes(each.figure)) held += 1;
    else if (!Number.isNaN(sum) && !sums.some(part => part.includes(each.figure))) {
      const isCount = each.as === 'count';
      const shown = (figure: number) => (isCount ? String(figure / 1000) : plainOf(figure));
      differing.push({line: each.line, said: shown(each.figure), reached: shown(sum)});
    }
  }
  return {held, differing};
}

/** The possible values of a figure for these rows, the likeliest first. */
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
  const fees = sumOf(rows, ({fee}) => movedBy({...blank, amount: fee ?? '0'}, 'amount'));
  const net = sumOf(rows, row => movedBy({...blank, amount: row.net ?? '0'}, 'amount'));
  const ofRows = [credits + debits, credits - debits, credits, debits, -debits, count()];
  return field === null ? [...ofRows, net, credits + debits - fees] : ofRows;
}

/** The rows from one index up to, but not including, another. */
const between = (rows: Rows<ProvableRow>, from: number, to: number): Iterable<ProvableRow> =>
  from === 0 && to === rows.length ? rows : everyOf(rows, (_, index) => from <= index && index < to);

/** The rows that pass a test. They can be iterated any number of times. */
const everyOf = <T>(rows: Iterable<T>, is: (row: T, index: number) => boolean): Iterable<T> => ({
  [Symbol.iterator]: () => Iterator.from(rows).filter(is),
});

const blank = {line: 0, currency: '', status: ''};

/**
 * Adds up many rows exactly. Thousandths are whole numbers, and a partial sum stays far below the size at which a number loses precision.
 */
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
