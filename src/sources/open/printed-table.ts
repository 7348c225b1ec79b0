import {daysAfter, plainDate} from '../date-text.js';
import {isPageNumber, pageMarkIn} from '../page-lines.js';
import type {TableRow} from './rows.js';

/** A text at its place on a page, in points from the left and from the foot of the page. */
export type PrintedPiece = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly height: number;
};
export type PrintedLine = {
  readonly pieces: readonly PrintedPiece[];
  readonly page: number;
  readonly y: number;
  /** The number of the line in a text. In a document, the position among all lines is used instead. */
  readonly number?: number;
};
type Column = {readonly left: number; readonly right: number};
/** A line split into its columns. */
type Row = {readonly line: PrintedLine; readonly cells: readonly string[]};
type Table = {readonly columns: readonly Column[]; readonly amounts: ReadonlySet<number>};

/**
 * Returns the rows of a printed table. Its columns are separated by the white gaps that nearly all of its rows share, from the line of the
 * headings on. What is printed above the headings is not used to find the gaps. A text that continues on lines of its own, below its row,
 * or also above it if rows are vertically centred, becomes one cell. Of lines at the head or foot of every page, only the page number is
 * kept. A row has the number of its line.
 */
export function printedRows(pages: readonly (readonly PrintedLine[])[]): readonly TableRow[] {
  const before = pages.map((_, at) => pages.slice(0, at).reduce((all, page) => all + page.length, 0));
  const lines = withoutFurniture(
    pages.map((page, at) =>
      page.map((line, place) => ({...line, number: line.number ?? (before[at] ?? 0) + place + 1})),
    ),
  );
  const start = headingLine(lines);
  const below = lines.slice(start);
  const columns = columnsOf(below);
  const inColumns = (line: PrintedLine): Row => ({line, cells: cellsOf(line, columns)});
  const rows = below.map(inColumns);
  const whole = joinedLines(rows, {columns, amounts: amountColumns(rows, columns)});
  const shown = [...lines.slice(0, start).map(inColumns), ...whole];
  return withYears(shown).map(({line, cells}) => ({number: line.number ?? 0, cells}));
}

const shortDay = /^(?:0[1-9]|[12]\d|3[01])(?<mark>[./-])(?:0[1-9]|1[0-2])$/u;
/** Whether a text is a day without a year, as banks of France and the Netherlands print it: `02.11`. It may also be an amount. */
export const isShortDay = (text: string): boolean => shortDay.test(text);
const wholeDays = /(?<![\p{L}\d])\d{1,2}(?:([./-])\d{1,2}\1|(?:er)? \p{L}+ )\d{4}(?!\d)/gu;
const longestPeriod = 400;

/**
 * Returns the rows with a year in the days of their first column, if these have none. It is the year in which all of them are days of the
 * statement: of the period on a line of its own, or between the only two days that its other lines name.
 */
function withYears(rows: readonly Row[]): readonly Row[] {
  const daysIn = ({cells}: Row) =>
    (
      cells
        .join(' ')
        .replaceAll(/(?<=\b1)er\b/gu, '')
        .match(wholeDays) ?? []
    ).flatMap(text => plainDate(text, 'day-first') ?? []);
  const dated = rows.filter(({cells: [first = '']}) => isShortDay(first));
  const named = rows.filter(row => !dated.includes(row)).map(daysIn);
  const all = [...new Set(named.flat())].sort();
  const [from = '', to = ''] =
    named.find(([first = '', last = '', more]) => !more && first < last) ?? (all.length === 2 ? all : []);
  if (dated.length === 0 || from === '' || to > daysAfter(from, longestPeriod)) return rows;
  const whole = (text: string): string | undefined => {
    const mark = shortDay.exec(text)?.groups?.['mark'] ?? '';
    const may = [from, to].map(day => plainDate(`${text}${mark}${day.slice(0, 4)}`, 'day-first'));
    const [only, second] = new Set(may.filter(day => day !== undefined && from <= day && day <= to));
    return second === undefined ? only : undefined;
  };
  if (dated.some(({cells: [first = '']}) => whole(first) === undefined)) return rows;
  return rows.map(row =>
    dated.includes(row) ? {...row, cells: row.cells.with(0, whole(row.cells[0] ?? '') ?? '')} : row,
  );
}

const fewestCells = 3;
const hasDigit = (text: string) => /\d/u.test(text);
const isRow = ({pieces}: PrintedLine) => pieces.length >= fewestCells;

/** Removes lines at the head or foot of every page, but nothing between two rows of a page or close below the last. */
function withoutFurniture(pages: readonly (readonly PrintedLine[])[]): readonly PrintedLine[] {
  const inside = pages.map(page => {
    let last = page.findLastIndex(isRow);
    while (last !== -1 && isClose(page[last], page[last + 1])) last += 1;
    return [page.findIndex(isRow), last] as const;
  });
  const isOuter = (page: number, at: number) => {
    const [first = -1, last = -1] = inside[page] ?? [];
    return first === -1 || at < first || at > last;
  };
  const place = ({y, pieces}: PrintedLine) =>
    `${Math.round(y)} ${pieces.map(({text}) => text.replaceAll(/\d+/gu, '0')).join('|')}`;
  const onPages = new Map<string, number>();
  for (const [page, lines] of pages.entries())
    for (const key of new Set(lines.filter((_, at) => isOuter(page, at)).map(place)))
      onPages.set(key, (onPages.get(key) ?? 0) + 1);
  return pages.flatMap((lines, page) =>
    lines.flatMap((line, at) => {
      const isOnEvery = pages.length > 1 && isOuter(page, at) && onPages.get(place(line)) === pages.length;
      return isOnEvery ? markOf(line) : [line];
    }),
  );
}

/** Reduces a line to its page number and the number of all pages, if it has them. */
function markOf(line: PrintedLine): readonly PrintedLine[] {
  const text = pageMarkIn(line.pieces.map(piece => piece.text).join(' '));
  const [first] = line.pieces;
  return text === undefined || first === undefined ? [] : [{...line, pieces: [{...first, text}]}];
}

/** The index of the line with the most texts and no digit: the headings of the table. The first line if there are no headings. */
function headingLine(lines: readonly PrintedLine[]): number {
  const texts = lines.map(({pieces}) => (pieces.some(({text}) => hasDigit(text)) ? [] : pieces.map(({text}) => text)));
  const most = Math.max(0, ...texts.map(each => each.length));
  const rows = lines.filter(({pieces}) => pieces.some(({text}) => hasDigit(text))).map(({pieces}) => pieces.length);
  if (most < fewestCells || most < usualOf(rows) - 1) return 0;
  // A line above the table may have as many texts. Headings may repeat on other pages.
  const firsts = new Map<string, number>();
  for (const [at, each] of texts.entries())
    if (each.length === most && !firsts.has(each.join('|'))) firsts.set(each.join('|'), at);
  return Math.max(0, ...firsts.values());
}

/** The number of cells that most rows have. */
function usualOf(sizes: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const size of sizes) if (size >= fewestCells) counts.set(size, (counts.get(size) ?? 0) + 1);
  const [[usual] = [0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return usual;
}

/** A gap counts as white if at most this share of the table's rows reaches into it. */
const mostInGap = 0.03;
/** A row of the table has at least this share of the usual number of cells, since some cells may be empty. */
const fewestOfUsual = 0.6;

/** Finds the columns: they are separated by the gaps that are white, or nearly white, in all rows. */
function columnsOf(lines: readonly PrintedLine[]): readonly Column[] {
  const usual = usualOf(lines.map(({pieces}) => pieces.length));
  const filled = lines.filter(({pieces}) => pieces.length >= Math.max(fewestCells, usual * fewestOfUsual));
  // The text of a total or a balance may reach across the columns that rows have.
  const dated = filled.filter(
    line => line === lines[0] || line.pieces.slice(0, 2).some(({text}) => isDay(text) || isShortDay(text)),
  );
  const rows = dated.length * 2 > filled.length ? dated : filled;
  const covered: number[] = [];
  for (const {pieces} of rows)
    for (const {left, right} of pieces)
      for (let x = Math.floor(left); x < Math.max(Math.ceil(right), Math.floor(left) + 1); x += 1)
        covered[x] = (covered[x] ?? 0) + 1;
  const columns: Column[] = [];
  let left: number | undefined;
  for (let x = 0; x <= covered.length; x += 1) {
    if ((covered[x] ?? 0) > rows.length * mostInGap) left ??= x;
    else if (left !== undefined) {
      columns.push({left, right: x});
      left = undefined;
    }
  }
  return columns;
}

function cellsOf({pieces}: PrintedLine, columns: readonly Column[]): readonly string[] {
  if (columns.length === 0) return pieces.map(({text}) => text);
  const cells: string[] = columns.map(() => '');
  for (const piece of pieces) {
    const at = columnOf(piece, columns);
    cells[at] = spaced(cells[at], piece.text);
  }
  return cells;
}

function columnOf({left, right}: PrintedPiece, columns: readonly Column[]): number {
  const overlaps = columns.map(column => Math.min(right, column.right) - Math.max(left, column.left));
  return overlaps.indexOf(Math.max(...overlaps));
}

const spaced = (...texts: readonly (string | undefined)[]) => texts.filter(text => text).join(' ');

const figure = /^[(+-]?\s*(?:\p{Lu}{2,3}\s?|\p{Sc}\s?)?-?\d[\d.,'\u2019\s]*\)?(?:\s?(?:CR|DR|[+-]))?$/iu;
const day = /^\d{1,4}[-/. ](?:\d{1,2}|\p{L}{3,})[-/. ]\d{2,4}/u;
export const isDay = (text: string): boolean => day.test(text);
export const isFigure = (text: string): boolean => figure.test(text) && !isDay(text);
const mostAreFigures = 0.6;

function amountColumns(rows: readonly Row[], columns: readonly Column[]): ReadonlySet<number> {
  const data = rows.filter(({line}) => isRow(line) && line.pieces.some(({text}) => hasDigit(text)));
  return new Set(
    [...columns.keys()].filter(column => {
      const filled = data.map(({cells}) => cells[column] ?? '').filter(text => text !== '');
      return filled.length > 0 && filled.filter(isFigure).length > filled.length * mostAreFigures;
    }),
  );
}

/** The greatest distance between the lines of one text, in heights of their letters. */
const lineGap = 1.7;
function isClose(one: PrintedLine | undefined, other: PrintedLine | undefined): boolean {
  if (one === undefined || other === undefined || one.page !== other.page) return false;
  return Math.abs(one.y - other.y) <= heightOf(one) * lineGap;
}
/** In points: gaps that differ by less are considered equal. */
const sameGap = 0.5;

/** Joins rows with the lines that only continue their texts. Each line goes to the nearer row, below or above. */
function joinedLines(rows: readonly Row[], table: Table): readonly Row[] {
  const gap = (one: Row | undefined, other: Row | undefined): number =>
    one !== undefined && other !== undefined && isClose(one.line, other.line)
      ? Math.abs(one.line.y - other.line.y)
      : Infinity;
  const headings = rows[0]?.cells.join('|');
  const kinds = rows.map(row => (row.cells.join('|') === headings ? 'headings' : kindOf(row, table)));
  /** Returns the row in this direction that a line belongs to, across only lines that belong to it too; else undefined. */
  const ownerFrom = (at: number, step: 1 | -1): number | undefined => {
    let owner = at;
    while (kinds[owner] === 'text') {
      if (gap(rows[owner], rows[owner + step]) === Infinity) return undefined;
      owner += step;
    }
    // A line above the headings is not part of them.
    return kinds[owner] === 'row' || (kinds[owner] === 'headings' && step === -1) ? owner : undefined;
  };
  const ownerOf = (at: number): number => {
    const isNearerBelow = gap(rows[at], rows[at + 1]) < gap(rows[at - 1], rows[at]) - sameGap;
    const [first, second] = isNearerBelow ? ([1, -1] as const) : ([-1, 1] as const);
    const owner = ownerFrom(at, first);
    if (owner !== undefined) return owner;
    const other = ownerFrom(at, second);
    return other === undefined || kinds[other] === 'headings' ? at : other;
  };
  const last = kinds.lastIndexOf('row');
  const parts = new Map<number, Row[]>();
  for (const [at, row] of rows.entries()) {
    const owner = kinds[at] === 'text' ? ownerOf(at) : at;
    parts.set(owner, [...(parts.get(owner) ?? []), owner > last ? asNote(row) : row]);
  }
  return [...parts]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([owner, lines]) => {
      const row = rows[owner];
      if (row === undefined) return [];
      return [{line: row.line, cells: row.cells.map((_, column) => spaced(...lines.map(({cells}) => cells[column])))}];
    });
}

/** Puts the texts of a line below the last row into its first cell: such a line is not in the columns. */
const asNote = ({line, cells}: Row): Row => ({line, cells: [spaced(...cells), ...cells.slice(1).fill('')]});

const heightOf = ({pieces}: PrintedLine) => Math.max(...pieces.map(({height}) => height));

/** A row has a day, or a figure in a column of amounts. A continued text has neither, and each piece stands in one column. */
function kindOf({line, cells}: Row, {columns, amounts}: Table): 'row' | 'text' | 'other' {
  const isSet = cells.some((text, column) => isDay(text) || (amounts.has(column) && isFigure(text)));
  const [{text} = {text: ''}, second] = line.pieces;
  if (isSet || (second === undefined && isPageNumber(text))) return line.pieces.length > 1 ? 'row' : 'other';
  const isInside = ({left, right}: PrintedPiece) =>
    columns.filter(column => Math.min(right, column.right) - Math.max(left, column.left) > 0).length <= 1;
  return line.pieces.every(isInside) ? 'text' : 'other';
}
