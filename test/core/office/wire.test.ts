import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {OfficeAnswer} from '../../../src/core/office/accept.js';
import {answerIn, wireAnswer} from '../../../src/core/office/wire.js';
import {forAll} from '../../hostile/runs.js';

const position = {seq: 7, head: 'ab'.repeat(32)};
const beside = {checkpoint: {note: 'duka.head/1\n', signature: 'c2ln'}, waitMs: 1000};

describe('an answer of an office', () => {
  it.each<readonly [OfficeAnswer, number]>([
    [{kind: 'position', position, branches: [], isKnown: true}, 200],
    [{kind: 'position', position, branches: [position], isKnown: false}, 200],
    [{kind: 'kept', position}, 200],
    [{kind: 'gap', position: {...position, seq: 0}}, 409],
    [{kind: 'forked', at: 5, branch: position}, 409],
    [{kind: 'forked', at: null, branch: null}, 409],
    [{kind: 'flawed', line: 3, why: 'wrong-hash'}, 422],
    [{kind: 'flawed', line: null, why: 'too-large'}, 413],
    [{kind: 'refused', why: 'revoked'}, 401],
  ])('is read as it was given: %j', (answer, status) => {
    const wire = wireAnswer(answer, beside);
    expect(wire.status).toBe(status);
    const read = answerIn({status, body: JSON.parse(JSON.stringify(wire.body))});
    const isTold = answer.kind === 'position' || answer.kind === 'kept';
    expect(read).toEqual({answer, ...(isTold ? beside : {})});
  });

  it('is nothing else, whoever has sent it', () => {
    const status = fc.constantFrom(200, 204, 302, 401, 409, 413, 422, 502);
    forAll(status, fc.anything(), (code, body) => {
      expect(answerIn({status: code, body})).toBeUndefined();
    });
  });

  it.each([
    [200, {seq: -1, head: position.head}],
    [200, {seq: 1.5, head: position.head}],
    [200, {seq: 7, head: 'AB'.repeat(32)}],
    [200, {...position, branches: [], known: true, waitMs: -1}],
    [409, {fork: {at: 0, branch: null}}],
    [401, {why: 'because'}],
    [500, position],
  ])('is not a %i with %j', (status, body) => expect(answerIn({status, body})).toBeUndefined());
});
