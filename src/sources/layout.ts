import {hideCardNumbers} from '../core/card/numbers.js';
import {Problem} from '../core/problem.js';
import type {Deciding, Mapping, SourceKind} from '../core/reconcile/row.js';
import {cleanText} from '../core/text/text.js';
import {shownMark} from './amount-text.js';
import type {Columns, Layout, SourceColumn} from './columns.js';
import {shownOrder} from './date-text.js';
import {decidedColumns} from './deciding-columns.js';
import {currencyInHeading, fieldsOf, type HeadingField, isAmountField, plainWords, recognised} from './headings.js';
import {firstRecords, type Separator} from './records.js';

/**
 * What a person says of a file; what they leave out is found in the file. An empty heading says: the file has no such column.
 * `said` tells, of a mapping that was kept, which columns a person had named; without it all of them were.
 */
export type GivenMapping = Partial<Mapping>;

const separators: readonly Separator[] = [',', ';', '\t', '|'];
const recordsBeforeHeadings = 20;
const sampleRecords = 1000;
const longestHeading = 200;

type About = {readonly file: string; readonly kind: SourceKind; readonly given: GivenMapping};

/**
 * The layout of a delimited file by its beginning.
 *
 * Throws a `Problem`: `file-field-unknown`, `file-empty`, `file-heading-missing`, `file-heading-unknown`, `file-heading-twice`,
 * `file-column-missing`, `file-currency-missing`, `file-direction-unclear`, `file-status-unclear`, `file-decimal-mark-unclear`
 * or `file-date-order-unclear`.
 */
export function layoutOf({text, isWhole}: {text: string; isWhole: boolean}, about: About): Layout {
  const {file, kind, given} = about;
  for (const field of Object.keys(given.columns ?? {})) {
    if (!fieldsOf(kind).some(each => each === field))
      throw new Problem('file-field-unknown', {field, fields: fieldsOf(kind).join(', ')});
  }
  const {separator, preamble, headings} = headingLine(text, isWhole, about);
  const sample = firstRecords(text, separator, preamble + 1 + sampleRecords, isWhole).slice(preamble + 1);
  const {columns, checked, said} = columnsOf(headings, sample, about);
  const values = (field: HeadingField) => valuesOf(sample, columns[field]);
  const amounts = (Object.keys(columns) as HeadingField[]).filter(isAmountField).sort(balanceLast);
  const decimalMark =
    given.decimalMark ??
    decide(amounts, values, shownMark, (field, value) => {
      if (field === 'balance') return null;
      throw new Problem('file-decimal-mark-unclear', {file, column: columns[field]?.heading ?? field, text: value});
    });
  const dateOrder =
    given.dateOrder ??
    decide(['bookedOn'], values, shownOrder, (field, value) => {
      throw new Problem('file-date-order-unclear', {file, column: columns[field]?.heading ?? field, text: value});
    }) ??
    decide(['at'], values, shownOrder, () => null); // no row is refused for when it says that it was
  const currency = given.currency ?? (columns.currency === undefined ? currencyOfHeadings(columns, amounts) : null);
  if (currency === null && columns.currency === undefined) throw new Problem('file-currency-missing', {file});
  return {separator, preamble, headings, columns, checked, said, decimalMark, dateOrder, currency};
}

/** A balance shows how amounts are written, and is no reason to ask. */
const balanceLast = (a: HeadingField, b: HeadingField) => Number(a === 'balance') - Number(b === 'balance');

/** The heading line and the separator by which most of its cells are known. */
function headingLine(text: string, isWhole: boolean, {file, kind, given}: About) {
  const wanted = new Set(Object.values(given.columns ?? {}).map(plainWords));
  let best = {separator: ',' as Separator, preamble: 0, headings: [] as readonly string[], score: 1, width: 0};
  for (const separator of given.separator === undefined ? separators : [given.separator]) {
    for (const [preamble, record] of firstRecords(text, separator, recordsBeforeHeadings, isWhole).entries()) {
      const headings = record.map(cell => hideCardNumbers(cleanText(cell, longestHeading)));
      const known = new Set(Object.values(recognised(kind, headings)).map(plainWords));
      const score = headings.filter(
        heading => known.has(plainWords(heading)) || wanted.has(plainWords(heading)),
      ).length;
      const isBetter =
        score > best.score ||
        (score === best.score && score > 1 && headings.length > best.width && separator !== best.separator);
      if (isBetter) best = {separator, preamble, headings, score, width: headings.length};
    }
  }
  if (best.headings.length > 0) return best;
  if (text.trim() === '' && isWhole) throw new Problem('file-empty', {file});
  throw new Problem('file-heading-missing', {file, headings: shownHeadings(likeliestHeadings(text, isWhole, given))});
}

/**
 * Where no heading is known: the first record of the most cells, by any separator, to tell what the file calls its columns.
 * Long numbers are data.
 */
function likeliestHeadings(text: string, isWhole: boolean, given: GivenMapping): readonly string[] {
  let best = {at: 0, cells: [] as readonly string[]};
  for (const separator of given.separator === undefined ? separators : [given.separator]) {
    for (const [at, cells] of firstRecords(text, separator, recordsBeforeHeadings, isWhole).entries()) {
      const isEarlier = cells.length === best.cells.length && at < best.at;
      if (cells.length > best.cells.length || isEarlier) best = {at, cells};
    }
  }
  return best.cells.filter(cell => !/\d{6}/u.test(cell)).map(cell => cleanText(cell, longestHeading));
}

function columnsOf(
  headings: readonly string[],
  sample: readonly string[][],
  {file, kind, given}: About,
): Pick<Layout, 'columns' | 'checked' | 'said'> {
  const named = {...recognised(kind, headings), ...given.columns};
  const chosen = (field: HeadingField) => given.columns?.[field] !== undefined;
  const isSaid = (field: Deciding) =>
    chosen(field) && (given.said === undefined || given.said.includes(field) || given.columns?.[field] === '');
  const hasPair = Boolean(named.credit) && Boolean(named.debit);
  const wantsPair = chosen('credit') || chosen('debit') || (kind === 'bank' && !chosen('amount'));
  if (hasPair && (wantsPair || !named.amount)) {
    delete named.amount;
  } else {
    delete named.credit;
    delete named.debit;
  }
  const columns: Columns = Object.fromEntries(
    Object.entries(named).flatMap(([field, heading]) =>
      heading ? [[field, columnNamed(headings, heading, file)]] : [],
    ),
  );
  const hasAmount = columns.amount !== undefined || columns.credit !== undefined;
  const missing = needed[kind].find(field => (field === 'amount' ? !hasAmount : columns[field] === undefined));
  if (missing !== undefined)
    throw new Problem('file-column-missing', {file, field: missing, headings: shownHeadings(headings)});
  const {direction: _, status: __, ...others} = columns;
  const {checked, ...decided} = decidedColumns({file, kind, headings, columns, sample, isSaid});
  return {columns: {...others, ...decided}, checked, said: (['direction', 'status'] as const).filter(isSaid)};
}

const mostShown = 20;
const shownHeadings = (headings: readonly string[]) => {
  const filled = headings.filter(heading => heading !== '');
  return [...filled.slice(0, mostShown), ...(filled.length > mostShown ? ['…'] : [])].join(', ');
};

const needed: Readonly<Record<SourceKind, readonly HeadingField[]>> = {
  provider: ['reference', 'amount'],
  payout: ['payout', 'amount'],
  bank: ['bookedOn', 'amount'],
};

function columnNamed(headings: readonly string[], heading: string, file: string): SourceColumn {
  const exact = headings.flatMap((each, index) => (each === heading ? [index] : []));
  const alike = headings.flatMap((each, index) => (plainWords(each) === plainWords(heading) ? [index] : []));
  const [index, second] = exact.length > 0 ? exact : alike;
  if (index === undefined) throw new Problem('file-heading-unknown', {file, column: heading});
  if (second !== undefined) throw new Problem('file-heading-twice', {file, column: heading});
  return {index, heading: headings[index] ?? heading};
}

function currencyOfHeadings(columns: Columns, amounts: readonly HeadingField[]): string | null {
  const said = new Set(
    amounts.map(field => currencyInHeading(columns[field]?.heading ?? '')).filter(each => each !== null),
  );
  const [only = null] = said;
  return said.size === 1 ? only : null;
}

function valuesOf(sample: readonly string[][], column: SourceColumn | undefined): readonly string[] {
  return column === undefined ? [] : sample.map(record => record[column.index] ?? '');
}

/** What the first value shows that shows anything; values that can be read in two ways need another that cannot. */
function decide<Shown extends string>(
  fields: readonly HeadingField[],
  values: (field: HeadingField) => readonly string[],
  shown: (text: string) => Shown | 'either' | undefined,
  unclear: (field: HeadingField, value: string) => null,
): Exclude<Shown, 'either'> | null {
  let doubtful: readonly [HeadingField, string] | undefined;
  for (const field of fields) {
    for (const value of values(field)) {
      const meant = shown(value);
      if (meant === 'either') doubtful ??= [field, value];
      else if (meant !== undefined) return meant as Exclude<Shown, 'either'>;
    }
  }
  return doubtful === undefined ? null : unclear(...doubtful);
}

/** A record in which something is written. */
export function isFilled(record: readonly string[]): boolean {
  return record.some(cell => cell.trim() !== '');
}
