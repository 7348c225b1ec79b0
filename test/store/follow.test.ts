import {appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {StoredEvent} from '../../src/core/events/event.js';
import {openedLine} from '../../src/core/journal/customers.js';
import {nodeDisk} from '../../store/disk.js';
import {followJournal} from '../../store/follow.js';
import {openJournal} from '../../store/journal.js';
import {forAllAsync} from '../hostile/runs.js';
import {MemoryDisk} from './memory-disk.js';
import {clockAt, collect, options, problemOf, requested, sent, temporaryFolder, watched} from './support.js';

const day = (date: string) => `${date}T12:00:00Z`;
const segment = (folder: string, date = '2026-11-20') => join(folder, 'journal', `${date}.jsonl`);

/** As often as it takes to look for a later segment. */
async function readFully(follower: {read: () => Promise<readonly StoredEvent[]>}): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let call = 0; call < 6; call += 1) events.push(...(await follower.read()));
  return events;
}

it('waits for a journal that is not there yet, and tells each event once', async () => {
  const folder = temporaryFolder();
  const follower = followJournal(folder);
  expect(await follower.read()).toEqual([]);
  const journal = await openJournal(options(folder));
  expect(await follower.read()).toEqual([]);
  const [first] = await journal.append([requested(1)]);
  expect(await follower.read()).toMatchObject([{type: 'segment-opened'}, first]);
  expect(await follower.read()).toEqual([]);
  const more = await journal.append([sent(1), sent(2)]);
  expect(await follower.read()).toEqual(more);
  await journal.close();
});

it('begins with the last two days, and goes on over the turn of a day', async () => {
  const folder = temporaryFolder();
  const clock = clockAt(day('2026-11-18'));
  const journal = await openJournal(options(folder, {now: () => clock.now}));
  for (const date of ['2026-11-18', '2026-11-19', '2026-11-20']) {
    clock.set(day(date));
    await journal.append([sent(1)]);
  }
  const follower = followJournal(folder);
  expect((await follower.read()).map(({seq}) => seq)).toEqual([3, 4, 5, 6]);
  for (const date of ['2026-11-21', '2026-11-24']) {
    clock.set(day(date));
    await journal.append([sent(2)]);
  }
  expect((await readFully(follower)).map(({seq, type}) => `${seq} ${type}`)).toEqual([
    '7 segment-opened',
    '8 sent',
    '9 segment-opened',
    '10 sent',
  ]);
  await journal.close();
});

it('asks the disk one thing while nothing is new, and never changes anything', async () => {
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder));
  await journal.append([sent(1)]);
  const {disk, calls, count} = watched();
  const follower = followJournal(folder, disk);
  await follower.read();
  calls.length = 0;
  for (let call = 0; call < 100; call += 1) expect(await follower.read()).toEqual([]);
  expect([count('size'), count('list'), calls.length]).toEqual([100, 20, 120]);
  await journal.append([sent(2)]);
  expect(await follower.read()).toHaveLength(1);
  expect(
    calls.map(({call}) => call).filter(call => !/^(size|list|open to read|file size|read|close)$/.test(call)),
  ).toEqual([]);
  await journal.close();
});

it('reads on by the bytes that are new alone', async () => {
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder));
  for (let number = 1; number <= 300; number += 1) await journal.append([sent(number)]);
  let bytes = 0;
  const follower = followJournal(folder, {
    ...nodeDisk,
    open: async (path, mode) => {
      const file = await nodeDisk.open(path, mode);
      const read = async (buffer: Uint8Array, position: number) => {
        const got = await file.read(buffer, position);
        bytes += got;
        return got;
      };
      return {...file, read};
    },
  });
  await follower.read();
  bytes = 0;
  const [event] = await journal.append([sent(301)]);
  expect(await follower.read()).toEqual([event]);
  expect(bytes).toBe(Buffer.byteLength(JSON.stringify(event)) + 1);
  await journal.close();
});

it('tells what was written and nothing else, however the writing is cut', {tags: ['slow']}, async () => {
  const whole = await wholeJournal();
  await forAllAsync({numRuns: 60}, fc.array(fc.integer({min: 0, max: whole.length}), {maxLength: 12}), async cuts => {
    const folder = '/till';
    const disk = new MemoryDisk();
    const file: {bytes: Buffer; synced: number} = {bytes: Buffer.alloc(0), synced: 0};
    disk.files.set(segment(folder), file);
    const follower = followJournal(folder, disk);
    const told: StoredEvent[] = [];
    for (const cut of [...cuts.sort((a, b) => a - b), whole.length]) {
      file.bytes = whole.subarray(0, cut);
      told.push(...(await follower.read()));
      const lines = file.bytes.toString('utf8').split('\n').slice(0, -1);
      expect(told.map(event => JSON.stringify(event))).toEqual(
        lines.map(line => JSON.stringify(openedLine(JSON.parse(line)))),
      );
    }
    expect(disk.openFiles).toBe(0);
  });
});

async function wholeJournal(): Promise<Buffer> {
  const disk = new MemoryDisk();
  const journal = await openJournal(options('/till', {disk}));
  for (let number = 1; number <= 12; number += 1)
    await journal.append([number % 3 === 0 ? requested(number) : sent(number)]);
  await journal.close();
  return disk.files.get(segment('/till'))?.bytes ?? Buffer.alloc(0);
}

it('passes over a torn line that a starting writer takes off', {tags: ['slow']}, async () => {
  const folder = temporaryFolder();
  const killed = await openJournal(options(folder));
  await killed.append([sent(1)]);
  await killed.close();
  const follower = followJournal(folder);
  await follower.read();
  appendFileSync(segment(folder), '{"seq":3,"v":1,"at":"2026-11');
  expect(await follower.read()).toEqual([]);
  const journal = await openJournal(options(folder));
  expect(await follower.read()).toEqual([]);
  const events = await journal.append([sent(2)]);
  expect(await follower.read()).toEqual(events);
  await journal.close();
});

it('waits for the first line of a new day that is still being written', async () => {
  const folder = temporaryFolder();
  const clock = clockAt(day('2026-11-20'));
  const journal = await openJournal(options(folder, {now: () => clock.now}));
  await journal.append([sent(1)]);
  clock.set(day('2026-11-21'));
  const events = await journal.append([sent(2)]);
  await journal.close();
  const next = segment(folder, '2026-11-21');
  const bytes = readFileSync(next);
  writeFileSync(next, bytes.subarray(0, 20));
  const follower = followJournal(folder);
  expect(await follower.read()).toHaveLength(2);
  expect(await readFully(follower)).toEqual([]);
  writeFileSync(next, bytes);
  expect(await readFully(follower)).toMatchObject([{type: 'segment-opened'}, ...events]);
});

it('believes no line that is not as it was written, and nothing that is gone', async () => {
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder));
  await journal.append([sent(1)]);
  const follower = followJournal(folder);
  await follower.read();
  await journal.append([requested(2)]);
  await journal.close();
  const path = segment(folder);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"minor":20000', '"minor":90000'));
  const facts = {code: 'journal-damaged', segment: '2026-11-20'};
  expect(await problemOf(follower.read())).toEqual({...facts, line: 3, why: 'wrong-hash'});
  writeFileSync(path, text);
  const another = followJournal(folder);
  expect(await another.read()).toHaveLength(3);
  truncateSync(path, text.length - 40);
  expect(await problemOf(another.read())).toEqual({...facts, line: 4, why: 'cut-short'});
  expect(await followJournal(folder).read()).toHaveLength(2);
});

it('does not believe a day that does not go on from the one before', async () => {
  const folder = temporaryFolder();
  const clock = clockAt(day('2026-11-20'));
  const journal = await openJournal(options(folder, {now: () => clock.now}));
  await journal.append([sent(1)]);
  const follower = followJournal(folder);
  await follower.read();
  await journal.close();
  const strange = temporaryFolder();
  clock.set(day('2026-11-21'));
  const other = await openJournal(options(strange, {now: () => clock.now}));
  await other.append([sent(2)]);
  await other.close();
  mkdirSync(join(folder, 'journal'), {recursive: true});
  writeFileSync(segment(folder, '2026-11-21'), readFileSync(segment(strange, '2026-11-21')));
  expect(await problemOf(readFully(follower))).toMatchObject({code: 'journal-damaged', segment: '2026-11-21', line: 1});
});

it('tells what the journal itself tells', async () => {
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder));
  for (let number = 1; number <= 50; number += 1) await journal.append([sent(number)]);
  expect(await followJournal(folder).read()).toEqual(await collect(journal.readSegment('2026-11-20')));
  await journal.close();
});
