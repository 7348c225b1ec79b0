import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {openJournal} from '../../store/journal.js';
import {alone, isLocked, takeLock} from '../../store/lock.js';
import {buildChild, start} from './processes.js';
import {options, temporaryFolder} from './support.js';

const holder = {pid: process.pid, command: 'duka', since: '2026-11-20T12:00:00Z'};
let scripts: string;
let script: string;

beforeAll(async () => {
  scripts = mkdtempSync(join(tmpdir(), 'duka-child-'));
  script = await buildChild(scripts);
});
afterAll(() => rmSync(scripts, {recursive: true}));

function refusal(folder: string): object {
  try {
    takeLock(folder, holder).release();
  } catch (error) {
    if (error instanceof Problem) return {code: error.code, ...error.facts};
    throw error;
  }
  return {};
}

it('is one at a time in a process as well, by whatever name of the folder', () => {
  const folder = join(temporaryFolder(), 'sandbox', 'T7K');
  expect(isLocked(folder)).toBe(false);
  const lock = takeLock(folder, holder);
  const link = join(temporaryFolder(), 'link');
  symlinkSync(folder, link);
  expect([refusal(folder), refusal(link)]).toEqual(
    Array(2).fill({code: 'journal-locked', ...holder, opened: holder.since}),
  );
  expect([isLocked(folder), isLocked(link)]).toEqual([true, true]);
  expect(readdirSync(folder).map(name => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)])).toEqual([
    ['holder.json', '600'],
    ['lock.db', '600'],
  ]);
  lock.release();
  lock.release();
  expect(isLocked(folder)).toBe(false);
  expect(readdirSync(folder)).toEqual(['lock.db']);
  expect(refusal(folder)).toEqual({});
});

it('lets short pieces of work on one file take turns, by whatever name of its folder', async () => {
  const folder = temporaryFolder();
  const link = join(temporaryFolder(), 'link');
  symlinkSync(folder, link);
  const did: string[] = [];
  const work = (name: string) => async () => {
    did.push(`${name} begins`);
    await new Promise(resolve => setImmediate(resolve));
    did.push(`${name} ends`);
  };
  await Promise.all([alone(join(folder, 'own.db'), work('one')), alone(join(link, 'own.db'), work('other'))]);
  expect(did).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
});

it('knows before it writes that another may have taken a lock of the same name', async () => {
  const file = join(temporaryFolder(), 'own.db');
  const took = (meanwhile: () => void) =>
    alone(file, async stillAlone => {
      stillAlone();
      meanwhile();
      stillAlone();
      return 'alone';
    }).catch(({code}) => code);
  expect(await took(() => {})).toBe('alone');
  expect(await took(() => rmSync(file))).toBe('EBUSY');
  expect(await took(() => renameSync(file, `${file}.old`))).toBe('EBUSY');
  const another = () => {
    rmSync(file);
    writeFileSync(file, '');
  };
  expect(await took(another)).toBe('EBUSY');
  expect(await took(() => {})).toBe('alone');
});

it('names the process that holds it, and is free when that releases it', async () => {
  const folder = temporaryFolder();
  const other = start(script, 'lock', folder);
  expect(await other.says()).toBe('taken');
  const facts = {
    code: 'journal-locked',
    pid: other.pid,
    command: 'duka collect',
    opened: holder.since,
    since: holder.since,
  };
  expect(refusal(folder)).toEqual(facts);
  expect(isLocked(folder)).toBe(true);
  expect(await start(script, 'lock', folder).says()).toEqual(facts);
  other.tell('release');
  expect(await other.says()).toBe('released');
  expect(isLocked(folder)).toBe(false);
  expect(refusal(folder)).toEqual({});
});

it('names nobody rather than who was killed, where its holder cannot be written down', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'holder.json'), JSON.stringify({pid: 1, command: 'duka collect', since: holder.since}));
  mkdirSync(join(folder, 'holder.json.tmp')); // as a disk without room, it takes no file
  const lock = takeLock(folder, holder);
  expect(refusal(folder)).toEqual({code: 'journal-locked', pid: 0, command: 'unknown', opened: '', since: ''});
  lock.release();
});

it('is free at once when its holder is killed', async () => {
  const folder = temporaryFolder();
  const other = start(script, 'lock', folder);
  expect(await other.says()).toBe('taken');
  await other.kill();
  expect(isLocked(folder)).toBe(false);
  expect(refusal(folder)).toEqual({});
});

it('is not lost by asking for it', async () => {
  const folder = temporaryFolder();
  const lock = takeLock(folder, holder);
  for (let times = 0; times < 3; times += 1) {
    refusal(folder);
    isLocked(folder);
  }
  const {says} = start(script, 'lock', folder);
  expect(await says()).toEqual({code: 'journal-locked', ...holder, opened: holder.since});
  lock.release();
});

it('goes to exactly one of those who start at once', async () => {
  const folder = temporaryFolder();
  const said = await Promise.all(Array.from({length: 6}, () => start(script, 'lock', folder).says()));
  expect(said.filter(word => word === 'taken')).toHaveLength(1);
  expect(said.filter(word => word?.code === 'journal-locked')).toHaveLength(5);
});

it.each(['', '{', '{"pid":"x"}'])('is refused also where the holder wrote %j about itself', async text => {
  const folder = temporaryFolder();
  const other = start(script, 'lock', folder);
  expect(await other.says()).toBe('taken');
  writeFileSync(join(folder, 'holder.json'), text);
  expect(refusal(folder)).toEqual({code: 'journal-locked', pid: 0, command: 'unknown', opened: '', since: ''});
});

it('says why there can be none', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(refusal(join(file, 'till'))).toEqual({code: 'journal-not-writable', cause: 'ENOTDIR'});
});

it('leaves a journal with all that was acknowledged when its writer is killed', {tags: ['slow']}, async () => {
  for (const lines of [1, 30, 200]) {
    const folder = temporaryFolder();
    const writer = start(script, 'append', folder);
    const acknowledged: {seq: number; hash: string}[] = [];
    while (acknowledged.length < lines) acknowledged.push(await writer.says());
    await writer.kill();
    const journal = await openJournal(options(folder));
    expect(journal.opening.events.map(({seq, hash}) => ({seq, hash})).slice(1, 1 + lines)).toEqual(acknowledged);
    expect((await journal.verify()).tornBytes).toBe(0);
    await journal.close();
  }
});

it('says which file is damaged, and that no data is in it', async () => {
  const folder = temporaryFolder();
  const file = join(realpathSync(folder), 'lock.db');
  writeFileSync(file, 'not a lock, but longer than the hundred bytes of the head of one'.repeat(4));
  expect(refusal(folder)).toEqual({code: 'lock-damaged', file});
  const own = join(realpathSync(folder), 'own-lock.db');
  writeFileSync(own, 'x'.repeat(4096));
  await expect(alone(own, async () => undefined)).rejects.toMatchObject({code: 'lock-damaged', facts: {file: own}});
  rmSync(file);
  expect(refusal(folder)).toEqual({});
});
