import {Secret} from '../../src/core/card/secret.js';
import type {Key, Stroke} from './keyboard.js';

/**
 * A line being typed: what stands before the cursor and what after it. There is no index that could split an emoji. Of a line
 * with a `secret` these are dots alone, one for each of its signs.
 */
export type Line = {readonly before: string; readonly after: string; readonly secret?: Secret};

export const dot = '•';

export type LineRules = {readonly accepts: RegExp; readonly longest: number};

/** For fields of digits: letters stay commands while such a field has the focus. */
export const numberRules: LineRules = {accepts: /^[0-9.,+ ]$/, longest: 40};
/** As a person adds up what is bought: `250+300`, `3x120`. */
export const sumRules: LineRules = {accepts: /^[0-9.,+x×* ]$/i, longest: 40};
export const codeRules: LineRules = {accepts: /^[0-9]$/, longest: 8};
/** A PIN, or a badge as a scanner types it; the question mark stays the help's. */
export const badgeRules: LineRules = {accepts: /^[ ->@-~]$/, longest: 64};
export const expiryRules: LineRules = {accepts: /^[0-9/ ]$/, longest: 9};
export const textRules: LineRules = {accepts: /^[\s\S]$/u, longest: 200};

/** What is looked for in the help, which a second question mark leaves. */
export const helpRules: LineRules = {accepts: /^[^?]$/u, longest: 60};

/** Whether every letter is text in such a field, and none a key. */
export const takesText = ({accepts}: LineRules): boolean => accepts === textRules.accepts;

export const emptyLine: Line = {before: '', after: ''};
export const lineOf = (text: string): Line => ({before: text, after: ''});
export const textOf = ({before, after}: Line): string => before + after;

const segmenter = new Intl.Segmenter();
const first = (text: string) => segmenter.segment(text).containing(0)?.segment ?? '';
const last = (text: string) => segmenter.segment(text).containing(text.length - 1)?.segment ?? '';

/** The line after a key that edits it; itself for every other key. Typed characters that it does not take are dropped. */
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

/** As many whole characters as have room; the longest number that a field takes is longer than any that is right. */
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

/** A line of a secret, whose bytes are ASCII. */
export const secretLine = (secret: Secret): Line => ({before: dot.repeat(secret.length), after: '', secret});

/**
 * The line after a change, of which only what was typed is ever a text; the signs that `dropped` has are left out. The secret
 * before is as it was, and wants to be wiped.
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

/** An edit of a PIN or a badge: every sign counts, unlike the spaces and hyphens between the groups of a card's number. */
export const editBadge = (line: Line, change: (line: Line) => Line): Line => editSecret(line, change, /[\r\n\t]/g);
