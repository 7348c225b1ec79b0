import {isDay, isFigure, type PrintedLine, type PrintedPiece} from './printed-table.js';

/** So many rows have to be set in columns, and most of those lines that have a figure. */
const fewestRows = 2;
const fewestCells = 3;

/** A day in front, an amount, and gaps that no sign of a table stands beside: the narration of a delimited row may have gaps too. */
function isSetRow(line: string): boolean {
  const pieces = piecesBetweenGaps(line);
  return pieces.length >= fewestCells && pieces.slice(0, 2).some(isDay) && pieces.some(isFigure);
}

const piecesBetweenGaps = (line: string): readonly string[] =>
  /[\t;|]|[,"] {2}| {2}[,"]/u.test(line) ? [] : line.trim().split(/ {2,}/u);

/** Whether a text is a statement as it is printed: its columns are made by spaces alone. */
export function isPrintedText(start: string): boolean {
  const lines = linesOf(start);
  const ofAmounts = lines.filter(line => /\d[.,]\d/u.test(line));
  const set = ofAmounts.filter(line => piecesBetweenGaps(line).length > 1);
  return lines.filter(isSetRow).length >= fewestRows && set.length * 2 > ofAmounts.length;
}

/** Whether its last line is a row that may go on. */
export const mayBeCut = (text: string): boolean => !text.endsWith('\n') && isSetRow(linesOf(text).at(-1) ?? '');

const linesOf = (text: string) => text.split(/\r\n?|\n|\f/u);

/** The lines of a text in their places, page by page: a letter is as wide as a space. */
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

/** Nothing, or a rule that was drawn below headings. */
const isRuled = (line: string) => /^[\s_=*.-]*$/u.test(line);

type Word = Pick<PrintedPiece, 'text' | 'left' | 'right'>;
type IsEdge = (word: Word) => boolean;

/**
 * Whether a cell begins with a word that one space parts from the cell before, which is as long as its column: where most rows have
 * one that begins there, or where an amount of another row ends.
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
