import fc from 'fast-check';
import {beforeEach, describe, expect, it} from 'vitest';
import type {NewEvent, StoredEvent} from '../../src/core/events/event.js';
import {GroupCommit} from '../../store/appender.js';
import {type JournalOptions, openJournal} from '../../store/journal.js';
import {MemoryDisk} from './memory-disk.js';
import {clockAt, options, problemOf, reference, requested, sent} from './support.js';

let disk: MemoryDisk;
let heard: StoredEvent[];
let write: JournalOptions;
let clock: ReturnType<typeof clockAt>;

beforeEach(() => {
  disk = new MemoryDisk();
  heard = [];
  clock = clockAt('2026-11-20T12:00:00Z');
  write = options('/till', {disk, now: () => clock.now, onEvents: events => heard.push(...events)});
});

describe('what is appended after all', () => {
  it('is made when everything before it was heard, and shares its write with nothing', async () => {
    const journal = await openJournal(write);
    const seen: (readonly [StoredEvent[], number])[] = [];
    const alone = (number: number) =>
      journal.appendAfterAll(() => {
        seen.push([[...heard], journal.tail().seq]);
        return [sent(number)];
      });
    const [[first], [second], [third], , [fifth], [sixth]] = await Promise.all([
      ...[journal.append([requested(1)]), journal.append([requested(2)]), alone(1), journal.append([requested(3)])],
      ...[alone(2), alone(3), journal.append([requested(4)])],
    ] as const);
    for (const [index, own] of [third, fifth, sixth].entries()) {
      const [before = [], tail] = seen[index] ?? [];
      expect(before).toEqual(heard.slice(0, tail));
      expect(own?.seq).toBe((tail ?? 0) + 1);
    }
    expect(seen[0]?.[0]).toEqual(expect.arrayContaining([first, second]));
    expect(heard.map(({seq}) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await journal.close();
  });

  it('is the first line but for its header on a new day', async () => {
    const journal = await openJournal(write);
    await journal.append([requested(1)]);
    clock.set('2026-11-21T00:00:00Z');
    const last = journal.tail();
    const [event] = await journal.appendAfterAll(() => {
      expect(journal.tail()).toEqual(last);
      return [sent(1)];
    });
    expect(event).toMatchObject({type: 'sent', seq: last.seq + 2});
    expect(heard.at(-2)).toMatchObject({type: 'segment-opened', seq: last.seq + 1});
    await journal.close();
  });

  it('rejects with what the factory throws, and for an invalid event, alone', async () => {
    const journal = await openJournal(write);
    const thrown = new Error('the drawer was not counted');
    const failing = journal.appendAfterAll(() => {
      throw thrown;
    });
    const wrong = journal.appendAfterAll(() => [{type: 'sent', person: 'cashier', data: {}} as NewEvent]);
    const others = [journal.append([requested(1)]), journal.appendAfterAll(() => [sent(1)])];
    await expect(failing).rejects.toBe(thrown);
    await expect(wrong).rejects.toThrow('sent.reference is missing');
    expect((await Promise.all(others)).flat().map(({type}) => type)).toEqual(['requested', 'sent']);
    expect((await journal.verify()).events).toBe(3);
    await journal.close();
  });

  it('fails as every append does once the disk has failed, and when the journal is closed or read', async () => {
    const journal = await openJournal(write);
    await journal.append([requested(1)]);
    disk.operationsLeft = 0;
    const alone = () => journal.appendAfterAll(() => [sent(1)]);
    const both = await Promise.all([problemOf(alone()), problemOf(alone()), problemOf(journal.append([sent(1)]))]);
    expect(both.map(({code}) => code)).toEqual(['journal-not-writable', 'journal-stopped', 'journal-stopped']);
    await journal.close();
    expect(await problemOf(alone())).toMatchObject({code: 'journal-not-writable', cause: 'closed'});
    disk.restartProcess();
    const reader = await openJournal({...write, mode: 'read'});
    expect(await problemOf(reader.appendAfterAll(() => [sent(1)]))).toMatchObject({cause: 'opened-for-reading'});
    await reader.close();
  });

  it('is waited for when the journal closes', async () => {
    const journal = await openJournal(write);
    const appended = journal.append([requested(1)]);
    const last = journal.appendAfterAll(() => [sent(1)]);
    await journal.close();
    await Promise.all([appended, last]);
    const reader = await openJournal({...write, mode: 'read'});
    expect(reader.opening.events.map(({type}) => type)).toEqual(['segment-opened', 'requested', 'sent']);
    expect(await reader.eventsOf(reference(1))).toHaveLength(2);
    await reader.close();
  });
});

it('keeps the order of what is added, and finds all of it done, whatever comes in between', async () => {
  const step = fc.constantFrom('add', 'add', 'alone', 'failing', 'wait', 'tick');
  const property = async (steps: readonly string[]) => {
    const done: number[] = [];
    const commits = new GroupCommit<number, string>(async items => {
      await Promise.resolve();
      done.push(...items);
      return items.map(item => `done ${item}`);
    });
    const added: number[] = [];
    const running: Promise<void>[] = [];
    for (const [number, kind] of steps.entries()) {
      if (kind === 'add') {
        added.push(number);
        running.push(
          commits.add([number, -number]).then(told => expect(told).toEqual([`done ${number}`, `done ${-number}`])),
        );
      } else if (kind === 'alone' || kind === 'failing') {
        const before = [...added];
        const run = commits.alone(() => {
          for (const earlier of before) expect(done).toContain(earlier);
          if (kind === 'failing') throw new RangeError('no');
          return [number];
        });
        if (kind === 'alone') added.push(number);
        running.push(
          kind === 'alone'
            ? run.then(told => expect(told).toEqual([`done ${number}`]))
            : expect(run).rejects.toThrow(RangeError),
        );
      } else if (kind === 'wait') await commits.idle();
      else await Promise.resolve();
    }
    await Promise.all(running);
    await commits.idle();
    const adds = done.filter(item => steps[item] === 'add');
    expect(adds).toEqual([...adds].sort((a, b) => a - b));
    expect(new Set(done.filter(item => item >= 0))).toEqual(new Set(added));
  };
  await fc.assert(fc.asyncProperty(fc.array(step, {maxLength: 40}), property), {numRuns: 300});
});
