import {Problem} from '../../core/problem.js';
import type {TableRow} from './rows.js';

type Json = string | boolean | null | readonly Json[] | {readonly [name: string]: Json};

const deepest = 8;

/** The headings of a table that is made of JSON stand above its rows, and nowhere in the file. */
export const headingLines = 1;

/**
 * JSON, or JSON Lines, as a table: the longest list of objects in it, with a column for each name that one of them has.
 * Names of objects in objects are joined by points. Numbers are as the file writes them. Below its headings a row has the number of
 * its line in JSON Lines, and else of its object in the list.
 *
 * Throws the `Problem` `file-damaged` for what is no JSON, `file-nothing-inside` where no list of objects is.
 */
export function jsonRows(text: string, file: string): readonly TableRow[] {
  const {values, lines} = parsed(text, file);
  const list = values.flatMap(value => listsIn(value, 0)).toSorted((a, b) => b.length - a.length)[0];
  if (list === undefined) throw new Problem('file-nothing-inside', {file});
  const objects = list.map(cellsOf);
  const names = [...new Set(objects.flatMap(each => [...each.keys()]))];
  return [
    {number: headingLines, cells: names},
    ...objects.map((each, at) => ({
      number: headingLines + (lines?.[at] ?? at + 1),
      cells: names.map(name => each.get(name) ?? ''),
    })),
  ];
}

/** What stands between a file of JSON Lines and the same once more: no line of it can be this. */
export const onceMore = '\0';

/** Names beyond these are those of a damaged file. */
const mostNames = 2000;

/**
 * JSON Lines as a table, which may be as large as a text: `lines` are all of the file for its names, `onceMore`, and all of
 * them again for its rows.
 *
 * Throws as `jsonRows` does, also for what is another file the second time.
 */
export async function* jsonLineRows(lines: AsyncIterable<string>, file: string): AsyncGenerator<TableRow> {
  const names = new Set<string>();
  let [isAgain, told, count, at] = [false, 0, 0, 0];
  for await (const line of lines) {
    at += 1;
    if (line === onceMore) {
      [isAgain, at] = [true, 0];
      yield {number: headingLines, cells: [...names]};
    }
    if (line === onceMore || line.trim() === '') continue;
    const cells = cellsOf(lineValue(line, file));
    if (!isAgain) {
      told += 1;
      for (const name of cells.keys()) names.add(name);
      if (names.size > mostNames) throw new Problem('file-damaged', {file});
      continue;
    }
    count += 1;
    if ([...cells.keys()].some(name => !names.has(name))) throw new Problem('file-damaged', {file});
    yield {number: headingLines + at, cells: Array.from(names, name => cells.get(name) ?? '')};
  }
  if (count !== told) throw new Problem('file-damaged', {file});
}

function lineValue(line: string, file: string): Json {
  let value: Json;
  try {
    value = parse(line.replace(/^\uFEFF/u, ''));
  } catch {
    throw new Problem('file-damaged', {file});
  }
  if (!isObject(value)) throw new Problem('file-nothing-inside', {file});
  return value;
}

/** Whether a file begins as JSON Lines do: an object on its first line, and the beginning of another on the second. */
export function isJsonLines(start: string): boolean {
  const end = start.indexOf('\n');
  if (
    end === -1 ||
    !start
      .slice(end + 1)
      .trimStart()
      .startsWith('{')
  )
    return false;
  try {
    return isObject(parse(start.slice(0, end).replace(/^\uFEFF/u, '')));
  } catch {
    return false;
  }
}

/** The values of a document: one, or, in JSON Lines, one list of those of each line, and the numbers of these lines. */
function parsed(text: string, file: string): {readonly values: readonly Json[]; readonly lines?: readonly number[]} {
  try {
    return {values: [parse(text)]};
  } catch {
    const lines = [...text.split('\n').entries()].filter(([, line]) => line.trim() !== '');
    try {
      return {values: [lines.map(([, line]) => parse(line))], lines: lines.map(([at]) => at + 1)};
    } catch {
      throw new Problem('file-damaged', {file});
    }
  }
}

/** `1250.10` stays what it is: as a number it would lose its zero, and a long one its last digits. */
const parse = (text: string): Json =>
  parseJson(text, (_name, value, {source = ''}) => (typeof value === 'number' ? source : value)) as Json;

/** TypeScript does not know yet that a value comes with the text that it was read from. */
const parseJson = JSON.parse as (
  text: string,
  revive: (name: string, value: unknown, context: {readonly source?: string}) => unknown,
) => unknown;

const isObject = (value: Json): value is {readonly [name: string]: Json} =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listsIn(value: Json, depth: number): readonly (readonly Json[])[] {
  if (depth > deepest || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? [value] : [];
  return Object.values(value).flatMap(each => listsIn(each, depth + 1));
}

const cellsOf = (value: Json): ReadonlyMap<string, string> => new Map(flat(value, '', 0));

function flat(value: Json, name: string, depth: number): readonly (readonly [string, string])[] {
  if (isObject(value) && depth < deepest)
    return Object.entries(value).flatMap(([own, each]) => flat(each, name === '' ? own : `${name}.${own}`, depth + 1));
  if (value === null) return [[name, '']];
  return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
}
