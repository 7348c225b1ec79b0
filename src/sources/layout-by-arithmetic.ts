import {Problem} from '../core/problem.js';
import {type DateOrder, dateOrders, type SourceKind} from '../core/reconcile/rows/row.js';
import {hideCardNumbers} from '../core/text/card-numbers.js';
import {cleanText} from '../core/text/text.js';
import {plainAmount} from './amount-text.js';
import type {FileOrder} from './balance-chain.js';
import {type Arithmetic, balancesBeside, type Hints, readingsThatHold} from './by-arithmetic.js';
import {type Columns, isNothing, type Layout, type SourceColumn} from './columns.js';
import {isDate, plainDate, shownOrder} from './date-text.js';
import {decidingValues} from './deciding.js';
import {type HeadingField, nameOf, taxFields} from './headings.js';
import {
  type About,
  type FoundColumns,
  type Head,
  isRow,
  layoutOf,
  longestHeading,
  namedFields,
  recordsBeforeHeadings,
  rowsIn,
  sampleOf,
  separators,
  type TablePlace,
  tablePlace,
} from './layout.js';
import {firstRecords, type Separator} from './records.js';
import {figureColumns, marksOf} from './table-figures.js';
import {mayBeSum} from './total-rows.js';

const mostlyFilled = 0.9;

type Table = {
  readonly kind: SourceKind;
  readonly headings: readonly string[];
  readonly records: readonly (readonly string[])[];
  /** The columns that the headings or a person name, by index. */
  readonly named: Readonly<Partial<Record<HeadingField, number>>>;
};

/**
 * Returns the layout of a table that its own balances show, whatever its headings are: the one reading under which they hold. Returns
 * `undefined` if there is no such reading, or more than one. Throws a `Problem` for anything that figures cannot show, such as the
 * currency.
 */
export function layoutByArithmetic(head: Head, about: About): Layout | undefined {
  return layoutBy(head, about, readings => readings);
}

/**
 * Like `layoutByArithmetic`, for a table in which a row is missing: the one reading under which the balances of its first half hold, or
 * else those of its second half. It shows where the balances break. No file may be read by it.
 */
export function layoutOfHalf(head: Head, about: About): Layout | undefined {
  for (const half of [0, 1])
    try {
      const layout = layoutBy(head, about, records => {
        const middle = Math.ceil(records.length / 2);
        return half === 0 ? records.slice(0, middle) : records.slice(middle);
      });
      if (layout !== undefined) return layout;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  return undefined;
}

function layoutBy(
  head: Head,
  about: About,
  lookedAt: (records: readonly string[][]) => readonly string[][],
): Layout | undefined {
  const {kind, given} = about;
  if (kind === 'payout') return undefined;
  const place = placeOf(head, about);
  if (place === undefined) return undefined;
  const {headings} = place;
  const named = namedColumns(headings, about);
  const columns = columnsAt(headings, named);
  const records = lookedAt(rowsIn(sampleOf(head, place), kind, {columns, headings}));
  const table: Table = {kind, headings, records, named};
  const day = kind === 'bank' ? (named.bookedOn ?? dayColumn(table)) : named.at;
  const days = day === undefined ? [] : valuesAt(records, day);
  const marks = given.decimalMark ? [given.decimalMark] : marksOf(records);
  const readings = readingsThatHold(records, marks, hintsOf(table, about, day), fileOrderOf(days, about));
  const [reading, second] = readings;
  if (reading === undefined || second !== undefined) return undefined;
  const dateOrder = given.dateOrder ?? dateOrderOf(days, reading.order, about);
  return layoutOf(head, about, foundIn(table, place, reading, day, dateOrder));
}

const narrowest = 3;
const fewestRecords = 3;
const fewestFigures = 2;

const isFigure = (cell: string): boolean =>
  (['.', ','] as const).some(mark => plainAmount(cell.trim(), mark) !== undefined) || isDate(cell);
const figuresIn = (record: readonly string[]) => record.filter(isFigure).length;

/**
 * Finds the place of a table whose headings are unknown. The headings are on the line without figures or dates that stands directly above
 * the first records of one width that are full of them. A table without such a line begins with its first row, and its headings are empty.
 * None of the lines above may be a row, because it would be left out.
 */
function placeByShape({text, isWhole}: Head, given: Separator | undefined): TablePlace | undefined {
  let best: (TablePlace & {readonly isBare: boolean}) | undefined;
  for (const separator of given === undefined ? separators : [given]) {
    const records = firstRecords(text, separator, recordsBeforeHeadings + fewestRecords, isWhole);
    const areRows = (from: number, width: number) => {
      const rows = records.slice(from, from + fewestRecords);
      return (
        rows.length === fewestRecords && rows.every(each => each.length === width && figuresIn(each) >= fewestFigures)
      );
    };
    const headings = records.findIndex(
      (record, at) =>
        record.length >= narrowest &&
        figuresIn(record) === 0 &&
        record.filter(cell => cell.trim() !== '').length >= narrowest &&
        areRows(at + 1, record.length),
    );
    const isBare = headings === -1;
    const at = isBare
      ? records.findIndex((record, index) => record.length >= narrowest && areRows(index, record.length)) - 1
      : headings;
    if (records.slice(0, at + 1).some(isRow)) continue;
    const {length = 0} = records[at + 1] ?? [];
    if (at < -1 || (best !== undefined && (length <= best.headings.length || (isBare && !best.isBare)))) continue;
    const names = isBare ? [] : (records[at] ?? []).map(cell => hideCardNumbers(cleanText(cell, longestHeading)));
    best = {separator, preamble: at, headings: Array.from({length}, (_, index) => names[index] ?? ''), isBare};
  }
  return best;
}

function placeOf(head: Head, about: About): TablePlace | undefined {
  try {
    return tablePlace(head, about);
  } catch {
    return placeByShape(head, about.given.separator);
  }
}

/** Finds columns by their headings and by what a person says. Of two columns with one name, neither is taken. */
function namedColumns(headings: readonly string[], {kind, given}: About): Table['named'] {
  const names = namedFields(kind, headings, given);
  const places = Object.entries(names).flatMap(([field, name]) => {
    const found = headings.flatMap((heading, index) =>
      name !== '' && (heading === name || nameOf(headings, index) === name || `#${index + 1}` === name) ? [index] : [],
    );
    return found.length === 1 ? [[field, found[0]]] : [];
  });
  return Object.fromEntries(places);
}

const columnAt = (headings: readonly string[], index: number): SourceColumn => ({
  index,
  heading: nameOf(headings, index),
});
const columnsAt = (headings: readonly string[], named: Table['named']): Columns =>
  Object.fromEntries(Object.entries(named).map(([field, index]) => [field, columnAt(headings, index)]));

const valuesAt = (records: readonly (readonly string[])[], index: number): readonly string[] =>
  records.map(record => (record[index] ?? '').trim()).filter(text => text !== '');

const notMoney: readonly HeadingField[] = [
  ...([
    'reference',
    'serviceReference',
    'currency',
    'at',
    'phone',
    'payout',
    'entry',
    'bookedOn',
    'narration',
  ] as const),
  ...(['net', 'status', 'kind'] as const),
];

function hintsOf({named}: Table, {given}: About, day: number | undefined): Hints {
  const isSaid = (field: HeadingField) => given.columns?.[field] !== undefined;
  const {credit, debit} = named;
  return {
    amount: named.amount,
    pair: credit === undefined || debit === undefined ? undefined : [credit, debit],
    balance: named.balance,
    fee: named.fee,
    taxes: taxFields.flatMap(field => named[field] ?? []),
    direction: named.direction,
    status: named.status ?? named.kind,
    others: new Set([...notMoney.map(field => named[field]), day].filter(index => index !== undefined)),
    isAmountSaid: isSaid('amount') || isSaid('credit') || isSaid('debit'),
    isSignSaid: isSaid('direction'),
  };
}

/** The only column of dates, or the first of several if all of them have the same days. */
function dayColumn({records, headings}: Table): number | undefined {
  // A balance that is carried to the next page may have no day.
  const fewest = records.filter(record => !mayBeSum(record)).length * mostlyFilled;
  const columns = [...headings.keys()].filter(index => {
    const values = valuesAt(records, index);
    return values.length > 0 && values.length >= fewest && values.every(isDate);
  });
  const said = new Set(columns.map(index => valuesAt(records, index).join('\n')));
  return said.size === 1 ? columns[0] : undefined;
}

/** The order of day and month that some of the dates show; `either` if they only show doubtful ones, `undefined` if they show nothing. */
function shownBy(days: readonly string[], {possible}: About): DateOrder | 'either' | undefined {
  const shown = new Set(days.map(day => shownOrder(day, possible)).filter(order => order !== undefined));
  return dateOrders.find(order => shown.has(order)) ?? (shown.has('either') ? 'either' : undefined);
}

function fileOrderOf(days: readonly string[], about: About): FileOrder | undefined {
  const shown = shownBy(days, about);
  if (shown === 'either') return undefined;
  const [first = '', last = ''] = [days[0], days.at(-1)].map(day => plainDate(day ?? '', shown ?? 'day-first') ?? '');
  if (first === '' || last === '' || first === last) return undefined;
  return first < last ? 'oldest-first' : 'newest-first';
}

const fewestDays = 3;

/** The order of day and month in which the days follow the order of the balances, if there is only one. */
function dateOrderOf(days: readonly string[], order: FileOrder, about: About): DateOrder | null {
  const shown = shownBy(days, about);
  if (shown !== 'either') return shown ?? null;
  const fitting = dateOrders.filter(each => {
    const plain = days.map(day => plainDate(day, each));
    if (plain.includes(undefined) || new Set(plain).size < fewestDays) return false;
    const risen = order === 'oldest-first' ? plain : plain.toReversed();
    return risen.every((day, at) => at === 0 || (risen[at - 1] ?? '') <= (day ?? ''));
  });
  const [only, second] = fitting;
  return second === undefined ? (only ?? null) : null;
}

function foundIn(
  table: Table,
  place: TablePlace,
  {amount, balance, fee, taxes, idle, signs, ways, decimalMark}: Arithmetic,
  day: number | undefined,
  dateOrder: DateOrder | null,
): FoundColumns {
  const {headings, named, kind} = table;
  const at = (index: number) => columnAt(headings, index);
  const isStatus = idle !== undefined && named.status === undefined && isOfStatus(table, idle);
  const narration =
    kind === 'bank' && named.narration === undefined ? narrationIn(table, [day, ways?.column, idle]) : undefined;
  const columns: Columns = {
    ...(typeof amount === 'number' ? {amount: at(amount)} : {credit: at(amount[0]), debit: at(amount[1])}),
    balance: at(balance),
    ...(fee === undefined ? {} : {fee: at(fee)}),
    ...Object.fromEntries(taxes.map((index, place) => [taxFields[place] ?? 'tax', at(index)])),
    ...(kind === 'bank' && day !== undefined ? {bookedOn: at(day)} : {}),
    ...(narration === undefined ? {} : {narration: at(narration)}),
    ...(isStatus ? {status: at(idle)} : {}),
  };
  const words = ways?.words ?? new Map<string, 'credit' | 'debit'>();
  return {
    place,
    columns,
    decimalMark,
    dateOrder,
    ...(signs === 'turned' ? {isTurned: true} : {}),
    ...(signs === 'none' ? {unsigned: {words, ...(ways === undefined ? {} : {column: at(ways.column)})}} : {}),
    ...(idle === undefined || isStatus || idle === named.status ? {} : {idle: at(idle)}),
  };
}

function isOfStatus({records}: Table, index: number): boolean {
  const {says} = decidingValues();
  return valuesAt(records, index).every(word => isNothing(word) || says('status', word));
}

/** The column with the longest texts among those that nothing else is read from. */
function narrationIn({headings, records, named}: Table, used: readonly (number | undefined)[]): number | undefined {
  const figures = figureColumns(records, '.');
  const taken = new Set([...used, ...Object.values(named)]);
  const lengths = [...headings.keys()].flatMap(index => {
    if (taken.has(index) || figures.has(index)) return [];
    const values = valuesAt(records, index);
    return [{index, length: values.reduce((all, {length}) => all + length, 0)}];
  });
  const [longest] = lengths.toSorted((a, b) => b.length - a.length);
  return longest !== undefined && longest.length > 0 ? longest.index : undefined;
}

/**
 * Returns the layout with the column of balances that the amounts add up to, if no heading names one. Otherwise returns the layout
 * unchanged.
 */
export function withBalances(kind: SourceKind, head: Head, layout: Layout): Layout {
  const {columns, headings, decimalMark} = layout;
  if (columns.balance !== undefined || kind === 'payout') return layout;
  const records = rowsIn(sampleOf(head, layout), kind, layout);
  const index = balancesBeside(records, columns, decimalMark ?? '.');
  return index === undefined ? layout : {...layout, columns: {...columns, balance: columnAt(headings, index)}};
}
