import {Problem} from '../core/problem.js';
import type {Mapping, SourceKind} from '../core/reconcile/rows/row.js';
import {hideCardNumbers} from '../core/text/card-numbers.js';
import {cleanText} from '../core/text/text.js';
import {isAmount} from './amount-text.js';
import {codesSaid, type Layout} from './columns.js';
import {isDate, type PossibleDays} from './date-text.js';
import {currencyInHeading, type HeadingField, plainWords, recognised} from './headings.js';
import {firstRecords, type Separator} from './records.js';

/**
 * What a person says about a file. Whatever they leave out is found in the file. An empty heading means that the file has no such column.
 * For a mapping that was kept, `said` lists the columns that a person had named; without `said`, a person named all of them.
 */
export type GivenMapping = Partial<Mapping>;

export const separators: readonly Separator[] = [',', ';', '\t', '|'];
export const recordsBeforeHeadings = 60;
export const longestHeading = 200;

export type About = {
  readonly file: string;
  readonly kind: SourceKind;
  readonly given: GivenMapping;
  readonly possible: PossibleDays;
};
/** The beginning of a file, and whether it is the whole file. */
export type Head = {readonly text: string; readonly isWhole: boolean};
export type TablePlace = Pick<Layout, 'separator' | 'preamble' | 'headings'>;

/** Finds the heading line and the separator with the most recognised headings. */
export function tablePlace({text, isWhole}: Head, {file, kind, given}: About): TablePlace {
  const names = Object.values(given.columns ?? {})
    .flatMap(name => [name, codesSaid(name).heading])
    .filter(name => !isPlace(name));
  const wanted = new Set(names.map(plainWords));
  let best = {separator: ',' as Separator, preamble: 0, headings: [] as readonly string[], score: 1, width: 0};
  for (const separator of given.separator === undefined ? separators : [given.separator]) {
    for (const {preamble, headings, isOfUnits} of possibleHeadings(
      firstRecords(text, separator, recordsBeforeHeadings, isWhole),
    )) {
      // A single cell is not a table. With a wrong separator every record is a single cell.
      if (headings.length < 2) continue;
      const known = new Set(Object.values(recognised(kind, headings)).map(plainWords));
      const plain = new Set(headings.map(plainWords));
      const score = [...plain].filter(heading => known.has(heading) || wanted.has(heading)).length;
      const isBetter =
        score > best.score ||
        (isOfUnits && score === best.score && preamble === best.preamble + 1 && separator === best.separator) ||
        (score === best.score && score > 1 && headings.length > best.width && separator !== best.separator);
      if (isBetter) best = {separator, preamble, headings, score, width: headings.length};
    }
  }
  if (best.headings.length > 0) {
    const other = tableAbove(kind, recordsAbove({text, isWhole}, best));
    if (other === undefined) return best;
    throw new Problem('file-tables-several', {file, first: shownHeadings(other), second: shownHeadings(best.headings)});
  }
  if (text.trim() === '' && isWhole) throw new Problem('file-empty', {file});
  if (isPositional(text)) throw new Problem('file-is-other', {file, what: 'positional'});
  const bare = Object.values(given.columns ?? {}).some(isPlace)
    ? bareTable({text, isWhole}, given.separator)
    : undefined;
  if (bare !== undefined) return bare;
  throw new Problem('file-heading-missing', {file, headings: shownHeadings(likeliestHeadings(text, isWhole, given))});
}

const isPlace = (name: string) => /^#\d+$/u.test(name);

/** The place of a table without headings, which begins with its first row. A wrong separator leaves fewer cells. */
function bareTable({text, isWhole}: Head, given: Separator | undefined): TablePlace | undefined {
  const found = (given === undefined ? separators : [given]).flatMap((separator): TablePlace[] => {
    const records = firstRecords(text, separator, recordsBeforeHeadings, isWhole);
    const at = records.findIndex(isRow);
    return at === -1 ? [] : [{separator, preamble: at - 1, headings: (records[at] ?? []).map(() => '')}];
  });
  return found.toSorted((a, b) => b.headings.length - a.headings.length)[0];
}

/** The fields, apart from amounts, that the rows of each kind of file have. */
const tellsRows: Readonly<Record<SourceKind, readonly HeadingField[]>> = {
  bank: ['bookedOn'],
  provider: ['reference', 'serviceReference'],
  payout: ['payout'],
};

/** Returns another table's headings among these records, if a row stands below them. Reading on would leave out its rows. */
function tableAbove(kind: SourceKind, records: readonly (readonly string[])[]): readonly string[] | undefined {
  return records.find((record, at) => {
    const headings = record.map(headingText);
    const named: Readonly<Partial<Record<HeadingField, string>>> = recognised(kind, headings);
    const isFilledIn = (fields: readonly HeadingField[]) =>
      fields.some(field => {
        const heading = named[field];
        return heading !== undefined && /\d/u.test(records[at + 1]?.[headings.indexOf(heading)] ?? '');
      });
    return isFilledIn(tellsRows[kind]) && isFilledIn(['amount', 'gross', 'credit', 'debit']);
  });
}

const fewestLines = 3;
const shortestLine = 20;

/** Whether all lines have one length and no separator. Only the maker of such a file knows where each cell begins. */
function isPositional(text: string): boolean {
  const lines = text
    .split('\n')
    .slice(0, recordsBeforeHeadings)
    .filter(line => line !== '');
  const [first = ''] = lines;
  const isOne = (line: string) => line.length === first.length && /\d{4}/u.test(line) && !/[,;|\t]/u.test(line);
  return lines.length >= fewestLines && first.length >= shortestLine && lines.slice(0, -1).every(isOne);
}

const mostLines = 3;

/** Yields every line as possible headings, and every two or three consecutive lines without figures as joint headings. */
function* possibleHeadings(records: readonly (readonly string[])[]) {
  for (const [at, record] of records.entries()) {
    if (isRow(record)) continue;
    let cells = record;
    yield {preamble: at, headings: cells.map(headingText), isOfUnits: false};
    for (let lines = 1; lines < mostLines && !hasFigures(cells); lines += 1) {
      const next = records[at + lines];
      if (next === undefined || hasFigures(next) || Math.abs(next.length - record.length) > 1) break;
      const areUnits = isOfUnits(next);
      cells = Array.from({length: Math.max(cells.length, next.length)}, (_, index) => {
        const both = `${cells[index] ?? ''} ${next[index] ?? ''}`.trim();
        return areUnits && currencyInHeading(both) === null ? (cells[index] ?? '') : both;
      });
      yield {preamble: at + lines, headings: cells.map(headingText), isOfUnits: areUnits};
    }
  }
}

/** Whether a line only has units, such as `(KES)` below `Paid in`. A unit that is not a currency is ignored. */
function isOfUnits(record: readonly string[]): boolean {
  const filled = record.map(cell => cell.trim()).filter(cell => cell !== '');
  return filled.length > 0 && filled.every(cell => /^(?:\(.+\)|\[.+\])$/u.test(cell));
}

/** Whether a record has a day in one cell and an amount in another. If so, it is not a line of headings, whatever its other cells say. */
export function isRow(record: readonly string[]): boolean {
  const isDay = (cell: string) => /\d/u.test(cell) && isDate(cell.trim());
  return record.some(isDay) && record.some(cell => !isDay(cell) && isAmount(cell.trim()));
}

const headingText = (cell: string) => hideCardNumbers(cleanText(cell, longestHeading));
const hasFigures = (record: readonly string[]) => record.some(cell => /\d/.test(cell));

/** Returns the first record with the most cells, for any separator, to show how columns are named. Long numbers are left out. */
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

export function recordsAbove({text, isWhole}: Head, {separator, preamble, headings}: TablePlace): readonly string[][] {
  const above = isBare(headings) ? preamble + 1 : preamble;
  return above === 0 ? [] : firstRecords(text, separator, above, isWhole);
}

export const isBare = (headings: readonly string[]): boolean => headings.every(heading => heading === '');

const mostShown = 20;
export const shownHeadings = (headings: readonly string[]) => {
  const filled = headings.filter(heading => heading !== '');
  return [...filled.slice(0, mostShown), ...(filled.length > mostShown ? ['…'] : [])].join(', ');
};
