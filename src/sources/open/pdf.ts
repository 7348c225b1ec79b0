import {getDocumentProxy} from 'unpdf';
import {Problem} from '../../core/problem.js';
import type {OpeningChoice} from './container.js';
import type {TableRow} from './rows.js';

/** Text as it stands on a page, in points from the left and from the top of the first page. */
type Piece = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly height: number;
};
type PrintedLine = {readonly pieces: readonly Piece[]; readonly page: number; readonly y: number};
type Column = {readonly left: number; readonly right: number};

/**
 * The text of a PDF as a table: pieces at one height are a row, and what stands between the same white gaps on nearly all
 * rows is a column. What repeats at the same place of every page (a heading, a page's number) is there once.
 *
 * Throws the `Problem` `file-locked`, `file-password-wrong`, `file-damaged`, or `file-of-pictures` where it has no text.
 */
export async function pdfRows(
  bytes: Uint8Array,
  {file, password}: {readonly file: string; readonly password: OpeningChoice['password']},
): Promise<readonly TableRow[]> {
  const options = {isEvalSupported: false, verbosity: 0, ...(password === undefined ? {} : {password})};
  const pages = await pagesOf(new Uint8Array(bytes), options).catch((error: unknown) => {
    throw problemOf(error, file);
  });
  const lines = onceOnly(pages);
  if (lines.length === 0) throw new Problem('file-of-pictures', {file});
  const columns = columnsOf(lines);
  return lines.map((line, at) => ({number: at + 1, cells: cellsOf(line, columns)}));
}

/** A damaged document may be told of at any of its pages. */
async function pagesOf(
  bytes: Uint8Array,
  options: Parameters<typeof getDocumentProxy>[1],
): Promise<readonly (readonly PrintedLine[])[]> {
  const document = await getDocumentProxy(bytes, options);
  const pages: (readonly PrintedLine[])[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const {items} = await (await document.getPage(page)).getTextContent();
    pages.push(linesOf(items as readonly Item[], page));
  }
  return pages;
}

function problemOf(error: unknown, file: string): Problem {
  const {name, code} = error as {name?: string; code?: number};
  if (name === 'PasswordException') return new Problem(code === 2 ? 'file-password-wrong' : 'file-locked', {file});
  return new Problem('file-damaged', {file});
}

type Item = {
  readonly str?: string;
  readonly transform?: readonly number[];
  readonly width?: number;
  readonly height?: number;
};

/** Less than this of a letter's height apart, two pieces are one text. */
const wordGap = 0.8;
const sameLine = 0.4;

function linesOf(items: readonly Item[], page: number): readonly PrintedLine[] {
  const pieces = items.flatMap(({str = '', transform = [], width = 0, height = 0}): Piece[] => {
    const [, , , , left = 0, y = 0] = transform;
    return str.trim() === '' ? [] : [{text: str, left, right: left + width, y, height: height || 10}];
  });
  const lines: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.left - b.left)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line !== undefined && first !== undefined && first.y - piece.y <= first.height * sameLine) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map(line => ({pieces: joined(line.toSorted((a, b) => a.left - b.left)), page, y: line[0]?.y ?? 0}));
}

/** Words of one text are joined; what a maker of PDFs cuts in the middle of a word stays whole. */
function joined(line: readonly Piece[]): readonly Piece[] {
  const texts: Piece[] = [];
  for (const piece of line) {
    const last = texts.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : piece.left - last.right;
    if (last === undefined || gap > last.height * wordGap) {
      texts.push({...piece, text: piece.text.trim()});
      continue;
    }
    const space = gap > last.height * 0.1 || /\s$/u.test(last.text) || /^\s/u.test(piece.text) ? ' ' : '';
    texts.splice(-1, 1, {
      ...last,
      text: `${last.text}${space}${piece.text.trim()}`,
      right: Math.max(last.right, piece.right),
    });
  }
  return texts;
}

const fewestCells = 3;

/** The lines of all pages, without those that every page has at its head or foot, and without headings that come again. */
function onceOnly(pages: readonly (readonly PrintedLine[])[]): readonly PrintedLine[] {
  const furniture = ({y, pieces}: PrintedLine) =>
    `${Math.round(y)} ${pieces.map(({text}) => text.replaceAll(/\d+/gu, '0')).join('|')}`;
  const onPages = new Map<string, number>();
  for (const page of pages)
    for (const key of new Set(page.map(furniture))) onPages.set(key, (onPages.get(key) ?? 0) + 1);
  const seen = new Set<string>();
  return pages.flat().filter(line => {
    const hasNumber = line.pieces.some(({text}) => /\d/u.test(text));
    const text = line.pieces.map(each => each.text).join('|');
    const isHeading = !hasNumber && line.pieces.length >= fewestCells;
    const isFurniture =
      line.pieces.length < fewestCells && pages.length > 1 && onPages.get(furniture(line)) === pages.length;
    if (isFurniture || (isHeading && seen.has(text))) return false;
    if (isHeading) seen.add(text);
    return true;
  });
}

/** A gap is a gap where so few of the rows of the table reach into it. */
const mostInGap = 0.03;

/** What is white, or nearly, from the first row to the last parts the columns. */
function columnsOf(lines: readonly PrintedLine[]): readonly Column[] {
  const rows = lines.filter(({pieces}) => pieces.length >= fewestCells);
  const covered: number[] = [];
  for (const {pieces} of rows)
    for (const {left, right} of pieces)
      for (let x = Math.floor(left); x < Math.max(Math.ceil(right), Math.floor(left) + 1); x += 1)
        covered[x] = (covered[x] ?? 0) + 1;
  const columns: Column[] = [];
  let left: number | undefined;
  for (let x = 0; x <= covered.length; x += 1) {
    const isText = (covered[x] ?? 0) > rows.length * mostInGap;
    if (isText) left ??= x;
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
  for (const {text, left, right} of pieces) {
    const overlaps = columns.map(column => Math.min(right, column.right) - Math.max(left, column.left));
    const at = overlaps.indexOf(Math.max(...overlaps));
    cells[at] = cells[at] === '' ? text : `${cells[at]} ${text}`;
  }
  return cells;
}
