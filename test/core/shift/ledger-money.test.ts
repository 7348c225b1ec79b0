import {expect, it} from 'vitest';
import type {EventData, StoredEvent} from '../../../src/core/journal/event.js';
import {emptyState, foldEvents} from '../../../src/core/journal/state.js';
import {beginPayment, type Payment} from '../../../src/core/payment/payment.js';
import type {Refund} from '../../../src/core/refund/refund.js';
import {emptyLedger, evolveLedger} from '../../../src/core/shift/ledger.js';
import {event, reference, request, toldOf} from '../payment/payment-samples.js';

const {sale, amount, country, description, businessDate, again} = request;
const cash: EventData<'requested'> = {
  ...{reference, sale, amount, country, description, businessDate, again},
  ...{method: 'cash', tendered: amount},
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
