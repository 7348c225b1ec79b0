import {createHash} from 'node:crypto';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {Problem, type ProblemCode} from '../../src/core/problem.js';
import type {SourceFile, SourceKind} from '../../src/core/reconcile/rows/row.js';
import {limits} from '../../src/sources/bytes.js';
import type {OpeningChoice} from '../../src/sources/open/container.js';
import {contentsOf} from '../../src/sources/open/contents.js';
import {openFile} from '../../src/sources/open/opener.js';
import {type ReadOptions, readSource} from '../../src/sources/source.js';

let folder: string | undefined;

/** The path of a file in a folder that goes away with the test. */
export function pathOf(name: string): string {
  if (folder === undefined) {
    const begun = mkdtempSync(join(tmpdir(), 'duka-sources-'));
    folder = begun;
    onTestFinished(() => {
      folder = undefined;
      rmSync(begun, {recursive: true, force: true});
    });
  }
  return join(folder, name);
}

/** Reads this as if somebody had sent it. */
export async function read<K extends SourceKind>(
  kind: K,
  content: string | Uint8Array,
  options: ReadOptions = {},
  name = 'file.csv',
) {
  await writeFile(pathOf(name), content);
  return listed(await readSource(kind, pathOf(name), options));
}

/** The same with its rows in a list. */
export const listed = <Row, Read extends {readonly source: SourceFile<Row>}>(found: Read) => ({
  ...found,
  source: {
    ...found.source,
    rows: [...found.source.rows] as Read['source']['rows'] extends Iterable<infer R> ? R[] : never,
  },
});

/** The rows of a file of a provider. */
export async function providerRows(content: string | Uint8Array, options?: ReadOptions) {
  return (await read('provider', content, options)).source.rows;
}

export async function bankRows(content: string | Uint8Array, options?: ReadOptions) {
  return (await read('bank', content, options)).source.rows;
}

/** The row of a booked entry, in shillings on 20 November 2026 unless more is said. */
export const entryOf = (line: number, entry: string, amount: string, narration: string, more: object = {}) => ({
  line,
  entry,
  amount,
  currency: 'KES',
  bookedOn: '2026-11-20',
  narration,
  status: '',
  ...more,
});

export async function problemWith(reading: Promise<unknown>): Promise<{code: ProblemCode; [fact: string]: unknown}> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof Problem) return {...error.facts, code: error.code};
    throw error;
  }
  throw new Error('it was read');
}

/** Expects that the reading fails with that code, and at least those facts. */
export async function expectProblem(reading: Promise<unknown>, problem: Readonly<Record<string, unknown>>) {
  expect(await problemWith(reading)).toMatchObject(problem);
}

type Asked = OpeningChoice & Pick<ReadOptions, 'mapping' | 'isUnproved'>;

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

/** Reads what is in it, opened in this process: the program that opens takes longer to start than to open most files. */
export async function readInside(content: Uint8Array | string, {mapping, isUnproved, ...choice}: Asked = {}) {
  const inside = await contentsOf(Buffer.from(content), {
    ...choice,
    file: 'sent',
    mostBytes: limits.opened * 1_000_000,
  });
  await writeFile(pathOf('text'), inside.content);
  const original = {name: 'sent', sha256: sha256(content), opened: inside.opened};
  return listed(await readSource('bank', pathOf('text'), {original, isUnproved, ...(mapping && {mapping})}));
}

/** Reads what is in it as a till does: opened by a program of its own. */
export async function readSent(content: Uint8Array | string, {mapping, ...choice}: Asked = {}) {
  writeFileSync(pathOf('sent'), content);
  const {path, original, close} = await openFile(pathOf('sent'), choice);
  try {
    return listed(await readSource('bank', path, {original, ...(mapping === undefined ? {} : {mapping})}));
  } finally {
    await close();
  }
}

/** Expects that nothing is read, with this problem and no other fact. */
export async function refuses(content: Uint8Array | string, code: string, asked: Asked = {}, facts: object = {}) {
  expect(await problemWith(readInside(content, asked))).toEqual({code, file: 'sent', ...facts});
}

export const amountsIn = async (...given: Parameters<typeof readInside>) =>
  (await readInside(...given)).source.rows.map(({amount}) => amount);

const marks = {
  'utf-8': [],
  bom: [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
  'windows-1252': [],
};
export type Written = keyof typeof marks;
export const writtenIn = Object.keys(marks) as Written[];

/** Windows-1252 has its own letters where Latin-1 has control characters. */
const windowsLetters = [...new TextDecoder('windows-1252').decode(Uint8Array.from({length: 256}, (_, byte) => byte))];

export function encoded(text: string, encoding: Written): Buffer {
  const mark = Buffer.from(marks[encoding]);
  if (encoding === 'windows-1252')
    return Buffer.from([...text].map(letter => Math.max(windowsLetters.indexOf(letter), 0)));
  if (encoding === 'utf-8' || encoding === 'bom') return Buffer.concat([mark, Buffer.from(text)]);
  const units = Buffer.from(text, 'utf16le');
  return Buffer.concat([mark, encoding === 'utf-16le' ? units : units.swap16()]);
}
