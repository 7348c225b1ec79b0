import {Secret} from '../../src/core/text/secret.js';
import type {Key, Stroke} from './keyboard.js';

/**
 * A line being typed, as the texts before and after the cursor. There is no index, which could split an emoji. In a line with a `secret`
 * the texts consist of dots, one for each of its characters.
 */
export type Line = {readonly before: string; readonly after: string; readonly secret?: Secret};

export const dot = '•';

export type LineRules = {readonly accepts: RegExp; readonly longest: number};

/** For fields of digits. Letters remain commands while such a field has the focus. */
export const numberRules: LineRules = {accepts: /^[0-9.,+ ]$/, longest: 40};
/** For sums as a person adds up a purchase: `250+300`, `3x120`. */
export const sumRules: LineRules = {accepts: /^[0-9.,+x×* ]$/i, longest: 40};
export const codeRules: LineRules = {accepts: /^[0-9]$/, longest: 8};
/** For a PIN, or a badge as a scanner types it. The question mark still opens the help. */
export const badgeRules: LineRules = {accepts: /^[ ->@-~]$/, longest: 64};
export const expiryRules: LineRules = {accepts: /^[0-9/ ]$/, longest: 9};
export const textRules: LineRules = {accepts: /^[\s\S]$/u, longest: 200};

/** Whether every letter is text in such a field, and no letter is a key. */
export const takesText = ({accepts}: LineRules): boolean => accepts === textRules.accepts;

export const emptyLine: Line = {before: '', after: ''};
export const lineOf = (text: string): Line => ({before: text, after: ''});
export const textOf = ({before, after}: Line): string => before + after;

let segmenter: Intl.Segmenter | undefined;
/** The letter at a place of a text. A segmenter takes 8 ms to be made. */
function letterAt(text: string, place: number): string {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text).containing(place)?.segment ?? '';
}
const first = (text: string) => letterAt(text, 0);
const last = (text: string) => letterAt(text, text.length - 1);

/**
 * Returns the line after a key that edits it, or the same line for any other key. Typed characters that the rules do not accept are
 * dropped.
 */
export function editLine(line: Line, key: Key | Stroke, rules: LineRules = textRules): Line {
  const {before, after} = line;
  if (key.kind !== 'press') {
    const text =
      key.kind === 'paste' ? key.text.trim() : [...key.text].filter(letter => rules.accepts.test(letter)).join('');
    return inserted(line, text, rules);
  }
  switch (key.name) {
    case 'left':
      return {before: before.slice(0, before.length - last(before).length), after: last(before) + after};
    case 'right':
      return {before: before + first(after), after: after.slice(first(after).length)};
    case 'home':
    case 'ctrl-a':
      return {before: '', after: before + after};
    case 'end':
    case 'ctrl-e':
      return {before: before + after, after: ''};
    case 'backspace':
      return {before: before.slice(0, before.length - last(before).length), after};
    case 'ctrl-u':
      return {before: '', after};
    case 'ctrl-w':
      return {before: before.replace(/\S*\s*$/u, ''), after};
    case 'delete':
      return {before, after: after.slice(first(after).length)};
    default:
      return line;
  }
}

/** Inserts as many whole characters as have room. The limit of a number field is longer than any correct number. */
function inserted({before, after}: Line, text: string, {longest}: LineRules): Line {
  let room = longest - before.length - after.length;
  let taken = before;
  for (const letter of text) {
    room -= letter.length;
    if (room < 0) break;
    taken += letter;
  }
  return {before: taken, after};
}

/** Returns a line with a secret, whose bytes are ASCII. */
export const secretLine = (secret: Secret): Line => ({before: dot.repeat(secret.length), after: '', secret});

/**
 * Returns the line after a change. Only the newly typed text is ever a string. Characters that match `dropped` are left out. The previous
 * secret is unchanged and must be wiped by the caller.
 */
export function editSecret(line: Line, change: (line: Line) => Line, dropped: RegExp): Line {
  const changed = change(line);
  if (changed === line) return line;
  const [place, old] = [line.before.length, line.secret?.bytes ?? new Uint8Array()];
  const isLonger = textOf(changed).length > old.length;
  const typed = isLonger
    ? changed.before
        .slice(place)
        .replaceAll(dropped, '')
        .replaceAll(/[^ -~]/gu, '?')
    : '';
  const before = isLonger ? place : changed.before.length;
  const after = old.subarray(old.length - changed.after.length);
  const secret = Secret.joined(old.subarray(0, before), typed, after);
  return {before: dot.repeat(before + typed.length), after: changed.after, secret};
}

/** Edits a PIN or a badge, in which every character counts, unlike the spaces and hyphens between the groups of a card number. */
export const editBadge = (line: Line, change: (line: Line) => Line): Line => editSecret(line, change, /[\r\n\t]/g);
