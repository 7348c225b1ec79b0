import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {evolveLedger} from '../../../src/core/shift/ledger.js';
import {emptyLedger, type Ledger} from '../../../src/core/shift/ledger-schema.js';
import {event, reference} from '../payment/payment-samples.js';

const businessDate = '2026-11-20';
const amount = {currency: 'KES', minor: 500} as const;
const opened = event(1, 'shift-opened', {shift: 1, floats: [], zone: 'Africa/Nairobi', dayStartsAt: '00:00'}, 'Amina');
const moved = (kind: 'in' | 'out' | 'drop') =>
  event(2, 'cash-moved', {kind, amount, reason: 'change', businessDate}, 'Juma');
const slip = (kind: 'receipt' | 'pending', copy: number) =>
  event(2, 'slip-printed', {reference, kind, copy, format: 'text'});
const resolved = event(2, 'resolved', {reference, as: 'paid', reason: 'seen', evidence: ''}, 'Juma');

const cash = {sales: 0, refunds: 0, paidIn: 0, paidOut: 0, drops: 0};
const period = (events: readonly StoredEvent[]): Ledger['period'] =>
  events.reduce((ledger, each) => evolveLedger(ledger, each), emptyLedger).period;

it.each<[string, StoredEvent, Partial<typeof cash>]>([
  ['in', moved('in'), {paidIn: 500}],
  ['out', moved('out'), {paidOut: 500}],
  ['to the safe', moved('drop'), {drops: 500}],
])('cash that is moved %s is counted as that, by whoever moved it', (_, each, flow) => {
  const {drawers, people, firstAt} = period([each]);
  expect(drawers['KES']).toMatchObject({...cash, ...flow});
  expect(people).toEqual(['Juma']);
  expect(firstAt).toBe(Date.parse(each.at));
});

it.each<[string, StoredEvent, keyof Ledger['period']['counts'] | undefined, people: string[]]>([
  ['a receipt', slip('receipt', 0), 'receipts', []],
  ['a copy of a receipt', slip('receipt', 1), 'copies', []],
  ['a slip of a payment that is pending', slip('pending', 0), 'pendingSlips', []],
  ['an opening of the drawer', event(2, 'drawer-opened', {reason: 'change'}, 'Juma'), 'drawerOpenings', ['Juma']],
  ['a resolution', resolved, 'judgements', ['Juma']],
  ['a superseded attempt', event(2, 'set-aside', {reference}, 'Juma'), 'setAside', []],
  ['an answer', event(2, 'sent', {reference}), undefined, []],
])('%s is counted once, as that alone', (_, each, counted, people) => {
  const {counts, people: seen} = period([each]);
  const none = emptyLedger.period.counts;
  expect(counts).toEqual(counted === undefined ? none : {...none, [counted]: 1});
  expect(period([each, each]).counts).toEqual(counted === undefined ? none : {...none, [counted]: 2});
  expect(seen).toEqual(people);
});

it.each([
  ['is handed over while it is open', [opened], 'Brian', ['Amina', 'Brian']],
  ['is handed over though none is open', [], undefined, []],
])('a shift that %s is of whoever has it then', (_, before, person, people) => {
  const handed = event(2, 'shift-handed-over', {shift: 1, to: 'Brian'}, 'Amina');
  const ledger = [...before, handed].reduce((told, each) => evolveLedger(told, each), emptyLedger);
  expect(ledger.shift?.person).toBe(person);
  expect(ledger.period.people).toEqual(people);
});

it('a copy of a Z is counted with that Z, and begins no period', () => {
  const zs = [1, 2].map(number => ({number, throughSeq: number, businessDate, printed: 0}));
  const printed = evolveLedger({...emptyLedger, z: 2, zs}, event(3, 'report-printed', {z: 2, copy: 0, format: 'text'}));
  expect(printed.zs.map(each => each.printed)).toEqual([0, 1]);
  expect(printed.period.firstAt).toBeNull();
});
