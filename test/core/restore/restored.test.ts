import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {eventSpecs, type StoredEvent} from '../../../src/core/events/event.js';
import type {PendingEvent} from '../../../src/core/journal/decision.js';
import {Problem} from '../../../src/core/problem.js';
import {
  checkAskedAfterRestore,
  checkLeaving,
  evolveRestored,
  missingText,
  type Restored,
} from '../../../src/core/restore/restored.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {forAll} from '../../hostile/runs.js';

const event = (type: string, data: object) => ({type, data, at: '2026-11-23T08:00:00.000Z'}) as unknown as StoredEvent;
const lastAt = '2026-11-22T17:30:00.000Z';
const restored = (...open: readonly string[]) => event('journal-restored', {open});
const answer = (of: string, said: Answer) =>
  event('status-answered', {reference: of, question: 'status', answer: said, repeated: 0});
const fold = (...events: readonly StoredEvent[]) =>
  events.reduce<Restored>((state, each) => evolveRestored(state, each, lastAt), null);
const mayAsk = (state: Restored) => {
  try {
    checkAskedAfterRestore({restored: state});
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'restore-unheard') return false;
    throw error;
  }
};

describe('after a restore', () => {
  it.each<[string, Answer, boolean]>([
    ['a record', {kind: 'answered', http: 200, body: {status: true}}, true],
    ['no record', {kind: 'answered', http: 404, body: {message: 'not found'}}, true],
    ['a page of a Wi-Fi', {kind: 'answered', http: 200, text: '<html>'}, false],
    ['a refused key', {kind: 'answered', http: 401, body: {}}, false],
    ['a service that is too busy', {kind: 'answered', http: 429, body: {}}, false],
    ['a service in trouble', {kind: 'answered', http: 503, body: {}}, false],
    ['no answer', {kind: 'no-answer', code: 'ECONNRESET'}, false],
    ['nothing sent', {kind: 'not-sent', code: 'ECONNREFUSED'}, false],
  ])('%s about the one that was open', (_, said, isHeard) =>
    expect(mayAsk(fold(restored('T7K00000001'), answer('T7K00000001', said)))).toBe(isHeard),
  );

  it('asks for nothing before each of those that were open was heard about, or a person has said so', () => {
    const references = fc.uniqueArray(fc.constantFrom('A0000001', 'A0000002', 'A0000003', 'A0000004'));
    forAll(references, references, fc.boolean(), (open, heard, isConfirmed) => {
      const answers = heard.map(each => answer(each, {kind: 'answered', http: 200, body: {}}));
      const confirmed = isConfirmed ? [event('restore-confirmed', {reason: 'compared'})] : [];
      const state = fold(...answers, restored(...open), ...answers, ...confirmed);
      expect(mayAsk(state)).toBe(isConfirmed || open.every(each => heard.includes(each)));
    });
  });

  it('is nothing where nothing was put back', () =>
    expect(mayAsk(fold(answer('A0000001', {kind: 'no-answer', code: 'x'})))).toBe(true));
});

/** Whether the till may record these events while an open payment was not heard about. */
const mayRecord = (...events: readonly (readonly [type: string, data?: object])[]) => {
  const state = {restored: fold(restored('T7K00000001'))};
  try {
    checkLeaving(
      state,
      events.map(([type, data = {}]) => ({type, data}) as unknown as PendingEvent<StoredEvent>),
    );
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'restore-unheard') return false;
    throw error;
  }
};

describe('before the payments that were open are heard about', () => {
  const sendings = Object.keys(eventSpecs).filter(type => /(?:^|-)sent$/.test(type));

  it('knows all events that say that something leaves', () =>
    expect(sendings.toSorted()).toEqual([
      'enrolment-sent',
      'otp-sent',
      'receipt-mail-sent',
      'refund-sent',
      'sent',
      'subscription-change-sent',
    ]));

  it.each(sendings)('nothing leaves with %s, unless its answer is recorded with it', type => {
    expect(mayRecord([type])).toBe(false);
    expect(mayRecord(['set-aside'], [type])).toBe(false);
    expect(mayRecord([type], [type.replace('sent', 'answered')])).toBe(true);
    expect(() =>
      checkLeaving({restored: fold(restored())}, [{type, data: {}} as unknown as PendingEvent<StoredEvent>]),
    ).not.toThrow();
  });

  it.each<[string, string, object, boolean]>([
    ['money from a telephone', 'requested', {method: 'mobile-money'}, false],
    ['money from a card', 'requested', {method: 'card'}, false],
    ['cash', 'requested', {method: 'cash'}, true],
    ['a charge that the service made by itself', 'requested', {method: 'subscription'}, true],
    ['money that came unasked', 'requested', {method: 'mobile-money', received: {row: 'x'}}, true],
    ['a refund to a card', 'refund-requested', {}, false],
    ['a refund out of the drawer', 'refund-in-cash', {}, true],
    ['an enrolment', 'enrolment-requested', {}, false],
    ['a question', 'status-answered', {}, true],
  ])('%s', (_, type, data, isRecorded) => expect(mayRecord([type, data])).toBe(isRecorded));
});

it('the first request after a restore says since when payments may be missing', () => {
  const text = (...events: readonly StoredEvent[]) =>
    missingText({restored: fold(...events)}, {language: 'en', zone: 'Africa/Nairobi'});
  const requested = (method: string) => event('requested', {method});
  const said =
    'Restored from a backup: payments since 2026-11-22 20:30 may be missing here. If the customer shows a message, check it before you charge.';
  expect([
    text(),
    text(restored()),
    text(restored(), requested('cash')),
    text(restored(), requested('mobile-money')),
    text(restored(), requested('card'), restored()),
  ]).toEqual([undefined, said, said, undefined, said]);
});
