import {Problem} from '../core/problem.js';
import type {DifferingFigure, Rows} from '../core/reconcile/rows/row.js';
import {plainOf} from './amount-text.js';
import {movedBy, movingsOf, type ProvableRow} from './balances.js';
import type {Columns} from './columns.js';
import type {AmountField} from './headings.js';
import type {StatedAs} from './stated.js';

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
  /** The line on which its page begins. */
  readonly since: number;
  readonly as: Exclude<StatedAs, 'opening' | 'closing'>;
  readonly field: AmountField | null;
  readonly figure: number;
  readonly currency: string;
  /** Whether it stands where a row may follow. Which rows it is of may then be unknown, and it need not hold. */
  readonly isBetween: boolean;
};

type About = {
  readonly file: string;
  readonly columns: Columns;
  readonly rows: Rows<ProvableRow>;
  /** Whether the status of a row says that it moved money. */
  readonly isPaid: (row: ProvableRow) => boolean;
  /** What a wallet writes without a day, such as its commissions. They are not among the rows, but the figures may include them. */
  readonly undated: readonly ProvableRow[];
  /** Whether a row that brought money in stands in the column of debits. */
  readonly isGivenBack: (row: ProvableRow) => boolean;
};

/**
 * Returns how many pairs of an opening and a closing balance agree with the rows between them; 0 if some rows that moved money are in no
 * pair. Throws the `Problem` `file-balance-differs` for a pair that does not agree.
 */
export function closingsThatHold({file, columns, rows, isPaid, undated}: About, standing: readonly Standing[]): number {
  const ways = movingsOf(columns).flatMap(moved =>
    [() => true, isPaid].flatMap(counts => besides(undated).map(beside => ({moved, counts, beside}))),
  );
  const pairs = pairsIn(standing, rows.length);
  const left = ways.filter(({moved, counts, beside}) =>
    pairs.every(
      ({from, to, since, line, difference}) =>
        sumOf(together(between(rows, from, to), onLines(beside, since, line)), row =>
          counts(row) ? movedBy(row, moved) : 0,
        ) === difference,
    ),
  );
  if (pairs.length === 0 || left.length > 0) {
    const outside = everyOf(rows, (_, index) => !pairs.some(({from, to}) => from <= index && index < to));
    return Iterator.from(outside).some(isPaid) ? 0 : pairs.filter(({from, to}) => from < to).length;
  }
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
  const pairs: {from: number; to: number; difference: number; since: number; line: number; closing: number}[] = [];
  let opening: Standing | undefined;
  let closing: Standing | undefined;
  const settle = (from: number, to: number) => {
    if (opening === undefined || closing === undefined) return;
    const difference = closing.figure - opening.figure;
    const [since = 0, line = 0] = [opening.line, closing.line].sort((a, b) => a - b);
    pairs.push({from, to, difference, since, line, closing: closing.figure});
    opening = undefined;
    closing = undefined;
  };
  // Two balances with all rows on one side of them apply to all of the rows.
  const isBetweenPages = ({isCarried, before}: Standing) => isCarried && before > 0 && before < rows;
  for (const each of standing) {
    const before: Standing | undefined = opening ?? closing;
    const as: Standing['as'] =
      each.isCarried && before !== undefined ? (opening === undefined ? 'opening' : 'closing') : each.as;
    // A section without rows ends where the next one begins.
    const isNext = opening !== undefined && closing !== undefined && opening.line < closing.line === (as === 'opening');
    if (isNext) [opening, closing] = [undefined, undefined];
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
  {rows, isPaid, isGivenBack, undated}: Pick<About, 'rows' | 'isPaid' | 'isGivenBack' | 'undated'>,
  printed: readonly Printed[],
): {readonly held: number; readonly differing: readonly (DifferingFigure & Pick<Printed, 'isBetween'>)[]} {
  let held = 0;
  let compared = 0;
  const differing: (DifferingFigure & Pick<Printed, 'isBetween'>)[] = [];
  for (const each of printed) {
    const [from, to] = each.page;
    const isOfAll = to === rows.length;
    const sumsSince = (first: number, since: number) => {
      const own = everyOf(between(rows, first, to), ({currency}) => each.currency === '' || currency === each.currency);
      return besides(undated).flatMap(beside => {
        const counted = together(own, onLines(beside, since, each.line));
        return [...sumsOf(each, counted, isGivenBack), ...sumsOf(each, everyOf(counted, isPaid), isGivenBack)];
      });
    };
    const ofPage = each.since === 0 ? [] : sumsSince(from, each.since);
    if (!isOfAll && ofPage.includes(each.figure)) continue;
    if (each.isBetween && !isOfAll) {
      compared += 1;
      if (compared > mostCompared) continue;
    }
    const all = sumsSince(0, 0);
    const [sum = 0] = all;
    if (isOfAll && all.includes(each.figure)) held += 1;
    else if (!Number.isNaN(sum) && ![...all, ...ofPage].includes(each.figure)) {
      const isCount = each.as === 'count';
      const shown = (figure: number) => (isCount ? String(figure / 1000) : plainOf(figure));
      differing.push({line: each.line, said: shown(each.figure), reached: shown(sum), isBetween: each.isBetween});
    }
  }
  return {held, differing};
}

/** So many figures between the rows are compared with all rows before them, of which there may be a million. */
const mostCompared = 100;

/** The possible values of a figure for these rows, the likeliest first. */
function sumsOf(
  {as, field}: Printed,
  rows: Iterable<ProvableRow>,
  isGivenBack: About['isGivenBack'],
): readonly number[] {
  const amount = (row: ProvableRow) => movedBy(row, 'amount');
  const count = () => Iterator.from(rows).reduce(all => all + 1, 0) * 1000;
  if (as === 'count') return [count()];
  const credits = sumOf(rows, row => (amount(row) > 0 ? amount(row) : 0));
  const debits = sumOf(rows, row => (amount(row) < 0 ? amount(row) : 0));
  const givenBack = sumOf(rows, row => (isGivenBack(row) ? amount(row) : 0));
  if (as === 'credits' || field === 'credit') return [credits, credits - givenBack];
  if (as === 'debits' || field === 'debit') return [-debits, debits, -debits - givenBack, debits + givenBack];
  const total = (of: 'fee' | 'tax' | 'net') =>
    sumOf(rows, row => movedBy({...blank, amount: row[of] ?? '0'}, 'amount'));
  if (field === 'net') return [total(field)];
  // A total may have another sign than the charges that it is of.
  if (field === 'fee' || field === 'tax') return [total(field), -total(field)];
  const [fees, taxes, net] = [Math.abs(total('fee')), Math.abs(total('tax')), total('net')];
  const ofRows = [credits + debits, credits - debits, credits, debits, -debits, count()];
  return field === null ? [...ofRows, net, credits + debits - fees, credits + debits - fees - taxes] : ofRows;
}

/** The rows from one index up to, but not including, another. */
const between = (rows: Rows<ProvableRow>, from: number, to: number): Iterable<ProvableRow> =>
  from === 0 && to >= rows.length
    ? rows
    : {
        *[Symbol.iterator]() {
          for (let index = from; index < Math.min(to, rows.length); index += 1) yield rows.at(index) as ProvableRow;
        },
      };

/** Figures may leave out what has no day, or include it. */
const besides = (undated: About['undated']) => (undated.length === 0 ? [[]] : [[], undated]);
const onLines = (undated: About['undated'], since: number, until: number) =>
  undated.filter(({line}) => since < line && line < until);

/** Rows and others behind them. They can be iterated any number of times. */
const together = (rows: Iterable<ProvableRow>, others: readonly ProvableRow[]): Iterable<ProvableRow> =>
  others.length === 0
    ? rows
    : {
        *[Symbol.iterator]() {
          yield* rows;
          yield* others;
        },
      };

/** The rows that pass a test. They can be iterated any number of times. */
const everyOf = <T>(rows: Iterable<T>, is: (row: T, index: number) => boolean): Iterable<T> => ({
  [Symbol.iterator]: () => Iterator.from(rows).filter(is),
});

const blank = {line: 0, currency: '', status: ''};

/** Adds up many rows exactly: thousandths are whole numbers, and no partial sum comes near the limit of precision. */
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
