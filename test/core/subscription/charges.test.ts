import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents, type State} from '../../../src/core/books/state.js';
import type {SubscriptionCharge} from '../../../src/core/endpoints/subscription/subscription-charges.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {learnCharges} from '../../../src/core/subscription/decide.js';
import {forAll} from '../../hostile/runs.js';
import {given, now} from '../deciding.js';
import {event as at} from '../payment/payment-samples.js';

const id = 17;
const charge = (number: number, status: string, more: Partial<SubscriptionCharge> = {}): SubscriptionCharge => ({
  id: number,
  subscriptionId: id,
  cycleNumber: number,
  attemptNumber: 1,
  transactionReference: `SUB-${number}`,
  amount: '12.5',
  currency: 'USD',
  description: null,
  status,
  respCode: null,
  failureReason: null,
  isRetriable: null,
  isExternal: null,
  chargedAt: null,
  nextRetryAt: null,
  cardServiceResponse: null,
  createdAt: null,
  updatedAt: null,
  ...more,
});

/** A subscription whose charges are read now and then, as the journal has it. */
class Billing {
  readonly state: State = emptyState();
  #seq = 1;

  constructor(isOwn = true) {
    this.#tell(at(1, 'subscription-seen', {subscription: {id}, planCode: null, isOwn}));
    this.read([]);
  }

  /** Reads these, and gives the references of the payments that were written down. */
  read(rows: readonly SubscriptionCharge[], instant = now, isWhole = true): readonly string[] {
    const isFirst = this.state.registry.subscriptions.get(id)?.completeFrom == null;
    const decided = learnCharges(this.state, {id, read: {rows, isWhole}, isFirst}, given({now: instant}));
    for (const {type, data} of decided) {
      this.#seq += 1;
      this.#tell(at(this.#seq, type, data as never));
    }
    return decided.flatMap(each =>
      each.type === 'requested' && each.data.method === 'subscription' ? [each.data.transactionReference] : [],
    );
  }

  get known() {
    const known = this.state.registry.subscriptions.get(id);
    if (known === undefined) throw new Error('the subscription is not in the state');
    return known;
  }

  #tell(event: StoredEvent): void {
    foldEvents(this.state, [event]);
  }
}

describe('charges of a subscription', () => {
  it('become payments when they succeeded, each once', () => {
    const billing = new Billing();
    expect(billing.read([charge(1, 'SUCCESS'), charge(2, 'FAILED')])).toEqual(['SUB-1']);
    expect(billing.read([charge(1, 'SUCCESS'), charge(2, 'FAILED'), charge(3, 'Completed')])).toEqual(['SUB-3']);
    expect(billing.read([charge(1, 'SUCCESS'), charge(3, 'Completed')])).toEqual([]);
  });

  it('that share a reference are one payment: in two rows, in a later one, and in another spelling', () => {
    const billing = new Billing();
    const again = (number: number, transactionReference: string) => charge(number, 'SUCCESS', {transactionReference});
    expect(billing.read([again(1, 'SUB-A1'), again(2, 'sub a1')])).toEqual(['SUB-A1']);
    expect(billing.read([again(3, 'SUB-A1'), again(4, 'SUB-A2')])).toEqual(['SUB-A2']);
    expect(billing.read([again(4, 'SUB-A2'), charge(5, 'PENDING'), again(6, 'SUB-A3'), again(7, 'SUBA3')])).toEqual([
      'SUB-A3',
    ]);
    expect(billing.read([again(5, 'SUBA3'), again(6, 'SUB-A3')])).toEqual([]);
  });

  it('that another subscription of the till has too are one payment', () => {
    const {state} = new Billing();
    const other = {...charge(1, 'SUCCESS', {transactionReference: 'SUB-B1'}), subscriptionId: 18};
    const learn = (of: number, rows: readonly SubscriptionCharge[]) => {
      const decided = learnCharges(state, {id: of, read: {rows, isWhole: true}, isFirst: false}, given());
      foldEvents(
        state,
        decided.map(({type, data}, index) => at(index + 1, type, data as never)),
      );
      return decided.filter(({type}) => type === 'requested').length;
    };
    foldEvents(state, [at(3, 'subscription-seen', {subscription: {id: 18}, planCode: null, isOwn: true})]);
    expect(learn(18, [other])).toBe(1);
    state.payments.clear();
    expect(learn(id, [charge(1, 'SUCCESS', {transactionReference: 'subb1'})])).toBe(0);
  });

  it('that another till of the home has made a payment of are one, and a row that was received is none', () => {
    const [here, there] = [new Billing(), new Billing()];
    const rows = [charge(1, 'SUCCESS', {transactionReference: '12345678901'})];
    const learn = (beside: readonly State[]) =>
      learnCharges(here.state, {id, read: {rows, isWhole: true}, isFirst: false, beside}, given()).map(
        ({type}) => type,
      );
    expect(learn([there.state])).toContain('requested');
    there.read([charge(1, 'SUCCESS', {transactionReference: '012345678901'})]);
    expect(learn([there.state])).toEqual(['charges-seen']);
    const received = {row: 'MISSING_LOCALLY:1.23457E+10:USD12.50', on: '2026-11-20', payment: 'T7K000000000001'};
    here.state.reconciled = {...here.state.reconciled, made: [received]};
    expect(learn([])).toEqual(['charges-seen']);
  });

  it('may have been payments of days that are not remembered any more, and become none then', () => {
    const {state} = new Billing();
    state.reconciled = {...state.reconciled, forgottenTo: '2026-11-01'};
    const on = (number: number, day: string | null) =>
      charge(number, 'SUCCESS', {chargedAt: day === null ? null : `${day}T10:00:00`});
    const rows = [on(1, null), on(2, '2026-11-02'), on(3, '2026-11-03')];
    const learnt = learnCharges(state, {id, read: {rows, isWhole: true}, isFirst: false}, given());
    expect(learnt.filter(({type}) => type === 'requested')).toMatchObject([{data: {transactionReference: 'SUB-3'}}]);
  });

  const taken = (billing: Billing) =>
    [...billing.state.payments.values()].flatMap(({request, status}) =>
      request.method === 'subscription' && status === 'disputed' ? [request.transactionReference] : [],
    );

  it.each(['REVERSED', 'Chargeback', 'FAILED'])(
    'take their payments back when the service calls them %s, once',
    word => {
      const billing = new Billing();
      const all = Array.from({length: 60}, (_, index) => charge(index + 1, 'SUCCESS'));
      billing.read(all);
      const over = all.with(2, charge(3, word, {transactionReference: 'sub 3'})).with(59, charge(60, word));
      billing.read(over);
      expect(taken(billing)).toEqual(['SUB-3', 'SUB-60']);
      const events = () =>
        learnCharges(billing.state, {id, read: {rows: over, isWhole: true}, isFirst: false}, given());
      expect(events()).toEqual([]);
      expect(billing.read([...all, charge(61, 'SUCCESS')])).toEqual(['SUB-61']);
      expect(taken(billing)).toEqual(['SUB-3', 'SUB-60']);
    },
  );

  it.each<[string, readonly SubscriptionCharge[]]>([
    ['is undecided', [charge(1, 'PENDING')]],
    ['failed before it succeeded', [charge(1, 'SUCCESS'), charge(2, 'FAILED', {transactionReference: 'SUB-1'})]],
    ['failed and is no payment', [charge(1, 'SUCCESS'), charge(2, 'FAILED')]],
  ])('take no payment back when one %s', (_, rows) => {
    const billing = new Billing();
    billing.read([charge(1, 'SUCCESS')]);
    billing.read(rows);
    expect(taken(billing)).toEqual([]);
  });

  it('of another subscription take no payment back', () => {
    const billing = new Billing();
    billing.read([charge(1, 'SUCCESS')]);
    foldEvents(billing.state, [at(9, 'subscription-seen', {subscription: {id: 18}, planCode: null, isOwn: true})]);
    const read = {rows: [charge(1, 'REVERSED')], isWhole: true};
    expect(learnCharges(billing.state, {id: 18, read, isFirst: false}, given())).toMatchObject([
      {type: 'charges-seen'},
    ]);
  });

  it('are told to their customers in the language of the shop’s own', () => {
    const {state} = new Billing();
    const read = {rows: [charge(1, 'SUCCESS')], isWhole: true};
    const told = learnCharges(state, {id, read, isFirst: false}, given({}, {customerLanguage: 'sw'}));
    expect(told.find(({type}) => type === 'requested')).toMatchObject({data: {customerLanguage: 'sw'}});
  });

  it('that are pending keep what comes after them above the cursor, and become payments when they succeed', () => {
    const billing = new Billing();
    expect(billing.read([charge(1, 'SUCCESS'), charge(2, 'PENDING'), charge(3, 'SUCCESS')])).toEqual([
      'SUB-1',
      'SUB-3',
    ]);
    expect(billing.known).toMatchObject({settledThrough: 1, taken: ['SUB-3']});
    expect(billing.read([charge(2, 'PENDING'), charge(3, 'SUCCESS')])).toEqual([]);
    expect(billing.read([charge(2, 'SUCCESS'), charge(3, 'SUCCESS')])).toEqual(['SUB-2']);
    expect(billing.known).toMatchObject({settledThrough: 3, taken: []});
  });

  it('are money of the till that enrolled alone', () => {
    const billing = new Billing(false);
    expect(billing.read([charge(1, 'SUCCESS')])).toEqual([]);
  });

  it('from before the till knew of it are nobody’s', () => {
    const state = emptyState();
    foldEvents(state, [at(1, 'subscription-seen', {subscription: {id}, planCode: null, isOwn: true})]);
    const read = {rows: [charge(5, 'SUCCESS'), charge(6, 'SUCCESS')], isWhole: false};
    expect(learnCharges(state, {id, read, isFirst: true}, given())).toMatchObject([
      {type: 'charges-seen', data: {settledThrough: 6, taken: []}},
    ]);
  });

  it('are kept by their numbers, each as it was read last, and what came before the first is nobody’s', () => {
    const state = emptyState();
    foldEvents(state, [at(1, 'subscription-seen', {subscription: {id}, planCode: null, isOwn: true})]);
    const seen = (rows: readonly SubscriptionCharge[], isFirst: boolean) => {
      const [first, ...others] = learnCharges(state, {id, read: {rows, isWhole: false}, isFirst}, given());
      if (first?.type !== 'charges-seen' || others.length > 0) throw new Error('charges are seen alone');
      foldEvents(state, [at(isFirst ? 2 : 3, 'charges-seen', first.data)]);
      return first.data;
    };
    const some = seen([charge(6, 'FAILED'), charge(5, 'PENDING')].reverse(), true);
    expect(some.charges.map(each => [each.id, each.status])).toEqual([
      [5, 'PENDING'],
      [6, 'FAILED'],
    ]);
    expect(some).toMatchObject({settledThrough: 4, completeFrom: 6});
    const more = seen([charge(5, 'FAILED'), charge(6, 'FAILED'), charge(7, 'FAILED')], false);
    expect(more.charges.map(each => [each.id, each.status])).toEqual([5, 6, 7].map(number => [number, 'FAILED']));
    expect(more).toMatchObject({settledThrough: 7, completeFrom: 6});
    const billing = new Billing();
    billing.read(Array.from({length: 26}, (_, index) => charge(index + 1, 'FAILED')));
    expect(billing.known).toMatchObject({completeFrom: 4, settledThrough: 26});
    expect(billing.known.charges.map(each => each.id)).toEqual(Array.from({length: 24}, (_, index) => index + 3));
  });

  it.each<[string, Partial<SubscriptionCharge>]>([
    ['of nothing', {amount: '0'}],
    ['in a currency that nobody counts', {currency: 'JPY'}],
    ['without a reference', {transactionReference: null}],
  ])('%s are no payments', (_name, more) => expect(new Billing().read([charge(1, 'SUCCESS', more)])).toEqual([]));

  it('keep the customer and the words of the service, and end nothing again that has ended', () => {
    const {state} = new Billing();
    foldEvents(state, [
      at(9, 'subscription-seen', {subscription: {id, customerEmail: 'a@b.c'}, planCode: null, isOwn: true}),
    ]);
    const read = {rows: [charge(1, 'SUCCESS', {description: 'Water'})], isWhole: true};
    expect(learnCharges(state, {id, read, isFirst: false}, given())).toMatchObject([
      {type: 'requested', data: {customerEmail: 'a@b.c', description: 'Water'}},
      {type: 'charges-seen'},
    ]);
    expect(learnCharges(state, {id: 99, read, isFirst: false}, given())).toEqual([]);
    const billing = new Billing();
    billing.read([charge(2, 'FAILED'), charge(3, 'FAILED')]);
    billing.read([charge(1, 'FAILED')]);
    expect(billing.known).toMatchObject({settledThrough: 3, completeFrom: 1});
    expect(billing.known.charges.map(each => each.id)).toEqual([1, 2, 3]);
    billing.read([charge(2, 'PENDING'), charge(3, 'PENDING'), charge(4, 'FAILED')], now, false);
    expect(billing.known).toMatchObject({settledThrough: 4, completeFrom: 1});
  });

  it('of which none is there yet are complete from the first on', () => {
    const state = emptyState();
    foldEvents(state, [at(1, 'subscription-seen', {subscription: {id}, planCode: null, isOwn: true})]);
    const read = {rows: [], isWhole: false};
    expect(learnCharges(state, {id, read, isFirst: true}, given())).toMatchObject([{data: {completeFrom: 1}}]);
  });

  it('that say nothing new are written down once in twelve hours', () => {
    const billing = new Billing();
    const rows = [charge(1, 'SUCCESS')];
    billing.read(rows);
    const {chargesAt, ...known} = billing.known;
    const hours = (count: number) => (chargesAt ?? 0) + count * 60 * 60_000;
    const isWritten = (instant: number) =>
      learnCharges(billing.state, {id, read: {rows, isWhole: true}, isFirst: false}, given({now: instant})).length > 0;
    expect(known.settledThrough).toBe(1);
    expect([isWritten(hours(12) - 1), isWritten(hours(12))]).toEqual([false, true]);
  });

  it('become payments once each, in whatever order they end and however often they are read', () => {
    const end = fc.constantFrom('SUCCESS', 'FAILED');
    const story = fc.array(fc.tuple(end, fc.integer({min: 0, max: 5})), {minLength: 1, maxLength: 6});
    forAll(story, charges => {
      const billing = new Billing();
      const written: string[] = [];
      for (let step = 0; step <= 6; step += 1) {
        const rows = charges.map(([status, endsAt], index) => charge(index + 1, step > endsAt ? status : 'PENDING'));
        written.push(...billing.read(rows));
      }
      const succeeded = charges.flatMap(([status], index) => (status === 'SUCCESS' ? [`SUB-${index + 1}`] : []));
      expect(written.toSorted()).toEqual(succeeded.toSorted());
      expect(billing.known).toMatchObject({settledThrough: charges.length, taken: []});
    });
  });
});
