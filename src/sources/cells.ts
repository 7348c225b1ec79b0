import {Problem} from '../core/problem.js';
import {type AmountCells, amountCells} from './amount-cells.js';
import {currenciesNamed, currencyInCell} from './amount-text.js';
import {limits} from './bytes.js';
import {cellAt, isNothing, type Layout, type NumberedRecord, type RawCells} from './columns.js';
import {dateShapeOf, isDate, isTooOld, plainDate, shownOrder, turnedDates, withPlainDay} from './date-text.js';
import {shownText} from './foreign-text.js';
import type {HeadingField} from './headings.js';
import {whole} from './packed-rows.js';

/** Reads the cells of records. Each reader throws `file-row-invalid`, with line and column, for a cell that does not fit. */
export type Cells = AmountCells & {
  /** The text on one line without control characters. Empty for an empty cell, and if the file has no such column. */
  readonly text: (line: NumberedRecord, field: HeadingField) => string;
  readonly currency: (line: NumberedRecord) => string;
  /** The day as `YYYY-MM-DD`; for a row not booked (`mayBeOther`) its first date. Throws file-date-order-unclear, file-date-too-old too. */
  readonly day: (line: NumberedRecord, field: HeadingField, mayBeOther?: boolean) => string;
  /** The instant with its day as `YYYY-MM-DD` in front, if the day can be read in only one way. Empty if there is none. */
  readonly instant: (line: NumberedRecord, field: HeadingField) => string;
  readonly invalid: (line: NumberedRecord, field: HeadingField) => Problem;
  /** How the file writes amounts and dates so far. Throws `file-dates-turned` if a spreadsheet took some days for the month. */
  readonly shown: () => Pick<Layout, 'decimalMark' | 'dateOrder' | 'dateShape'>;
};

const isPlain = /^(?:$|\d{4}-\d\d-\d\d(?:.*[^Mm.])?$)/u;
const mostRemembered = 10_000;

export function cellsOf(file: string, layout: Layout): Cells {
  const cells = rawCells(file, layout);
  const amounts = amountCells(cells);
  const days = new Map<string, string>();
  let {dateOrder, dateShape} = layout;
  const dates = turnedDates();
  let dated: HeadingField = 'at';
  const refuseOld = (line: NumberedRecord, field: HeadingField, {cell, day}: {cell: string; day: string}) => {
    if (!isTooOld(cell, day, layout.possible)) return;
    const place = {file, line: line.number, column: cells.heading(field)};
    throw new Problem('file-date-too-old', {...place, text: cell, day, form: 'table'});
  };
  return {
    ...amounts,
    invalid: cells.invalid,
    text: (line, field) => cleaned(said(cells.raw(line, field), field)),
    currency(line) {
      const currency = cells.currency(line);
      // A name such as FCFA is that of several: a person says which it is.
      if (currency === undefined && currenciesNamed(cells.raw(line, 'currency')).length > 1)
        throw new Problem('file-currency-missing', {file, form: 'table'});
      if (currency === undefined) throw cells.invalid(line, 'currency');
      return currency;
    },
    day(line, field, mayBeOther = false) {
      const own = cells.raw(line, field);
      const cell = mayBeOther && isNothing(own) ? (line.record.find(isDate)?.trim() ?? own) : own;
      const known = days.get(cell);
      if (known !== undefined) return known;
      dated = field;
      dates.note(cell);
      dateShape ??= dateShapeOf(cell);
      const shown = dateOrder ?? shownOrder(cell, layout.possible);
      if (shown === 'either')
        throw new Problem('file-date-order-unclear', {file, column: cells.heading(field), text: cell});
      // A text that was read as a day before the order was known may not be that day in this order.
      if (shown !== undefined && dateOrder === null) days.clear();
      dateOrder = shown ?? null;
      const day = plainDate(cell, shown ?? 'day-first');
      if (day === undefined) throw cells.invalid(line, field);
      refuseOld(line, field, {cell, day});
      if (days.size < mostRemembered) days.set(whole(cell), day);
      return day;
    },
    instant(line, field) {
      const cell = cleaned(said(cells.raw(line, field), field));
      dates.note(cell);
      if (isPlain.test(cell)) return cell;
      dateShape ??= dateShapeOf(cell);
      const shown = dateOrder ?? shownOrder(cell, layout.possible);
      if (shown !== undefined && shown !== 'either') dateOrder = shown;
      const day = dateOrder === null ? undefined : plainDate(cell, dateOrder);
      if (day !== undefined) refuseOld(line, field, {cell, day});
      return withPlainDay(cell, dateOrder);
    },
    shown() {
      const turned = dates.turned();
      if (turned !== undefined) throw new Problem('file-dates-turned', {file, column: cells.heading(dated), ...turned});
      return {decimalMark: amounts.mark(), dateOrder, ...(dateShape === undefined ? {} : {dateShape})};
    },
  };
}

/** Throws `file-record-too-long` for a cell that is too long, and `file-row-uneven` for too few cells or ones without a heading. */
export function checkRecord(file: string, {number, record}: NumberedRecord, fewest: number, most: number): void {
  for (const cell of record) {
    if (cell.length > limits.fieldLength) throw new Problem('file-record-too-long', {file, line: number});
  }
  const isEven = record.length >= fewest && record.length <= most;
  if (isEven || (record.length > most && record.slice(most).every(cell => cell.trim() === ''))) return;
  throw new Problem('file-row-uneven', {file, line: number, given: record.length, expected: most});
}

function rawCells(file: string, layout: Layout): RawCells {
  const {columns} = layout;
  const heading = (field: HeadingField) => columns[field]?.heading ?? field;
  const raw = ({record}: NumberedRecord, field: HeadingField) => cellAt(record, columns[field]?.index);
  const invalid = (line: NumberedRecord, field: HeadingField, shown = raw(line, field)) =>
    new Problem('file-row-invalid', {file, line: line.number, column: heading(field), text: shown, form: 'table'});
  const withoutAmount = ({number}: NumberedRecord) => new Problem('file-row-without-amount', {file, line: number});
  const currencies = new Map<string, string | undefined>();
  const currency = (line: NumberedRecord): string | undefined => {
    const cell = raw(line, 'currency');
    const known = currencies.get(cell);
    if (known !== undefined) return known;
    const found = cell === '' ? (layout.currency ?? undefined) : currencyInCell(cell, layout.currency);
    if (currencies.size < mostRemembered) currencies.set(cell, found);
    return found;
  };
  return {file, layout, raw, heading, currency, invalid, withoutAmount};
}

/** A status that says *nothing* (such as `n/a`) is still a status. */
const said = (cell: string, field: HeadingField) => (field !== 'status' && isNothing(cell) ? '' : cell);

/** `="00123"` tells a spreadsheet that a cell is text. */
function cleaned(cell: string): string {
  const own = cell.length > 2 && cell.startsWith('="') && cell.endsWith('"') ? cell.slice(2, -1) : cell;
  return shownText(own);
}
