import {expect, it, vi} from 'vitest';
import type {NewEvent} from '../../src/core/events/event.js';
import {openJournal} from '../../store/journal.js';
import {MemoryDisk} from './memory-disk.js';
import {options, reference, requested} from './support.js';

/** An event that counts how often its reference is read. */
function counting(): {readonly event: NewEvent; readonly reads: () => number} {
  let reads = 0;
  const data = {
    get reference() {
      reads += 1;
      return reference(1);
    },
  };
  return {event: {type: 'sent', person: 'cashier', data}, reads: () => reads};
}

it('looks at an event twice, for card numbers and for its specification, and parses nothing that it has written', async () => {
  const disk = new MemoryDisk();
  const journal = await openJournal(options('/till', {disk}));
  await journal.append([requested(1)]);
  const {event, reads} = counting();
  const [parse, stringify] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')];
  const [stored] = await journal.append([event]);
  const made = stringify.mock.calls.filter(([value]) => Object.hasOwn(Object(value), 'reference'));
  expect({reads: reads(), parsed: parse.mock.calls.length, made: made.length}).toEqual({reads: 2, parsed: 0, made: 1});
  vi.restoreAllMocks();
  await journal.close();
  expect((await openJournal(options('/till', {disk, mode: 'read'}))).opening.events.at(-1)).toEqual(stored);
});
