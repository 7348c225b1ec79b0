// @module-tag slow

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {carry, emptyState, foldEvents, type State, stateAfter} from '../../../src/core/books/state.js';
import {type StoredEvent, toWrite} from '../../../src/core/events/event.js';
import {type Currency, currencies} from '../../../src/core/money/money.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import {mayResolveRefund} from '../../../src/core/payment/refund.js';
import {reportOf, takingsOf} from '../../../src/core/shift/report.js';
import type {Report} from '../../../src/core/shift/report-schema.js';
import {forAll, runs} from '../../hostile/runs.js';
import {answered, event, request} from '../payment/payment-samples.js';

/** What may happen in a shop, in any order; payments are named by their number. */
type Happening =
  | {readonly kind: 'cash' | 'wallet' | 'card'; readonly currency: Currency; readonly minor: number}
  | {readonly kind: 'paid' | 'failed' | 'reversed'; readonly payment: number}
  | {readonly kind: 'judged'; readonly payment: number; readonly as: 'paid' | 'not-paid'}
  | {readonly kind: 'refund' | 'refund by card'; readonly payment: number; readonly minor: number}
  | {readonly kind: 'refund judged' | 'refund recorded'; readonly payment: number; readonly as: 'done' | 'failed'}
  | {readonly kind: 'shift' | 'z'; readonly minor: number};

const number = fc.nat(8);
const minor = fc.integer({min: 1, max: 90_000});
const currency = fc.constantFrom<Currency>('KES', 'USD', 'XOF');
const happening = fc.oneof<fc.Arbitrary<Happening>[]>(
  fc.record({kind: fc.constantFrom('cash', 'wallet', 'card'), currency, minor}),
  fc.record({kind: fc.constantFrom('paid', 'failed', 'reversed'), payment: number}),
  fc.record({kind: fc.constant('paid'), payment: number}),
  fc.record({kind: fc.constantFrom('wallet', 'card'), currency, minor}),
  fc.record({kind: fc.constant('judged'), payment: number, as: fc.constantFrom('paid', 'not-paid')}),
  fc.record({kind: fc.constantFrom('refund', 'refund by card'), payment: number, minor}),
  fc.record({kind: fc.constantFrom('shift', 'z'), minor}),
);

const happenings = fc.array(happening, {minLength: 10, maxLength: 60});

const sold: readonly Happening[] = [
  {kind: 'card', currency: 'USD', minor: 90_000},
  {kind: 'card', currency: 'KES', minor: 90_000},
  {kind: 'paid', payment: 0},
  {kind: 'paid', payment: 1},
];
const which = fc.nat(1);
const refunding = fc.oneof<fc.Arbitrary<Happening>[]>(
  fc.record({kind: fc.constantFrom('refund', 'refund by card', 'refund by card'), payment: which, minor}),
  fc.record({
    kind: fc.constantFrom('refund judged', 'refund recorded'),
    payment: which,
    as: fc.constantFrom('done', 'failed'),
  }),
  fc.record({kind: fc.constant('z'), minor}),
);

const frame = {
  till: 'T7K',
  shop: 'Duka',
  profile: 'sandbox',
  zone: 'Africa/Nairobi',
  businessDate: '2026-11-20',
  closedAt: 0,
  head: '',
  difference: null,
  notAsked: 0,
} as const;

/** The shop's days as events, told one by one to a state, as the till does; with the Zs that were made. */
function live(happenings: readonly Happening[]): {state: State; events: StoredEvent[]; zs: Report[]} {
  const state = emptyState();
  const events: StoredEvent[] = [];
  const zs: Report[] = [];
  const references: string[] = [];
  const tell = (next: StoredEvent) => {
    events.push(next);
    foldEvents(state, [next]);
  };
  for (const each of happenings) {
    const seq = events.length + 1;
    switch (each.kind) {
      case 'cash':
      case 'wallet':
      case 'card': {
        const reference = `T7K0MZ4K8Q${String(references.length).padStart(5, '0')}`;
        references.push(reference);
        tell(event(seq, 'requested', asked(each, reference)));
        if (each.kind !== 'cash') tell(event(seq + 1, 'sent', {reference}));
        break;
      }
      case 'shift':
        if (state.ledger.shift === null)
          tell(
            event(seq, 'shift-opened', {
              shift: state.ledger.shifts + 1,
              floats: [{currency: 'KES', minor: each.minor}],
              zone: frame.zone,
              dayStartsAt: '00:00',
            }),
          );
        break;
      case 'z': {
        const report = reportOf(state, {...frame, kind: 'z'});
        zs.push(report);
        toWrite({type: 'z-reported', person: 'cashier', data: {report}});
        tell(event(seq, 'z-reported', {report}));
        break;
      }
      default:
        for (const next of aboutPayment(each, seq, references[each.payment], state)) tell(next);
    }
  }
  return {state, events, zs};
}

function asked(
  {kind, currency: code, minor: amount}: Happening & {currency: Currency; minor: number},
  reference: string,
) {
  const {network, bankCode, wallet, returnUrl, phone, email, firstName, lastName, ...common} = request;
  const customer = {phone, email, firstName, lastName};
  const base = {...common, reference, sale: reference, amount: {currency: code, minor: amount}};
  if (kind === 'cash') return {...base, method: 'cash' as const, tendered: base.amount};
  if (kind === 'card') return {...base, ...customer, method: 'card' as const, card: {brand: 'Visa', lastFour: '1019'}};
  return {...base, ...customer, method: 'mobile-money' as const, network, bankCode, wallet, returnUrl};
}

function aboutPayment(
  each: Extract<Happening, {payment: number}>,
  seq: number,
  reference: string | undefined,
  state: State,
): StoredEvent[] {
  const payment = reference === undefined ? undefined : state.payments.get(reference);
  if (reference === undefined || payment === undefined || payment.request.method === 'cash') return [];
  const {amount} = payment.request;
  if (each.kind === 'judged') {
    const isOpen = payment.status === 'sent' || payment.status === 'disputed';
    return isOpen ? [event(seq, 'resolved', {reference, as: each.as, reason: 'seen', evidence: ''}, 'Wanjiru')] : [];
  }
  if (each.kind === 'refund' || each.kind === 'refund by card') {
    if (payment.status !== 'paid') return [];
    const given = {currency: amount.currency, minor: Math.min(each.minor, amount.minor)};
    const refund = payment.refunds.length + 1;
    const data = {reference, refund, amount: given, reason: 'back', businessDate: '2026-11-20'};
    if (each.kind === 'refund') return [event(seq, 'refund-in-cash', data)];
    const about = {refund_transaction_reference: `RF${refund}`, payment_transaction_reference: reference};
    const answer = answered(200, {data: {...about, status: 'INITIALIZED'}});
    return [
      event(seq, 'refund-requested', data),
      event(seq + 1, 'refund-sent', {reference, refund}),
      event(seq + 2, 'refund-answered', {reference, refund, answer}),
    ];
  }
  if (each.kind === 'refund judged' || each.kind === 'refund recorded') return aboutRefund(each, seq, payment);
  const status = {paid: 'Completed', failed: 'Failed', reversed: 'Reversed'}[each.kind];
  const places = amount.currency === 'XOF' ? 0 : 2;
  const answer = answered(200, {
    success: true,
    message: 'ok',
    data: {
      transaction_status: status,
      amount_received: amount.minor / 10 ** places,
      currency: amount.currency,
      merchant_transaction_reference: reference,
    },
  });
  return [event(seq, 'status-answered', {reference, question: 'status', answer, repeated: 0})];
}

function aboutRefund(
  {kind, as}: Extract<Happening, {readonly kind: 'refund judged' | 'refund recorded'}>,
  seq: number,
  {reference, refunds}: Payment,
): StoredEvent[] {
  const refund = refunds.findLast(({method}) => method === 'card');
  if (refund === undefined) return [];
  const about = {reference, refund: refund.number};
  if (kind === 'refund recorded') {
    const record = {
      refund_transaction_reference: refund.serviceReference ?? '',
      status: as === 'done' ? 'Success' : 'Failed',
    };
    const answer = answered(200, {success: true, data: record});
    return [event(seq, 'refund-status-answered', {...about, question: 'refund-status', answer, repeated: 0})];
  }
  if (!mayResolveRefund(refund)) return [];
  return [event(seq, 'refund-resolved', {...about, as, reason: 'seen', evidence: ''}, 'Wanjiru')];
}

const sums = (reports: readonly Pick<Report, 'tenders'>[]) =>
  Object.fromEntries(
    takingsOf({tenders: reports.flatMap(({tenders}) => tenders)}).map(each => [each.currency, each.minor]),
  );

describe('the ledger', () => {
  it('has every amount that was ever paid in exactly one Z, whatever happens in whatever order', () =>
    forAll(runs(100, 3000), happenings, some => {
      const {state, zs} = live(some);
      const now = reportOf(state, {...frame, kind: 'z'});
      const perpetual = Object.fromEntries(
        Object.entries(state.ledger.perpetual).flatMap(([code, {sales}]) => (sales === 0 ? [] : [[code, sales]])),
      );
      expect(sums([...zs, now])).toEqual(perpetual);
      const paid = [...state.payments.values()].filter(({paidSeq}) => paidSeq !== undefined);
      for (const code of currencies) {
        const own = paid.filter(({request: {amount}}) => amount.currency === code);
        const sum = own.reduce((total, {request: {amount}}) => total + amount.minor, 0);
        expect(perpetual[code] ?? 0).toBe(sum);
      }
    }));

  it('says of each payment in which Z it was taken, and points to the Z it was sold under when it came late', () =>
    forAll(runs(100, 2000), happenings, some => {
      const {state, zs} = live(some);
      const all = [...zs, reportOf(state, {...frame, kind: 'z'})];
      for (const payment of state.payments.values()) {
        const soldUnder = all.find(({fromSeq, throughSeq}) => payment.seq > fromSeq && payment.seq <= throughSeq);
        const takenIn = all.filter(
          ({fromSeq, throughSeq}) =>
            payment.paidSeq !== undefined && payment.paidSeq > fromSeq && payment.paidSeq <= throughSeq,
        );
        expect(takenIn).toHaveLength(payment.paidSeq === undefined ? 0 : 1);
        const late = all.filter(({late: lines}) => lines.some(({reference}) => reference === payment.reference));
        const isLate = takenIn[0] !== undefined && takenIn[0] !== soldUnder;
        expect(late.map(({number: z}) => z)).toEqual(isLate ? takenIn.map(({number: z}) => z) : []);
        if (isLate) {
          const line = late[0]?.late.find(({reference}) => reference === payment.reference);
          expect(line?.z).toBe(soldUnder?.number);
        }
      }
    }));

  it('takes back nothing that was taken: corrections stand beside it and sum to what is no longer paid', () =>
    forAll(runs(100, 2000), happenings, some => {
      const {state} = live(some);
      for (const code of currencies) {
        const taken = [...state.payments.values()].filter(
          ({request: {amount}, paidSeq}) => paidSeq !== undefined && amount.currency === code,
        );
        const paidNow = taken.reduce(
          (sum, {status, request: {amount}}) => sum + (status === 'paid' ? amount.minor : 0),
          0,
        );
        const {sales = 0, corrections = 0} = state.ledger.perpetual[code] ?? {};
        expect(sales + corrections).toBe(paidNow);
      }
    }));

  it('counts each refund that was made, less what the service took back, in exactly one Z', () => {
    const reached = {done: 0, takenBack: 0};
    forAll(runs(200, 5000), fc.array(refunding, {minLength: 5, maxLength: 20}), some => {
      const {state, zs} = live([...sold, ...some]);
      const all = [...zs, reportOf(state, {...frame, kind: 'z'})].flatMap(({refunds}) => refunds);
      const made = [...state.payments.values()].flatMap(({refunds}) => refunds.filter(({status}) => status === 'done'));
      for (const method of ['card', 'cash'] as const)
        for (const code of currencies) {
          const own = made.filter(refund => refund.method === method && refund.amount.currency === code);
          const told = all.filter(sum => sum.method === method && sum.total.currency === code);
          expect(told.reduce((sum, {total}) => sum + total.minor, 0)).toBe(
            own.reduce((sum, {amount}) => sum + amount.minor, 0),
          );
          expect(told.reduce((sum, {done}) => sum + done, 0)).toBe(own.length);
        }
      reached.done += made.length;
      reached.takenBack += all.filter(({done}) => done < 0).length;
    });
    expect(reached.done).toBeGreaterThan(100);
    expect(reached.takenBack).toBeGreaterThan(0);
  });

  it('is the same however the days are cut into segments, of which only summaries are kept', () =>
    forAll(runs(100, 2000), happenings, fc.array(fc.nat(60), {maxLength: 5}), (some, cuts) => {
      const {state, events} = live(some);
      const ends = [...new Set(cuts.map(cut => Math.min(cut, events.length)))].sort((a, b) => a - b);
      let before: Parameters<typeof carry>[0] = {carried: [], totals: null};
      let from = 0;
      for (const end of ends) {
        const part = events.slice(from, end);
        const older = events.slice(0, from).filter(old => isAbout(part, old) && !before.carried.includes(old));
        const whole = {...before, carried: [...before.carried, ...older].sort((a, b) => a.seq - b.seq)};
        before = JSON.parse(JSON.stringify(carry(whole, part)));
        before = {...before, carried: before.carried.map(({seq}) => events[seq - 1] ?? never())};
        from = end;
      }
      const last = events.slice(from);
      const older = events.slice(0, from).filter(old => isAbout(last, old) && !before.carried.includes(old));
      const carried = [...before.carried, ...older].sort((a, b) => a.seq - b.seq);
      expect(stateAfter({...before, carried}, last).ledger).toEqual(JSON.parse(JSON.stringify(state.ledger)));
    }));
});

function never(): never {
  throw new Error('an event that was carried and never was');
}

function isAbout(some: readonly StoredEvent[], old: StoredEvent): boolean {
  const reference = 'reference' in old.data ? old.data.reference : undefined;
  return reference !== undefined && some.some(({data}) => 'reference' in data && data.reference === reference);
}
