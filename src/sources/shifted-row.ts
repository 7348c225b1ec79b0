import {plainAmount} from './amount-text.js';
import {currencyInCell} from './amount-unit.js';
import {isNothing, type Layout, type NumberedRecord} from './columns.js';
import {type HeadingField, taxFields} from './headings.js';

/** The line of a row, and the number of its cells. */
type Suspect = {readonly line: number; readonly width: number};

/**
 * Watches for rows that can be read in two ways: with one cell more than other rows, or with two of the cells taken as one that has the
 * separator in it, and so with other amounts. Only a proof of the amounts can show which reading is right.
 */
export function shiftWatch(layout: Layout) {
  const mayBe = mayBeShifted(layout);
  let narrowest = Number.POSITIVE_INFINITY;
  let suspect: Suspect | undefined;
  return {
    note({number, record}: NumberedRecord): void {
      const width = record.length;
      const isFirst = narrowest === Number.POSITIVE_INFINITY;
      if ((isFirst || width > narrowest) && suspect === undefined && mayBe(record)) suspect = {line: number, width};
      if (width < narrowest) narrowest = width;
    },
    /** Returns the first such row. */
    found: (): Suspect | undefined => (suspect !== undefined && suspect.width > narrowest ? suspect : undefined),
  };
}

function mayBeShifted({columns, separator, currency}: Layout): (record: readonly string[]) => boolean {
  const indexesOf = (...fields: readonly HeadingField[]) =>
    fields.map(field => columns[field]?.index).filter(index => index !== undefined);
  const amounts = indexesOf('amount', 'credit', 'debit');
  const money = [...amounts, ...indexesOf('balance', 'fee', 'payerFee', ...taxFields, 'net')];
  const [balances, currencies, days] = [indexesOf('balance'), indexesOf('currency'), indexesOf('bookedOn', 'at')];
  const last = Math.max(...money);
  // If the columns before the day are off by one, the cell of the day is not a day.
  const first = Math.max(0, ...indexesOf('bookedOn').map(index => index + 1));
  return record => {
    for (let at = first; at <= last; at += 1) {
      const next = (record[at + 1] ?? '').trim();
      if (next === '' || currencies.includes(at) || days.includes(at)) continue;
      const cell = (index: number) => {
        if (index === at) return `${(record[at] ?? '').trim()}${separator}${next}`;
        return (record[index > at ? index + 1 : index] ?? '').trim();
      };
      const isRow =
        money.every(index => isNothing(cell(index)) || isAmount(cell(index))) &&
        amounts.some(index => isAmount(cell(index))) &&
        !tooFine.test(cell(at)) &&
        balances.every(index => isAmount(cell(index))) &&
        currencies.every(index => currencyInCell(cell(index), currency) !== undefined);
      if (isRow) return true;
    }
    return false;
  };
}

/** So many decimals are two numbers next to each other, not one amount with a separator in it. */
const tooFine = /[.,]\d{4,}$/u;
const isAmount = (cell: string) => (['.', ','] as const).some(mark => plainAmount(cell, mark) !== undefined);
