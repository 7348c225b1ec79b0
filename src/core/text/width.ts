import stringWidth from 'string-width';

let segmenter: Intl.Segmenter | undefined;
/** Returns what a reader takes for the letters of a text. The first segmenter of a process takes 10 ms. */
const graphemesOf = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter(undefined, {granularity: 'grapheme'});
  return segmenter.segment(text);
};
const printableAscii = /^[ -~]*$/u;
/** Latin letters and punctuation, each one cell wide whatever stands next to it: nearly all text consists of these. */
const plainLatin =
  /^[ -~\u00A0-\u00A8\u00AA-\u00AC\u00AF-\u024F\u2010-\u2027\u202F\u2030\u2039\u203A\u20A0-\u20C0\u2212]*$/u;

const cellsOf = (text: string): number => (plainLatin.test(text) ? text.length : stringWidth(text));

/** Returns the terminal cells that `text` takes. Control characters and line breaks count as the spaces that `fit` replaces them with. */
export const widthOf = (text: string): number => cellsOf(oneLine(text));

/**
 * Returns `text` in exactly `width` terminal cells. It is cut between graphemes with an ellipsis, or padded at the right, or at the left if
 * `right` is true. A control character or line break becomes a space, so that a table never breaks. Returns `''` for a width under 1.
 */
export function fit(text: string, width: number, right = false): string {
  if (width < 1) return '';
  if (printableAscii.test(text) && text.length <= width) return right ? text.padStart(width) : text.padEnd(width);
  const line = oneLine(text);
  const cut = cellsOf(line) > width ? `${startOf(line, width - 1)}…` : line;
  return pad(cut, width, right);
}

/**
 * Returns lines of at most `width` terminal cells, broken at spaces and at line breaks. A wider word is cut between graphemes. A no-break
 * space does not break, nor does a space beside a sign that French sets apart (`Prêt ?`, `« oui »`). A paragraph that fits keeps its
 * spacing. Returns `[]` for a width under 1.
 */
export function wrap(text: string, width: number): string[] {
  if (width < 1) return [];
  return text.split(/\r?\n|[\u2028\u2029]/u).flatMap(paragraph => wrapParagraph(oneLine(paragraph), width));
}

const breaking = /(?<!«) +(?![:;?!»%]\p{P}*(?: |$))/u;

function wrapParagraph(paragraph: string, width: number): string[] {
  if (cellsOf(paragraph) <= width) return [paragraph];
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(breaking).filter(part => part !== '')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (cellsOf(joined) <= width) {
      line = joined;
    } else {
      const pieces = cutWord(word, width);
      lines.push(...(line === '' ? [] : [line]), ...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

function cutWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let rest = word;
  while (cellsOf(rest) > width) {
    const piece = startOf(rest, width);
    // A single grapheme that is wider than the line cannot be shown at all.
    const shown = piece === '' ? firstGrapheme(rest) : piece;
    pieces.push(piece === '' ? '…' : piece);
    rest = rest.slice(shown.length);
  }
  return [...pieces, rest];
}

/** Returns the start of a text, as many whole graphemes as fit in `width` cells. */
function startOf(text: string, width: number): string {
  let used = 0;
  for (const {segment, index} of graphemesOf(text)) {
    used += cellsOf(segment);
    if (used > width) return text.slice(0, index);
  }
  return text;
}

function firstGrapheme(text: string): string {
  for (const {segment} of graphemesOf(text)) return segment;
  return '';
}

function pad(text: string, width: number, right: boolean): string {
  const spaces = ' '.repeat(width - cellsOf(text));
  let padded = right ? spaces + text : text + spaces;
  // A space may join the grapheme beside it (a lone skin tone, an Arabic number sign), which then counts as narrower.
  while (cellsOf(padded) < width) padded = right ? ` ${padded}` : `${padded} `;
  return padded;
}

const oneLine = (text: string): string =>
  printableAscii.test(text) ? text : text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
