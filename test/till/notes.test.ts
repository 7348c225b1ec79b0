import {appendFileSync, existsSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, vi} from 'vitest';
import type {NewEvent} from '../../src/core/journal/event.js';
import {leaveNote, type Note, takeNotes, waitingNotes} from '../../src/till/notes.js';
import {temporaryFolder} from '../store/support.js';

const at = '2026-11-20T12:00:00Z';
const damage = (more: Partial<Extract<Note, {type: 'journal-refused'}>['data']> = {}): Note => ({
  type: 'journal-refused',
  person: 'Amina',
  data: {at, segment: '2026-11-20', line: 3, why: 'hash', ...more},
});
const exported: Note = {
  type: 'exported',
  person: 'Amina',
  data: {at, kind: 'journal', format: 'csv', from: '2026-11-20', to: '2026-11-20', sha256: 'a'.repeat(64)},
};

it.each([
  ['the same damage, later', damage({at: '2026-11-20T13:00:00Z'}), 1],
  ['another line', damage({line: 4}), 2],
  ['another segment', damage({segment: '2026-11-21'}), 2],
  ['another reason', damage({why: 'torn'}), 2],
  ['an export', exported, 2],
])('damage is told once: beside %s', async (_, next, count) => {
  const folder = temporaryFolder();
  await leaveNote(folder, damage());
  await leaveNote(folder, next);
  const waiting = await waitingNotes(folder);
  expect(waiting).toHaveLength(count);
  expect(waiting[0]).toEqual(damage());
});

it('an export is told each time, to its owner alone', async () => {
  const folder = temporaryFolder();
  for (let times = 0; times < 2; times += 1) await leaveNote(folder, exported);
  expect(await waitingNotes(folder)).toEqual([exported, exported]);
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
  await takeNotes(folder, journal);
  expect(written).toEqual([]);
  const sale = {type: 'sent', person: 'Amina', data: {reference: 'T7K00000001'}};
  for (let line = 1; line <= 1001; line += 1)
    appendFileSync(join(folder, 'notes.jsonl'), `${JSON.stringify(damage({line}))}\n`);
  for (const line of ['no JSON', '{}', JSON.stringify(sale)]) appendFileSync(join(folder, 'notes.jsonl'), `${line}\n`);
  await takeNotes(folder, journal);
  const [taken = []] = written;
  expect([taken.length, taken[0], taken.at(-1)]).toEqual([1000, damage({line: 2}), damage({line: 1001})]);
  expect(existsSync(join(folder, 'notes.jsonl'))).toBe(false);
  await takeNotes(folder, journal);
  expect(written).toHaveLength(1);
});

it('what the journal did not take waits on', async () => {
  const folder = temporaryFolder();
  await leaveNote(folder, exported);
  const full = {append: async () => Promise.reject(new Error('the disk is full'))};
  await expect(takeNotes(folder, full)).rejects.toThrow('the disk is full');
  expect(await waitingNotes(folder)).toEqual([exported]);
});

it('what is noted while others are recorded waits, also after a crash', async () => {
  const folder = temporaryFolder();
  const written: Note[] = [];
  const append = async (events: readonly NewEvent[]) => {
    await leaveNote(folder, damage({line: 4}));
    written.push(...(events as readonly Note[]));
    return [];
  };
  await leaveNote(folder, exported);
  await takeNotes(folder, {append});
  expect([written, await waitingNotes(folder)]).toEqual([[exported], [damage({line: 4})]]);

  const crash = {append: () => Promise.reject(new Error('the power went'))};
  await expect(takeNotes(folder, crash)).rejects.toThrow('the power went');
  await leaveNote(folder, exported);
  const rest = vi.fn(async () => []);
  await takeNotes(folder, {append: rest});
  expect([rest.mock.calls, await waitingNotes(folder)]).toEqual([[[[damage({line: 4})]], [[exported]]], []]);
});
