import {type DecimalMark, plainAmount, thousandths} from './amount-text.js';
import type {FileOrder} from './balance-chain.js';
import {type Columns, directionIn, isNothing} from './columns.js';
import {type HeadingField, taxFields} from './headings.js';

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

const pairAt = (credit: number | undefined, debit: number | undefined): number | undefined =>
  credit === undefined && debit === undefined ? undefined : (credit ?? 0) - Math.abs(debit ?? 0);

const fewestSteps = 3;
const chargesOf: readonly (readonly HeadingField[])[] = [[], ['fee'], taxFields, ['fee', ...taxFields]];

/**
 * Among the columns that nothing is read from, returns the index of the one that holds the balances of these amounts. If a row is missing
 * from the file, the column still counts: most of its balances hold, and the file is refused at the one that does not.
 */
export function balancesBeside(
  records: readonly (readonly string[])[],
  columns: Columns,
  mark: DecimalMark,
): number | undefined {
  const figures = figureColumns(records, mark);
  const at = (field: HeadingField, record: number) => figures.get(columns[field]?.index ?? -1)?.[record];
  const amountAt = (record: number) => {
    const amount = at('amount', record);
    if (amount === undefined) return pairAt(at('credit', record), at('debit', record));
    const said = directionIn(records[record]?.[columns.direction?.index ?? -1] ?? '');
    return said === 'debit' ? -Math.abs(amount) : amount;
  };
  const used = new Set(Object.values(columns).map(({index}) => index));
  const free = [...figures].filter(([index]) => !used.has(index));
  const found = free.flatMap(([index, balances]) =>
    (['oldest-first', 'newest-first'] as const).flatMap(order => {
      const steps = stepsOf(balances, order);
      return chargesOf.flatMap(charges => {
        const held = steps.filter(({record, difference}) => {
          const amount = amountAt(record);
          const charged = charges.reduce((sum, field) => sum + Math.abs(at(field, record) ?? 0), 0);
          return amount !== undefined && amount - charged === difference;
        });
        const isMost = held.length > steps.length * mostly && isEvidence(held, fewestSteps);
        return isMost ? [{index, broken: steps.length - held.length}] : [];
      });
    }),
  );
  return found.toSorted((a, b) => a.broken - b.broken)[0]?.index;
}

const mostly = 0.5;
