import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/journal/event.js';
import {Problem} from '../../../src/core/problem.js';
import {checkAskedAfterRestore, evolveRestored, type Restored} from '../../../src/core/restore/restored.js';
import type {Answer} from '../../../src/core/service/answer.js';

const event = (type: string, data: object) => ({type, data, at: '2026-11-23T08:00:00.000Z'}) as unknown as StoredEvent;
const restored = (...open: readonly string[]) => event('journal-restored', {open});
const answer = (of: string, said: Answer) =>
  event('status-answered', {reference: of, question: 'status', answer: said, repeated: 0});
const fold = (...events: readonly StoredEvent[]) => events.reduce<Restored>(evolveRestored, null);
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
  ])('%s about the one that was open', (_, said, isHeard) => {
    expect(mayAsk(fold(restored('T7K00000001'), answer('T7K00000001', said)))).toBe(isHeard);
  });

  it('asks for nothing before each of those that were open was heard about, or a person has said so', () => {
    const references = fc.uniqueArray(fc.constantFrom('A0000001', 'A0000002', 'A0000003', 'A0000004'));
    fc.assert(
      fc.property(references, references, fc.boolean(), (open, heard, isConfirmed) => {
        const answers = heard.map(each => answer(each, {kind: 'answered', http: 200, body: {}}));
        const confirmed = isConfirmed ? [event('restore-confirmed', {reason: 'compared'})] : [];
        const state = fold(...answers, restored(...open), ...answers, ...confirmed);
        expect(mayAsk(state)).toBe(isConfirmed || open.every(each => heard.includes(each)));
      }),
    );
  });

  it('is nothing where nothing was put back', () => {
    expect(mayAsk(fold(answer('A0000001', {kind: 'no-answer', code: 'x'})))).toBe(true);
  });
});
