import {Problem} from '../../core/problem.js';
import {claimsBeside, type ReadJson} from './json-claims.js';
import type {TableRow} from './rows.js';

const deepest = 8;

/** Above the rows of a table that is made of JSON stand what is said of them and their headings, and nowhere in the file. */
export const headingLines = 2;

/**
 * JSON, or JSON Lines, as a table: the longest list of objects in it, or the one that is asked for by its name, with a column for
 * each name that one of them has. Of several lists one of entries that are not booked is the last to be taken.
 * Names of objects in objects are joined by points. Numbers are as the file writes them. What is said beside the list stands above its
 * headings. Below them a row has the number of its line in JSON Lines, and else of its object in the list.
 *
 * Throws the `Problem` `file-damaged` for what is no JSON, `file-nothing-inside` where no list of objects is.
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

/** What a bank calls entries that it has announced. */
const pending = /(?:^|\.)(?:pending|upcoming|scheduled|failed|rejected|errors?)$/iu;

/** What stands between a file of JSON Lines and the same once more: no line of it can be this. */
export const onceMore = '\0';

/** Names beyond these are those of a damaged file. */
const mostNames = 2000;

/**
 * JSON Lines as a table, which may be as large as a text: `lines` are all of the file for its names, `onceMore`, and all of
 * them again for its rows.
 *
 * Throws as `jsonTable` does, also for what is another file the second time.
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

/** `1250.10` stays what it is: as a number it would lose its zero, and a long one its last digits. */
const parse = (text: string): ReadJson =>
  parseJson(text, (_name, value, {source = ''}) => (typeof value === 'number' ? source : value)) as ReadJson;

/** The same; throws for a name that an object has twice, since only one of its values would be read. */
function parseChecked(text: string): ReadJson {
  const value = parse(text);
  const names = namesIn(value);
  // A text may hold what looks like the end of a name.
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

/** TypeScript does not know yet that a value comes with the text that it was read from. */
const parseJson = JSON.parse as (
  text: string,
  revive: (name: string, value: unknown, context: {readonly source?: string}) => unknown,
) => unknown;

const isObject = (value: ReadJson): value is {readonly [name: string]: ReadJson} =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type List = {
  /** The names that lead to it. */
  readonly name: string;
  readonly list: readonly ReadJson[];
  /** The objects that it stands in, outermost first. */
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
