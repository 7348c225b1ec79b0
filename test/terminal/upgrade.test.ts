import {readFileSync, symlinkSync} from 'node:fs';
import {join, resolve} from 'node:path';
import type {Plugin} from 'esbuild';
import {expect, inject, it, onTestFinished} from 'vitest';
import {bundle} from '../../tools/build.js';
import {startOffice} from '../office/office.js';
import {home, open, run} from './terminal.js';

/** A version that is made up: it has an event of its own, which it writes beside another. */
const changes: readonly (readonly [path: RegExp, from: string, to: string])[] = [
  [
    /src.core.shift.schema\.ts$/,
    "  'drawer-opened': object(",
    "  'cash-lent': object({to: someText('who')}, 'Cash was lent.'),\n  'drawer-opened': object(",
  ],
  [
    /src.core.shift.decide\.ts$/,
    'data: {kind, amount, reason, businessDate: businessDateOf(state, given)}}]',
    "data: {kind, amount, reason, businessDate: businessDateOf(state, given)}}, {type: 'cash-lent', data: {to: 'Asha'}}]",
  ],
];
const laterVersion: Plugin = {
  name: 'later-version',
  setup({onLoad}) {
    for (const [filter, from, to] of changes)
      onLoad({filter}, ({path}) => {
        const [before, after, ...more] = readFileSync(path, 'utf8').split(from);
        expect(more, path).toEqual([]);
        return {contents: `${before}${to}${after}`, loader: 'ts'};
      });
  },
};

/** Builds that version, and returns its program. */
async function laterProgram(): Promise<string> {
  const folder = home();
  await bundle(join(folder, 'dist'), [laterVersion]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return join(folder, 'dist', 'duka.js');
}

it('a later version goes on with all that is open, and this one refuses to write once it has written something new', async () => {
  const [till, later, office] = [home(), await laterProgram(), await startOffice()];
  onTestFinished(() => office.close());
  const command = async (line: string, {program = inject('duka'), exit = 0, input = '739154\n'} = {}) => {
    const words = line.split(' ').map(word => word.replaceAll('_', ' '));
    const ran = await run(
      till,
      [...words, '--json', '--pin-stdin', '--as', 'Amina'],
      {DUKA_PROFILE: 'sandbox'},
      input,
      program,
    );
    expect(ran.exit, `${line}\n${ran.error}${ran.out}`).toBe(exit);
    return JSON.parse((ran.out || ran.error).trimEnd().split('\n').at(-1) ?? '');
  };
  await run(
    till,
    ['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'],
    {DUKA_PROFILE: 'sandbox'},
    '739154\n',
  );
  await command('shift open --float KES:500');
  await command('cash sale --amount 250 --tendered 250');
  const {reference} = await command('collect --phone 0712345102 --amount 120 --wait 1', {exit: 3});
  await command('ticket park --line 120_Tea --name Table_7');
  await command(`join ${office.url} ${office.code()}`);

  // The later version has everything that was open.
  expect(await command('pending', {program: later})).toMatchObject([{reference, status: 'pending'}]);
  expect(await command('ticket parked', {program: later})).toMatchObject([{name: 'Table 7'}]);
  await command('ship --once', {program: later});
  await command('cash sale --amount 50 --tendered 50', {program: later});

  // Nothing new is written yet, so this version can go on.
  await command('cash sale --amount 10 --tendered 10');
  await command('cash out --amount 100 --reason lent', {program: later});
  expect(await command('cash sale --amount 10 --tendered 10', {exit: 7})).toMatchObject({error: 'journal-newer'});
  expect(await command('pending')).toMatchObject([{reference, status: 'pending'}]);
  const screen = open(till, {DUKA_PROFILE: 'sandbox'});
  await screen.sees('A newer Duka wrote this journal');
  screen.signal('SIGKILL');
  await screen.ended;
  const z = await command('shift z --skip-questions --count KES:710', {program: later});
  expect(z).toMatchObject({kind: 'z', number: 1});
  expect(await command('journal verify', {program: later})).toMatchObject({ok: true});
});
