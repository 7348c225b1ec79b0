import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents, type State} from '../../../src/core/books/state.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import type {Currency, Money} from '../../../src/core/money/money.js';
import {countedAtOpening, leftBy, noCash} from '../../../src/core/shift/drawer-cash.js';
import {isPeriodEmpty} from '../../../src/core/shift/ledger.js';
import {emptyLedger} from '../../../src/core/shift/ledger-schema.js';
import {demandOf, drawersOf, isBeyondKnown, shouldHold, uncountedOf} from '../../../src/core/shift/report.js';
import type {Count, Drawer} from '../../../src/core/shift/report-schema.js';
import {forAll} from '../../hostile/runs.js';
import {event} from '../payment/payment-samples.js';

const businessDate = '2026-11-20';
const money = (currency: Currency, minor: number): Money => ({currency, minor});
const count = (currency: Currency, minor: number): Count => ({...money(currency, minor), pieces: []});

function stateOf(...events: readonly StoredEvent[]): State {
  const state = emptyState();
  foldEvents(state, events);
  return state;
}

const moved = (seq: number, kind: EventData<'cash-moved'>['kind'], amount: Money) =>
  event(seq, 'cash-moved', {kind, amount, reason: 'change', businessDate});
const opened = (...floats: readonly Money[]) => openedAt(1, ...floats);
const openedAt = (seq: number, ...floats: readonly Money[]) =>
  event(seq, 'shift-opened', {shift: 1, floats: [...floats], zone: 'Africa/Nairobi', dayStartsAt: '00:00'}, 'Amina');

const empty: Drawer = {
  currency: 'KES',
  float: 0,
  sales: 0,
  refunds: 0,
  paidIn: 0,
  paidOut: 0,
  drops: 0,
  expected: 0,
  counted: 0,
  difference: 0,
};

it('what moved is left in a drawer until it is counted, and then told beside the float if there was any', () => {
  const flow = {sales: 9, refunds: 2, paidIn: 4, paidOut: 1, drops: 3};
  expect(leftBy(flow)).toBe(7);
  expect(countedAtOpening({float: 1, ...flow}, 8)).toEqual({...noCash, float: 8, beforeFloat: flow});
  expect(countedAtOpening({...noCash, float: 1}, 8)).not.toHaveProperty('beforeFloat');
});

describe('the drawers of a period', () => {
  it('are of each currency that had cash or was counted, in the order of their names', () => {
    const state = stateOf(opened(money('USD', 500)), moved(2, 'in', money('KES', 300)));
    expect(drawersOf(state, [count('XOF', 0)]).map(({currency}) => currency)).toEqual(['KES', 'USD', 'XOF']);
    expect(drawersOf(emptyState(), undefined)).toEqual([]);
  });

  it('tell what should be in them of what was counted alone', () => {
    const state = stateOf(opened(money('KES', 500), money('USD', 700)));
    const blind = {expected: null, counted: null, difference: null};
    expect(drawersOf(state, undefined)).toMatchObject([blind, blind]);
    expect(drawersOf(state, [])).toMatchObject([blind, blind]);
    expect(drawersOf(state, [count('USD', 650)])).toMatchObject([blind, {expected: 700, difference: -50}]);
  });

  it('are added up without loss, whatever goes in and out, each currency for itself', () => {
    const movement = fc.record({
      kind: fc.constantFrom('in', 'out', 'drop'),
      currency: fc.constantFrom<Currency>('KES', 'USD', 'XOF'),
      minor: fc.integer({min: 1, max: 9_000_000}),
    });
    forAll(fc.array(movement, {maxLength: 30}), movements => {
      const state = stateOf(
        opened(money('KES', 100), money('USD', 200)),
        ...movements.map(({kind, currency, minor}, index) => moved(index + 2, kind, money(currency, minor))),
      );
      for (const currency of ['KES', 'USD', 'XOF'] as const) {
        const float = {KES: 100, USD: 200, XOF: 0}[currency];
        const own = movements.filter(each => each.currency === currency);
        const expected = own.reduce((sum, {kind, minor}) => sum + (kind === 'in' ? minor : -minor), float);
        const [drawer] = drawersOf(state, [count(currency, 50)]).filter(each => each.currency === currency);
        expect(drawer).toMatchObject({expected, counted: 50, difference: 50 - expected});
      }
    });
  });

  it('hold what was counted at the opening, whatever had moved before, and what moves after, each amount once', () => {
    const movement = fc.record({
      kind: fc.constantFrom('in', 'out', 'drop'),
      currency: fc.constantFrom<Currency>('KES', 'USD', 'XOF'),
      minor: fc.integer({min: 1, max: 9_000_000}),
    });
    const floats = fc.record({KES: fc.nat(9_000_000), USD: fc.nat(9_000_000)});
    forAll(
      fc.array(movement, {maxLength: 15}),
      fc.array(movement, {maxLength: 15}),
      floats,
      (before, after, {KES, USD}) => {
        const at = before.length + 1;
        const state = stateOf(
          ...before.map(({kind, currency, minor}, index) => moved(index + 1, kind, money(currency, minor))),
          openedAt(at, money('KES', KES), money('USD', USD)),
          ...after.map(({kind, currency, minor}, index) => moved(at + index + 1, kind, money(currency, minor))),
        );
        const flow = (moves: typeof before, currency: Currency) =>
          moves
            .filter(each => each.currency === currency)
            .reduce((sum, {kind, minor}) => sum + (kind === 'in' ? minor : -minor), 0);
        for (const [currency, float] of [
          ['KES', KES],
          ['USD', USD],
        ] as const) {
          const [drawer] = drawersOf(state, [count(currency, 0)]).filter(each => each.currency === currency);
          expect(drawer?.expected).toBe(float + flow(after, currency));
          const {beforeFloat} = drawer ?? {};
          expect(beforeFloat === undefined ? 0 : leftBy(beforeFloat)).toBe(flow(before, currency));
        }
        // Nobody counted this one at the opening: what had moved is in it still.
        const [uncounted] = drawersOf(state, [count('XOF', 0)]).filter(({currency}) => currency === 'XOF');
        expect(uncounted).toMatchObject({expected: flow([...before, ...after], 'XOF')});
        expect(uncounted).not.toHaveProperty('beforeFloat');
      },
    );
  });

  it('are missing a count where one should not be empty and was not counted', () => {
    const state = stateOf(opened(money('KES', 500), money('USD', 700)), moved(2, 'out', money('KES', 500)));
    expect(uncountedOf(drawersOf(state, undefined))?.currency).toBe('USD');
    expect(uncountedOf(drawersOf(state, [count('KES', 0)]))?.currency).toBe('USD');
    expect(uncountedOf(drawersOf(state, [count('USD', 0)]))).toBeUndefined();
  });
});

it.each([
  ['KES', 500, false, true],
  ['KES', 501, true, true],
  ['USD', 0, false, false],
  ['USD', 1, true, false],
  ['XOF', 1, true, false],
] as const)(
  'a drawer of %s gives %i beyond what is known: %s; it should hold some: %s',
  (currency, minor, isBeyond, holds) => {
    const state = stateOf(opened(money('KES', 500), money('USD', 700)), moved(2, 'out', money('USD', 700)));
    expect([isBeyondKnown(state, money(currency, minor)), shouldHold(state, currency)]).toEqual([isBeyond, holds]);
  },
);

describe('what a difference demands', () => {
  const drawer = (currency: Currency, difference: number | null): Drawer => ({...empty, currency, difference});

  it.each<[string, readonly Drawer[], string]>([
    ['no drawer', [], 'nothing'],
    ['nothing counted', [drawer('KES', null)], 'nothing'],
    ['no difference', [drawer('KES', 0)], 'nothing'],
    ['as much as is allowed', [drawer('KES', 500)], 'note'],
    ['as much as is allowed, missing', [drawer('KES', -500)], 'note'],
    ['more than is allowed', [drawer('KES', 501)], 'second-person'],
    ['more missing than is allowed', [drawer('KES', -501)], 'second-person'],
    ['a currency for which nothing is allowed', [drawer('USD', 1)], 'second-person'],
    ['one within and one above', [drawer('KES', 1), drawer('USD', -1)], 'second-person'],
    ['two that would cancel out', [drawer('KES', 600), drawer('XOF', -600)], 'second-person'],
    ['two within', [drawer('KES', 500), drawer('XOF', -10)], 'note'],
  ])('%s', (_, drawers, demand) => expect(demandOf(drawers, {KES: 500, XOF: 10})).toBe(demand));
});

it('holds a count of the period, and none of what the last Z has closed', () => {
  const counted = (seq: number, minor: number) => event(seq, 'cash-counted', {counts: [count('KES', minor)]});
  expect(isPeriodEmpty(emptyLedger)).toBe(true);
  const idle = stateOf(counted(1, 900));
  expect(isPeriodEmpty(idle.ledger)).toBe(true);
  expect(idle.ledger.period.counted).toBeNull();
  const state = stateOf(counted(1, 900), opened(money('KES', 500)), counted(2, 1), counted(3, 500));
  expect(isPeriodEmpty(state.ledger)).toBe(false);
  expect(state.ledger.period.counted).toEqual([count('KES', 500)]);
});

it('holds a count until cash moves, how often it changed, and what was counted first', () => {
  const counted = (seq: number, minor: number) => event(seq, 'cash-counted', {counts: [count('KES', minor)]});
  const first = [{currency: 'KES', counted: 400, difference: -100}];
  const once = stateOf(opened(money('KES', 500)), counted(2, 400), counted(3, 400));
  expect(once.ledger.period.countings).toEqual({times: 1, first});
  const again = stateOf(opened(money('KES', 500)), counted(2, 400), counted(3, 500), counted(4, 400));
  expect(again.ledger.period).toMatchObject({counted: [count('KES', 400)], countings: {times: 3, first}});
  const soldOn = stateOf(opened(money('KES', 500)), counted(2, 400), moved(3, 'in', money('KES', 1)));
  expect(soldOn.ledger.period).toMatchObject({counted: null, countings: {times: 1, first}});
  const closed = stateOf(opened(money('KES', 500)), counted(2, 400), moved(3, 'in', money('KES', 1)), counted(4, 400));
  expect(closed.ledger.period.countings).toMatchObject({times: 2, first});
});
