import {type DecimalMark, plainAmount, thousandths} from './amount-text.js';
import {type Columns, cellAt, type DirectionCodes, directionIn, isNothing} from './columns.js';
import {type HeadingField, taxFields} from './headings.js';

/** Whether the first row of a file is the oldest or the newest. This decides whether rows lead up to a balance or down from it. */
export const orders = ['oldest-first', 'newest-first'] as const;
export type FileOrder = (typeof orders)[number];

/** The figures of one column in thousandths, one for each record; `undefined` if the cell has none. */
export type Figures = readonly (number | undefined)[];
/** A step between two consecutive balances: the record that moved money, and the amount. */
type BalanceStep = {readonly record: number; readonly difference: number};

const mostColumns = 40;

/** Returns the columns of a table that have nothing but figures, by index. */
function figureColumns(records: readonly (readonly string[])[], mark: DecimalMark): ReadonlyMap<number, Figures> {
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
export const stepsOf = (balances: Figures, order: FileOrder): readonly BalanceStep[] =>
  balances.flatMap((balance, at) => {
    const before = balances[at - 1];
    if (at === 0 || balance === undefined || before === undefined) return [];
    return order === 'oldest-first'
      ? [{record: at, difference: balance - before}]
      : [{record: at - 1, difference: before - balance}];
  });

/** Whether there are enough steps of different sizes to rule out a coincidence. */
function isEvidence(steps: readonly BalanceStep[], fewest: number): boolean {
  const sizes = new Set(steps.map(({difference}) => Math.abs(difference)).filter(size => size !== 0));
  return steps.length >= fewest && sizes.size >= Math.min(2, fewest);
}

/**
 * What two codes in a column mean, by the running balances: every row with one of them added its amount, and every row with the other took
 * it. A row next to only one balance has the direction of its code. At least as many rows as `fewest` must show it.
 */
export function directionCodes(
  records: readonly (readonly string[])[],
  {amount, balance}: Columns,
  index: number,
  fewest: number,
): DirectionCodes | undefined {
  const cells = records.map(record => (record[index] ?? '').trim());
  const found = (['.', ','] as const).flatMap(mark => {
    const figures = figureColumns(records, mark);
    const [amounts = [], balances = []] = [amount, balance].map(column => figures.get(column?.index ?? -1));
    return orders.flatMap(order => {
      const steps = stepsOf(balances, order).filter(({difference}) => difference !== 0);
      const codes: DirectionCodes = new Map(
        steps.map(({record, difference}) => [cells[record] ?? '', difference < 0 ? 'debit' : 'credit']),
      );
      const isProved = steps.every(({record, difference}) => {
        const size = Math.abs(amounts[record] ?? 0);
        return difference === (codes.get(cells[record] ?? '') === 'debit' ? -size : size);
      });
      const isWhole = cells.every((cell, at) => amounts[at] === undefined || (cell !== '' && codes.has(cell)));
      const isClear = codes.size === 2 && new Set(codes.values()).size === 2;
      return isProved && isWhole && isClear && isEvidence(steps, fewest) ? [codes] : [];
    });
  });
  const [first] = found;
  return found.every(each => [...each].every(([code, way]) => first?.get(code) === way)) ? first : undefined;
}

/** What the cells of a credit and a debit come to. */
export const pairOf = (credit: number | undefined, debit: number | undefined): number | undefined =>
  credit === undefined && debit === undefined ? undefined : (credit ?? 0) - Math.abs(debit ?? 0);

/** What a record moved, by its amount and its direction, or by its credit and its debit. */
export function movedIn(
  record: readonly string[],
  {direction}: Columns,
  figureOf: (field: HeadingField) => number | undefined,
): number | undefined {
  const amount = figureOf('amount');
  if (amount === undefined) return pairOf(figureOf('credit'), figureOf('debit'));
  return directionIn(cellAt(record, direction?.index)) === 'debit' ? -Math.abs(amount) : amount;
}

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
  const amountAt = (record: number) => movedIn(records[record] ?? [], columns, field => at(field, record));
  const used = new Set(Object.values(columns).map(({index}) => index));
  const free = [...figures].filter(([index]) => !used.has(index));
  const found = free.flatMap(([index, balances]) =>
    orders.flatMap(order => {
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

/** The only other column of amounts that every balance proves, where the balances refute the amounts that the headings name. */
export function provedAmounts(
  records: readonly (readonly string[])[],
  {amount, balance}: Columns,
  mark: DecimalMark,
): number | undefined {
  const figures = figureColumns(records, mark);
  const known = [amount?.index, balance?.index];
  const [only, second] = [...figures].filter(([index, amounts]) =>
    orders.some(order => {
      const steps = stepsOf(figures.get(balance?.index ?? -1) ?? [], order);
      const isProved = steps.every(({record, difference}) => amounts[record] === difference);
      return isProved && !known.includes(index) && isEvidence(steps, fewestSteps);
    }),
  );
  return second === undefined ? only?.[0] : undefined;
}
