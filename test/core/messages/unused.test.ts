// @module-tag slow

import {execFile} from 'node:child_process';
import {cpSync, globSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {languages} from '../../../src/core/messages/messages.js';
import {problemExits} from '../../../src/core/problem.js';

const folders = ['src', 'store', 'screens'];

/** The path of every sentence in `Messages`; what is told to customers stands in all languages elsewhere. */
const sentences = readdirSync('messages/en').flatMap(file => {
  const area = file.replace('.json', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const keys = Object.keys(JSON.parse(readFileSync(`messages/en/${file}`, 'utf8')) as object);
  return keys.map(key => `${area}.${key}`).filter(path => !path.startsWith('payment.say.'));
});

const sources = globSync(`{${folders}}/**/*.{ts,tsx}`, {
  exclude: ['**/generated/**', 'src/sandbox/**', 'src/core/problem.ts'],
})
  .map(file => readFileSync(file, 'utf8'))
  .join('\n');

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('.'));
const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
const namesIn = Map.groupBy(sentences, folderOf);
const shapeOf = (folder: string) => (namesIn.get(folder) ?? []).map(nameOf).join();
/** A folder and those beside it that have sentences of the same names: a variable may stand for each of them. */
const kinOf = (folder: string) =>
  [...namesIn.keys()].filter(each => folderOf(each) === folderOf(folder) && shapeOf(each) === shapeOf(folder));

type Tree = Map<string, Tree>;

/** The types of the messages without a sentence: each folder has one member instead, by which the compiler names it. */
function emptyTypes(): string {
  const root: Tree = new Map();
  for (const path of sentences) {
    let tree = root;
    for (const name of path.split('.').slice(0, -1)) {
      const inner: Tree = tree.get(name) ?? new Map();
      tree.set(name, inner);
      tree = inner;
    }
  }
  const typeOf = (tree: Tree, path: string): string => {
    const mark = `Folder<${JSON.stringify(path)}>`;
    if (/^[\d,]+$/.test(shapeOf(path))) return `readonly ${mark}[]`;
    const inner = [...tree].map(([name, each]) => `${JSON.stringify(name)}: ${typeOf(each, `${path}.${name}`)}`);
    return `{${[`'#': ${mark}`, ...inner].join('; ')}}`;
  };
  const areas = [...root].map(([area, tree]) => `${area}: ${typeOf(tree, area)}`);
  return [
    'type Folder<P extends string> = symbol & {readonly folder: P};',
    `export type Messages = {intl: any; ${areas.join('; ')}};`,
    `export const catalogues = {} as Record<${languages.map(each => `'${each}'`).join(' | ')}, any>;`,
  ].join('\n');
}

/** What the compiler says of the sources, in which every sentence that is asked for is missing. */
async function complaints(): Promise<readonly string[]> {
  // Inside the project, so that the packages are found.
  const folder = mkdtempSync('node_modules/.unused-');
  onTestFinished(() => rmSync(folder, {recursive: true}));
  for (const each of folders) cpSync(each, join(folder, each), {recursive: true});
  rmSync(join(folder, 'src/sandbox'), {recursive: true});
  writeFileSync(join(folder, 'src/core/messages/generated/catalogues.ts'), emptyTypes());
  // What has not changed since the last run is not checked again.
  const [known, kept] = [join(folder, 'known.json'), 'node_modules/.cache/unused.json'];
  for (const each of globSync(kept)) cpSync(each, known);
  const compilerOptions = {noErrorTruncation: true, tsBuildInfoFile: 'known.json'};
  const options = {extends: '../../tsconfig.json', compilerOptions, include: folders};
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const said = await new Promise<string>(resolve => {
    const command = ['node_modules/typescript/bin/tsc', '-p', folder, '--pretty', 'false', '--singleThreaded'];
    execFile(process.execPath, command, {maxBuffer: 64 * 1024 * 1024}, (_, told) => resolve(told));
  });
  renameSync(known, kept);
  return said.split(/\n(?=\S)/);
}

/** What follows the place of a complaint. */
function sourceAt(complaint: string): string {
  const [, file = '', line, column] = /^(\S+)\((\d+),(\d+)\)/.exec(complaint) ?? [];
  return (
    readFileSync(file, 'utf8')
      .split('\n')
      [Number(line) - 1]?.slice(Number(column) - 1) ?? ''
  );
}

it('has no sentence that nobody asks for', {tags: ['thorough'], timeout: 600_000}, async () => {
  const asked = new Set<string>();
  /** Folders out of which a variable takes its sentence, and those that are handed on as a whole. */
  const turned = new Set<string>();
  for (const [, path = ''] of sources.matchAll(/keyof Messages((?:\['\w+'\])+)/g))
    turned.add(path.slice(2, -2).replaceAll("']['", '.'));
  for (const complaint of await complaints()) {
    const foldersIn = (text: string) => [...text.matchAll(/older(?:<|: )"([^"]+)"/g)].map(([, path = '']) => path);
    const [, name, type = ''] = /roperty '([^']+)' does not exist on type '([^\n]*)'/.exec(complaint) ?? [];
    const [, keys = '', indexed = ''] =
      /expression of type '([^\n]+)' can't be used to index type '(.*)'/.exec(complaint) ?? [];
    // What has a type that is called by a name of its own is known by its name alone.
    if (indexed !== '' && foldersIn(indexed).length === 0)
      for (const [, key = ''] of keys.matchAll(/"([^"]+)"/g)) asked.add(key);
    if (name === undefined) for (const path of foldersIn(complaint)) turned.add(path);
    else {
      const paths = foldersIn(type);
      const isNamed = sourceAt(complaint).replace("'", '').startsWith(name);
      for (const path of paths) asked.add(`${path}.${name}`);
      if (!isNamed) for (const path of paths) turned.add(path);
      if (paths.length === 0) asked.add(name);
    }
  }
  expect(asked.size).toBeGreaterThan(1000);
  const isAsked = (path: string) =>
    asked.has(nameOf(path)) ||
    /\.\d+$/.test(path) ||
    kinOf(folderOf(path)).some(folder => turned.has(folder) || asked.has(`${folder}.${nameOf(path)}`));
  expect(sentences.filter(path => !isAsked(path))).toEqual([]);
});

it('has no sentence of a name that nothing has', () => {
  const spoken = new Set([...(sources.match(/[\p{L}\d]+/gu) ?? []), ...languages]);
  const isNamed = (name: string) => /^\d*$/.test(name) || spoken.has(name);
  expect(sentences.filter(path => !path.split(/[^\p{L}\d]+/u).every(isNamed))).toEqual([]);
});

it('has no problem that nobody meets', () =>
  expect(Object.keys(problemExits).filter(code => !sources.includes(`'${code}'`))).toEqual([]));
