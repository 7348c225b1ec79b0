import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Payment} from '../../../src/core/payment/payment.js';
import {refundedOf} from '../../../src/core/payment/refund.js';
import {resolvableIn} from '../../../src/core/payment/resolving.js';
import {Problem} from '../../../src/core/problem.js';
import {lineOf} from '../../../src/core/ticket/line.js';
import {isInHand} from '../../../src/core/ticket/ticket.js';
import {forAll} from '../../hostile/runs.js';
import {Counter, checkSums, checkWhole, kes, soap} from './ticket-samples.js';

type Step = (till: Counter) => void;
const some = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const ticketsOf = ({state}: Counter) => [...state.tickets.all.keys()];
const parkedIn = ({state}: Counter) => [...state.tickets.parked.keys()];
const paymentsOf = ({state}: Counter) => [...state.payments.keys()];

/** Something done with a ticket of those that are there, or with a payment. */
const withTicket = (act: (till: Counter, ticket: string) => unknown) =>
  fc.nat(9).map(
    (at): Step =>
      till => {
        const ticket = some(ticketsOf(till), at);
        if (ticket !== undefined) act(till, ticket);
      },
  );
const withPayment = <T>(chance: fc.Arbitrary<T>, act: (till: Counter, payment: Payment, more: T) => unknown) =>
  fc.tuple(fc.nat(9), chance).map(
    ([at, more]): Step =>
      till => {
        const payment = till.state.payments.get(some(paymentsOf(till), at) ?? '');
        if (payment !== undefined) act(till, payment, more);
      },
  );
const nothing = fc.constant(null);

/** What a cashier may do, and what the service may say, in any order. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({min: 1, max: 9}).map(
    (total): Step =>
      till =>
        void till.open(total * 100),
  ),
  fc.array(fc.record({group: fc.constantFrom(null, 'Food', 'Home'), taxRate: fc.constantFrom(null, '8', '16')})).map(
    (all): Step =>
      till => {
        const lines = all.map(each => lineOf({...soap, ...each}));
        if (lines.length > 0) till.open(lines.length * 100, {lines});
      },
  ),
  fc.record({at: fc.nat(9), taxRate: fc.constantFrom(null, '8', '16')}).map(
    ({at, taxRate}): Step =>
      till => {
        const ticket = some(ticketsOf(till), at);
        if (ticket !== undefined) till.extend(ticket, [lineOf({...soap, taxRate})], some(parkedIn(till), at));
      },
  ),
  fc.record({at: fc.nat(3), does: fc.constantFrom('park', 'again', 'sell', 'drop')}).map(
    ({at, does}): Step =>
      till => {
        const parked = does === 'park' ? undefined : some(parkedIn(till), at);
        const lines = [lineOf(soap)];
        if (does === 'sell') till.open(100, {lines, parked});
        else if (does === 'drop') till.drop(lines, parked);
        else till.park(lines, 'Table 4', parked);
      },
  ),
  fc
    .record({
      at: fc.nat(9),
      hundreds: fc.integer({min: 1, max: 9}),
      by: fc.nat(5),
      again: fc.boolean(),
      sale: fc.nat(9),
    })
    .map(
      ({at, hundreds, by, again, sale}): Step =>
        till => {
          const ticket = some(ticketsOf(till), at);
          const earlier = again ? some(paymentsOf(till), sale) : undefined;
          const first = till.state.payments.get(earlier ?? '');
          const minor = first?.request.amount.minor ?? hundreds * 100;
          const more = {by: by === 0 ? ('cash' as const) : by, again: 'another one'};
          if (ticket !== undefined)
            till.part(first === undefined ? ticket : undefined, minor, first ? {...more, sale: first.sale} : more);
        },
    ),
  withPayment(nothing, (till, {reference}) => till.correct(reference)),
  withPayment(nothing, (till, {reference}) => till.send(reference)),
  withPayment(fc.boolean(), (till, {reference, request, sends}, isPaid) => {
    if (request.method === 'mobile-money' && sends.begun > 0) till.hear(reference, isPaid ? 'Completed' : 'Failed');
  }),
  withPayment(nothing, (till, payment) => isInHand(payment) && till.giveBack(payment.reference)),
  withPayment(
    fc.record({minor: fc.integer({min: 1, max: 250}), isPending: fc.boolean()}),
    (till, {reference}, {minor, isPending}) => till.refund(reference, {amount: kes(minor)}, isPending),
  ),
  withPayment(fc.constantFrom('done' as const, 'failed' as const), (till, {reference, refunds}, as) => {
    const refund = refunds.find(each => !each.isProven);
    if (refund !== undefined) till.hearRefund(reference, refund.number, as);
  }),
  withTicket((till, ticket) => till.abandon(ticket)),
  withPayment(fc.constantFrom('paid' as const, 'not-paid' as const), (till, payment, as) => {
    const data = {reference: payment.reference, as, reason: 'seen', evidence: ''};
    if (resolvableIn(payment, 0) !== undefined) till.write({type: 'resolved', data});
  }),
  fc.constant<Step>(till => till.reopen()),
  fc.constant<Step>(till => till.newDay()),
);

function checkTickets(till: Counter): void {
  for (const [reference, {total, status, held, lines}] of till.state.tickets.all) {
    if (lines.length > 0) expect(lines.reduce((sum, {amount}) => sum + amount.minor, 0)).toBe(total.minor);
    const [paid, waiting, left] = till.standing(reference);
    expect(paid).toBeLessThanOrEqual(total.minor);
    if (status === 'open') expect(left).toBe(Math.max(0, total.minor - paid - waiting));
    if (status === 'paid' && held.every(each => till.state.payments.get(each.reference)?.refunds.length === 0))
      expect(paid).toBe(total.minor);
  }
  for (const payment of till.state.payments.values()) {
    const {reference, request} = payment;
    const ticket = till.state.tickets.all.get(request.ticket ?? '');
    if (ticket?.status !== 'open') continue;
    const counted = ticket.held.find(each => each.reference === reference);
    const isBeyond = till.state.tickets.beyond.has(reference);
    expect(counted !== undefined || isBeyond).toBe(isInHand(payment));
    const inHand = request.amount.minor - refundedOf(payment, 'done').minor;
    if (counted !== undefined && !isBeyond) expect(counted.minor).toBe(inHand);
  }
}

describe('whatever is done and heard, in any order, with the power cut between any two lines', () => {
  it('counts no more for a ticket than its total, and each sum once', {tags: ['slow']}, () =>
    forAll({numRuns: 400}, fc.array(step, {maxLength: 40}), steps => {
      const till = new Counter();
      for (const act of steps) {
        const before = till.events.length;
        const problem = problemOf(() => act(till));
        if (problem !== undefined) expect(till.events.length).toBe(before);
        checkTickets(till);
        checkSums(till);
        checkWhole(till);
      }
    }),
  );

  it('asks for no more than is left, so that only what came late is beyond it', {tags: ['slow']}, () =>
    forAll({numRuns: 400}, fc.array(step, {maxLength: 40}), steps => {
      const till = new Counter();
      for (const act of steps) {
        problemOf(() => act(till));
        for (const reference of till.state.tickets.beyond) {
          const payment = till.state.payments.get(reference);
          const isLate =
            payment?.finals.failed === true || payment?.isSuperseded === true || payment?.refunds.length !== 0;
          expect(isLate || payment?.resolution !== undefined || isOfSuperseded(till, reference)).toBe(true);
        }
      }
    }),
  );
});

/** Another attempt of its sale was waited for no more when it was begun. */
function isOfSuperseded({state}: Counter, reference: string): boolean {
  const sale = state.payments.get(reference)?.sale ?? '';
  return (state.sales.get(sale) ?? []).some(each => state.payments.get(each)?.isSuperseded === true);
}

function problemOf(act: () => void): Problem | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
