// @module-tag slow

import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {type JournalOptions, openJournal} from '../../store/journal.js';
import {summaryText} from '../../store/summary.js';
import {MemoryDisk} from './memory-disk.js';
import {
  clockAt,
  options,
  problemOf,
  reference,
  requested,
  resolved,
  sent,
  systemError,
  temporaryFolder,
  totalsOfEvents,
  watched,
} from './support.js';

const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
let folder: string;
let write: JournalOptions;

const summaryFile = (date: string) => join(folder, 'journal', `${date}.summary.json`);
const summaryOf = (date: string) => readFileSync(summaryFile(date), 'utf8');
const allSummaries = () => days.slice(0, -1).map(summaryOf);

beforeEach(async () => {
  folder = temporaryFolder();
  const clock = clockAt('2026-11-20T12:00:00Z');
  write = options(folder, {now: () => clock.now});
  const journal = await openJournal(write);
  for (const [index, day] of days.entries()) {
    clock.set(`${day}T12:00:00Z`);
    await journal.append([requested(index * 2), requested(index * 2 + 1), sent(index * 2)]);
    if (index > 0) await journal.append([resolved(index * 2 - 1)]);
  }
  await journal.close();
});

/** Opens, says what is carried, and which segments' events were read before the open one's. */
async function reopen(more: Partial<JournalOptions> = {}) {
  const {disk, calls} = watched();
  const journal = await openJournal({...write, disk, ...more});
  const {carried} = journal.opening;
  await journal.close();
  const read = calls.filter(({call}) => call === 'open to read').map(({path}) => path.slice(-16, -6));
  return {carried: carried.map(({seq, type}) => `${seq} ${type}`), read: read.slice(0, -1)};
}

const carriedThen = ['2 requested', '4 sent', '6 requested', '8 sent', '11 requested', '12 requested', '13 sent'];

describe('the summary of a closed segment', () => {
  it('says what opening and searching need', async () => {
    const {seal, carried, ...summary} = JSON.parse(summaryOf('2026-11-21'));
    expect(seal).toMatch(/^[0-9a-f]{64}$/);
    expect(summary).toEqual({
      format: 1,
      fold: 1,
      segment: '2026-11-21',
      bytes: readFileSync(join(folder, 'journal/2026-11-21.jsonl')).length,
      events: 5,
      firstSeq: 5,
      lastSeq: 9,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      version: 1,
      totals: totalsOfEvents(9),
      days: ['2026-11-20', '2026-11-21'],
      references: [2, 3, 1].map(reference),
    });
    expect(carried.map(({seq}: {seq: number}) => seq)).toEqual([2, 4, 6, 7, 8]);
  });

  it('is believed at opening: no closed segment is read', async () =>
    expect(await reopen()).toEqual({carried: carriedThen, read: []}));
});

describe('a summary', () => {
  const spoil: readonly [string, (date: string) => void][] = [
    ['missing', date => rmSync(summaryFile(date))],
    ['empty', date => writeFileSync(summaryFile(date), '')],
    ['no JSON', date => writeFileSync(summaryFile(date), 'ok\n')],
    [
      'tampered with',
      date => writeFileSync(summaryFile(date), summaryOf(date).replace('"type":"sent"', '"type":"tent"')),
    ],
    ['cut short', date => writeFileSync(summaryFile(date), summaryOf(date).slice(0, -1))],
    ['of another format', date => rewrite(date, {format: 1})],
    ['of another fold', date => rewrite(date, {fold: 7})],
    ['of another segment', date => rewrite(date, {segment: '2026-01-01'})],
    ['of another size', date => rewrite(date, {bytes: 17})],
    ['of another shape', date => rewrite(date, {carried: 'none'})],
    ['of another head', date => rewrite(date, {head: 'f'.repeat(64)})],
    ['of other numbers', date => rewrite(date, {lastSeq: 99})],
  ];

  /** Changes a summary and makes its own hash fit, as somebody who knows how would. */
  function rewrite(date: string, change: object): void {
    const {seal: _, ...summary} = JSON.parse(summaryOf(date));
    writeFileSync(summaryFile(date), summaryText({...summary, ...change}, undefined));
  }

  it.each(spoil)('%s is made again from its segment, with the same content', async (_, change) => {
    const before = allSummaries();
    change('2026-11-22');
    expect((await reopen()).carried).toEqual(carriedThen);
    expect(allSummaries()).toEqual(before);
    expect((await reopen()).read).toEqual([]);
  });

  it('is made again from the last good one on', async () => {
    const before = allSummaries();
    rmSync(summaryFile('2026-11-21'));
    rmSync(summaryFile('2026-11-22'));
    expect(await reopen()).toEqual({carried: carriedThen, read: ['2026-11-21', '2026-11-22']});
    expect(allSummaries()).toEqual(before);
  });

  it('is not believed about the chain while another is made from it', async () => {
    const before = allSummaries();
    rewrite('2026-11-21', {head: 'f'.repeat(64)});
    rmSync(summaryFile('2026-11-22'));
    expect((await reopen()).carried).toEqual(carriedThen);
    expect(allSummaries()).toEqual(before);
  });

  it('is made again when the fold changes, for every day', async () => {
    const {carried, read} = await reopen({foldVersion: 2});
    expect(carried).toEqual(carriedThen);
    expect(read).toEqual(days.slice(0, -1));
    expect(allSummaries().map(text => JSON.parse(text).fold)).toEqual([2, 2, 2]);
  });

  it('is made again by a reader in memory alone', async () => {
    for (const date of days.slice(0, -1)) rmSync(summaryFile(date));
    const names = readdirSync(join(folder, 'journal'));
    expect((await reopen({mode: 'read'})).carried).toEqual(carriedThen);
    const reader = await openJournal({...write, mode: 'read'});
    expect((await reader.eventsOf(reference(3))).map(({type}) => type)).toEqual(['requested', 'resolved']);
    expect(await reader.verify()).toMatchObject({segments: 4, events: 19});
    await reader.close();
    expect(readdirSync(join(folder, 'journal'))).toEqual(names);
  });

  it('of an older day is put right by verifying, which also finds the payments it hid', async () => {
    const before = allSummaries();
    rewrite('2026-11-20', {references: []});
    const journal = await openJournal(write);
    expect(await journal.eventsOf(reference(0))).toEqual([]);
    await journal.verify();
    expect(await journal.eventsOf(reference(0))).toHaveLength(2);
    await journal.close();
    expect(allSummaries()).toEqual(before);
  });

  it('does not hide that its segment is damaged', async () => {
    rmSync(summaryFile('2026-11-22'));
    const path = join(folder, 'journal/2026-11-22.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace('20000', '90000'));
    expect(await problemOf(openJournal(write))).toEqual({
      code: 'journal-damaged',
      segment: '2026-11-22',
      line: 2,
      why: 'wrong-hash',
    });
  });

  it('that cannot be read is made again, and stops nobody', async () => {
    for (const date of ['2026-11-22', '2026-11-20']) {
      rmSync(summaryFile(date));
      mkdirSync(summaryFile(date));
    }
    const {disk} = watched(({call, path}) => {
      if (call === 'readText' && path === summaryFile('2026-11-21')) throw systemError('EIO');
    });
    const journal = await openJournal({...write, disk});
    expect(journal.opening.carried.map(({seq, type}) => `${seq} ${type}`)).toEqual(carriedThen);
    expect(await journal.eventsOf(reference(0))).toHaveLength(2);
    expect(await journal.append([sent(6)])).toHaveLength(1);
    expect(await journal.verify()).toMatchObject({segments: 4, events: 20});
    await journal.close();
  });

  it('that was cut short in its making, or a digest, is taken away by the next writer alone', async () => {
    const inFolder = (name: string) => join(folder, 'journal', name);
    const own = [
      '2026-11-20.summary.json.8b9f3c3e-5d0b-4a57-9c43-5a5c1d4a2f10.tmp',
      '2026-11-21.digest.json.00000000-0000-4000-8000-000000000000.tmp',
    ];
    const others = ['notes.tmp', '2026-11-20.jsonl.tmp', '2026-11-21.digest.json.tmp'];
    const before = readdirSync(join(folder, 'journal'));
    for (const name of [...own, ...others]) writeFileSync(inFolder(name), '{"format":2');
    await (await openJournal({...write, mode: 'read'})).close();
    expect(readdirSync(join(folder, 'journal')).toSorted()).toEqual([...before, ...own, ...others].toSorted());
    await (await openJournal(write)).close();
    expect(readdirSync(join(folder, 'journal')).toSorted()).toEqual([...before, ...others].toSorted());
  });

  it('that cannot be written does not stop the till', async () => {
    const {disk} = watched(({call}) => {
      if (call === 'writeText') throw new Error('no room');
    });
    const journal = await openJournal({...write, disk, now: () => Date.UTC(2026, 11, 1)});
    expect(await journal.append([sent(1)])).toHaveLength(1);
    expect(await journal.segments()).toHaveLength(5);
    await journal.close();
  });
});

it('opens 400 days without reading a closed one', async () => {
  const memory = new MemoryDisk();
  const clock = clockAt('2026-01-01T12:00:00Z');
  const long = options('/till', {disk: memory, now: () => clock.now});
  const journal = await openJournal(long);
  for (let day = 0; day < 400; day += 1) {
    await journal.append([requested(day), day % 100 === 0 ? sent(day) : resolved(day)]);
    clock.now += 86_400_000;
  }
  await journal.close();
  const {disk, calls} = watched(() => {}, memory);
  const again = await openJournal({...long, disk});
  expect(again.opening.carried).toHaveLength(8);
  expect(await again.segments()).toHaveLength(400);
  await again.close();
  const touched = calls.map(({call, path}) => `${call} ${path.slice('/till/'.length)}`);
  expect(touched).toEqual([
    'readText head.json',
    'list journal',
    'readText journal/2027-02-03.summary.json',
    'size journal/2027-02-03.jsonl',
    'readText journal/2027-02-04.summary.json',
    'open to read journal/2027-02-04.jsonl',
    'file size journal/2027-02-04.jsonl',
    'read journal/2027-02-04.jsonl',
    'readText customer-keys.json',
    'close journal/2027-02-04.jsonl',
    'readText contents.json',
    'open to append journal/2027-02-04.jsonl',
    'datasync journal/2027-02-04.jsonl',
    'syncFolder journal',
    'readText customer-keys.json',
    'close journal/2027-02-04.jsonl',
  ]);
});
