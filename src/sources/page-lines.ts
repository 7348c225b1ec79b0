import type {NumberedRecord} from './columns.js';
import {saysMore} from './json-claims.js';
import {type PartNotice, partNotice} from './notices.js';

/** A line that printing has put between the rows of a table: its headings again, a line that stands above them, or a page number. */
export type PageLine = 'headings' | 'above' | 'number';

const word = String.raw`(?:page|pagina|p[áa]g(?:ina)?\.?|seite|ukurasa|صفحة)(?: (?:no|n°|nº|nr|na)\.?)?\s*:?\s*`;
const ofAll = String.raw`\s*(?:of|\/|de|sur|von|van|wa|ya|kati ya|من)\s*`;
/** Words that refer to a page only if a total number follows. */
const otherWord = String.raw`(?:sheet|part|blatt|teil|blad|deel|feuille|partie|folha|parte|hoja|sehemu)\s*:?\s*`;
const pageNumber = new RegExp(
  String.raw`^\W*(?:${word}\d{1,5}(?:${ofAll}\d{1,5})?|${otherWord}\d{1,5}${ofAll}\d{1,5})\W*$`,
  'iu',
);
/** A year: `Sheet 3/2026` is the third sheet of a year, not of 2026 sheets. */
const year = String.raw`(?:19|20)\d\d(?!\d)`;
const pageOfAll = new RegExp(
  String.raw`(?<!\p{L})(?:${word}|${otherWord})(?<number>\d{1,5})${ofAll}(?!${year})(?<all>\d{1,5})(?![\p{L}\d]|\s?[\/.\-]\s?\d)`,
  'giu',
);
/** Words at the foot of a page which say that another page follows. */
const continued =
  /(?<!\p{L})(?:(?:continued|continues) (?:over(?:leaf)?|on (?:the )?(?:next|following|page|p|sheet|reverse|back|other|\d+))|to be continued|suite (?:au verso|(?:à la |en )?page)|à suivre|contin[uú]a (?:en|na|no)|fortsetzung (?:auf|n[äa]chste|folgt)|vervolg op|inaendelea|يتبع)(?!\p{L})/iu;

export const isPageNumber = (text: string): boolean => pageNumber.test(text);

/** Returns the part of a text that gives the number of the page and of all pages: `Page 1 of 3`. */
export const pageMarkIn = (text: string): string | undefined => text.match(pageOfAll)?.[0];

type PageMark = {
  readonly line: number;
  readonly text: string;
  readonly number: number;
  readonly all: number;
  /** The number of rows above it. */
  readonly rows: number;
};

/** Watches page numbers around a table's rows, and notices there about missing rows, to check the table against them. */
export function pagesWatch() {
  const marks: PageMark[] = [];
  let more: Pick<PageMark, 'line' | 'text'> | undefined;
  let foot: Pick<PageMark, 'line' | 'text' | 'rows'> | undefined;
  let limit: (Pick<PageMark, 'line'> & PartNotice) | undefined;
  return {
    note({number: line, record}: NumberedRecord, rows: number): void {
      const next = record.find(saysMore)?.trim();
      const end = record.find(cell => continued.test(cell))?.trim();
      if (next !== undefined) more = {line, text: next};
      if (end !== undefined) foot = {line, text: end, rows};
      const notice = partNotice(record);
      if (notice !== undefined) limit = {line, ...notice};
      for (const {0: text, groups} of record.join(' ').matchAll(pageOfAll)) {
        const [number, all] = [Number(groups?.['number']), Number(groups?.['all'])];
        if (number > 0 && number <= all) marks.push({line, text, number, all, rows});
      }
    },
    /** Returns the line which says that there are more rows than this many. */
    goesOn: (rows: number) =>
      more ??
      (limit !== undefined && rows >= limit.atMost ? limit : undefined) ??
      (foot?.rows === rows && rows > 0 ? foot : undefined),
    /** Returns the missing pages, in the words of the last page mark that is there. */
    missing(rows: number): {readonly line: number; readonly part: string} | undefined {
      const runs = runsOf(marks);
      for (const [at, run] of runs.entries()) {
        const numbers = missingIn(run, {from: runs[at - 1]?.at(-1)?.rows ?? 0, to: runs[at + 1]?.[0]?.rows ?? rows});
        const last = run.at(-1);
        if (last === undefined || numbers.length === 0) continue;
        const named = `${numbers.slice(0, mostNamed).join(', ')}${numbers.length > mostNamed ? ' …' : ''}`;
        return {line: last.line, part: last.text.replace(/\d+/u, named)};
      }
      return undefined;
    },
  };
}

/** More page numbers would have as many digits as a card number, and would be hidden like one. */
const mostNamed = 3;

/** Splits the marks into runs of one numbering each, in which the numbers rise. */
function runsOf(marks: readonly PageMark[]): readonly (readonly PageMark[])[] {
  const runs: PageMark[][] = [];
  for (const mark of marks) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || mark.all !== last.all || mark.number < last.number)
      runs.push([mark]);
    else run.push(mark);
  }
  return runs;
}

/** Marks at the foot may leave out the last page, and marks at the head the first. Rows beyond the marks show the page. */
function missingIn(
  run: readonly PageMark[],
  {from, to}: {readonly from: number; readonly to: number},
): readonly number[] {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return [];
  const there = new Set(run.map(({number}) => number));
  if (first.rows > from && last.rows < to) there.add(first.number === 1 ? last.number + 1 : first.number - 1);
  return Array.from({length: last.all}, (_, before) => before + 1).filter(number => !there.has(number));
}

/** Returns a function that recognises page lines. `head`: the lines above the first row, the last with headings unless `isBare`. */
export function pageLinesOf(
  head: readonly (readonly string[])[],
  isBare: boolean,
): (record: readonly string[]) => PageLine | undefined {
  const headings = isBare ? '' : withoutNumbers(textOf(head.at(-1) ?? []));
  const over = isBare ? head : head.slice(0, -1);
  const above = new Set([...over.map(textOf), ...over.map(labelOf)]);
  above.delete('');
  // A quick test: nearly every record is a row, and its first cell shows it.
  const firsts = new Set(head.map(([first = '']) => first.trim()));
  return record => {
    if (isPageNumber(onlyTextOf(record))) return 'number';
    if (!firsts.has((record[0] ?? '').trim())) return undefined;
    const text = textOf(record);
    if (text !== '' && withoutNumbers(text) === headings) return 'headings';
    return above.has(text) || above.has(labelOf(record)) ? 'above' : undefined;
  };
}

/** The text of the only cell in which anything is written; empty if there are more. */
function onlyTextOf(record: readonly string[]): string {
  let only = '';
  for (const cell of record) {
    if (cell === '' || cell.trim() === '') continue;
    if (only !== '') return '';
    only = cell;
  }
  return only;
}

/** The label of a line such as `Account:,12345`, whose other cells differ from section to section; empty for other lines. */
function labelOf([first = '', ...others]: readonly string[]): string {
  const filled = others.filter(cell => cell.trim() !== '');
  return filled.length === 1 && /\p{L}\s*:\s*$/u.test(first) ? first.trim() : '';
}

/** A heading may contain the number of the account of its section. */
const withoutNumbers = (text: string): string => text.replaceAll(/\d+/gu, '0');

/** The text of a record for comparisons. Empty cells at its end are ignored. */
const textOf = (record: readonly string[]): string =>
  record
    .map(cell => cell.trim())
    .join('\n')
    .trimEnd();
