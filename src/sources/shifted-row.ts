import {plainAmount} from './amount-text.js';
import type {Layout, NumberedRecord} from './columns.js';
import type {HeadingField} from './headings.js';
import {isNothing} from './nothing.js';

/** A row, and how many cells it has. */
type Suspect = {readonly line: number; readonly width: number};

/**
 * Watches for rows that can be read in two ways: with a cell more than other rows have, and, two cells taken as one with the separator
 * in it, with other amounts. Which is right only what proves the amounts can tell.
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
    /** The first such row. */
    found: (): Suspect | undefined => (suspect !== undefined && suspect.width > narrowest ? suspect : undefined),
  };
}

function mayBeShifted({columns, separator}: Layout): (record: readonly string[]) => boolean {
  const indexesOf = (...fields: readonly HeadingField[]) =>
    fields.map(field => columns[field]?.index).filter(index => index !== undefined);
  const amounts = indexesOf('amount', 'credit', 'debit');
  const money = [...amounts, ...indexesOf('balance', 'fee', 'net')];
  const [balances, currencies, days] = [indexesOf('balance'), indexesOf('currency'), indexesOf('bookedOn', 'at')];
  const last = Math.max(...money);
  // A day that is one column off is no day.
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
        currencies.every(index => /^[A-Za-z]{3}$/u.test(cell(index)));
      if (isRow) return true;
    }
    return false;
  };
}

/** Two numbers beside each other, and no amount with a separator in it. */
const tooFine = /[.,]\d{4,}$/u;
const isAmount = (cell: string) => (['.', ','] as const).some(mark => plainAmount(cell, mark) !== undefined);
