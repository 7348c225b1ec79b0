import {type DecimalMark, plainAmount, shownMark, thousandths} from './amount-text.js';
import type {FileOrder} from './balance-chain.js';
import {isNothing} from './columns.js';

/** The figures of one column in thousandths, one for each record; `undefined` if the cell has none. */
export type Figures = readonly (number | undefined)[];
/** A step between two consecutive balances: the record that moved money, and the amount. */
export type BalanceStep = {readonly record: number; readonly difference: number};

const mostColumns = 40;

/** Returns the columns of a table that have nothing but figures, by index. */
export function figureColumns(
  records: readonly (readonly string[])[],
  mark: DecimalMark,
): ReadonlyMap<number, Figures> {
  const width = Math.min(mostColumns, Math.max(0, ...records.map(record => record.length)));
  const columns = new Map<number, Figures>();
  for (let index = 0; index < width; index += 1) {
    const figures = figuresIn(records, index, mark);
    if (figures?.some(figure => figure !== undefined) === true) columns.set(index, figures);
  }
  return columns;
}

function figuresIn(records: readonly (readonly string[])[], index: number, mark: DecimalMark): Figures | undefined {
  const figures: (number | undefined)[] = [];
  for (const record of records) {
    const text = (record[index] ?? '').trim();
    const plain = isNothing(text) ? undefined : plainAmount(text, mark);
    const figure = plain === undefined ? undefined : thousandths(plain);
    if (figure === undefined && !isNothing(text)) return undefined;
    figures.push(figure);
  }
  return figures;
}

/** Returns the decimal marks that a table may use, by everything in it that looks like an amount. */
export function marksOf(records: readonly (readonly string[])[]): readonly DecimalMark[] {
  const shown = new Set<string>();
  for (const record of records) {
    for (const cell of record) {
      const mark = /^\D{0,6}\d/u.test(cell) ? shownMark(cell) : undefined;
      if (mark !== undefined) shown.add(mark);
    }
  }
  const certain = (['.', ','] as const).filter(mark => shown.has(mark));
  return certain.length === 0 && !shown.has('either') ? ['.'] : certain.length === 1 ? certain : ['.', ','];
}

/** Returns the steps that a column of balances shows for its records, in this order. */
export function stepsOf(balances: Figures, order: FileOrder): readonly BalanceStep[] {
  return balances.flatMap((balance, at) => {
    const before = balances[at - 1];
    if (at === 0 || balance === undefined || before === undefined) return [];
    return order === 'oldest-first'
      ? [{record: at, difference: balance - before}]
      : [{record: at - 1, difference: before - balance}];
  });
}

/** Whether there are enough steps of different sizes to rule out a coincidence. */
export function isEvidence(steps: readonly BalanceStep[], fewest: number): boolean {
  const sizes = new Set(steps.map(({difference}) => Math.abs(difference)).filter(size => size !== 0));
  return steps.length >= fewest && sizes.size >= Math.min(2, fewest);
}
