import {expect} from 'vitest';
import {tableText} from '../../src/commands/export/table.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import {cleanText} from '../../src/core/text/text.js';
import {fit, wrap} from '../../src/core/text/width.js';
import {jsonText} from '../../src/session/print.js';

import {ending} from './runs.js';

/** What a terminal obeys, hides or writes the other way round. Some are letters of their own in no text of ours. */
const harmful = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;

/** Every text in a value, the names of its members too; it is searched to any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

/** Throws where a line for a terminal has anything in it but what is printed as it stands. */
export function expectHarmless(text: string): void {
  const found = harmful.exec(text);
  if (found !== null) throw new Error(`${JSON.stringify(found[0])} in ${JSON.stringify(text)}`);
}

/** What a spreadsheet takes for a formula, however the cell is dressed. */
const formula = /^[\s\p{C}]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20\u2212]/u;
const number = /^-?\d+(?:\.\d+)?$/;

/** Texts by every way in which something is printed: a table, JSON, columns, lines, a sentence, a problem. */
export function expectPrintable(texts: readonly string[]): void {
  for (const text of texts) {
    expectHarmless(fit(text, 30));
    for (const line of wrap(text, 30)) expectHarmless(line);
    expectHarmless(cleanText(text, 200));
    expectHarmless(problemText(new Problem('file-not-table', {file: text}), 'fr'));
  }
  const rows = texts.map(text => ({text}));
  expectHarmless(jsonText(rows));
  expectTable(tableText({columns: ['text'], rows}, 'en'));
  expectTable(tableText({columns: ['text'], rows}, 'fr'));
}

/** A table of one column: no cell is a formula, and no line is one that a person did not write. */
export function expectTable(csv: string): void {
  expectHarmless(csv.replaceAll('\r\n', ''));
  for (const cell of csv.split('\r\n')) {
    const bare = cell.replace(/^"/, '');
    if (!number.test(bare) && formula.test(bare)) throw new Error(`a formula: ${JSON.stringify(cell)}`);
  }
}

/** The result of a reading, which must end, throw nothing but a `Problem` and leave no mark on any prototype. */
export function read<T>(reading: () => T): T | Problem {
  try {
    return ending(reading);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  } finally {
    expectCleanPrototypes();
  }
}

/** The same of a reading that waits for a disk or a network. */
export async function readAwaited<T>(reading: () => Promise<T>): Promise<T | Problem> {
  try {
    return await reading();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  } finally {
    expectCleanPrototypes();
  }
}

const ownNames = [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(each => ({
  each,
  names: Object.getOwnPropertyNames(each).length,
}));

/** Nothing has been written to what every object is made from. */
export function expectCleanPrototypes(): void {
  for (const {each, names} of ownNames) {
    if (Object.getOwnPropertyNames(each).length !== names) expect.fail('a prototype has changed');
  }
}
