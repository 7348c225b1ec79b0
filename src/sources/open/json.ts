import {Problem} from '../../core/problem.js';
import {claimsBeside, type ReadJson} from '../json-claims.js';
import type {TableRow} from './rows.js';

const deepest = 8;

/** The lines above the rows of a table made from JSON, which the file does not have: what is said about the list, and headings. */
export const headingLines = 2;

/**
 * Returns JSON or JSON Lines as a table: the longest list of objects in it, or the one that the person asked for by name, with a column for
 * each name that any of its objects has. A list of entries that are not booked is only taken if there is no other. The names of nested
 * objects are joined by points. Numbers stay as the file writes them. What is said about the list stands above the headings. Below them,
 * each row has the number of its line if the file is JSON Lines, and otherwise of its object in the list. Throws the `Problem`
 * `file-damaged` for a text that is not JSON, and `file-nothing-inside` if there is no list of objects.
 */
export function jsonTable(text: string, {file, part}: {readonly file: string; readonly part?: string | undefined}) {
  const {values, lines} = parsed(text, file);
  const lists = values
    .flatMap(value => listsIn(value, {name: '', around: []}, 0))
    .toSorted((a, b) => Number(pending.test(a.name)) - Number(pending.test(b.name)) || b.list.length - a.list.length);
  const taken = lists.find(({name}) => name === part) ?? lists[0];
  if (taken === undefined) throw new Problem('file-nothing-inside', {file});
  const objects = taken.list.map(cellsOf);
  const names = [...new Set(objects.flatMap(each => [...each.keys()]))];
  const announced = lists.filter(each => each !== taken && pending.test(each.name));
  const cells = claimsBeside(
    taken.around,
    objects.length,
    announced.reduce((sum, {list}) => sum + list.length, 0),
  );
  const rows: readonly TableRow[] = [
    ...(cells.length > 0 ? [{number: 1, cells}] : []),
    {number: headingLines, cells: names},
    ...objects.map((each, at) => ({
      number: headingLines + (lines?.[at] ?? at + 1),
      cells: names.map(name => each.get(name) ?? ''),
    })),
  ];
  const isOne = lists.length === 1;
  return {rows, part: isOne ? '' : taken.name, others: lists.filter(each => each !== taken).map(({name}) => name)};
}

/** Names of lists of entries that are announced or failed, and so are not booked. */
const pending = /(?:^|\.)(?:pending|upcoming|scheduled|failed|rejected|errors?)$/iu;

/** The line between the two copies of a JSON Lines file. No line of the file can be the same. */
export const onceMore = '\0';

/** A file with more names is damaged. */
const mostNames = 2000;

/**
 * Yields JSON Lines as a table; the file may be as large as a text. `lines` are all lines of the file, from which the names are taken, then
 * `onceMore`, then all lines again for the rows. Throws the same `Problem`s as `jsonTable`. A file that has changed the second time counts
 * as damaged.
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
    const cells = cellsOf(lineValue(line, file, isAgain ? parse : parseChecked));
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

function lineValue(line: string, file: string, read: (text: string) => ReadJson): ReadJson {
  let value: ReadJson;
  try {
    value = read(line.replace(/^\uFEFF/u, ''));
  } catch {
    throw new Problem('file-damaged', {file});
  }
  if (!isObject(value)) throw new Problem('file-nothing-inside', {file});
  return value;
}

/** Returns whether a file begins like JSON Lines: an object on the first line, and the beginning of another on the second. */
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

/** Returns a document's only value, or, for JSON Lines, one list of the values of all lines, with their numbers. */
function parsed(
  text: string,
  file: string,
): {readonly values: readonly ReadJson[]; readonly lines?: readonly number[]} {
  try {
    return {values: [parseChecked(text)]};
  } catch {
    const lines = [...text.split('\n').entries()].filter(([, line]) => line.trim() !== '');
    try {
      return {values: [lines.map(([, line]) => parseChecked(line))], lines: lines.map(([at]) => at + 1)};
    } catch {
      throw new Problem('file-damaged', {file});
    }
  }
}

/** Parses JSON and keeps every number as text: as a number, `1250.10` would lose its zero, and a long one its last digits. */
const parse = (text: string): ReadJson =>
  parseJson(text, (_name, value, {source = ''}) => (typeof value === 'number' ? source : value)) as ReadJson;

/** Like `parse`, but throws if an object has a name twice, since only one of its values would be read. */
function parseChecked(text: string): ReadJson {
  const value = parse(text);
  const names = namesIn(value);
  // A text may contain something that looks like the end of a name.
  if (countOf(text, '":') === names && !/"\s+:/u.test(text)) return value;
  if ([...text.matchAll(/"(?:[^"\\]|\\.)*"(?<colon>\s*:)?/gu)].filter(isName).length === names) return value;
  throw new SyntaxError('a name stands in an object twice');
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) count += 1;
  return count;
}

function namesIn(value: ReadJson): number {
  if (typeof value !== 'object' || value === null) return 0;
  let names = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const each of Object.values(value)) names += namesIn(each);
  return names;
}

const isName = ({groups}: RegExpMatchArray) => groups?.['colon'] !== undefined;

/** The types of TypeScript do not have the source text of a value yet. */
const parseJson = JSON.parse as (
  text: string,
  revive: (name: string, value: unknown, context: {readonly source?: string}) => unknown,
) => unknown;

const isObject = (value: ReadJson): value is {readonly [name: string]: ReadJson} =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type List = {
  /** The names that lead to the list, joined by points. */
  readonly name: string;
  readonly list: readonly ReadJson[];
  /** The objects around the list, outermost first. */
  readonly around: readonly ReadJson[];
};

function listsIn(value: ReadJson, {name, around}: Omit<List, 'list'>, depth: number): readonly List[] {
  if (depth > deepest || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? [{name, list: value, around}] : [];
  return Object.entries(value).flatMap(([own, each]) =>
    listsIn(each, {name: name === '' ? own : `${name}.${own}`, around: [...around, value]}, depth + 1),
  );
}

const cellsOf = (value: ReadJson): ReadonlyMap<string, string> => new Map(flat(value, '', 0));

function flat(value: ReadJson, name: string, depth: number): readonly (readonly [string, string])[] {
  if (isObject(value) && depth < deepest)
    return Object.entries(value).flatMap(([own, each]) => flat(each, name === '' ? own : `${name}.${own}`, depth + 1));
  if (value === null) return [[name, '']];
  return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
}
