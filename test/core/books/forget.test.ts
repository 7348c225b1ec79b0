import fc from 'fast-check';
import {expect, it} from 'vitest';
import {
  type CarriedState,
  carry,
  emptyState,
  foldEvents,
  forgetSettled,
  type State,
  stateAfter,
} from '../../../src/core/books/state.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import type {MobileMoneyRequest} from '../../../src/core/payment/schema.js';
import {forAll} from '../../hostile/runs.js';
import {accepted, event, record, request} from '../payment/payment-samples.js';

const before = '2026-11-20';
const monday = '2026-11-19';
const [paid, failing, pending, twice, again, aside, next, today] = [
  'T7K0MZ4K1AAAAAA',
  'T7K0MZ4K2AAAAAA',
  'T7K0MZ4K3AAAAAA',
  'T7K0MZ4K4AAAAAA',
  'T7K0MZ4K5AAAAAA',
  'T7K0MZ4K6AAAAAA',
  'T7K0MZ4K7AAAAAA',
  'T7K0MZ4K8AAAAAA',
] as const;

let seq = 0;
const at = <T extends StoredEvent['type']>(type: T, data: EventData<T>) => {
  seq += 1;
  return event(seq, type, data);
};
const ask = (reference: string, more: Partial<MobileMoneyRequest> = {}) => [
  at('requested', {...request, reference, sale: reference, businessDate: monday, ...more}),
  at('sent', {reference}),
  at('answered', {reference, answer: accepted({transaction_reference: reference})}),
];
const heard = (reference: string, status: string, code: string) => {
  const answer = record(status, code, {transaction_reference: reference});
  return at('status-answered', {reference, question: 'status', answer, repeated: 0});
};

const events = [
  ...[...ask(paid), heard(paid, 'Completed', '00')],
  ...[...ask(failing), heard(failing, 'Failed', '06')],
  ...ask(pending),
  ...[...ask(twice), ...ask(again, {sale: twice, wallet: '254700000001'})],
  ...[heard(twice, 'Completed', '00'), heard(again, 'Completed', '00')],
  ...[...ask(aside), ...ask(next, {sale: aside}), heard(next, 'Completed', '00')],
  ...[...ask(today, {businessDate: before}), heard(today, 'Completed', '00')],
];

function folded(some: readonly StoredEvent[]): State {
  const state = emptyState();
  foldEvents(state, some);
  return state;
}

it('keeps what somebody may still have to see, and the days from the given one on', () => {
  const state = folded(events);
  const {version} = state;
  forgetSettled(state, before, new Set());
  expect([...state.payments.keys()]).toEqual([failing, pending, twice, again, aside, next, today]);
  expect(state.version).toBeGreaterThan(version);
  expect(state.lastReference).toBe(today);
});

it('keeps what is open and what a restart would carry', () => {
  const state = folded(events);
  const open = [...state.open];
  forgetSettled(state, '2026-11-21', new Set());
  expect([...state.open]).toEqual(open);
  const carried = folded(carry({carried: [], totals: null}, events).carried);
  expect([...state.payments.keys()]).toEqual(expect.arrayContaining([...carried.open]));
  for (const [reference, payment] of state.payments) {
    expect(carried.payments.get(reference) ?? payment).toEqual(payment);
  }
});

it('takes a payment out of every list that names it', () => {
  const state = folded(events);
  forgetSettled(state, before, new Set());
  expect(state.sales.has(paid)).toBe(false);
  expect(state.byPayer.get('254712345678')).not.toContain(paid);
  expect(state.byPayer.get('254700000001')).toEqual([again]);
  forgetSettled(state, '2026-11-21', new Set());
  expect([...state.byPayer.values()].flat()).toEqual([failing, pending, twice, aside, next, again]);
});

it('counts of an old day what is at hand of it, also when that moves or is read back', () => {
  const state = folded(events);
  expect(state.days.get(monday)).toMatchObject({paid: 4, notPaid: 1});
  forgetSettled(state, before, new Set());
  expect(state.days.get(monday)).toMatchObject({paid: 3, notPaid: 1});
  expect(state.days.get(before)).toMatchObject({paid: 1});
  foldEvents(state, [heard(pending, 'Completed', '00')]);
  expect(state.days.get(monday)).toMatchObject({paid: 4, notPaid: 1});
  foldEvents(
    state,
    events.filter(({data}) => 'reference' in data && data.reference === paid),
  );
  expect(state.days.get(monday)).toMatchObject({paid: 5, notPaid: 1});
  expect(state.payments.get(paid)).toEqual(folded(events).payments.get(paid));
});

/** A till whose clock goes anywhere, and which is started again now and then. */
function lived(acts: readonly {readonly day: number; readonly starts: boolean}[]) {
  const dates = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  let before: CarriedState = {carried: [], totals: null};
  let segment: StoredEvent[] = [];
  let date = '';
  let state = emptyState();
  const all: StoredEvent[] = [];
  const write = (...some: readonly StoredEvent[]) => {
    foldEvents(state, some);
    segment.push(...some);
    all.push(...some);
  };
  for (const [index, {day, starts}] of acts.entries()) {
    if (starts) state = stateAfter(before, segment);
    const now = dates[day] ?? '';
    if (now > date) {
      const previousSegment = date === '' ? null : date;
      if (date !== '') before = carry(before, segment);
      segment = [];
      write(at('segment-opened', {...header, businessDate: now, previousSegment, previousHead: previousSegment}));
      if (previousSegment !== null) forgetSettled(state, previousSegment, new Set());
      date = now;
    }
    const reference = `T7K0MZ4K${String(index).padStart(2, '0')}AAAAA`;
    write(...ask(reference, {businessDate: now}), heard(reference, 'Completed', '00'));
  }
  return {state, all, dates};
}
const header = {profile: 'sandbox', zone: 'UTC', dayStartsAt: '00:00', version: '1'} as const;

it('knows of which days everything is at hand, wherever the clock went and however often the till was started', () => {
  const act = fc.record({day: fc.nat({max: 3}), starts: fc.boolean()});
  forAll(fc.array(act, {maxLength: 12}), acts => {
    const {state, all, dates} = lived(acts);
    const whole = folded(all);
    for (const date of dates) {
      if (date >= state.wholeFrom) expect([date, state.days.get(date)]).toEqual([date, whole.days.get(date)]);
    }
  });
});

it('has all of a day that it began or began again in, and less of one that it was put back into after a start', () => {
  const [is, isAgain] = [{starts: false}, {starts: true}];
  const wholeFrom = (...acts: Parameters<typeof lived>[0]) => lived(acts).state.wholeFrom;
  expect(wholeFrom({day: 1, ...is}, {day: 1, ...isAgain})).toBe('');
  expect(wholeFrom({day: 1, ...is}, {day: 2, ...is}, {day: 1, ...is})).toBe('2026-11-18');
  expect(wholeFrom({day: 1, ...is}, {day: 2, ...is}, {day: 1, ...isAgain})).toBe('2026-11-19');
  expect(wholeFrom({day: 0, ...is}, {day: 3, ...is}, {day: 1, ...isAgain})).toBe('2026-11-18');
});
