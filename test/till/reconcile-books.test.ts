import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {EventType, StoredEvent} from '../../src/core/events/event.js';
import {emptyLedger} from '../../src/core/shift/ledger-schema.js';
import {ownBooks} from '../../src/till/reconcile-books.js';
import {accepted, event, notFound, notSent, record, request} from '../core/payment/payment-samples.js';

const dates = ['2026-11-19', '2026-11-20', '2026-11-21'];
const days = {from: '2026-11-19', to: '2026-11-21'};

type Read = Parameters<typeof ownBooks>[0]['journal'];

/** A journal whose days are read in pieces of the given length. */
function journalOf(events: ReadonlyMap<string, readonly StoredEvent[]>, length: number): Read {
  return {
    segments: async () => dates,
    segmentsOf: async ({from, to}) => dates.filter(date => from <= date && date <= to),
    readPieces: async function* (date) {
      const all = events.get(date) ?? [];
      for (let at = 0; at < all.length; at += length) yield all.slice(at, at + length);
    },
    eventsOf: async () => [],
    digestOf: async () => null,
    readNaming: async function* () {},
    keepDigest: async () => undefined,
  };
}

async function booksOf(events: ReadonlyMap<string, readonly StoredEvent[]>, length: number) {
  const journal = journalOf(events, length);
  const own = {till: 'T7K', profile: 'sandbox', journal, state: {ledger: emptyLedger}} as const;
  const {payments} = await ownBooks(own, {days, named: new Set(), onEvents: () => undefined});
  return payments;
}

const answers = [
  record('Completed', '00', {transaction_fee: 0.5}),
  record('Reversed', '00'),
  record('Initialized', '09'),
  notFound,
];

/** What is told of a payment once it was sent, in the order of its telling and each on the same day or a later one. */
const telling = fc.record({
  number: fc.nat({max: 9}),
  day: fc.nat({max: 2}),
  what: fc.constantFrom('slip', 'again', ...answers.keys()),
});

function eventsFrom(tellings: readonly {number: number; day: number; what: string | number}[]) {
  const byDay = new Map(dates.map(date => [date, [] as {type: EventType; data: object}[]]));
  for (let number = 0; number < 10; number += 1) {
    const reference = `T7K2PW9XG4N45${number}H`;
    byDay
      .get(dates[number % 2] ?? '')
      ?.push(
        {type: 'requested', data: {...request, reference, sale: reference, businessDate: dates[number % 2]}},
        {type: 'sent', data: {reference}},
        {type: 'answered', data: {reference, answer: {...accepted(), body: {}}}},
      );
  }
  for (const {number, day, what} of tellings) {
    const reference = `T7K2PW9XG4N45${number}H`;
    const list = byDay.get(dates[Math.max(number % 2, day)] ?? '');
    if (what === 'slip') list?.push({type: 'slip-printed', data: {reference, kind: 'receipt', copy: 1}});
    else if (what === 'again') list?.push({type: 'resolved', data: {reference, as: 'paid', reason: 'seen'}});
    else
      list?.push({
        type: 'status-answered',
        data: {reference, question: 'status', answer: own(answers[Number(what)], reference), repeated: 0},
      });
  }
  let seq = 0;
  return new Map(
    [...byDay].map(([date, list]) => [
      date,
      list.map(({type, data}) => {
        seq += 1;
        return event(seq, type, data as never);
      }),
    ]),
  );
}

/** An answer about this payment, and no other. */
function own(answer: (typeof answers)[number] | undefined, reference: string) {
  return JSON.parse(JSON.stringify(answer).replaceAll(request.reference, reference));
}

it('are the same, and in one order, in however small pieces a day is read', async () => {
  const law = fc.asyncProperty(
    fc.array(telling, {maxLength: 60}),
    fc.integer({min: 1, max: 7}),
    async (told, length) => {
      const events = eventsFrom(told);
      const whole = await booksOf(events, 10_000);
      expect(whole).toHaveLength(10);
      expect(await booksOf(events, length)).toEqual(whole);
    },
  );
  await fc.assert(law, {numRuns: 150, seed: 7});
});

it('are broken at the line that contradicts those before it, whichever day it is of', async () => {
  const reference = 'T7K2PW9XG4N450H';
  const events = eventsFrom([]);
  const seq = [...events.values()].flat().length;
  const told: readonly StoredEvent[] = [
    event(seq + 1, 'requested', {...request, reference, sale: reference, businessDate: '2026-11-21'}),
    event(seq + 2, 'sent', {reference}),
    event(seq + 3, 'answered', {reference, answer: notSent}),
    event(seq + 4, 'answered', {reference, answer: notSent}),
  ];
  const journal = journalOf(new Map([...events, ['2026-11-21', told]]), 100);
  const own = {till: 'T7K', profile: 'sandbox', journal, state: {ledger: emptyLedger}} as const;
  const {chain} = await ownBooks(own, {days, named: new Set(), onEvents: () => undefined});
  expect(chain).toEqual({till: 'T7K', state: 'broken', seq: seq + 4});
});
