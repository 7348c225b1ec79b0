import {getDocumentProxy} from 'unpdf';
import {Problem} from '../../core/problem.js';
import type {OpeningChoice} from './container.js';
import {type PrintedLine, type PrintedPiece, printedRows} from './printed-table.js';
import type {TableRow} from './rows.js';

/**
 * Returns the text of a PDF as a table.
 *
 * Throws the `Problem` `file-locked`, `file-password-wrong`, `file-damaged`, or `file-of-pictures` if the PDF has no text.
 */
export async function pdfRows(
  bytes: Uint8Array,
  {file, password}: {readonly file: string; readonly password: OpeningChoice['password']},
): Promise<readonly TableRow[]> {
  const options = {isEvalSupported: false, verbosity: 0, ...(password === undefined ? {} : {password})};
  const pages = await pagesOf(new Uint8Array(bytes), options).catch((error: unknown) => {
    throw problemOf(error, file);
  });
  if (pages.every(lines => lines.length === 0)) throw new Problem('file-of-pictures', {file});
  return printedRows(pages);
}

/** A damaged document may only fail at one of its later pages. */
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

/** Two pieces that are closer than this, as a part of the height of a letter, are one text. */
const wordGap = 0.8;
const sameLine = 0.4;

function linesOf(items: readonly Item[], page: number): readonly PrintedLine[] {
  const pieces = items.flatMap(({str = '', transform = [], width = 0, height = 0}): PrintedPiece[] => {
    const [, , , , left = 0, y = 0] = transform;
    return str.trim() === '' ? [] : [{text: str, left, right: left + width, y, height: height || 10}];
  });
  const lines: PrintedPiece[][] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.left - b.left)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line !== undefined && first !== undefined && first.y - piece.y <= first.height * sameLine) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map(line => ({
    pieces: joined(line.toSorted((a, b) => a.left - b.left)),
    page,
    y: line[0]?.y ?? 0,
  }));
}

/** Joins the words of one text, and the parts of a word that a PDF producer has split. */
function joined(line: readonly PrintedPiece[]): readonly PrintedPiece[] {
  const texts: PrintedPiece[] = [];
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
