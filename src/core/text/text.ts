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

/** Invisible format characters: bidi marks, zero-width spaces, soft hyphens, tags. Joiners and Arabic signs are not included. */
const invisible = /[\p{Cf}--[\u200C-\u200D\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]]/gv;

/** Control characters, line breaks, and blank fillers for which terminals use different widths. */
const blank = /[\p{Cc}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]+/gu;

/** More combining marks on one letter than any language uses. Stacked, they overlap the lines above and below. */
const pileOfMarks = /([\p{M}\u200C-\u200D]{8})[\p{M}\u200C-\u200D]+/gu;

/** Returns text with plain blanks, for paper, the command line and scripts. No-break blanks are only for screens and pages. */
export const plainBlanks = (text: string): string => text.replaceAll('\u00A0', ' ');

/** Returns typed, scanned or pasted text in one line, without its invisible characters. A blank at its end stays. */
export const typedText = (text: string): string => text.replaceAll(invisible, '').replaceAll(blank, ' ');

/**
 * Returns foreign text that is safe for a terminal, a table and a printer, in one line of at most `longest` UTF-16 units (at least 1),
 * which ends in `…` if something was cut. Escape sequences, control characters and line breaks become spaces. Marks that change the
 * direction of writing and other invisible characters are dropped; the invisible joiners of words and emoji stay. Cleaning twice changes
 * nothing.
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

/** Returns text in lower case and without accents. It is for searching, and never shown. */
export const foldedText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** Whether a text has every typed word, regardless of case and accents. */
export function hasWords(text: string, typed: string): boolean {
  const all = foldedText(text);
  return foldedText(typed)
    .split(/\s+/u)
    .every(word => all.includes(word));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;', // a browser would turn it into a line feed
};

/** Escapes foreign text for use between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'\r]/g, character => entities[character] ?? '');

/** Joins texts to parts of at least `length` characters; only the last part may be shorter. */
export function* inParts(texts: Iterable<string>, length = 65_536): Generator<string> {
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < length) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}

/** As a spreadsheet shows a long number: `1.23457E+10`. Without the plus it may be a code. */
const inPowers = /^(?<first>[1-9])(?:[.,](?<rest>\d+?)0*)?E\+0*(?<power>[1-9]\d?)$/u;

/** A number with marks between its thousands, of which it has two or more. */
const inThousands = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/u;

/**
 * A reference of a provider in the form in which it is compared: without case, dashes, spaces and leading zeros, and without what a
 * spreadsheet adds to a number (`.0`, marks between thousands, an apostrophe, or a power of ten that still has all digits). In a key of a
 * difference, a space is an underscore.
 */
export function plainReference(text: string): string {
  const normal = text.normalize('NFKC');
  const typed = normal.replaceAll(/[\s_\p{Pd}\p{Cf}'\u2019]/gu, '').toUpperCase();
  const bare = inThousands.test(typed) ? typed.replaceAll(/[.,]/gu, '') : typed;
  const {first, rest = '', power} = inPowers.exec(bare)?.groups ?? {};
  if (first === undefined) return bare.replace(/^(\d+)[.,]0+$/u, '$1').replace(/^0+(?=.)/u, '');
  if (rest.length === Number(power)) return `${first}${rest}`;
  return `${first}${rest === '' ? '' : `.${rest}`}E+${power}`;
}

/** Whether a reference is a number of which a spreadsheet cut digits, so that it is also the form of others. */
export const isCut = (reference: string): boolean =>
  /e\+/iu.test(reference) && inPowers.test(plainReference(reference));

/** The forms that a spreadsheet may have given a number, cut before or not, of which it cut digits: they may also be those of another number. */
export function cutForms(reference: string): readonly string[] {
  const {rest} = inPowers.exec(reference)?.groups ?? {};
  if (rest === undefined && !/^\d{7,}$/u.test(reference)) return [];
  const inPlaces = (place: number) => Number(reference).toExponential(place).toUpperCase();
  const places = Math.min((rest?.length ?? reference.length - 1) - 1, mostPlaces);
  const forms = Array.from({length: places + 1}, (_, place) => plainReference(inPlaces(place)));
  // A spreadsheet has no more than 15 digits of a number, or 17, and writes zeros for the others.
  const cut = /^\d{16,}$/u.test(reference) ? [14, 15, 16].map(inPlaces) : [];
  return [...forms, ...cut.map(form => form.replace(/E.*|\./gu, '').padEnd(reference.length, '0'))];
}
const mostPlaces = 14;
