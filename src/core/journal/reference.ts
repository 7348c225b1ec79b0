import {isBeforeEnd, isPossible} from '../day/business-day.js';

/** Crockford's base 32: without I, L, O and U, and in the order of the values, so that references sort by time. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const partLength = 6;
const shortest = 1 + 2 * partLength;
const partValues = 32 ** partLength;
const epochSeconds = 1_704_067_200; // 2024-01-01T00:00:00Z; six characters last until 2058
const reference = /^(?<till>[A-Z0-9]{1,3})(?<time>[0-9A-HJKMNP-TV-Z]{6})(?<chance>[0-9A-HJKMNP-TV-Z]{6})$/u;

/** Characters that people do not confuse with one another on a screen, on thermal paper or when read aloud. */
const tillAlphabet = 'ACDEFGHJKMNPQRTWXY34679';

/** Whether a text can name a till: 1 to 3 of A-Z0-9. It names a folder, and `CON`, `PRN`, `AUX`, `NUL` are devices on Windows. */
export const isTillName = (text: string): boolean => /^(?!CON|PRN|AUX|NUL)[A-Z0-9]{1,3}$/.test(text);

type Minting = {
  readonly till: string;
  readonly nowMs: number;
  readonly last: string | undefined;
  readonly random: Uint8Array;
};

/**
 * A new payment reference: the till id, six characters of seconds since 2024 and six random ones. This makes 13 to 15 characters; 15 is the
 * longest reference that the service accepts. The new reference comes after `last`, the greatest reference in the journal, whatever the
 * clock says, so the till cannot have it already. If the clock stands still or goes back, the random part counts on from that of `last`, by
 * as much as the random number says. `random` holds at least four bytes. Throws a `RangeError` for an invalid till id or too few bytes:
 * both are defects of Duka.
 */
export function mintReference({till, nowMs, last, random}: Minting): string {
  if (!isTillName(till)) throw new RangeError(`"${till}" is no till`);
  if (random.length < 4) throw new RangeError('a reference needs four random bytes');
  const seconds = isPossible(nowMs) ? Math.floor(nowMs / 1000) - epochSeconds : -1;
  const chance = fold(random.subarray(0, 4), partValues);
  const {time, chance: rest} = reference.exec(greatest(undefined, last) ?? '')?.groups ?? {};
  if (time === undefined || seconds > numberOf(time)) return till + textOf(Math.max(0, seconds)) + textOf(chance);
  const next = numberOf(rest ?? '') + 1 + chance;
  return till + textOf(numberOf(time) + Math.floor(next / partValues)) + textOf(next % partValues);
}

/** The greater of two references, after which the next one comes. One with an impossible time is ignored: nothing could follow it. */
export function greatest(known: string | undefined, other: string | undefined): string | undefined {
  const {time} = reference.exec(other ?? '')?.groups ?? {};
  if (time === undefined || !isBeforeEnd((epochSeconds + numberOf(time)) * 1000)) return known;
  return known === undefined || orderOf(other) > orderOf(known) ? other : known;
}

/** The part that references are ordered by; it leaves out the till id. */
const orderOf = (text = '') => text.slice(-2 * partLength);

/** Whether `text` has the form of a reference that a Duka till made. */
export const isReference = (text: string): boolean => reference.test(text);

/** The till that made a reference; null for one that does not have Duka's form. */
export const tillOf = (text: string): string | null => (isReference(text) ? text.slice(0, -2 * partLength) : null);

/** Whether a column's texts are references of a till: most have the form, which is rare by chance, and times of its first ten years. */
export function areReferences(texts: readonly string[]): boolean {
  const own = texts.filter(isLikeReference);
  return own.length >= fewestInColumn && own.length * 2 > texts.length;
}
const fewestInColumn = 2;

/** Whether a text has the form of a reference of a till, with a letter among its digits and an early time. */
export function isLikeReference(text: string): boolean {
  const own = ownReference(text);
  return /[A-Z]/u.test(own.slice(-2 * partLength)) && isEarly(own);
}
const isEarly = (text: string) => /^\d/u.test(reference.exec(text)?.groups?.['time'] ?? '');

/** The reference that a text stands for, even in small letters, in groups or with dashes; any other text unchanged. */
export function ownReference(text: string): string {
  if (text.length < shortest || reference.test(text)) return text;
  const bare = text.replaceAll(/[\s\p{Pd}]+/gu, '').toUpperCase();
  return reference.test(bare) ? bare : text;
}

/** A till id of three characters, made once at a till's first use. Throws a `RangeError` if `random` has fewer than three bytes. */
export function mintTill(random: Uint8Array): string {
  if (random.length < 3) throw new RangeError('a till id needs three random bytes');
  const base = tillAlphabet.length;
  const chance = fold(random, base ** 3);
  return [chance, Math.floor(chance / base), Math.floor(chance / base ** 2)]
    .map(value => tillAlphabet.charAt(value % base))
    .join('');
}

const fold = (bytes: Uint8Array, values: number): number =>
  bytes.reduce((value, byte) => (value * 256 + byte) % values, 0);

const textOf = (value: number): string =>
  Array.from({length: partLength}, (_, place) =>
    alphabet.charAt(Math.floor(value / 32 ** (partLength - 1 - place)) % 32),
  ).join('');

const numberOf = (part: string): number =>
  Array.from(part).reduce((value, character) => value * 32 + alphabet.indexOf(character), 0);
