import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {openJournal} from '../../store/journal.js';
import {MemoryDisk} from './memory-disk.js';
import {clockAt, collect, options, problemOf, reference, requested, sent, temporaryFolder, watched} from './support.js';

it('answers beside a writer from what was there when it opened', async () => {
  const folder = temporaryFolder();
  const clock = clockAt('2026-11-20T12:00:00Z');
  const write = options(folder, {now: () => clock.now});
  const writer = await openJournal(write);
  await writer.append([requested(1), sent(1)]);
  const reader = await openJournal({...write, mode: 'read'});
  await writer.append([sent(2)]);
  clock.set('2026-11-21T12:00:00Z');
  await writer.append([sent(3)]);
  expect(reader.opening.events).toHaveLength(3);
  expect(await collect(reader.readSegment('2026-11-20'))).toHaveLength(3);
  expect(await reader.segments()).toEqual(['2026-11-20']);
  expect(await reader.verify()).toMatchObject({segments: 1, events: 3, tornBytes: 0});
  expect(await reader.eventsOf(reference(1))).toHaveLength(2);
  await reader.close();
  const later = await openJournal({...write, mode: 'read'});
  expect(await later.verify()).toMatchObject({segments: 2, events: 6});
  await later.close();
  await writer.close();
});

it('passes a torn last line over, says so, and leaves it', async () => {
  const folder = temporaryFolder();
  const writer = await openJournal(options(folder));
  await writer.append([sent(1)]);
  await writer.close();
  const path = join(folder, 'journal/2026-11-20.jsonl');
  appendFileSync(path, '{"seq":3');
  const whole = readFileSync(path);
  const reader = await openJournal(options(folder, {mode: 'read'}));
  expect(reader.opening).toMatchObject({events: {length: 2}, tornBytes: 8});
  expect(await reader.verify()).toMatchObject({events: 2, tornBytes: 8});
  await reader.close();
  expect(readFileSync(path)).toEqual(whole);
});

it.each(['', '{"seq":4,"v":1'])(
  'takes a segment whose making was cut at %j for none; a writer makes it again',
  async rest => {
    const folder = temporaryFolder();
    const clock = clockAt('2026-11-20T12:00:00Z');
    const write = options(folder, {now: () => clock.now});
    const writer = await openJournal(write);
    await writer.append([sent(1)]);
    await writer.close();
    const path = join(folder, 'journal/2026-11-21.jsonl');
    writeFileSync(path, rest);
    const reader = await openJournal({...write, mode: 'read'});
    expect(await reader.segments()).toEqual(['2026-11-20']);
    expect(reader.opening).toMatchObject({events: {length: 2}, tornBytes: rest.length});
    await reader.close();
    expect(readFileSync(path, 'utf8')).toBe(rest);
    clock.set('2026-11-21T12:00:00Z');
    const again = await openJournal(write);
    expect(again.opening.tornBytes).toBe(rest.length);
    await again.append([sent(2)]);
    expect(await again.segments()).toEqual(['2026-11-20', '2026-11-21']);
    expect(await again.verify()).toMatchObject({segments: 2, events: 4, tornBytes: 0});
    await again.close();
  },
);

it('takes a journal whose very first line was cut for an empty one', async () => {
  const folder = temporaryFolder();
  const {disk, path} = {disk: new MemoryDisk(), path: join(folder, 'journal/2026-11-20.jsonl')};
  disk.files.set(path, {bytes: Buffer.from('{"seq":1'), synced: 8});
  const write = options(folder, {disk});
  const reader = await openJournal({...write, mode: 'read'});
  expect(reader.opening).toEqual({carried: [], totals: null, events: [], tornBytes: 8});
  expect(disk.files.size).toBe(1);
  const writer = await openJournal(write);
  expect(disk.files.size).toBe(0);
  await writer.append([sent(1)]);
  expect(await writer.verify()).toMatchObject({segments: 1, events: 2});
  await writer.close();
});

it('starts over when a writer takes a half-made segment away meanwhile', async () => {
  const disk = new MemoryDisk();
  const write = options('/till', {disk});
  const writer = await openJournal(write);
  await writer.append([sent(1)]);
  await writer.close();
  const half = '/till/journal/2026-11-21.jsonl';
  disk.files.set(half, {bytes: Buffer.from('{'), synced: 1});
  const {disk: vanishing, count} = watched(({path}) => path === half && disk.files.delete(half), disk);
  const reader = await openJournal({...write, mode: 'read', disk: vanishing});
  expect(reader.opening).toMatchObject({events: {length: 2}, tornBytes: 0});
  expect(count('list')).toBe(3);
});

it('reads no line that is added while it reads, however long the file is', async () => {
  const disk = new MemoryDisk();
  const writer = await openJournal(options('/till', {disk}));
  await writer.append([requested(1, {description: 'x'.repeat(20_000)}), sent(1)]);
  const reader = await openJournal(options('/till', {disk, mode: 'read'}));
  await writer.append([sent(2)]);
  expect(await reader.verify()).toMatchObject({events: 3});
  expect(await collect(reader.readSegment('2026-11-20'))).toHaveLength(3);
  await reader.close();
  await writer.close();
});

it('gives out every line before the damage', async () => {
  const disk = new MemoryDisk();
  const path = '/till/journal/2026-11-20.jsonl';
  const journal = await openJournal(options('/till', {disk}));
  await journal.append([sent(1), sent(2), sent(3)]);
  const file = disk.files.get(path);
  const lines = file?.bytes.toString().split('\n') ?? [];
  const bytes = Buffer.from([...lines.slice(0, 3), lines[3]?.replace('"cashier"', '"Cashier"'), ''].join('\n'));
  Object.assign(file ?? {}, {bytes, synced: bytes.length});
  const seen: number[] = [];
  const reading = async () => {
    for await (const {seq} of journal.readSegment('2026-11-20')) seen.push(seq);
  };
  expect(await problemOf(reading())).toMatchObject({code: 'journal-damaged', line: 4});
  expect(seen).toEqual([1, 2, 3]);
  await journal.close();
});

it('streams a segment whose lines run over many chunks', async () => {
  const disk = new MemoryDisk();
  const writer = await openJournal(options('/till', {disk}));
  const description = 'x'.repeat(700_000);
  for (let number = 1; number < 4; number += 1) await writer.append([requested(number, {description}), sent(number)]);
  const events = await collect(writer.readSegment('2026-11-20'));
  expect(events.map(({type}) => type)).toEqual(['segment-opened', ...Array(3).fill(['requested', 'sent']).flat()]);
  await writer.close();
  const again = await openJournal(options('/till', {disk}));
  expect(again.opening.events).toEqual(events);
  await again.close();
});

it('refuses an event that is longer than any may be, and that one alone', async () => {
  const writer = await openJournal(options('/till', {disk: new MemoryDisk()}));
  await expect(writer.append([requested(1, {description: 'x'.repeat(5_000_000)})])).rejects.toThrow(RangeError);
  expect(await writer.append([sent(1)])).toHaveLength(1);
  await writer.close();
});

it('says why a file cannot be read', async () => {
  const disk = new MemoryDisk();
  disk.operationsLeft = 0;
  expect(await problemOf(openJournal(options('/till', {disk, mode: 'read'})))).toMatchObject({cause: 'EIO'});
});
