import {currencyInCell, type DecimalMark, isAmount} from './amount-text.js';
import {cellAt, indexesOf, isNothing, type Layout, type NumberedRecord, shapeOf} from './columns.js';
import {isDate} from './date-text.js';
import {type HeadingField, isAmountField, taxFields} from './headings.js';

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

export function mayBeShifted({columns, separator, currency}: Layout): (record: readonly string[]) => boolean {
  const indexes = (...fields: readonly HeadingField[]) => indexesOf(columns, fields);
  const amounts = indexes('amount', 'gross', 'credit', 'debit');
  const money = [...amounts, ...indexes('balance', 'fee', 'payerFee', ...taxFields, 'net')];
  const [balances, currencies, days] = [indexes('balance'), indexes('currency'), indexes('bookedOn', 'at')];
  const last = Math.max(...money);
  const booked = indexes('bookedOn');
  return record => {
    for (let at = 0; at <= last; at += 1) {
      const next = cellAt(record, at + 1);
      if (next === '' || currencies.includes(at) || days.includes(at)) continue;
      const cell = (index: number) =>
        index === at ? `${cellAt(record, at)}${separator}${next}` : cellAt(record, index > at ? index + 1 : index);
      const isRow =
        money.every(index => isNothing(cell(index)) || isAmount(cell(index))) &&
        amounts.some(index => isAmount(cell(index))) &&
        !tooFine.test(cell(at)) &&
        balances.every(index => isAmount(cell(index))) &&
        booked.every(index => isDate(cell(index))) &&
        currencies.every(index => currencyInCell(cell(index), currency) !== undefined);
      if (isRow) return true;
    }
    return false;
  };
}

/** So many decimals are two numbers next to each other, not one amount with a separator in it. */
const tooFine = /[.,]\d{4,}$/u;

/**
 * Decides whether a last row without a line end is complete or was cut off. `note` receives the last cell of every row, if its column is
 * read. An amount is complete if it has as many decimals as all amounts above it; a date if its shape occurs above it; any other text if it
 * occurs above it and is not the beginning of a longer one.
 */
export function lastRowWatch(field: HeadingField | undefined) {
  const isOfDays = field === 'at' || field === 'bookedOn';
  const earlier = new Set<string>();
  let last: string | undefined;
  return {
    note(cell: string): void {
      if (field === undefined) return;
      if (last !== undefined && earlier.size < mostRemembered) earlier.add(isOfDays ? shapeOf(last) : last);
      last = cell.trim();
    },
    isWhole(mark: DecimalMark | null): boolean {
      if (field === undefined) return true;
      if (last === undefined || last === '') return false;
      if (isAmountField(field)) {
        const wanted = decimals(last, mark);
        return wanted > 0 && earlier.size > 0 && [...earlier].every(each => decimals(each, mark) === wanted);
      }
      const known = isOfDays ? shapeOf(last) : last;
      return earlier.has(known) && ![...earlier].some(each => each !== known && each.startsWith(known));
    },
  };
}

const mostRemembered = 1000;

function decimals(cell: string, mark: DecimalMark | null): number {
  const at = mark === null ? -1 : cell.lastIndexOf(mark);
  return at === -1 ? 0 : cell.length - at - 1;
}
