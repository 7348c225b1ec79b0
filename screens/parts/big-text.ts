import {glyphs} from '../../src/core/payment/badge.js';

type Shape = readonly [string, string, string];

/**
 * Numbers, and the signs and letters of the verdicts, three lines high. The blocks exist on every terminal, even on the console of an old
 * computer. An accent is drawn at its letter.
 */
const shapes: Readonly<Record<string, Shape>> = {
  '0': ['█▀█', '█ █', '▀▀▀'],
  '1': ['▀█ ', ' █ ', '▀▀▀'],
  '2': ['▀▀█', '█▀▀', '▀▀▀'],
  '3': ['▀▀█', ' ▀█', '▀▀▀'],
  '4': ['█ █', '▀▀█', '  ▀'],
  '5': ['█▀▀', '▀▀█', '▀▀▀'],
  '6': ['█▀▀', '█▀█', '▀▀▀'],
  '7': ['▀▀█', '  █', '  ▀'],
  '8': ['█▀█', '█▀█', '▀▀▀'],
  '9': ['█▀█', '▀▀█', '▀▀▀'],
  '.': [' ', ' ', '▀'],
  ',': [' ', ' ', '▄'],
  '−': ['  ', '▀▀', '  '],
  ' ': [' ', ' ', ' '],
  '\u00A0': [' ', ' ', ' '],
  A: ['█▀█', '█▀█', '▀ ▀'],
  À: ['▀▄ ', '█▀█', '▀ ▀'],
  Ã: ['▀▄▀', '█▀█', '▀ ▀'],
  B: ['█▀▄', '█▀▄', '▀▀ '],
  C: ['█▀▀', '█  ', '▀▀▀'],
  D: ['█▀▄', '█ █', '▀▀ '],
  E: ['█▀▀', '█▀ ', '▀▀▀'],
  É: ['▄▄█', '█▀ ', '▀▀▀'],
  F: ['█▀▀', '█▀ ', '▀  '],
  G: ['█▀▀', '█ █', '▀▀▀'],
  H: ['█ █', '█▀█', '▀ ▀'],
  I: ['▀█▀', ' █ ', '▀▀▀'],
  J: ['  █', '  █', '▀▀▀'],
  K: ['█ █', '█▀▄', '▀ ▀'],
  L: ['█  ', '█  ', '▀▀▀'],
  M: ['█▄ ▄█', '█ ▀ █', '▀   ▀'],
  N: ['█▄ █', '█ ▀█', '▀  ▀'],
  O: ['█▀█', '█ █', '▀▀▀'],
  P: ['█▀█', '█▀▀', '▀  '],
  R: ['█▀█', '█▀▄', '▀ ▀'],
  S: ['█▀▀', '▀▀█', '▀▀▀'],
  T: ['▀█▀', ' █ ', ' ▀ '],
  U: ['█ █', '█ █', '▀▀▀'],
  V: ['█ █', '█ █', ' ▀ '],
  W: ['█   █', '█▄▀▄█', '▀   ▀'],
  Y: ['█ █', '▀█▀', ' ▀ '],
  Z: ['▀▀█', ' ▄▀', '▀▀▀'],
  [glyphs.paid]: ['   ▄▀', '▄ ▄▀ ', ' ▀   '],
  [glyphs['given-back']]: ['▄▀   ', '█▄▄▄▄', ' ▀   '],
  [glyphs['not-paid']]: ['█ █', '▄▀▄', '▀ ▀'],
  [glyphs['not-known']]: ['▀▀█', ' ▀▀', ' ▀ '],
  [glyphs['needs-person']]: ['█', '█', '▀'],
};

/** Returns the three lines of a number such as `1,250.00`. */
export const bigText = (number: string): Shape =>
  beside([...number].map(letter => shapes[letter] ?? [letter, ' ', ' ']));

/** Returns the three lines of a word, or undefined if it has a letter that no verdict has. */
export function bigWord(word: string): Shape | undefined {
  const letters = [...word].map(letter => shapes[letter]);
  return letters.every(shape => shape !== undefined) ? beside(letters) : undefined;
}

function beside(letters: readonly Shape[]): Shape {
  const line = (at: 0 | 1 | 2) => letters.map(shape => shape[at]).join(' ');
  return [line(0), line(1), line(2)];
}
