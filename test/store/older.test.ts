import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents, folding} from '../../src/core/books/state.js';
import type {NewEvent} from '../../src/core/events/event.js';
import {type Journal, openJournal} from '../../store/journal.js';
import {cardRecord, cardRequest, dollars, refundHistory, refundTaken} from '../core/card/card-samples.js';
import {noAnswer} from '../core/payment/payment-samples.js';
import {MemoryDisk} from './memory-disk.js';
import {clockAt, options, problemOf, systemError, watched} from './support.js';

const person = 'cashier';
const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'] as const;
const old = 'T7K0MZ4K8AAAAAA';
const others = ['T7K0MZ4K9BBBBBB', 'T7K0MZ4KACCCCCC', 'T7K0MZ4KBDDDDDD', 'T7K0MZ4KCEEEEEE'] as const;

/** A card payment that is paid: settled when its day ends. */
const sold = (reference: string, businessDate: string): NewEvent[] => [
  {type: 'requested', person, data: {...cardRequest, reference, sale: reference, businessDate}},
  {type: 'sent', person, data: {reference}},
  {
    type: 'status-answered',
    person,
    data: {
      reference,
      question: 'status',
      repeated: 0,
      answer: cardRecord('Completed', {merchant_transaction_reference: reference}),
    },
  },
];

const about = {reference: old, refund: 1};
const refundLost = (businessDate: string): NewEvent[] => [
  {type: 'refund-requested', person, data: {...about, amount: dollars(1000), reason: 'broken', businessDate}},
  {type: 'refund-sent', person, data: about},
  {type: 'refund-answered', person, data: {...about, answer: noAnswer}},
];
const refundFound: NewEvent = {
  type: 'refund-status-answered',
  person,
  data: {
    ...about,
    question: 'refund-history',
    repeated: 0,
    answer: refundHistory({serviceReference: 'RF1', amount: 1000, status: 'Success', payment: old}),
  },
};

/** A till's folder whose payments are settled day by day, with the real fold. */
function shop(memory = new MemoryDisk()) {
  const clock = clockAt(`${days[0]}T12:00:00Z`);
  const how = options('/till', {disk: memory, now: () => clock.now, ...folding});
  const write = async (day: string, ...events: NewEvent[]) => {
    clock.set(`${day}T12:00:00Z`);
    const journal = await openJournal(how);
    await journal.append(events);
    await journal.close();
  };
  return {memory, clock, how, write};
}

/** The first day sells, the second too, the third gives back of the first day's; each is another process. */
async function refundedLater() {
  const it = shop();
  await it.write(days[0], ...sold(old, days[0]), ...sold(others[0], days[0]));
  await it.write(days[1], ...sold(others[1], days[1]));
  await it.write(days[2], ...refundLost(days[2]), ...sold(others[2], days[2]));
  return it;
}

function folded({opening}: Journal) {
  const state = emptyState();
  foldEvents(state, opening.carried);
  foldEvents(state, opening.events);
  return state;
}

const sidecars = (memory: MemoryDisk) =>
  [...memory.files].filter(([path]) => path.endsWith('.summary.json')).map(([path, {bytes}]) => [path, `${bytes}`]);

describe('a segment that speaks again of a settled payment', () => {
  it('has that payment’s earlier events at hand when it opens, and no others', async () => {
    const {how} = await refundedLater();
    const journal = await openJournal(how);
    const typesOf = (reference: string) =>
      journal.opening.carried
        .filter(({data}) => 'reference' in data && data.reference === reference)
        .map(({type}) => type);
    expect([old, others[1]].map(typesOf)).toEqual(Array(2).fill(['requested', 'sent', 'status-answered']));
    expect(journal.opening.carried).toHaveLength(6); // the other one is the newest reference
    expect(folded(journal).payments.get(old)?.refunds).toMatchObject([{status: 'unknown'}]);
    await journal.close();
  });

  it('carries it on while its refund is open, to whatever day comes next', async () => {
    const {how, write} = await refundedLater();
    await write(days[3], ...sold(others[3], days[3]));
    const journal = await openJournal(how);
    const state = folded(journal);
    expect(state.payments.get(old)).toMatchObject({status: 'paid', refunds: [{status: 'unknown'}]});
    expect([...state.needPerson]).toEqual([old]);
    expect(state.payments.has(others[0])).toBe(false);
    await journal.close();
  });

  it('lets it go when its refund has ended, and is asked for again by the one after', async () => {
    const {how, write} = await refundedLater();
    await write(days[3], ...sold(others[3], days[3]), refundFound);
    await write(days[4], {type: 'clock-confirmed', person, data: {skewSeconds: 0}});
    const after = await openJournal(how);
    expect(folded(after).payments.has(old)).toBe(false);
    expect((await after.eventsOf(old)).map(({type}) => type)).toEqual([
      ...['requested', 'sent', 'status-answered', 'refund-requested', 'refund-sent', 'refund-answered'],
      'refund-status-answered',
    ]);
    const taken = refundTaken('RF1', 'SUCCESS', true, old);
    await after.append([{type: 'refund-answered', person, data: {...about, answer: taken}}]);
    await after.close();
    const again = await openJournal(how);
    expect(folded(again).payments.get(old)?.refunds).toMatchObject([{status: 'done', serviceReference: 'RF1'}]);
    await again.close();
  });

  it('knows of a reversal weeks later, and carries what a person must see', async () => {
    const {how, write} = await refundedLater();
    const reversed = cardRecord('Reversed', {merchant_transaction_reference: others[0]});
    await write('2026-12-20', {
      type: 'status-answered',
      person,
      data: {reference: others[0], question: 'status', repeated: 0, answer: reversed},
    });
    for (const day of ['2026-12-21', '2026-12-22']) {
      const journal = await openJournal(how);
      const state = folded(journal);
      expect(state.payments.get(others[0])?.status).toBe('disputed');
      expect([...state.needPerson].sort()).toEqual([old, others[0]].sort());
      await journal.close();
      await write(day, {type: 'clock-confirmed', person, data: {skewSeconds: 0}});
    }
  });

  it('is the same to a till that never closed', async () => {
    const {how, clock} = shop();
    const state = emptyState();
    const journal = await openJournal({...how, onEvents: events => foldEvents(state, events)});
    const append = async (day: string, ...events: NewEvent[]) => {
      clock.set(`${day}T12:00:00Z`);
      await journal.append(events);
    };
    await append(days[0], ...sold(old, days[0]));
    await append(days[1], ...sold(others[1], days[1]));
    await append(days[2], ...refundLost(days[2]));
    await append(days[3], ...sold(others[3], days[3]));
    await journal.close();
    const again = await openJournal(how);
    expect(folded(again).payments.get(old)).toEqual(state.payments.get(old));
    await again.close();
  });
});

describe('the summaries of such segments', () => {
  const more = async () => {
    const it = await refundedLater();
    await it.write(days[3], ...sold(others[3], days[3]), refundFound);
    await it.write(days[4], {type: 'clock-confirmed', person, data: {skewSeconds: 0}});
    return it;
  };

  it('are made again from the segments as they were written live', async () => {
    const {memory, how} = await more();
    const live = sidecars(memory);
    expect(live).toHaveLength(4);
    for (const [path = ''] of live) memory.files.delete(path);
    const journal = await openJournal(how);
    await journal.close();
    expect(sidecars(memory).sort()).toEqual(live.sort());
  });

  it('are found right by verifying', async () => {
    const {memory, how} = await more();
    const live = sidecars(memory);
    const journal = await openJournal(how);
    expect(await journal.verify()).toMatchObject({segments: 5});
    await journal.close();
    expect(sidecars(memory)).toEqual(live);
  });

  it('are needed by no reader: it finds the same without them, and writes none', async () => {
    const {memory, how} = await refundedLater();
    const writer = await openJournal(how);
    const {carried} = writer.opening;
    await writer.close();
    for (const [path = ''] of sidecars(memory)) memory.files.delete(path);
    const names = [...memory.files.keys()];
    const reader = await openJournal({...how, mode: 'read'});
    expect(reader.opening.carried).toEqual(carried);
    expect(folded(reader).payments.get(old)?.refunds).toMatchObject([{status: 'unknown'}]);
    await reader.close();
    expect([...memory.files.keys()]).toEqual(names);
  });
});

it('asks the disk once about each older segment that nobody touched', async () => {
  const {how, memory} = await refundedLater();
  await (await openJournal(how)).close();
  const asked: string[] = [];
  const {disk} = watched(() => {}, memory);
  const traceOf = (path: string) => {
    asked.push(path);
    return disk.traceOf(path);
  };
  await (await openJournal({...how, disk: {...disk, traceOf}})).close();
  const older = days.slice(0, 2).map(day => `/till/journal/${day}.jsonl`);
  expect(older.map(path => asked.filter(one => one === path))).toEqual(older.map(path => [path]));
});

describe('damage in the old segment', () => {
  /** Changes a byte of the day on which the payment was asked for. */
  function damage(memory: MemoryDisk): void {
    const path = `/till/journal/${days[0]}.jsonl`;
    const bytes = Buffer.from(`${memory.files.get(path)?.bytes}`.replace('Completed', 'Compleded'));
    memory.files.set(path, {bytes, synced: bytes.length});
  }

  it('leaves that payment out and lets the rest be read', async () => {
    const {memory, how} = await refundedLater();
    damage(memory);
    const journal = await openJournal({...how, mode: 'read'});
    const state = folded(journal);
    expect(state.payments.has(old)).toBe(false);
    expect(state.payments.get(others[2])?.status).toBe('paid');
    await expect(journal.eventsOf(old)).rejects.toMatchObject({code: 'journal-damaged', facts: {segment: days[0]}});
    await expect(journal.verify()).rejects.toMatchObject({code: 'journal-damaged', facts: {segment: days[0]}});
    await journal.close();
  });

  it('lets no till sell', async () => {
    const {memory, how, write} = await refundedLater();
    damage(memory);
    const refused = {code: 'journal-damaged', facts: {segment: days[0]}};
    await expect(openJournal(how)).rejects.toMatchObject(refused);
    await expect(write(days[3], ...sold(others[3], days[3]))).rejects.toMatchObject(refused);
  });
});

it('looks no further back than the day on which the payment was asked for', async () => {
  const {memory, how, write} = shop();
  const long = ['2026-11-17', '2026-11-18', '2026-11-19'];
  for (const [index, day] of long.entries()) await write(day, ...sold(`T7K0MZ4K${index}ZZZZZZ`, day));
  await write(days[0], ...sold(old, days[0]));
  await write(days[1], ...sold(others[1], days[1]));
  await write(days[2], ...refundLost(days[2]));
  const {disk, calls} = watched(() => {}, memory);
  const journal = await openJournal({...how, disk});
  await journal.close();
  const read = new Set(
    calls.filter(({call}) => call.startsWith('read')).map(({path}) => path.slice('/till/journal/'.length)),
  );
  expect([...read].filter(path => long.some(day => path.startsWith(day)))).toEqual([]);
  expect([...read]).toContain(`${days[0]}.jsonl`);
});

describe('an old segment that the disk cannot read', () => {
  const refuse =
    (date: string) =>
    ({call, path}: {call: string; path: string}) => {
      if (call === 'open to read' && path.endsWith(`${date}.jsonl`)) throw systemError('EIO');
    };

  it('stops the opening, and leaves no file open', async () => {
    const {memory, how} = await refundedLater();
    const {disk} = watched(refuse(days[0]), memory);
    expect(await problemOf(openJournal({...how, disk}))).toEqual({code: 'journal-not-writable', cause: 'EIO'});
    expect(memory.openFiles).toBe(0);
  });

  it('stops the next day before it has begun, and leaves no file open', async () => {
    const {memory, how, clock} = await refundedLater();
    let isBroken = false;
    const {disk} = watched(call => isBroken && refuse(days[0])(call), memory);
    const journal = await openJournal({...how, disk});
    isBroken = true;
    clock.set(`${days[3]}T12:00:00Z`);
    expect(await problemOf(journal.append(sold(others[3], days[3])))).toMatchObject({code: 'journal-not-writable'});
    await journal.close();
    expect(memory.openFiles).toBe(0);
    expect([...memory.files.keys()].filter(path => path.includes(days[3]))).toEqual([]);
    const again = await openJournal(how);
    expect(folded(again).payments.get(old)?.refunds).toMatchObject([{status: 'unknown'}]);
    await again.close();
  });
});
