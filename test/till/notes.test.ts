import {createHmac} from 'node:crypto';
import {appendFileSync, existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, vi} from 'vitest';
import type {NewEvent} from '../../src/core/events/event.js';
import {leaveNote, type Note, takeNotes, waitingNotes} from '../../src/till/notes.js';
import {temporaryFolder} from '../store/support.js';

const keyNamed = (name: string) => ({
  seal: (text: string) => createHmac('sha256', name).update(text).digest('base64url'),
});
const key = keyNamed('of the till');

const at = '2026-11-20T12:00:00Z';
const damage = (more: Partial<Extract<Note, {type: 'journal-refused'}>['data']> = {}): Note => ({
  type: 'journal-refused',
  person: 'Amina',
  data: {at, segment: '2026-11-20', line: 3, why: 'hash', ...more},
});
const exported: Extract<Note, {type: 'exported'}> = {
  type: 'exported',
  person: 'Amina',
  data: {at, kind: 'journal', format: 'csv', from: '2026-11-20', to: '2026-11-20', sha256: 'a'.repeat(64)},
};

const exportedTo = (line: number): Note => ({...exported, data: {...exported.data, to: `line ${line}`}});

it.each([
  ['the same damage, later', damage({at: '2026-11-20T13:00:00Z'}), 1],
  ['another line', damage({line: 4}), 2],
  ['another segment', damage({segment: '2026-11-21'}), 2],
  ['another reason', damage({why: 'torn'}), 2],
  ['an export', exported, 2],
])('damage is told once: beside %s', async (_, next, count) => {
  const folder = temporaryFolder();
  await leaveNote(folder, damage(), key);
  await leaveNote(folder, next, key);
  const waiting = await waitingNotes(folder, key);
  expect(waiting).toHaveLength(count);
  expect(waiting[0]).toEqual(damage());
});

it('an export is told each time, to its owner alone', async () => {
  const folder = temporaryFolder();
  for (let times = 0; times < 2; times += 1) await leaveNote(folder, exported, key);
  expect(await waitingNotes(folder, key)).toEqual([exported, exported]);
  expect(statSync(join(folder, 'notes.jsonl')).mode & 0o777).toBe(0o600);
});

it('what waits is taken once, oldest first, past what is no note, and the newest thousand of it', async () => {
  const folder = temporaryFolder();
  const written: NewEvent[][] = [];
  const append = async (events: readonly NewEvent[]) => {
    written.push([...events]);
    return [];
  };
  const journal = {append};
  await takeNotes(folder, journal, key);
  expect(written).toEqual([]);
  const sale = {type: 'sent', person: 'Amina', data: {reference: 'T7K00000001'}};
  for (let line = 1; line <= 1001; line += 1) await leaveNote(folder, exportedTo(line), key);
  for (const line of ['no JSON', '{}', JSON.stringify(sale)]) appendFileSync(join(folder, 'notes.jsonl'), `${line}\n`);
  await takeNotes(folder, journal, key);
  const [taken = []] = written;
  expect([taken.length, taken[0], taken.at(-1)]).toEqual([1000, exportedTo(2), exportedTo(1001)]);
  expect(existsSync(join(folder, 'notes.jsonl'))).toBe(false);
  await takeNotes(folder, journal, key);
  expect(written).toHaveLength(1);
});

it('what the journal did not take waits on', async () => {
  const folder = temporaryFolder();
  await leaveNote(folder, exported, key);
  const full = {append: async () => Promise.reject(new Error('the disk is full'))};
  await expect(takeNotes(folder, full, key)).rejects.toThrow('the disk is full');
  expect(await waitingNotes(folder, key)).toEqual([exported]);
});

it('what is noted while others are recorded waits, also after a crash', async () => {
  const folder = temporaryFolder();
  const written: Note[] = [];
  const append = async (events: readonly NewEvent[]) => {
    await leaveNote(folder, damage({line: 4}), key);
    written.push(...(events as readonly Note[]));
    return [];
  };
  await leaveNote(folder, exported, key);
  await takeNotes(folder, {append}, key);
  expect([written, await waitingNotes(folder, key)]).toEqual([[exported], [damage({line: 4})]]);

  const crash = {append: () => Promise.reject(new Error('the power went'))};
  await expect(takeNotes(folder, crash, key)).rejects.toThrow('the power went');
  await leaveNote(folder, exported, key);
  const rest = vi.fn(async () => []);
  await takeNotes(folder, {append: rest}, key);
  expect([rest.mock.calls, await waitingNotes(folder, key)]).toEqual([[[[damage({line: 4})]], [[exported]]], []]);
});

it.each([
  ['without a seal', (line: object) => ({...line, seal: undefined})],
  ['of another person', (line: object) => ({...line, person: 'Njeri'})],
  ['of another day', (line: object) => ({...line, data: {...exported.data, from: '2026-11-19'}})],
  ['with the seal of another key', (line: object) => ({...line, seal: keyNamed('of nobody').seal('')})],
])('proves nobody: a note %s', async (_, change) => {
  const folder = temporaryFolder();
  await leaveNote(folder, exported, key);
  const path = join(folder, 'notes.jsonl');
  const changed = change(JSON.parse(readFileSync(path, 'utf8')));
  writeFileSync(path, `${JSON.stringify(changed)}\n`);
  const written: NewEvent[] = [];
  const append = async (events: readonly NewEvent[]) => {
    written.push(...events);
    return [];
  };
  await takeNotes(folder, {append}, key);
  expect(written).toMatchObject([
    {type: 'exported', person: 'cashier', data: {unproved: 'person' in changed ? changed.person : 'Amina'}},
  ]);
});

it('a process that cannot read the key proves nobody, neither as it writes nor as it reads', async () => {
  const folder = temporaryFolder();
  await leaveNote(folder, exported, undefined);
  await leaveNote(folder, damage(), key);
  expect(await waitingNotes(folder, key)).toMatchObject([{data: {unproved: 'Amina'}}, damage()]);
  expect(await waitingNotes(folder, undefined)).toMatchObject([
    {data: {unproved: 'Amina'}},
    {data: {unproved: 'Amina'}},
  ]);
});
