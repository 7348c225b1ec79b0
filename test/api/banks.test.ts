import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {interpretBanks} from '../../src/core/endpoints/banks.js';
import type {Answer, Json} from '../../src/core/service/answer.js';

const answered = (body: Json, http = 200): Answer => ({kind: 'answered', http, body});
const list = (...data: Json[]) => answered({message: 'Operation completed', status: true, retry_count: 0, data});

const mtn = {
  id: 411,
  name: 'MTN Cameroon',
  avatar: 'https://images.example/mtn.png',
  code: 'MTNCMR',
  active: true,
  type: 'mobile_money',
  short_name: 'MTN',
  sort_code: null,
  currency_code: 'XAF',
  country_code: 'CMR',
  block_transaction: false,
};
const read = {
  code: 'MTNCMR',
  name: 'MTN Cameroon',
  shortName: 'MTN',
  type: 'mobile_money',
  active: true,
  blocked: false,
  country: 'CMR',
  currency: 'XAF',
};

describe('a bank list', () => {
  test('as documented', () => {
    const content: {body: Json} = JSON.parse(
      readFileSync(new URL('fixtures/answers/banks-xaf.json', import.meta.url), 'utf8'),
    );
    expect(interpretBanks(answered(content.body))).toEqual([
      read,
      {...read, code: 'ORACMR', name: 'Orange Cameroon', shortName: 'ORANGE', blocked: true},
      {...read, code: 'EXUCMR', name: 'Express Union', shortName: 'EU', active: false},
    ]);
  });

  test('of no bank', () => expect(interpretBanks(list())).toEqual([]));

  test('with fields that are unheard of, and without those that can be missing', () => {
    expect(interpretBanks(list({...mtn, swift: 'X', short_name: null, type: null}))).toEqual([
      {...read, shortName: '', type: ''},
    ]);
    expect(interpretBanks(list({code: 'A', active: true, block_transaction: false}))).toEqual([
      {...read, code: 'A', name: '', shortName: '', type: '', country: '', currency: ''},
    ]);
  });

  test('with numbers and truth as text, and text as numbers', () => {
    const odd = {...mtn, code: 13, active: 'true', block_transaction: 'false', id: '411'};
    expect(interpretBanks(list(odd))).toEqual([{...read, code: '13'}]);
  });

  test.each([
    [{...mtn, code: ''}],
    [{...mtn, code: null}],
    [{...mtn, active: null}],
    [{...mtn, block_transaction: 'maybe'}],
    [null],
    ['MTN'],
    [[]],
  ])('leaves out %j, but not its neighbour', record => expect(interpretBanks(list(record, mtn))).toEqual([read]));
});

describe('no bank list', () => {
  test.each([
    ['a refusal', answered({message: 'Authentication failed', status: false, retry_count: 0}, 403)],
    ['a failure under 200', answered({message: 'x', status: false, retry_count: 0, data: [mtn]})],
    ['a list under 500', answered({data: [mtn]}, 500)],
    ['records of something else', list({bank: 'MTN'})],
    ['data that is no list', answered({status: true, data: {mtn}})],
    ['no data', answered({status: true})],
    ['an array', answered([mtn])],
    ['null', answered(null)],
    ['text', {kind: 'answered', http: 200, text: '<html>'}],
    ['no answer', {kind: 'no-answer', code: 'ECONNRESET'}],
    ['not sent', {kind: 'not-sent', code: 'ECONNREFUSED'}],
  ] satisfies [string, Answer][])('%s', (_name, answer) => expect(interpretBanks(answer)).toBeUndefined());
});
