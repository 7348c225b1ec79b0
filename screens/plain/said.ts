import {fill} from '../../src/core/words/fill.js';
import {plainWords} from '../../src/core/words/plain.js';
import {type Line, textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';

/** A line being typed; a bar where the cursor stands, unless it stands at the end. */
export const typedText = ({before, after}: Line): string => (after === '' ? before : `${before}▏${after}`);

/** What is asked for, and what is typed of it so far. */
export const asked = (question: string, line: Line): string => `${question} ${typedText(line)}`;

/** A thing and its value, and why it is so. */
export function is(label: string, value: string, {language}: Pick<Ear, 'language'>, note = ''): string {
  const {is: plain, isBecause} = plainWords[language];
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  return fill(note === '' ? plain : isBecause, {label: name, value, note});
}

export const isEmpty = (line: Line): boolean => textOf(line).trim() === '';
