import {glyphs} from '../../src/core/payment/badge.js';

type Shape = readonly [string, string, string];

/** The signs and letters of the verdicts, as high as the digits of an amount. An accent leans on its letter. */
const shapes: Readonly<Record<string, Shape>> = {
  A: ['█▀█', '█▀█', '▀ ▀'],
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
  ' ': [' ', ' ', ' '],
  [glyphs.paid]: ['   ▄▀', '▄ ▄▀ ', ' ▀   '],
  [glyphs['given-back']]: ['▄▀   ', '█▄▄▄▄', ' ▀   '],
  [glyphs['not-paid']]: ['█ █', '▄▀▄', '▀ ▀'],
  [glyphs['not-known']]: ['▀▀█', ' ▀▀', ' ▀ '],
  [glyphs['needs-person']]: ['█', '█', '▀'],
};

/** The three lines of a word; undefined for one with a letter that no verdict has. */
export function bigWord(word: string): Shape | undefined {
  const letters = [...word].map(letter => shapes[letter]);
  if (letters.some(shape => shape === undefined)) return undefined;
  const line = (at: 0 | 1 | 2) => letters.map(shape => shape?.[at]).join(' ');
  return [line(0), line(1), line(2)];
}
