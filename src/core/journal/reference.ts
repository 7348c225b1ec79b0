import {isBeforeEnd, isPossible} from '../day/possible-clock.js';

/** Crockford's base 32: no I, L, O or U, and in the order of its values, so that references sort by time. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const partLength = 6;
const shortest = 1 + 2 * partLength;
const partValues = 32 ** partLength;
const epochSeconds = 1_704_067_200; // 2024-01-01T00:00:00Z: six characters last until 2058
const reference = /^(?<till>[A-Z0-9]{1,3})(?<time>[0-9A-HJKMNP-TV-Z]{6})(?<chance>[0-9A-HJKMNP-TV-Z]{6})$/u;

/** Characters that nobody mistakes for another, on a screen, on thermal paper or aloud over a counter. */
const tillAlphabet = 'ACDEFGHJKMNPQRTWXY34679';

/**
 * A payment's own reference: the till (1 to 3 of A-Z0-9), six characters of seconds since 2024 and six of chance: 13 to
 * 15 characters, the longest that the service takes. It comes after `last`, the greatest reference of the journal, whatever
 * the clock says, and so is none that the till has: where time stands or went back, chance counts on from there, by as much
 * as chance alone would give. `random` holds four bytes or more.
 *
 * Throws a `RangeError` for a till that is none or too few bytes: bugs of ours.
 */
export function mintReference({
  till,
  nowMs,
  last,
  random,
}: {
  till: string;
  nowMs: number;
  last: string | undefined;
  random: Uint8Array;
}): string {
  if (!/^[A-Z0-9]{1,3}$/u.test(till)) throw new RangeError(`"${till}" is no till`);
  if (random.length < 4) throw new RangeError('a reference needs four random bytes');
  const seconds = isPossible(nowMs) ? Math.floor(nowMs / 1000) - epochSeconds : -1;
  const chance = fold(random.subarray(0, 4), partValues);
  const {time, chance: rest} = reference.exec(greatest(undefined, last) ?? '')?.groups ?? {};
  if (time === undefined || seconds > numberOf(time)) return till + textOf(Math.max(0, seconds)) + textOf(chance);
  const next = numberOf(rest ?? '') + 1 + chance;
  return till + textOf(numberOf(time) + Math.floor(next / partValues)) + textOf(next % partValues);
}

/**
 * The one of two references that the next one comes after. One whose time cannot be is none: under version 0.1.0 a clock
 * could write the last second that there is, and nothing comes after that.
 */
export function greatest(known: string | undefined, other: string | undefined): string | undefined {
  const {time} = reference.exec(other ?? '')?.groups ?? {};
  if (time === undefined || !isBeforeEnd((epochSeconds + numberOf(time)) * 1000)) return known;
  return known === undefined || orderOf(other) > orderOf(known) ? other : known;
}

/** What references are ordered by, whatever the till is called. */
const orderOf = (text = '') => text.slice(-2 * partLength);

/** Whether `text` has the form of a reference that some till of Duka minted. */
export function isReference(text: string): boolean {
  return reference.test(text);
}

/**
 * Whether the texts of a column are references of a till: most of them have the form, as the numbers of others rarely have by
 * chance, and the time in them is one of the first ten years.
 */
export function areReferences(texts: readonly string[]): boolean {
  const own = texts.map(ownReference).filter(text => /[A-Z]/u.test(text.slice(-2 * partLength)) && isEarly(text));
  return own.length >= fewestInColumn && own.length * 2 > texts.length;
}
const fewestInColumn = 2;
const isEarly = (text: string) => /^\d/u.test(reference.exec(text)?.groups?.['time'] ?? '');

/**
 * A text as the reference that it is, however somebody has typed it: in small letters, in groups, with dashes. Any other
 * text stays as it is.
 */
export function ownReference(text: string): string {
  if (text.length < shortest || reference.test(text)) return text;
  const bare = text.replaceAll(/[\s\p{Pd}]+/gu, '').toUpperCase();
  return reference.test(bare) ? bare : text;
}

/**
 * A till id of three characters, made once when a till is first used and never a shared default. `random` holds three
 * bytes or more. Throws a `RangeError` for fewer.
 */
export function mintTill(random: Uint8Array): string {
  if (random.length < 3) throw new RangeError('a till id needs three random bytes');
  const base = tillAlphabet.length;
  const chance = fold(random, base ** 3);
  return [chance, Math.floor(chance / base), Math.floor(chance / base ** 2)]
    .map(value => tillAlphabet.charAt(value % base))
    .join('');
}

function fold(bytes: Uint8Array, values: number): number {
  return bytes.reduce((value, byte) => (value * 256 + byte) % values, 0);
}

function textOf(value: number): string {
  return Array.from({length: partLength}, (_, place) =>
    alphabet.charAt(Math.floor(value / 32 ** (partLength - 1 - place)) % 32),
  ).join('');
}

function numberOf(part: string): number {
  return Array.from(part).reduce((value, character) => value * 32 + alphabet.indexOf(character), 0);
}
