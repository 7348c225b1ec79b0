import {expect, it} from 'vitest';
import {isEvent, isNewEvent, journalVersion, toWrite} from '../../../src/core/events/event.js';
import {event, reference} from '../payment/payment-samples.js';

const sent = event(2, 'sent', {reference});
const seen = (said: unknown) => ({
  ...sent,
  type: 'subscription-seen',
  data: {subscription: {id: 17, said}, planCode: null, isOwn: false},
});

it.each<[string, unknown, boolean]>([
  ['as it is written', sent, true],
  ['nothing', null, false],
  ['undefined', undefined, false],
  ['a text', 'sent', false],
  ['without an instant', {...sent, at: 7}, false],
  ['at no instant', {...sent, at: 'yesterday'}, false],
  ['without a till', {...sent, till: undefined}, false],
  ['by nobody', {...sent, person: undefined}, false],
  ['without a number', {...sent, seq: '2'}, false],
  ['with a number of parts', {...sent, seq: 2.5}, false],
  ['without a version', {...sent, v: undefined}, false],
  ['without a type', {...sent, type: undefined}, false],
  ['without data', {...sent, data: undefined}, false],
  ['with data that are none', {...sent, data: null}, false],
  ['with data in words', {...sent, data: reference}, false],
  ['without the member of its type', {...sent, data: {}}, false],
  ['with a text of the service’s', seen('ACTIVE'), true],
  ['with true or false of the service’s', seen(false), true],
  ['with nothing of the service’s', seen(null), true],
  ['with a number of the service’s', seen(7), false],
  ['of this version without the member of its type', {...sent, v: journalVersion, data: {}}, false],
  ['of a type that nobody knows', {...sent, type: 'loyalty-points', data: {}}, true],
  ['of a later version', {...sent, v: journalVersion + 1, data: {}}, true],
])('an event %s is one: %s', (_, value, expected) => expect(isEvent(value)).toBe(expected));

it.each<[string, unknown, boolean]>([
  ['as it is decided', {type: 'sent', data: {reference}, person: 'Amina'}, true],
  ['nothing', null, false],
  ['undefined', undefined, false],
  ['by nobody', {type: 'sent', data: {reference}}, false],
  ['without a type', {data: {reference}, person: 'Amina'}, false],
  ['of a type that nobody knows', {type: 'loyalty-points', data: {}, person: 'Amina'}, false],
  ['with other data', {type: 'sent', data: {}, person: 'Amina'}, false],
])('an event to be written %s is one: %s', (_, value, expected) => expect(isNewEvent(value)).toBe(expected));

it('is not written by nobody', () =>
  expect(() => toWrite({type: 'sent', data: {reference}} as never)).toThrow(TypeError));
