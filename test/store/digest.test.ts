// @module-tag slow

import {createHash} from 'node:crypto';
import {mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {type Journal, type JournalOptions, openJournal} from '../../store/journal.js';
import {sealed} from '../../store/key.js';
import {stride} from '../hostile/runs.js';
import {
  clockAt,
  collect,
  options,
  problemOf,
  reference,
  requested,
  sent,
  systemError,
  temporaryFolder,
  watched,
} from './support.js';

const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
let folder: string;
let write: JournalOptions;

const digestFile = (date: string) => join(folder, 'journal', `${date}.digest.json`);
const digestText = (date: string) => readFileSync(digestFile(date), 'utf8');
const digests = () => readdirSync(join(folder, 'journal')).filter(name => name.endsWith('.digest.json'));

beforeEach(async () => {
  folder = temporaryFolder();
  const clock = clockAt('2026-11-20T12:00:00Z');
  write = options(folder, {now: () => clock.now, digest: events => events.map(({type}) => type)});
  const journal = await openJournal(write);
  for (const [index, day] of days.entries()) {
    clock.set(`${day}T12:00:00Z`);
    await journal.append([requested(index), sent(index), requested(index + 10)]);
  }
  await journal.close();
});

async function opened<T>(ask: (journal: Journal) => Promise<T>, more: Partial<JournalOptions> = {}): Promise<T> {
  const journal = await openJournal({...write, ...more});
  try {
    return await ask(journal);
  } finally {
    await journal.close();
  }
}

const found = (date = '2026-11-21', more: Partial<JournalOptions> = {}) =>
  opened(async journal => (await journal.digestOf(date))?.digest ?? null, more);
const types = ['segment-opened', 'requested', 'sent', 'requested'];

describe('the digest of a closed segment', () => {
  it('is made when the next one begins, and can be read by its owner alone', async () => {
    expect(digests()).toEqual(['2026-11-20.digest.json', '2026-11-21.digest.json']);
    expect(statSync(digestFile('2026-11-21')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(digestText('2026-11-21'))).toEqual({
      format: 1,
      fold: 1,
      segment: '2026-11-21',
      bytes: statSync(join(folder, 'journal/2026-11-21.jsonl')).size,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      sum: createHash('sha256')
        .update(readFileSync(join(folder, 'journal/2026-11-21.jsonl')))
        .digest('hex'),
      events: 4,
      firstSeq: 5,
      digest: types,
      seal: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await opened(journal => journal.digestOf('2026-11-21'))).toMatchObject({events: 4, digest: types});
  });

  it('is there of no open day, and of none that is not', async () => {
    expect(await found('2026-11-22')).toBeNull();
    expect(await found('2026-11-19')).toBeNull();
  });

  it('is never read by an opening', async () => {
    const {disk, calls} = watched();
    await opened(async () => undefined, {disk});
    expect(calls.filter(({path}) => path.includes('digest'))).toEqual([]);
  });

  it('is made again when the fold changes, by a writer', async () => {
    expect(await found('2026-11-20', {foldVersion: 2, mode: 'read'})).toBeNull();
    expect(JSON.parse(digestText('2026-11-20')).fold).toBe(1);
    expect(await found('2026-11-20', {foldVersion: 2, digest: () => 'other'})).toBe('other');
    expect(await found('2026-11-21', {foldVersion: 2, mode: 'read'})).toBe('other');
  });

  it('is made in a home of before there were any', async () => {
    for (const date of days.slice(0, 2)) rmSync(digestFile(date));
    await opened(async () => undefined, {mode: 'read', foldVersion: 2});
    expect(digests()).toEqual([]);
    await opened(async () => undefined, {foldVersion: 2});
    expect(digests()).toHaveLength(2);
  });

  it('stays away where it cannot be made or written, and the till sells', async () => {
    const fails = () => {
      throw new TypeError('no sense');
    };
    const {disk} = watched(({call, path}) => {
      if (call === 'writeText' && path.endsWith('.digest.json')) throw new Error('no room');
    });
    for (const more of [{digest: fails}, {disk}]) {
      const clock = clockAt(more.digest === undefined ? '2026-11-24T12:00:00Z' : '2026-11-23T12:00:00Z');
      expect(await opened(journal => journal.append([sent(1)]), {...more, now: () => clock.now})).toHaveLength(1);
    }
    expect(digests()).toHaveLength(2);
    expect(await opened(journal => journal.segments())).toHaveLength(5);
    expect(await found('2026-11-22')).toBeNull();
  });

  it('is not made again where an older day cannot be read, which stops nobody', async () => {
    const {now} = clockAt('2026-11-23T12:00:00Z');
    await opened(journal => journal.append([sent(1)]), {now: () => now});
    for (const date of ['2026-11-20', '2026-11-21']) rmSync(join(folder, 'journal', `${date}.summary.json`));
    rmSync(digestFile('2026-11-21'));
    const {disk} = watched(({call, path}) => {
      if (call === 'open to read' && path.endsWith('2026-11-20.jsonl')) throw systemError('EIO');
    });
    await opened(journal => journal.keepDigest('2026-11-21'), {disk});
    expect(digests()).toEqual(['2026-11-20.digest.json', '2026-11-22.digest.json']);
    await opened(journal => journal.keepDigest('2026-11-21'));
    expect(await found()).toEqual(types);
  });
});

describe('a digest', () => {
  const rewrite = (date: string, change: object) => {
    const {seal: _, ...digest} = JSON.parse(digestText(date));
    writeFileSync(digestFile(date), sealed({...digest, ...change}, undefined));
  };
  const aFolder = (path: string) => {
    rmSync(path);
    mkdirSync(path);
  };
  const spoil: readonly [string, (date: string) => void][] = [
    ['missing', date => rmSync(digestFile(date))],
    ['empty', date => writeFileSync(digestFile(date), '')],
    ['no JSON', date => writeFileSync(digestFile(date), 'ok\n')],
    ['a folder', date => aFolder(digestFile(date))],
    ['tampered with', date => writeFileSync(digestFile(date), digestText(date).replace('"sent"', '"tent"'))],
    ['cut short', date => writeFileSync(digestFile(date), digestText(date).slice(0, -1))],
    ['of another format', date => rewrite(date, {format: 2})],
    ['of another fold', date => rewrite(date, {fold: 7})],
    ['of another segment', date => rewrite(date, {segment: '2026-01-01'})],
    ['of another size', date => rewrite(date, {bytes: 17})],
    ['of another shape', date => rewrite(date, {events: 'four'})],
    ['of another head', date => rewrite(date, {head: 'f'.repeat(64)})],
    ['of another day', date => writeFileSync(digestFile(date), digestText('2026-11-20'))],
  ];

  it.each(spoil)('%s is none', async (_, change) => {
    expect(await found()).toEqual(types);
    change('2026-11-21');
    expect(await found()).toBeNull();
  });

  it.each(spoil.filter(([what]) => what !== 'a folder'))('%s is put right by verifying', async (_, change) => {
    const before = digestText('2026-11-21');
    change('2026-11-21');
    await opened(journal => journal.verify(), {mode: 'read'});
    expect(await found()).toBeNull();
    await opened(journal => journal.verify());
    expect(digestText('2026-11-21')).toBe(before);
  });

  it('is none where the next day does not say how this one ended', async () => {
    const path = join(folder, 'journal/2026-11-21.jsonl');
    const journal = await openJournal({...write, mode: 'read'});
    expect(await journal.digestOf('2026-11-20')).not.toBeNull();
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"previousHead":"\w{4}/, '"previousHead":"0000'));
    expect(await journal.digestOf('2026-11-20')).toBeNull();
    await journal.close();
  });
});

describe('reading of a digest’s segment', () => {
  const digestIn = async (journal: Journal) => {
    const digest = await journal.digestOf('2026-11-21');
    if (digest === null) throw new Error('there is no digest');
    return digest;
  };
  const named = (...numbers: number[]) =>
    opened(async journal => {
      const events = await collect(journal.readNaming(await digestIn(journal), new Set(numbers.map(reference))));
      return events.flat().map(({seq, type}) => `${seq} ${type}`);
    });

  it('makes events of the lines that name a payment, and of all where many are named', async () => {
    expect(await named()).toEqual([]);
    expect(await named(1)).toEqual(['6 requested', '7 sent']);
    expect(await named(11, 5)).toEqual(['8 requested']);
    expect(await named(...Array.from({length: 9}, (_, number) => number + 20))).toHaveLength(4);
  });

  it('finds a changed byte, wherever it stands', {tags: ['thorough']}, async () => {
    const path = join(folder, 'journal/2026-11-21.jsonl');
    const whole = readFileSync(path);
    const journal = await openJournal(write);
    const digest = await digestIn(journal);
    for (let place = 0; place < whole.length; place += stride) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ (1 << (place % 8));
      writeFileSync(path, bytes);
      const problem = await problemOf(collect(journal.readNaming(digest, new Set())));
      expect(problem).toMatchObject({code: 'journal-damaged', segment: '2026-11-21'});
    }
    for (const bytes of [whole.subarray(0, whole.lastIndexOf(10, -2) + 1), whole.subarray(0, 0)]) {
      writeFileSync(path, bytes);
      const problem = await problemOf(collect(journal.readNaming(digest, new Set())));
      expect(problem).toMatchObject({code: 'journal-damaged', why: 'other-bytes'});
    }
    await journal.close();
  });
});
