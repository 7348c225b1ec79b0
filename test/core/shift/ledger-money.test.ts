import {expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import {beginPayment, type Payment} from '../../../src/core/payment/payment.js';
import type {Refund} from '../../../src/core/payment/refund.js';
import {evolveLedger, heldByOpen} from '../../../src/core/shift/ledger.js';
import {emptyLedger, type Ledger} from '../../../src/core/shift/ledger-schema.js';
import type {Ticket, TicketFlow} from '../../../src/core/ticket/ticket.js';
import {event, reference, request, toldOf} from '../payment/payment-samples.js';

const {sale, amount, country, description, businessDate, again} = request;
const cash: EventData<'requested'> = {
  reference,
  sale,
  amount,
  country,
  description,
  businessDate,
  again,
  method: 'cash',
  tendered: amount,
};
const asked = (data: EventData<'requested'>) => event(1, 'requested', data) as StoredEvent & {type: 'requested'};
const minor = amount.minor;

it.each([
  ['cash', [asked(cash)], minor],
  ['mobile money', [asked(request), event(2, 'sent', {reference}), toldOf(3, 'Completed')], undefined],
])('a payment by %s is in the drawer if it is cash, and in the total of all time', (_, events, drawer) => {
  const state = emptyState();
  foldEvents(state, events);
  const {period, perpetual} = state.ledger;
  expect(period.drawers['KES']?.sales).toBe(drawer);
  expect(perpetual['KES']).toEqual({sales: minor, refunds: 0, corrections: 0});
});

type Counted = {readonly done: number; readonly requested: number; readonly failed: number; readonly minor: number};
const none: Counted = {done: 0, requested: 0, failed: 0, minor: 0};

/** A paid payment with one refund of this status, or with none. */
function withRefund(method: Refund['method'], status: Refund['status'] | undefined): Payment {
  const paid: Payment = {...beginPayment(asked(request)), status: 'paid', paidSeq: 1};
  const refund = {number: 1, method, status, amount: {currency: 'KES', minor: 300}, lines: []} as unknown as Refund;
  return status === undefined ? paid : {...paid, refunds: [refund]};
}

it.each<[before: Refund['status'] | undefined, after: Refund['status'], Counted]>([
  [undefined, 'requested', {...none, requested: 1}],
  [undefined, 'done', {...none, requested: 1, done: 1, minor: 300}],
  ['requested', 'sent', none],
  ['sent', 'unknown', none],
  ['unknown', 'done', {...none, done: 1, minor: 300}],
  ['pending', 'failed', {...none, failed: 1}],
  ['done', 'failed', {...none, failed: 1, done: -1, minor: -300}],
])('a refund that goes from %s to %s', (before, after, {minor: back, ...counts}) => {
  for (const method of ['card', 'cash'] as const) {
    const [was, is] = [withRefund(method, before), withRefund(method, after)];
    const {period, perpetual} = evolveLedger(emptyLedger, event(2, 'sent', {reference}), {before: was, after: is});
    expect(period.refunds[`${method} KES`]).toEqual({method, total: {currency: 'KES', minor: back}, ...counts});
    expect(perpetual['KES']?.refunds).toBe(back === 0 ? undefined : back);
    expect(period.drawers['KES']?.refunds).toBe(method === 'cash' && back !== 0 ? back : undefined);
  }
});

it('a refund whose status stays is not counted again', () => {
  const [was, is] = [withRefund('card', 'sent'), withRefund('card', 'sent')];
  expect(evolveLedger(emptyLedger, event(2, 'sent', {reference}), {before: was, after: is}).period.refunds).toEqual({});
});

const nothing = {taken: 0, adjusted: 0, reopened: 0, beyond: 0, abandoned: 0, paid: undefined};
const flowOf = (more: Partial<TicketFlow>): TicketFlow => ({...nothing, currency: 'KES', ...more});
const by: Payment = {...beginPayment(asked(request)), person: 'Amina'};
const told = (ledger: Ledger, ...flows: readonly TicketFlow[]) =>
  flows.reduce((now, flow) => evolveLedger(now, event(2, 'sent', {reference}), {before: by, after: by, flow}), ledger);

it('what moved of tickets is summed by currency, with what those that were paid were for', () => {
  const ticket = {total: {currency: 'KES', minor: 900}, lines: []} as unknown as Ticket;
  const once = told(emptyLedger, flowOf({taken: 1000, adjusted: 20}), flowOf({taken: 1, beyond: 30}));
  const ledger = told(once, flowOf({abandoned: 40, reopened: 5, paid: ticket}), flowOf({currency: 'USD', taken: 7}));
  const sums = {before: 0, taken: 1001, adjusted: 20, reopened: 5, beyond: 30, abandoned: 40, paid: 900, count: 1};
  expect(ledger.period.tickets).toEqual({KES: sums, USD: {...sums, ...nothing, taken: 7, paid: 0, count: 0}});
  expect([once.period.sold.groups, ledger.period.sold.groups]).toEqual([
    [],
    [{group: null, total: {currency: 'KES', minor: 900}, count: 1}],
  ]);
  expect(heldByOpen({...sums, before: 100})).toBe(156);
});

it('what open tickets hold at a Z is what they held before the next period, and nothing is not carried', () => {
  const report = {number: 1, throughSeq: 9, businessDate, perpetual: [], openedAt: 0, closedAt: 0, zone: 'UTC'};
  const parts = {
    cashiers: [],
    refunds: [],
    corrections: [],
    drawers: [],
    counts: emptyLedger.period.counts,
    tenders: [],
  };
  const z = event(10, 'z-reported', {report: {...report, ...parts}} as never);
  const ticket = {total: {currency: 'USD', minor: 7}, lines: []} as unknown as Ticket;
  const before = told(emptyLedger, flowOf({taken: 500}), flowOf({currency: 'USD', taken: 7, paid: ticket}));
  const {period} = evolveLedger(before, z);
  expect(period.tickets).toEqual({KES: {...nothing, before: 500, paid: 0, count: 0}});
  expect(period).toMatchObject({fromSeq: 9, firstAt: null, sold: {groups: []}});
});

it('what came back line by line of a refund is counted once, and taken off where it then did not come back', () => {
  const line = {group: 'Tea', amount: {currency: 'KES', minor: 300}, tax: null};
  const with1 = (status: Refund['status'], lines: readonly object[] = [line]) => {
    const payment = withRefund('card', status);
    return {...payment, refunds: payment.refunds.map(each => ({...each, lines}))} as unknown as Payment;
  };
  const evolve = (ledger: Ledger, before: Payment, after: Payment) =>
    evolveLedger(ledger, event(2, 'sent', {reference}), {before, after});
  const done = evolve(emptyLedger, with1('sent'), with1('done'));
  expect(done.period.sold.groups).toMatchObject([{group: 'Tea', back: {minor: 300}}]);
  expect(evolve(done, with1('done'), with1('failed')).period.sold.groups).toMatchObject([{back: {minor: 0}}]);
  expect(evolve(emptyLedger, with1('sent'), with1('failed')).period.sold.groups).toEqual([]);
  expect(evolve(emptyLedger, with1('sent', []), with1('done', [])).period.sold.groups).toEqual([]);
});
