import {otherFormatOf} from '../bytes.js';
import {isDay, isFigure, isShortDay, type PrintedLine, type PrintedPiece} from './printed-table.js';

/** Text counts as a printed statement if at least this many rows are set in columns, and most of its lines with a figure. */
const fewestRows = 2;
const fewestCells = 3;

/** Whether a line begins with a day and has an amount beside gaps. The narration of a delimited row may have gaps too. */
function isSetRow(line: string): boolean {
  const pieces = piecesBetweenGaps(line);
  return (
    pieces.length >= fewestCells &&
    pieces.slice(0, 2).some(each => isDay(each) || isShortDay(each)) &&
    pieces.some(isFigure)
  );
}

const piecesBetweenGaps = (line: string): readonly string[] =>
  /[\t;|]|[,"] {2}| {2}[,"]/u.test(line) ? [] : line.trim().split(/ {2,}/u);

/** Returns whether a text is a printed statement: only spaces make its columns. */
function isPrintedText(start: string): boolean {
  const lines = linesOf(start);
  const ofAmounts = lines.filter(line => /\d[.,]\d/u.test(line));
  const set = ofAmounts.filter(line => piecesBetweenGaps(line).length > 1);
  return lines.filter(isSetRow).length >= fewestRows && set.length * 2 > ofAmounts.length;
}

/** Returns whether the last line of a text is a row that may have been cut off. */
export const mayBeCut = (text: string): boolean => !text.endsWith('\n') && isSetRow(linesOf(text).at(-1) ?? '');

const linesOf = (text: string) => text.split(/\r\n?|\n|\f/u);

/** Returns the lines of a text with the positions of their words, page by page. Every character is as wide as a space. */
export function printedLines(text: string): readonly (readonly PrintedLine[])[] {
  const isEdge = edgesOf(linesOf(text).filter(isSetRow));
  let number = 0;
  return text.split('\f').map((page, at) =>
    linesOf(page).flatMap((line, y): PrintedLine[] => {
      number += y === 0 && at > 0 ? 0 : 1;
      const pieces = piecesOf(line, -y, /\d/u.test(line) ? isEdge : () => false);
      return isRuled(line) ? [] : [{pieces, page: at + 1, y: -y, number}];
    }),
  );
}

/** Whether a line is empty, or a rule drawn below headings. */
const isRuled = (line: string) => /^[\s_=*.-]*$/u.test(line);

type IsEdge = (word: Pick<PrintedPiece, 'text' | 'left' | 'right'>) => boolean;

/**
 * Returns whether a word begins a cell although only one space separates it from the cell before, which fills its column. That is so if a
 * cell of most rows begins at this position, or if it is an amount and amounts of other rows end at the same position.
 */
function edgesOf(rows: readonly string[]): IsEdge {
  const starts = new Map<number, number>();
  const ends = new Set<number>();
  for (const row of rows)
    for (const {text, left, right} of piecesOf(row, 0, () => false)) {
      starts.set(left, (starts.get(left) ?? 0) + 1);
      if (isFigure(text)) ends.add(right);
    }
  return ({text, left, right}) => (starts.get(left) ?? 0) * 2 > rows.length || (isFigure(text) && ends.has(right));
}

function piecesOf(line: string, y: number, isEdge: IsEdge): readonly PrintedPiece[] {
  const pieces: PrintedPiece[] = [];
  for (const {0: text, index: left} of line.matchAll(/\S+/gu)) {
    const last = pieces.at(-1);
    const right = left + text.length;
    if (last !== undefined && left === last.right + 1 && !isEdge({text, left, right}))
      pieces.splice(-1, 1, {...last, text: `${last.text} ${text}`, right});
    else pieces.push({text, left, right, y, height: 1});
  }
  return pieces;
}

/** The kinds of containers. `html`: a table called a spreadsheet; `xml`: an Excel 2003 workbook; `text`: columns of spaces. */
export type Container = (typeof containers)[number];
/** The containers that the first bytes identify. A modern workbook begins like any zip archive. */
const beginningKinds = ['xls', 'zip', 'gzip', 'mail', 'pdf', 'json', 'html', 'xml', 'text'] as const;
export type Beginning = (typeof beginningKinds)[number];
export const containers = [...beginningKinds, 'xlsx', 'ods'] as const;

/** A container that was opened: the part that was taken (a sheet, a file, an attachment), and the other parts that could have been. */
export type Opened = {
  readonly kind: Container;
  readonly part: string;
  readonly others: readonly string[];
  /** Whether some lines of a text are in UTF-8 and others in windows-1252. */
  readonly twoEncodings?: true;
};

/** What a person says about the file. `part` is the name of a sheet, a file or an attachment. */
export type OpeningChoice = {readonly part?: string | undefined; readonly password?: string | undefined};

/** The number of bytes that identify a container. It is large because a statement may begin with an address and a summary. */
export const looked = 16_384;

/** Returns the container that the first bytes identify; `null` for a file that is read as it is. */
export function containerOf(start: Uint8Array): Beginning | null {
  const beginning = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, looked));
  const first = beginning.toString('latin1');
  const bytes = beginnings.find(([sign]) => first.startsWith(sign))?.[1];
  if (bytes !== undefined) return bytes;
  const text = first.replaceAll(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)|\0/gu, '').trimStart();
  if (/^<\?xml\b/u.test(text) && text.includes('urn:schemas-microsoft-com:office:spreadsheet')) return 'xml';
  if (/^(?:\{\s*["}]|\[\s*[[{\]])/u.test(text)) return 'json';
  if (/^<(?:!doctype html|html|head|body|table)[\s>]/iu.test(text)) return 'html';
  if (mailHeaders.test(first) && /^(?:mime-version|content-type|received|return-path):/imu.test(first)) return 'mail';
  return otherFormatOf(beginning) === undefined && isPrintedText(text) ? 'text' : null;
}

const beginnings: readonly (readonly [string, Beginning])[] = [
  ['PK\u0003\u0004', 'zip'],
  ['PK\u0005\u0006', 'zip'],
  ['\u00D0\u00CF\u0011\u00E0', 'xls'],
  ['\u001F\u008B', 'gzip'],
  ['%PDF-', 'pdf'],
];

/** Two header fields on consecutive lines, in the form of RFC 5322. */
const mailHeaders = /^(?:From [^\n]*\n)?[A-Za-z][A-Za-z-]*: [^\n]*\n(?:[ \t][^\n]*\n)*[A-Za-z][A-Za-z-]*:[ \t]/u;
