import {appendFileSync, readFileSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {NewEvent, StoredEvent} from '../../src/core/events/event.js';
import {Problem} from '../../src/core/problem.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {openJournal} from '../../store/journal.js';
import {MemoryDisk} from './memory-disk.js';
import {clockAt, options, problemOf, sent, systemError, temporaryFolder, watched} from './support.js';

/** A real disk that has room for so many bytes of events: of the last write, what still fits gets there. */
function smallDisk(room: number): {disk: Disk; left: {bytes: number}} {
  const left = {bytes: room};
  const open: Disk['open'] = async (path, mode) => {
    const file = await nodeDisk.open(path, mode);
    const append = async (bytes: Uint8Array) => {
      await file.append(bytes.subarray(0, left.bytes));
      left.bytes -= bytes.length;
      if (left.bytes < 0) throw systemError('ENOSPC');
    };
    return {...file, append};
  };
  return {disk: {...nodeDisk, open}, left};
}

describe('a disk that is full', () => {
  it('stops the journal: what was acknowledged is there, nothing is written after', async () => {
    const folder = temporaryFolder();
    const {disk, left} = smallDisk(3000);
    const told: StoredEvent[] = [];
    const journal = await openJournal(options(folder, {disk, onEvents: events => void told.push(...events)}));
    const acknowledged: StoredEvent[] = [];
    const appendAll = async () => {
      for (let number = 1; ; number += 1) acknowledged.push(...(await journal.append([sent(number)])));
    };
    expect(await problemOf(appendAll())).toEqual({code: 'journal-not-writable', cause: 'ENOSPC'});
    left.bytes = 1_000_000; // somebody made room: too late
    expect(await problemOf(journal.append([sent(1)]))).toEqual({code: 'journal-stopped', cause: 'ENOSPC'});
    expect(acknowledged.length).toBeGreaterThan(5);
    expect(told.slice(1)).toEqual(acknowledged);
    expect(journal.tail().bytes).toBe(statSync(join(folder, 'journal/2026-11-20.jsonl')).size);
    await journal.close();
    const again = await openJournal(options(folder));
    expect(again.opening.events.slice(1)).toEqual(acknowledged);
    expect(again.opening.tornBytes).toBe(0);
    expect(await again.append([sent(1)])).toHaveLength(1);
    await again.close();
  });

  it('fails every append of the batch, and those that wait behind it as stopped', async () => {
    const journal = await openJournal(options(temporaryFolder(), {disk: smallDisk(900).disk}));
    await journal.append([sent(1)]);
    const together = [journal.append([sent(2)]), journal.append([sent(3)])];
    await Promise.resolve();
    await Promise.resolve();
    const behind = journal.append([sent(4)]);
    const codes = await Promise.all([...together, behind].map(async append => (await problemOf(append)).code));
    expect(codes).toEqual(['journal-not-writable', 'journal-not-writable', 'journal-stopped']);
    await journal.close();
  });

  it('leaves no half-made segment', async () => {
    const folder = temporaryFolder();
    const clock = clockAt('2026-11-20T12:00:00Z');
    const {disk, left} = smallDisk(10_000);
    const journal = await openJournal(options(folder, {disk, now: () => clock.now}));
    await journal.append([sent(1)]);
    left.bytes = 100;
    clock.set('2026-11-21T12:00:00Z');
    expect(await problemOf(journal.append([sent(2)]))).toMatchObject({cause: 'ENOSPC'});
    expect(await journal.segments()).toEqual(['2026-11-20']);
    expect(await nodeDisk.list(join(folder, 'journal'))).toEqual(['2026-11-20.jsonl']);
    await journal.close();
  });
});

it.each(['append', 'datasync', 'syncFolder', 'file size', 'makeFolder'])('is stopped when %s fails', async failing => {
  let armed = false;
  const {disk, count} = watched(({call}) => {
    if (armed && call === failing) throw systemError('EIO');
  });
  const folder = temporaryFolder();
  const clock = clockAt('2026-11-20T12:00:00Z');
  const write = options(folder, {now: () => clock.now});
  const journal = await openJournal({...write, disk});
  const [first] = await journal.append([sent(1)]);
  armed = true;
  clock.set('2026-11-21T12:00:00Z');
  expect(await problemOf(journal.append([sent(2)]))).toEqual({code: 'journal-not-writable', cause: 'EIO'});
  armed = false;
  expect(await problemOf(journal.append([sent(3)]))).toEqual({code: 'journal-stopped', cause: 'EIO'});
  await journal.close();
  expect(count('close')).toBe(count('open to append'));
  const again = await openJournal(write);
  expect(again.opening.events.slice(1)).toEqual([first]);
  expect(await again.append([sent(2)])).toHaveLength(1);
  await again.close();
});

it('is stopped when taking back a failed write fails as well', async () => {
  let armed = false;
  const {disk} = watched(({call}) => {
    if (armed && ['datasync', 'truncate'].includes(call)) throw systemError('EIO');
  });
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder, {disk}));
  await journal.append([sent(1)]);
  armed = true;
  expect(await problemOf(journal.append([sent(2)]))).toEqual({code: 'journal-not-writable', cause: 'EIO'});
  expect(await journal.eventsOf('T7K00000002')).toEqual([]);
  await journal.close();
  const again = await openJournal(options(folder));
  expect(again.opening.events).toHaveLength(3); // never acknowledged, yet there: allowed, since nothing was sent for it
  await again.close();
});

describe('a file that changed behind our back', () => {
  it.each([
    ['grew', 'changed-behind-our-back', (path: string) => appendFileSync(path, 'x\n')],
    ['shrank', 'changed-behind-our-back', (path: string) => nodeDisk.truncate(path, 10)],
    ['was removed', 'ENOENT', (path: string) => rmSync(path)],
  ])('and %s stops the journal', async (_, cause, change) => {
    const folder = temporaryFolder();
    const journal = await openJournal(options(folder));
    await journal.append([sent(1)]);
    await change(join(folder, 'journal/2026-11-20.jsonl'));
    expect(await problemOf(journal.append([sent(2)]))).toEqual({code: 'journal-not-writable', cause});
    expect(await problemOf(journal.append([sent(3)]))).toEqual({code: 'journal-stopped', cause});
    await journal.close();
  });

  it('is left as it is', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'journal/2026-11-20.jsonl');
    const journal = await openJournal(options(folder));
    await journal.append([sent(1)]);
    appendFileSync(path, 'x\n');
    await problemOf(journal.append([sent(2)]));
    await journal.close();
    expect(readFileSync(path, 'utf8').endsWith('x\n')).toBe(true);
  });
});

it('tells at opening that the disk cannot be written', async () => {
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder));
  await journal.append([sent(1)]);
  await journal.close();
  const {disk} = watched(({call}) => {
    if (call === 'open to append') throw systemError('EROFS');
  });
  expect(await problemOf(openJournal(options(folder, {disk})))).toEqual({code: 'journal-not-writable', cause: 'EROFS'});
  const reader = await openJournal(options(folder, {disk, mode: 'read'}));
  expect(await problemOf(reader.append([sent(2)]))).toEqual({
    code: 'journal-not-writable',
    cause: 'opened-for-reading',
  });
  await reader.close();
});

it('goes no further when the fold throws: memory is then not what the disk has', async () => {
  const onEvents = () => {
    throw new TypeError('a bug in the fold');
  };
  const journal = await openJournal(options(temporaryFolder(), {onEvents}));
  await expect(journal.append([sent(1)])).rejects.toThrow('a bug in the fold');
  expect(await problemOf(journal.append([sent(2)]))).toEqual({code: 'journal-stopped', cause: 'bug'});
  await journal.close();
});

it('is stopped by the name of the damage that was met while something was written', async () => {
  const damage = new Problem('journal-damaged', {segment: '2026-11-20', line: 2, why: 'not-understood'});
  const onEvents = () => {
    throw damage;
  };
  const journal = await openJournal(options(temporaryFolder(), {onEvents}));
  await expect(journal.append([sent(1)])).rejects.toBe(damage);
  expect(await problemOf(journal.append([sent(2)]))).toEqual({code: 'journal-stopped', cause: 'journal-damaged'});
  await journal.close();
});

it('takes nothing that it could not read again', async () => {
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder));
  const noDay: NewEvent = {
    type: 'reconciled',
    person: 'owner',
    data: {from: '2026-02-30', to: '2026-11-20', asOf: 0, open: []},
  };
  await expect(journal.append([noDay])).rejects.toThrow('reconciled.from is not as specified');
  await journal.append([sent(1)]);
  await journal.close();
  const again = await openJournal(options(folder));
  expect(again.opening.events.at(-1)?.type).toBe('sent');
  await again.close();
});

it('a newest line that cannot be kept stops the journal, after what was written', async () => {
  const disk = new MemoryDisk();
  let isFull = false;
  const openPlace = disk.openPlace.bind(disk);
  disk.openPlace = async path => {
    const place = await openPlace(path);
    const put = (bytes: Uint8Array) => {
      if (isFull) throw systemError('EIO');
      place.put(bytes);
    };
    return {...place, put};
  };
  const journal = await openJournal(options('/till', {disk}));
  await journal.append([sent(1)]);
  isFull = true;
  expect(await journal.append([sent(2)])).toHaveLength(1);
  expect(await problemOf(journal.append([sent(3)]))).toEqual({code: 'journal-stopped', cause: 'EIO'});
  await journal.close();
});
