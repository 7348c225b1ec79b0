import {Problem} from '../core/problem.js';
import {type DecimalMark, isZero, negated, plainAmount, shownMark} from './amount-text.js';
import {withoutUnit} from './amount-unit.js';
import type {Line, RawCells} from './cells.js';
import {directionSaid} from './direction.js';
import type {AmountField} from './headings.js';
import {isNothing} from './nothing.js';

/** Reads amounts as plain decimal text; throws the `Problem` `file-row-invalid` or `file-decimal-mark-unclear`. */
export type AmountCells = {
  /** Of one column, of one with a column for its direction, or of a pair of credits and debits. */
  readonly amount: (line: Line) => string;
  readonly amountOrNothing: (line: Line, field: AmountField) => string | null;
  /** The decimal mark, once an amount has shown it. */
  readonly mark: () => DecimalMark | null;
};

export function amountCells(cells: RawCells): AmountCells {
  const {columns} = cells.layout;
  const {amountOrNothing, mark} = markedAmounts(cells);
  const pair = pairOfColumns(cells, amountOrNothing);
  return {
    amountOrNothing,
    mark,
    amount(line) {
      if (columns.amount === undefined) return pair(line);
      const amount = amountOrNothing(line, 'amount');
      if (amount === null) throw cells.invalid(line, 'amount');
      return columns.direction === undefined ? amount : directed(cells, line, amount);
    },
  };
}

/** An amount that names no currency is the same in every row: prices and fees repeat, and are kept once. */
const withoutName = /^[-\d.,]+$/;
const mostRemembered = 10_000;

/** One decimal mark for the whole file: the first that is shown, if its beginning showed none. */
function markedAmounts({file, layout, raw, heading, invalid}: RawCells) {
  let mark = layout.decimalMark;
  const read = new Map<string, string>();
  const amountOrNothing = (line: Line, field: AmountField): string | null => {
    const cell = raw(line, field);
    const known = read.get(cell);
    if (known !== undefined) return known;
    if (isNothing(cell)) return null;
    const shown = mark ?? shownMark(cell);
    if (shown === 'either') throw new Problem('file-decimal-mark-unclear', {file, column: heading(field), text: cell});
    mark = shown ?? null;
    const amount = plainAmount(cell, shown ?? '.');
    if (amount === undefined || !isInCurrency(cell, raw(line, 'currency') || layout.currency))
      throw invalid(line, field);
    if (mark !== null && withoutName.test(cell) && read.size < mostRemembered) read.set(cell, amount);
    return amount;
  };
  return {amountOrNothing, mark: () => mark};
}

/** An amount that names its currency is of that of its row. */
function isInCurrency(cell: string, currency: string | null): boolean {
  const {currencies} = withoutUnit(cell);
  return currencies === undefined || currencies.includes((currency ?? '').toUpperCase());
}

/** Of each row exactly one column moves money. A debit is below zero, whether all its column writes it so or none. */
function pairOfColumns({raw, invalid}: RawCells, amountOrNothing: AmountCells['amountOrNothing']) {
  let debitsAre: 'positive' | 'negative' | undefined;
  const debit = (line: Line): string | null => {
    const amount = amountOrNothing(line, 'debit');
    if (amount === null || isZero(amount)) return amount;
    const written = amount.startsWith('-') ? 'negative' : 'positive';
    debitsAre ??= written;
    if (written !== debitsAre) throw invalid(line, 'debit');
    return written === 'negative' ? amount : negated(amount);
  };
  return (line: Line): string => {
    const paidIn = amountOrNothing(line, 'credit');
    const paidOut = debit(line);
    const [moved, second] = [paidIn, paidOut].filter(each => each !== null && !isZero(each));
    const amount = moved ?? paidIn ?? paidOut;
    if (amount === null || second !== undefined)
      throw invalid(line, 'credit', `${raw(line, 'credit')} / ${raw(line, 'debit')}`);
    return amount;
  };
}

function directed({raw, invalid}: RawCells, line: Line, written: string): string {
  const direction = directionSaid(raw(line, 'direction'));
  const isNegative = written.startsWith('-');
  if (direction === undefined || (direction === 'credit' && isNegative)) throw invalid(line, 'direction');
  return direction === 'debit' && !isNegative ? negated(written) : written;
}
