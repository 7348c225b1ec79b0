import {currencyInCell, type DecimalMark, plainAmount} from './amount-text.js';
import {isNothing, type Layout, type NumberedRecord} from './columns.js';
import {type HeadingField, isAmountField, taxFields} from './headings.js';

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
  const amounts = indexesOf('amount', 'gross', 'credit', 'debit');
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

/**
 * Decides whether a last row without a line end is complete or was cut off. `note` receives the last cell of every row, if its column is
 * read. An amount is complete if it has as many decimals as all amounts above it; a date if its shape occurs above it; any other text if it
 * occurs above it and is not the beginning of a longer one.
 */
export function lastRowWatch(field: HeadingField | undefined) {
  const earlier = new Set<string>();
  let last: string | undefined;
  return {
    note(cell: string): void {
      if (field === undefined) return;
      if (last !== undefined && earlier.size < mostRemembered) earlier.add(isDate(field) ? shape(last) : last);
      last = cell.trim();
    },
    isWhole(mark: DecimalMark | null): boolean {
      if (field === undefined) return true;
      if (last === undefined || last === '') return false;
      if (isAmountField(field)) {
        const wanted = decimals(last, mark);
        return wanted > 0 && earlier.size > 0 && [...earlier].every(each => decimals(each, mark) === wanted);
      }
      const known = isDate(field) ? shape(last) : last;
      return earlier.has(known) && ![...earlier].some(each => each !== known && each.startsWith(known));
    },
  };
}

const mostRemembered = 1000;

function isDate(field: HeadingField): boolean {
  return field === 'at' || field === 'bookedOn';
}

function decimals(cell: string, mark: DecimalMark | null): number {
  const at = mark === null ? -1 : cell.lastIndexOf(mark);
  return at === -1 ? 0 : cell.length - at - 1;
}

function shape(cell: string): string {
  return cell.replaceAll(/\d/g, '9').replaceAll(/\p{L}/gu, 'a');
}
