import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents, type State} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {Money} from '../../../src/core/money/money.js';
import {
  type EarlierStanding,
  earlierNote,
  earlierOf,
  type Guard,
  guardOf,
  guardTable,
  standingOf,
} from '../../../src/core/payment/earlier.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import {forAll} from '../../hostile/runs.js';
import {accepted, answered, event, noAnswer, notSent, record, reference, request} from './payment-samples.js';

const minute = 60_000;
const payer = request.wallet;
const sum = request.amount;
const otherSum: Money = {currency: 'KES', minor: sum.minor + 100};

const begun = [event(1, 'requested', request), event(2, 'sent', {reference})];
const answer = (seq: number, of: Parameters<typeof answered>[1]): StoredEvent =>
  event(seq, 'answered', {reference, answer: answered(200, of)});
const told = (seq: number, status: string, code: string, more: Record<string, string | number> = {}): StoredEvent =>
  event(seq, 'status-answered', {reference, question: 'status', answer: record(status, code, more), repeated: 0});
const took = [...begun, event(3, 'answered', {reference, answer: accepted()})];
const paid = [...took, told(4, 'Completed', '00')];
const lost = [...begun, event(3, 'answered', {reference, answer: noAnswer})];
const judged = (as: 'paid' | 'not-paid') =>
  event(5, 'resolved', {reference, as, reason: 'seen', evidence: 'no record'}, 'Amina');
const back = (minor: number) =>
  event(5, 'refund-in-cash', {
    reference,
    refund: 1,
    amount: {currency: 'KES', minor},
    reason: 'broken',
    businessDate: '2026-11-20',
  });

/** Every way in which a payment can stand that the table tells apart, by the events that lead there. */
const histories: Readonly<Record<string, readonly [EarlierStanding, readonly StoredEvent[]]>> = {
  'decided, and not sent yet': ['open', begun.slice(0, 1)],
  'sent, and not answered yet': ['open', begun],
  'sent, and its answer lost': ['open', lost],
  pending: ['open', took],
  paid: ['paid', paid],
  'judged paid': ['paid', [...lost, judged('paid')]],
  'given back in part': ['paid', [...paid, back(100)]],
  'given back whole': ['given-back', [...paid, back(sum.minor)]],
  'paid with another amount': ['needs-person', [...took, told(4, 'Completed', '00', {transaction_amount: 150})]],
  'paid, then reversed': ['needs-person', [...paid, told(5, 'Reversed', '06')]],
  'judged not paid': ['resolved-not-paid', [...lost, judged('not-paid')]],
  'judged not paid, and the service says so too': [
    'failed-by-record',
    [...lost, judged('not-paid'), told(6, 'Failed', '06')],
  ],
  'failed by its record': ['failed-by-record', [...took, told(4, 'Failed', '06')]],
  refused: [
    'refused',
    [...begun, answer(3, {response_code: '06', response_message: 'FAILED', transaction_reference: reference})],
  ],
  'never left': ['not-submitted', [...begun, event(3, 'answered', {reference, answer: notSent})]],
};

function stateOf(events: readonly StoredEvent[]): {readonly state: State; readonly payment: Payment} {
  const state = emptyState();
  foldEvents(state, events);
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Error('the payment is not in the state');
  return {state, payment};
}

describe('the table', () => {
  it('is the one in the document', () => {
    const document = readFileSync('docs/architecture.md', 'utf8');
    const printed = /<!-- earlier -->\n[^\n]+\n[^\n]+\n([\s\S]*?)<!-- \/earlier -->/.exec(document)?.[1];
    const rows = Object.entries(guardTable).map(
      ([standing, {within, sameSum, otherSum: other}]) => `| ${standing} | ${within} | ${sameSum} | ${other} |\n`,
    );
    expect(printed).toBe(rows.join(''));
  });

  it.each(Object.entries(histories))('%s', (_, [standing, events]) =>
    expect(standingOf(stateOf(events).payment)).toBe(standing),
  );

  it('has a history for each of its rows', () =>
    expect(new Set(Object.values(histories).map(([standing]) => standing))).toEqual(
      new Set(Object.keys(guardTable).filter(standing => standing !== 'just-paid')),
    ));
});

const anyHistory = fc.constantFrom(...Object.values(histories).map(([, events]) => stateOf(events).payment));
const anyAge = fc.oneof(fc.integer({min: -100_000, max: 20}), fc.integer({min: -1000, max: 1000})).map(n => n * minute);
const anyCooldown = fc.integer({min: 0, max: 60});
const rank: Readonly<Record<Guard, number>> = {nothing: 0, note: 1, warn: 2, ask: 3};

describe('what an earlier payment calls for', () => {
  const at = (payment: Payment, age: number) => payment.since + age;

  it('is a reason for as long as it is open, whatever its age, its sum and the settings', () =>
    forAll(anyHistory, anyAge, anyCooldown, fc.boolean(), (payment, age, cooldownMinutes, isSame) => {
      const guard = guardOf(payment, isSame ? sum : otherSum, {now: at(payment, age), cooldownMinutes});
      if (standingOf(payment) === 'open') expect(guard).toBe('ask');
    }));

  it('never blocks after the service’s own word, nor after what never left', () => {
    const blocks: readonly EarlierStanding[] = ['open', 'resolved-not-paid'];
    forAll(anyHistory, anyAge, anyCooldown, fc.boolean(), (payment, age, cooldownMinutes, isSame) => {
      const guard = guardOf(payment, isSame ? sum : otherSum, {now: at(payment, age), cooldownMinutes});
      if (guard === 'ask') expect(blocks).toContain(standingOf(payment));
      if (['refused', 'not-submitted', 'given-back'].includes(standingOf(payment))) expect(guard).toBe('nothing');
    });
  });

  it('becomes no more with age, and is no more for another sum than for the same', () =>
    forAll(anyHistory, anyAge, anyAge, anyCooldown, (payment, one, other, cooldownMinutes) => {
      const [younger, older] = [Math.min(one, other), Math.max(one, other)];
      const guard = (age: number, of: Money) => rank[guardOf(payment, of, {now: at(payment, age), cooldownMinutes})];
      expect(guard(older, sum)).toBeLessThanOrEqual(guard(younger, sum));
      expect(guard(one, otherSum)).toBeLessThanOrEqual(guard(one, sum));
    }));

  it('is a warning for two minutes after the same sum was paid, and then a line, by the minutes of the settings', () => {
    const {payment} = stateOf(paid);
    const guard = (age: number, cooldownMinutes: number, of = sum) =>
      guardOf(payment, of, {now: at(payment, age), cooldownMinutes});
    expect([-minute, 0, 2 * minute - 1].map(age => guard(age, 10))).toEqual(['warn', 'warn', 'warn']);
    expect([2 * minute, 10 * minute - 1, 10 * minute].map(age => guard(age, 10))).toEqual(['note', 'note', 'nothing']);
    expect([guard(0, 0), guard(2 * minute, 0), guard(0, 10, otherSum)]).toEqual(['warn', 'nothing', 'nothing']);
  });

  it('is told with the sum, the time at which it ended, and how', () => {
    const note = (events: readonly StoredEvent[]) =>
      earlierNote(stateOf(events).payment, {language: 'en', zone: 'Africa/Nairobi'});
    const failed = [...took, told(4, 'Failed', '06')];
    const reversed = [...paid, told(5, 'Reversed', '06')];
    expect([paid, failed, reversed].map(note)).toEqual([
      'This number paid KES\u00A0200.00 at 14:00.',
      'This number did not pay KES\u00A0200.00 at 14:00.',
      'A payment of KES\u00A0200.00 by this number at 14:00 needs the manager.',
    ]);
  });
});

describe('of several earlier payments', () => {
  const named = (name: string, after: readonly StoredEvent[]): readonly StoredEvent[] =>
    after.map(each => JSON.parse(JSON.stringify(each).replaceAll(reference, name)));
  const second = 'T7K0MZ4K8Q2RDWY';
  const when = {now: Date.UTC(2026, 10, 20, 11, 5), cooldownMinutes: 10};

  it('an open one comes before a newer one that was paid', () => {
    const {state} = stateOf([...took, ...named(second, paid)]);
    expect(earlierOf(state, {payer, sum}, when)).toMatchObject({guard: 'ask', payment: {reference}});
  });

  it('an open one is found among a thousand that were settled since', () => {
    const numbers = Array.from({length: 1000}, (_, at) => `T7K${String(at).padStart(12, '0')}`);
    const {state} = stateOf(took);
    for (const name of numbers) foldEvents(state, named(name, paid));
    expect(earlierOf(state, {payer, sum}, when)).toMatchObject({guard: 'ask', payment: {reference}});
  });

  it('one of another wallet calls for nothing, and nobody’s wallet neither', () => {
    const {state} = stateOf(took);
    expect(earlierOf(state, {payer: '254700000001', sum}, when)).toBeUndefined();
    expect(earlierOf(state, {payer: null, sum}, when)).toBeUndefined();
  });

  it('one that calls for nothing is none', () => {
    const {state} = stateOf([...begun, event(3, 'answered', {reference, answer: notSent})]);
    expect(earlierOf(state, {payer, sum}, when)).toBeUndefined();
  });
});
