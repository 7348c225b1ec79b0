const escapeCharacter = '\u001B';
const endOfCommand = String.raw`(?:\u0007|${escapeCharacter}\\|\u009C)`;
const escapeSequence = new RegExp(
  [
    String.raw`(?:${escapeCharacter}\[|\u009B)[0-?]*[ -/]*[@-~]`, // colours, cursor, clearing
    String.raw`(?:${escapeCharacter}\]|\u009D)[^\u0007${escapeCharacter}\u009C\u009D]*${endOfCommand}`, // titles, links, the clipboard
    `${escapeCharacter}[ -/]*[0-~]`,
  ].join('|'),
  'gu',
);

/** Format characters that nobody sees: bidi marks, zero-width spaces, soft hyphens, tags. Joiners and Arabic signs stay. */
const invisible = /[\p{Cf}--[\u200C-\u200D\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]]/gv;

/** Controls, line breaks, and fillers that are blank and whose width terminals do not agree on. */
const blank = /[\p{Cc}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]+/gu;

/** More marks on one letter than any language writes; stacked, they paint over the lines above and below. */
const pileOfMarks = /([\p{M}\u200C-\u200D]{8})[\p{M}\u200C-\u200D]+/gu;

/** Text for paper, the command line and scripts, whose blanks are plain: a no-break blank is for screens and pages. */
export const plainBlanks = (text: string): string => text.replaceAll('\u00A0', ' ');

/** Text as it is typed, scanned or pasted, in one line: what nobody sees of it is dropped. A blank at its end stays. */
export const typedText = (text: string): string => text.replaceAll(invisible, '').replaceAll(blank, ' ');

/**
 * Foreign text made harmless for a terminal, a table and a printer, in one line of at most `longest` UTF-16 units (of
 * at least 1), ending in `…` where something was cut. Escape sequences, control characters and line breaks become
 * spaces; marks that turn the direction of writing and other invisible characters are dropped; invisible joiners of
 * words and emoji stay. Cleaning twice changes nothing.
 */
export function cleanText(text: string, longest = 2048): string {
  const isWhole = text.length <= longest * 2;
  const start = isWhole ? text : text.slice(0, longest * 2).replace(/[\uD800-\uDBFF]$/, '');
  const clean = start
    .toWellFormed()
    .replaceAll(invisible, '')
    .replaceAll(escapeSequence, ' ')
    .replaceAll(blank, ' ')
    .replaceAll(pileOfMarks, '$1')
    .trim();
  if (isWhole && clean.length <= longest) return clean;
  return `${clean
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

/** However it was typed: in small letters, and without accents. For searching, never to be shown. */
export const foldedText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether a text has every word that was typed. */
export function hasWords(text: string, typed: string): boolean {
  const all = foldedText(text);
  return foldedText(typed)
    .split(/\s+/u)
    .every(word => all.includes(word));
}
