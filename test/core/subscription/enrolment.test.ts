import {describe, expect, it} from 'vitest';
import type {Answer} from '../../../src/core/service/answer.js';
import {
  beginEnrolment,
  type Enrolment,
  evolveEnrolment,
  isEnrolmentOpen,
  plainEmail,
  planAsked,
} from '../../../src/core/subscription/enrolment.js';
import {noAnswer, notSent} from '../payment/payment-samples.js';
import {journalOf, reference, requested, type Told} from './enrolment-samples.js';
import {no, subscriptionRecordOf, yes} from './subscription-samples.js';

function enrolmentAfter(...told: readonly Told[]): Enrolment {
  const [first, ...others] = journalOf([requested(), ...told]);
  if (first?.type !== 'enrolment-requested') throw new Error('no enrolment begins so');
  return others.reduce(
    (enrolment, event) => evolveEnrolment(enrolment, event as Parameters<typeof evolveEnrolment>[1]),
    beginEnrolment(first),
  );
}
const sent: Told = ['enrolment-sent', {enrolment: reference}];
const answered = (answer: Answer): Told => ['enrolment-answered', {enrolment: reference, answer}];
const judged = (as: 'made' | 'not-made', subscription: number | null): Told => [
  'enrolment-resolved',
  {enrolment: reference, as, by: 'person', subscription, reason: 'seen in the dashboard'},
];
const made = yes({subscription: subscriptionRecordOf()});

describe('an enrolment', () => {
  it('is open from its decision on, and knows when it was sent', () => {
    expect(enrolmentAfter()).toMatchObject({
      reference,
      status: 'requested',
      sentAt: null,
      person: 'cashier',
      proof: null,
    });
    const told = enrolmentAfter(sent);
    expect(told.status).toBe('sent');
    expect(told.sentAt).toBe(told.requestedAt + 1000);
    expect([enrolmentAfter(), told].every(isEnrolmentOpen)).toBe(true);
  });

  it.each<[string, Answer, Enrolment['status'], string, boolean]>([
    ['the subscription', made, 'made', 'made', false],
    ['a refusal', no(400, 'cardNumber is required'), 'not-made', 'refused', false],
    ['a second subscription', no(409, 'Customer already has an active subscription'), 'unknown', 'duplicate', true],
    ['that nothing left', notSent, 'not-made', 'not-sent', false],
    ['nothing', noAnswer, 'unknown', 'unknown', true],
    ['a proxy’s page', {kind: 'answered', http: 502, text: '<html>'}, 'unknown', 'unknown', true],
  ])('that is answered by %s', (_, answer, status, kind, isOpen) => {
    const told = enrolmentAfter(sent, answered(answer));
    expect(told).toMatchObject({status, proof: {kind}, subscription: status === 'made' ? 17 : null});
    expect(isEnrolmentOpen(told)).toBe(isOpen);
  });

  it('stays as a person judged it, when its answer says nothing', () => {
    expect(enrolmentAfter(sent, judged('made', 17), answered(noAnswer))).toMatchObject({
      status: 'made',
      subscription: 17,
    });
    expect(enrolmentAfter(sent, judged('not-made', null), answered(noAnswer)).status).toBe('not-made');
    expect(enrolmentAfter(sent, judged('not-made', null), answered(made)).status).toBe('made');
  });

  it('keeps no record of the service’s, which may hold what nobody needs', () =>
    expect(Object.keys(enrolmentAfter(sent, answered(made)).proof ?? {})).toEqual(['kind', 'text']));

  it('that never left is over', () =>
    expect(enrolmentAfter(['enrolment-never-left', {enrolment: reference}])).toMatchObject({
      status: 'not-made',
      proof: {kind: 'never-left'},
    }));

  it('ends by a person’s word, over which a later answer stands', () => {
    const lost = [sent, answered(noAnswer)];
    expect(enrolmentAfter(...lost, judged('made', 17))).toMatchObject({
      status: 'made',
      subscription: 17,
      resolved: {by: 'person', person: 'cashier', reason: 'seen in the dashboard'},
    });
    expect(enrolmentAfter(...lost, judged('not-made', null), answered(made))).toMatchObject({
      status: 'made',
      subscription: 17,
    });
  });
});

it('asks for its plan by the code, or the name of the one that is to be made', () => {
  const newPlan = {name: 'Gym', description: null, interval: 'MONTHLY', billingLimit: null} as const;
  expect([planAsked({planCode: 'P'}), planAsked({planCode: '', newPlan: newPlan as never})]).toEqual(['P', 'Gym']);
});

it('compares addresses as the service does', () =>
  expect(plainEmail('  Amina@Example.COM ')).toBe('amina@example.com'));
