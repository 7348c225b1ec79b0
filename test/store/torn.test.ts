import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {StoredEvent} from '../../src/core/events/event.js';
import {openJournal} from '../../store/journal.js';
import {lineBytesMax} from '../../store/line.js';
import {forAllAsync, runs} from '../hostile/runs.js';
import {MemoryDisk} from './memory-disk.js';
import {carry, clockAt, collect, options, problemOf, requested, resolved, sent} from './support.js';

const path = '/till/journal/2026-11-20.jsonl';

async function journalOf(lines: number): Promise<Buffer> {
  const disk = new MemoryDisk();
  const journal = await openJournal(options('/till', {disk}));
  for (let number = 1; number < lines; number += 1)
    await journal.append([number % 9 === 0 ? requested(number) : sent(number)]);
  await journal.close();
  return disk.files.get(path)?.bytes ?? Buffer.alloc(0);
}

function diskWith(bytes: Buffer): MemoryDisk {
  const disk = new MemoryDisk();
  disk.files.set(path, {bytes, synced: bytes.length});
  return disk;
}

it('cut at any length is what was whole before the cut, and appending goes on', {tags: ['thorough']}, async () => {
  const whole = await journalOf(12);
  let lines = 0;
  for (let length = 0; length < whole.length; length += 1) {
    if (length > 0 && whole[length - 1] === 10) lines += 1;
    const disk = diskWith(whole.subarray(0, length));
    const reader = await openJournal(options('/till', {disk, mode: 'read'}));
    const torn = length - (whole.lastIndexOf(10, length - 1) + 1);
    if (length > 0) expect([reader.opening.events.length, reader.opening.tornBytes]).toEqual([lines, torn]);
    if (torn > 3 && length % 53 !== 0) continue; // reading is tried at each length, writing at the edges and at some
    const writer = await openJournal(options('/till', {disk}));
    expect(writer.opening).toEqual(reader.opening);
    const [event] = await writer.append([sent(7)]);
    expect(event?.seq).toBe(Math.max(lines, 1) + 1);
    await writer.close();
    const again = await openJournal(options('/till', {disk}));
    expect(again.opening.tornBytes).toBe(0);
    expect(again.opening.events.slice(0, lines)).toEqual(writer.opening.events);
    expect(again.opening.events.at(-1)).toEqual(event);
    await again.close();
    expect(disk.openFiles).toBe(0);
  }
});

it('is never cut where the rest is longer than any line: that is damage', async () => {
  const whole = await journalOf(3);
  const disk = diskWith(Buffer.concat([whole, Buffer.alloc(lineBytesMax + 1)]));
  const facts = {code: 'journal-damaged', segment: '2026-11-20', line: 4, why: 'too-long'};
  expect(await problemOf(openJournal(options('/till', {disk})))).toEqual(facts);
  expect(disk.openFiles).toBe(0);
});

it('is repaired neither by a reader nor where it is not the last segment', async () => {
  const disk = new MemoryDisk();
  const clock = clockAt('2026-11-20T12:00:00Z');
  const write = options('/till', {disk, now: () => clock.now});
  const journal = await openJournal(write);
  await journal.append([sent(1), sent(2)]);
  clock.set('2026-11-21T12:00:00Z');
  await journal.append([sent(3)]);
  await journal.close();
  const file = disk.files.get(path);
  if (file === undefined) throw new Error('no segment');
  file.bytes = file.bytes.subarray(0, -5);
  const facts = {code: 'journal-damaged', segment: '2026-11-20', line: 3, why: 'torn'};
  expect(await problemOf(openJournal(write))).toEqual(facts);
  expect(await problemOf(openJournal({...write, mode: 'read'}))).toEqual(facts);
});

it('loses nothing that was acknowledged or believed, wherever the power is cut or the process killed', {
  tags: ['thorough'],
}, async () => {
  const step = fc.record({
    days: fc.constantFrom(0, 0, 0, 1, -1, 2),
    appends: fc.array(fc.integer({min: 1, max: 4}), {minLength: 1, maxLength: 3}),
  });
  const round = fc.record({
    steps: fc.array(step, {minLength: 1, maxLength: 5}),
    power: fc.integer({min: 0, max: 60}),
    killed: fc.boolean(),
  });
  const chances = fc.array(fc.double({min: 0, max: 0.999, noNaN: true}), {minLength: 1, maxLength: 20});
  await forAllAsync(runs(50, 2000), fc.array(round, {minLength: 1, maxLength: 5}), chances, async (rounds, numbers) => {
    const disk = new MemoryDisk();
    let taken = 0;
    const chance = () => numbers[taken++ % numbers.length] ?? 0;
    const acknowledged: StoredEvent[] = [];
    const clock = clockAt('2026-11-20T12:00:00Z');
    const told: StoredEvent[] = [];
    const write = options('/till', {disk, now: () => clock.now, onEvents: events => void told.push(...events)});
    let number = 0;
    for (const {steps, power, killed} of rounds) {
      disk.operationsLeft = power;
      const journal = await openJournal(write).catch(() => undefined); // without power already
      if (journal !== undefined) {
        acknowledged.push(...journal.opening.events); // believed from now on, whoever wrote them
        for (const {days, appends} of steps) {
          clock.now += days * 86_400_000;
          const batches = appends.map(count =>
            Array.from({length: count}, () => {
              number += 1;
              return number % 4 === 0 ? resolved(number - 2) : requested(number);
            }),
          );
          const results = await Promise.allSettled(batches.map(events => journal.append(events)));
          for (const result of results) if (result.status === 'fulfilled') acknowledged.push(...result.value);
        }
        await journal.close();
      }
      expect(disk.openFiles).toBe(0);
      if (killed) disk.restartProcess();
      else disk.restart(chance);
      const reader = await openJournal({...write, mode: 'read'});
      const all: StoredEvent[] = [];
      for (const date of await reader.segments()) all.push(...(await collect(reader.readSegment(date))));
      const kept = new Set(all.map(({hash}) => hash));
      expect(acknowledged.filter(({hash}) => !kept.has(hash))).toEqual([]);
      expect(told.filter(({hash}) => !kept.has(hash))).toEqual([]);
      expect(all.map(({seq}) => seq)).toEqual(all.map((_, index) => index + 1));
      expect((await reader.verify()).events).toBe(all.length);
      const {carried, totals} = carry(reader.opening, reader.opening.events);
      const whole = carry({carried: [], totals: null}, all);
      expect(carried.map(({seq}) => seq)).toEqual(whole.carried.map(({seq}) => seq));
      expect(totals).toEqual(whole.totals);
    }
  });
});
