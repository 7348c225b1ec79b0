import {type DecimalMark, plainAmount, shownMark} from './amount-text.js';
import type {FileOrder} from './balance-chain.js';
import {isNothing} from './nothing.js';
import {thousandths} from './thousandths.js';

/** The figures of one column in thousandths, record by record; `undefined` where a cell holds none. */
export type Figures = readonly (number | undefined)[];
/** Between two records whose balances stand side by side: which record moved money, and by how much. */
export type BalanceStep = {readonly record: number; readonly difference: number};

const mostColumns = 40;

/** Columns of a table in which nothing but figures stands, by their place. */
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

/** The decimal marks that a table may have, by all that looks like an amount in it. */
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

/** What a column of balances makes of the records beside it, in this order. */
export function stepsOf(balances: Figures, order: FileOrder): readonly BalanceStep[] {
  return balances.flatMap((balance, at) => {
    const before = balances[at - 1];
    if (at === 0 || balance === undefined || before === undefined) return [];
    return order === 'oldest-first'
      ? [{record: at, difference: balance - before}]
      : [{record: at - 1, difference: before - balance}];
  });
}

/** Whether so many steps of different sizes cannot agree by chance. */
export function isEvidence(steps: readonly BalanceStep[], fewest: number): boolean {
  const sizes = new Set(steps.map(({difference}) => Math.abs(difference)).filter(size => size !== 0));
  return steps.length >= fewest && sizes.size >= Math.min(2, fewest);
}
