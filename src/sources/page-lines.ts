import type {NumberedRecord} from './columns.js';
import {type PartNotice, partNotice} from './notices.js';
import {saysMore} from './open/json-claims.js';

/** What printing has put between the rows of a table: its headings once more, a line that stood above them, or the number of a page. */
export type PageLine = 'headings' | 'above' | 'number';

const word = String.raw`(?:page|pagina|p[áa]g(?:ina)?\.?|seite|ukurasa|صفحة)(?: (?:no|n°|nº|nr|na)\.?)?\s*:?\s*`;
const ofAll = String.raw`\s*(?:of|\/|de|sur|von|van|wa|ya|kati ya|من)\s*`;
/** What says by itself nothing of pages. */
const otherWord = String.raw`(?:sheet|part|blatt|teil|blad|deel|feuille|partie|folha|parte|hoja|sehemu)\s*:?\s*`;
const pageNumber = new RegExp(
  String.raw`^\W*(?:${word}\d{1,5}(?:${ofAll}\d{1,5})?|${otherWord}\d{1,5}${ofAll}\d{1,5})\W*$`,
  'iu',
);
/** `Sheet 3/2026` is the third of a year. */
const year = String.raw`(?:19|20)\d\d(?!\d)`;
const pageOfAll = new RegExp(
  String.raw`(?<!\p{L})(?:${word}|${otherWord})(?<number>\d{1,5})${ofAll}(?!${year})(?<all>\d{1,5})(?![\p{L}\d]|\s?[\/.\-]\s?\d)`,
  'giu',
);
/** At the foot of the last page that is there. */
const continued =
  /(?<!\p{L})(?:(?:continued|continues) (?:over(?:leaf)?|on (?:the )?(?:next|following|page|p|sheet|reverse|back|other|\d+))|to be continued|suite (?:au verso|(?:à la |en )?page)|à suivre|contin[uú]a (?:en|na|no)|fortsetzung (?:auf|n[äa]chste|folgt)|vervolg op|inaendelea|يتبع)(?!\p{L})/iu;

export const isPageNumber = (text: string): boolean => pageNumber.test(text);

/** What says in a text which page of how many it is: `Page 1 of 3`. */
export const pageMarkIn = (text: string): string | undefined => text.match(pageOfAll)?.[0];

type PageMark = {
  readonly line: number;
  readonly text: string;
  readonly number: number;
  readonly all: number;
  /** How many rows stand above it. */
  readonly rows: number;
};

/** Holds a table to the pages that are printed above, between and below its rows, and to what is said there of rows that are left out. */
export function pagesWatch() {
  const marks: PageMark[] = [];
  let more: Pick<PageMark, 'line' | 'text'> | undefined;
  let foot: Pick<PageMark, 'line' | 'text' | 'rows'> | undefined;
  let limit: (Pick<PageMark, 'line'> & PartNotice) | undefined;
  return {
    /** A record that is no row. */
    note({number: line, record}: NumberedRecord, rows: number): void {
      const next = record.find(saysMore)?.trim();
      const end = record.find(cell => continued.test(cell))?.trim();
      if (next !== undefined) more ??= {line, text: next};
      if (end !== undefined) foot = {line, text: end, rows};
      const notice = partNotice(record);
      if (notice !== undefined) limit = {line, ...notice};
      for (const {0: text, groups} of record.join(' ').matchAll(pageOfAll)) {
        const [number, all] = [Number(groups?.['number']), Number(groups?.['all'])];
        if (number > 0 && number <= all) marks.push({line, text, number, all, rows});
      }
    },
    /** What says that there are others than so many rows. */
    goesOn: (rows: number) =>
      more ??
      (limit !== undefined && rows >= limit.atMost ? limit : undefined) ??
      (foot?.rows === rows && rows > 0 ? foot : undefined),
    /** The pages that are not there, in the words of the last mark that is. */
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

/** More of them would be as many digits as a card has, and be hidden as one. */
const mostNamed = 3;

/** Marks of one numbering, which rises. */
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

/** Marks at the foot of pages may leave out the last page, and those at their head the first: its rows tell that it is there. */
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

/** `head` is all that stands above the first row, the line of the headings last, unless there is none: it is `isBare`. */
export function pageLinesOf(
  head: readonly (readonly string[])[],
  isBare: boolean,
): (record: readonly string[]) => PageLine | undefined {
  const headings = isBare ? '' : textOf(head.at(-1) ?? []);
  const above = new Set((isBare ? head : head.slice(0, -1)).map(textOf));
  above.delete('');
  // Nearly every record is a row, and known as one by its first cells.
  const firsts = new Set(head.map(([first = '']) => first.trim()));
  return record => {
    if (isPageNumber(onlyTextOf(record))) return 'number';
    if (!firsts.has((record[0] ?? '').trim())) return undefined;
    const text = textOf(record);
    if (text !== '' && text === headings) return 'headings';
    return above.has(text) ? 'above' : undefined;
  };
}

/** What the only cell says in which something is written. */
function onlyTextOf(record: readonly string[]): string {
  let only = '';
  for (const cell of record) {
    if (cell === '' || cell.trim() === '') continue;
    if (only !== '') return '';
    only = cell;
  }
  return only;
}

/** As it is compared: empty cells at its end say nothing. */
const textOf = (record: readonly string[]): string =>
  record
    .map(cell => cell.trim())
    .join('\n')
    .trimEnd();
