import {describe, expect, test} from 'vitest';
import {readAnswer} from '../../src/api/http.js';
import {readJson} from '../../src/api/json-body.js';
import {interpretCollection} from '../../src/core/endpoints/collect.js';
import {interpretStatus} from '../../src/core/endpoints/status.js';
import {answerSpec, type Json} from '../../src/core/service/answer.js';
import {parseStrict} from '../../src/core/spec/check.js';
import {anyCharacter} from '../any-character.js';
import {httpTo, serve} from './local-server.js';

// @module-tag slow

import fc from 'fast-check';
import {forAll, forAllAsync, runs} from '../hostile/runs.js';

const asWritten = parseStrict(answerSpec());

const asIs = (text: string) => text;
const read = (text: string) => readJson(text, asIs)?.body;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Control, formatting and direction characters, line separators, lone surrogates. */
const harmful = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;

describe('a body of JSON', () => {
  test('cannot reach a prototype', () => {
    const body = read(
      '{"a":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"prototype":3,' +
        '"inner":[{"__proto__":{"polluted":4},"b":2}],"__proto__\\u0000":{"polluted":5}}',
    );
    expect(body).toEqual({a: 1, inner: [{b: 2}]});
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(({} as {polluted?: unknown}).polluted).toBeUndefined();
  });

  test('loses escape sequences and marks of direction, and members in whose names they are', () => {
    const texts = {name: '\u001B[2J\u001B]0;owned\u0007AMINA\u202E\r\nW', 'na\u001B[31mme': 'x', half: '\uD800'};
    expect(read(JSON.stringify(texts))).toEqual({name: 'AMINA W', half: '\uFFFD'});
  });

  test('may begin with a byte order mark', () =>
    expect(read('\uFEFF{"status":"Completed"}')).toEqual({status: 'Completed'}));

  test('has texts of at most 2048 characters', () =>
    expect(read(JSON.stringify('x'.repeat(10_000)))).toHaveLength(2048));

  test('keeps the first of two names that look the same', () =>
    expect(read('{"response_code":"06","response_code\\u200B":"00"}')).toEqual({response_code: '06'}));

  test('has members with the names of methods', () => {
    const body = '{"toString":1,"then":2,"toJSON":3,"hasOwnProperty":4}';
    expect(JSON.stringify(read(body))).toBe(body);
  });

  test('has numbers that can be written again', () =>
    expect(read('[1e999,-1e999,-0,0.1,1e21,12.50]')).toEqual(['Infinity', '-Infinity', 0, 0.1, 1e21, 12.5]));

  test('is text when it is too deep or too long', () => {
    expect(read(nested(12))).toBeDefined();
    expect(read(nested(13))).toBeUndefined();
    expect(read(nested(400_000))).toBeUndefined();
    expect(read(JSON.stringify(Array(49_999).fill(0)))).toHaveLength(49_999);
    expect(read(JSON.stringify(Array(50_000).fill(0)))).toBeUndefined();
  });

  test('may be a bank list of thousands', () => {
    const record = Object.fromEntries(Array.from({length: 11}, (_, index) => [`member_${index}`, 'x']));
    expect(read(JSON.stringify({data: Array(4000).fill(record)}))).toMatchObject({data: {length: 4000}});
  });

  test('is any JSON: harmless, and the same after a round through the journal', () => {
    const name = fc.oneof(
      fc.string({unit: anyCharacter}),
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'toJSON'),
    );
    const {json} = fc.letrec<{json: Json}>(tie => ({
      json: fc.oneof(
        {depthSize: 'medium', maxDepth: 14},
        fc.oneof(fc.string({unit: anyCharacter}), fc.double({noNaN: true}), fc.boolean(), fc.constant(null)),
        fc.array(tie('json'), {maxLength: 4}),
        fc.array(fc.tuple(name, tie('json')), {maxLength: 4}).map(entries => Object.fromEntries(entries) as Json),
      ),
    }));
    forAll(runs(150, 5000), json, value => {
      const body = read(JSON.stringify(value));
      if (body === undefined) return;
      expect(JSON.parse(JSON.stringify(body))).toEqual(body);
      for (const text of textsOf(body)) expect(text).not.toMatch(harmful);
    });
  });

  function textsOf(body: Json): string[] {
    if (typeof body === 'string') return [body];
    if (typeof body !== 'object' || body === null) return [];
    if (Array.isArray(body)) return body.flatMap(textsOf);
    return Object.entries(body).flatMap(([name, value]) => [name, ...textsOf(value)]);
  }
});

describe('a word with something hidden in it', () => {
  const reference = 'T7K00000000001';
  const asked = {reference, asked: {currency: 'KES', minor: 20_000}} as const;
  const paid = {
    response_code: '00',
    transaction_reference: reference,
    transaction_status: 'Completed',
    transaction_amount: '200.00',
    currency: 'KES',
  };
  const failed = {...paid, response_code: '06', transaction_status: 'Failed'};
  const outcomeOf = (body: object) =>
    interpretStatus(readAnswer({http: 200, headers: {}, text: JSON.stringify(body), bytes: 0}, asIs), asked).kind;
  const asStarted = (body: object) =>
    interpretCollection(readAnswer({http: 400, headers: {}, text: JSON.stringify(body), bytes: 0}, asIs), reference)
      .kind;
  const hidden = [
    '\u200B',
    '\u00AD',
    '\u200E',
    '\u202E',
    '\u2066',
    '\uFEFF',
    '\0',
    '\u0007',
    '\u001B[31m',
    '\u0085',
    '\u3164',
  ];
  const places = (word: string, sign: string) => [sign + word, word.slice(0, 1) + sign + word.slice(1), word + sign];

  test('proves nothing, wherever in a status, a code, a currency, an amount or a reference it is', () => {
    expect([
      outcomeOf(paid),
      outcomeOf(failed),
      asStarted({response_code: '06', transaction_reference: reference}),
    ]).toEqual(['paid', 'failed', 'refused']);
    for (const sign of hidden)
      for (const [name, word] of Object.entries(paid))
        for (const changed of places(word, sign)) {
          const found = `${name} ${JSON.stringify(changed)}`;
          expect([found, outcomeOf({...paid, [name]: changed})]).not.toEqual([
            found,
            expect.stringMatching(/^(?:mis)?paid$/),
          ]);
        }
    for (const sign of hidden)
      for (const name of ['response_code', 'transaction_reference', 'transaction_status'] as const)
        for (const changed of places(failed[name], sign)) {
          expect([name, changed, outcomeOf({...failed, [name]: changed})]).not.toEqual([name, changed, 'failed']);
          if (name === 'transaction_status') continue;
          const refusal = {response_code: '06', transaction_reference: reference, [name]: changed};
          expect([name, changed, asStarted(refusal)]).toEqual([name, changed, 'unknown']);
        }
  });

  test('nor does a member whose name hides something, or that another spelling contradicts', () => {
    const {transaction_status: status, ...rest} = paid;
    for (const sign of hidden) expect(outcomeOf({...rest, [`transaction_${sign}status`]: status})).not.toBe('paid');
    for (const name of ['Transaction_Status', 'transactionStatus', 'transaction-status'])
      expect([name, outcomeOf({...paid, [name]: 'Failed'}), outcomeOf({...failed, [name]: 'Completed'})]).toEqual([
        name,
        'contradictory',
        'contradictory',
      ]);
    expect(outcomeOf({...paid, transactionStatus: 'Completed', Currency: null})).toBe('paid');
  });

  test('is shown as the word, with a mark behind it; a name, an Arabic word and a line break are as ever', () => {
    const body = {status: 'Comp\u200Bleted', payer_name: 'AMINA\u200E', message: '\u200Fمدفوعة', text: 'Paid\r\n'};
    expect(read(JSON.stringify(body))).toEqual({
      status: 'Completed\uFFFD',
      payer_name: 'AMINA',
      message: 'مدفوعة',
      text: 'Paid',
    });
  });
});

describe('whatever comes', () => {
  const header = fc.option(fc.oneof(fc.string(), fc.constantFrom('Mon, 02 Mar 2026 09:41:07 GMT', '12', '1e9')), {
    nil: undefined,
  });

  test('as text and headers makes an answer that can be journaled', () => {
    const text = fc.oneof(
      fc.string({unit: anyCharacter}),
      fc.json(),
      fc.json().map(whole => whole.slice(0, -1)),
    );
    forAll(
      runs(150, 5000),
      fc.record({http: fc.integer({min: 100, max: 999}), text, date: header, retryAfter: header}),
      given => {
        const {http, date, retryAfter} = given;
        const headers = {
          ...(date === undefined ? {} : {date}),
          ...(retryAfter === undefined ? {} : {'retry-after': retryAfter}),
        };
        const answer = readAnswer({http, headers, text: given.text, bytes: 0}, asIs);
        expect(asWritten(answer)).toEqual(answer);
        expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
      },
    );
  });

  test('as bytes over the wire makes an answer that can be journaled', async () => {
    let bytes = new Uint8Array();
    const server = await serve(response => {
      response.writeHead(200, {'content-type': 'application/json'}).end(bytes);
    });
    const client = httpTo(server.url);
    const body = fc.oneof(
      fc.uint8Array({maxLength: 400}),
      fc.json().map(text => new Uint8Array(Buffer.from(text))),
    );
    await forAllAsync(runs(60, 2000), body, async given => {
      bytes = given;
      const answer = await client.query({path: '/'});
      expect(asWritten(answer)).toEqual(answer);
      expect(answer).toMatchObject({kind: 'answered', http: 200});
    });
    expect(server.connections()).toBe(1);
  });
});
