import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {type Acts, actNames, actsByName, evolveActs} from '../../../src/core/shift/acts.js';

const line = (type: string, data: object = {}, person = 'Amina') => ({type, data, person}) as unknown as StoredEvent;
const told = (acts: Acts, nameOf: (number: number) => string | undefined = () => undefined) =>
  actsByName(acts, nameOf).map(({person, ...counts}) => [
    person,
    Object.fromEntries(actNames.filter(name => counts[name] > 0).map(name => [name, counts[name]])),
  ]);

it.each([
  [line('refund-requested'), {refunds: 1}],
  [line('refund-in-cash'), {refunds: 1}],
  [line('set-aside'), {superseded: 1}],
  [line('ticket-abandoned'), {ticketsAbandoned: 1}],
  [line('basket-dropped'), {ticketsAbandoned: 1}],
  [line('drawer-opened'), {drawerOpenings: 1}],
  [line('resolved'), {judgements: 1}],
  [line('refund-resolved'), {judgements: 1}],
  [line('enrolment-resolved'), {judgements: 1}],
  [line('discrepancy-accepted'), {acceptedDifferences: 1}],
  [line('slip-printed', {copy: 1}), {reprints: 1}],
  [line('slip-printed', {copy: 0}), undefined],
  [line('requested'), undefined],
  [line('ticket-opened', {lines: [{discount: null, listPrice: null}]}), undefined],
  [
    line('ticket-opened', {
      lines: [
        {discount: {}, listPrice: null},
        {discount: {}, listPrice: {}},
        {discount: null, listPrice: null},
      ],
    }),
    {discounts: 2, priceChanges: 1},
  ],
])('%j is %j', (event, counts) => {
  expect(told(evolveActs({}, event))).toEqual(counts === undefined ? [] : [['Amina', counts]]);
  expect(counts === undefined ? evolveActs({}, event) : {}).toEqual({});
});

it('an approval is of both: of the name that gives it and of the number that asked', () => {
  const acts = evolveActs(evolveActs({}, line('approved', {for: 2})), line('refund-in-cash', {}, 'Baraka'));
  expect(told(acts, number => ({2: 'Baraka'})[number])).toEqual([
    ['Amina', {approvalsGiven: 1}],
    ['Baraka', {refunds: 1, approvalsAsked: 1}],
  ]);
  expect(told(acts).map(([person]) => person)).toEqual(['Amina', 'Baraka']);
  expect(told(evolveActs({}, line('approved', {for: 2})))).toEqual([['Amina', {approvalsGiven: 1}]]);
  expect(told(evolveActs({}, line('drawer-opened', {}, '2')), () => 'Baraka')).toEqual([['2', {drawerOpenings: 1}]]);
});
