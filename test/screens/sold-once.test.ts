import {expect, test} from 'vitest';
import {entering} from '../../screens/model.js';
import {tillScreens} from '../../screens/till-screens.js';
import {begin, offersOf} from '../../screens/update.js';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {accepted, event, reference, request, toldOf} from '../core/payment/payment-samples.js';
import {reducerContextOf} from './reducer-context.js';

const ticket = 'T7K0MZ4K8TICKET';
const part = {...request, ticket};
const rest = {...part, reference: 'T7K0MZ4K8Q2RDWZ', sale: 'T7K0MZ4K8Q2RDWZ'};
const {amount: tendered} = request;
const opened = event(1, 'ticket-opened', {
  ticket,
  total: {currency: 'KES', minor: 40_000},
  businessDate: '2026-11-20',
  lines: [],
  description: '',
});
const asked = (from: typeof request): readonly StoredEvent[] => [
  event(2, 'requested', from),
  event(3, 'sent', {reference}),
  event(4, 'answered', {reference, answer: accepted()}),
];
const inCash = (seq: number, of: object): StoredEvent =>
  event(seq, 'requested', {...of, method: 'cash', tendered} as never);
const again = {...request, reference: rest.reference};

/** What the screen of the first payment offers after these events. */
function offered(...events: readonly StoredEvent[]) {
  const state = emptyState();
  foldEvents(state, events);
  const reducerContext = reducerContextOf(state);
  const {model} = begin(reducerContext, {tornBytes: 0});
  const opening = {...model, stack: [model.stack[0], entering('payment', {reference})] as const};
  return offersOf(tillScreens.settled({model: opening, effects: []}, reducerContext).model, reducerContext);
}

test.each<[string, boolean, readonly StoredEvent[]]>([
  ['waits', true, asked(request)],
  ['failed', true, [...asked(request), toldOf(5, 'Failed')]],
  ['failed, and the sale was paid another way', false, [...asked(request), toldOf(5, 'Failed'), inCash(6, again)]],
  ['was set aside', true, [...asked(request), event(5, 'set-aside', {reference})]],
  [
    'was set aside, and the sale was paid another way',
    false,
    [...asked(request), event(5, 'set-aside', {reference}), inCash(6, again)],
  ],
  ['failed as a part', true, [opened, ...asked(part), toldOf(5, 'Failed'), inCash(6, rest)]],
  [
    'failed as a part, and the split sale was paid by others',
    false,
    [
      opened,
      ...asked(part),
      toldOf(5, 'Failed'),
      inCash(6, rest),
      inCash(7, {...rest, reference: 'T7K0MZ4K8Q2RDXA', sale: 'T7K0MZ4K8Q2RDXA'}),
    ],
  ],
])('another way to pay is offered for a payment that %s: %s', (_, isOffered, events) => {
  const keys = offered(...events);
  expect(keys.includes('other-attempt') || keys.includes('set-aside')).toBe(isOffered);
});
