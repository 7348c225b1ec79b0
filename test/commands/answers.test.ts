import {existsSync, globSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, it} from 'vitest';
import {commandNames} from '../../src/commands/table.js';
import type {Spec} from '../../src/core/spec/spec.js';
import {specPages} from '../core/events/format-page.js';

type Module = {readonly answers?: Readonly<Record<string, Spec>>};

const file = 'docs/json.md';
const modules = await Promise.all(
  globSync('src/{commands,demo,selftest}/**/*.ts').map(
    path => import(/* @vite-ignore */ resolve(path)) as Promise<Module>,
  ),
);
const answers = modules.flatMap(({answers: its = {}}) => Object.entries(its));
const [prose = '', commands = ''] = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=## Commands)/m) : [];

it(`is what ${file} ends with: to be replaced by this where it is not (vitest -u)`, async () => {
  const sorted = answers.map(([name, spec]) => [`duka ${name}`, spec] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  await expect(`${prose}${specPages('Commands', sorted)}\n`).toMatchFileSnapshot(`../../${file}`);
});

it('has each command once', () => {
  const names = answers.map(([name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect([...new Set(names)]).toEqual(names);
  expect(names.filter(name => !commandNames.some(command => command === name.split(' ')[0]))).toEqual([]);
});

it('says of every member what it is', () =>
  expect(commands.split('\n').filter(line => /^\| `[^|]*\|[^|]*\| *\|$/.test(line))).toEqual([]));
