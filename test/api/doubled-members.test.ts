import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readAnswer} from '../../src/api/http.js';
import {hasDoubledMembers} from '../../src/api/json-body.js';
import {ending, forAll} from '../hostile/runs.js';

describe('a member that is there twice', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":[{"a":"x","a":"y"}]}',
    '{ "a" : {"b":1} , "a" : {"b":2} }',
    '{"status":"Failed","\\u0073tatus":"Completed"}',
    '{"a\\"":1,"a\\"":2}',
    '{"a":"\\\\","a":"b"}',
    '[[{"a":true,"a":false}]]',
    '{"a":{"x":1,"x":2},"a":{"x":1,"x":2}}',
    '{"__proto__":1,"__proto__":2}',
    '{"transaction_status":"Failed","transactionStatus":"Completed"}',
    '{"Transaction_Status":"Completed","transaction_status":"Failed"}',
    '{"transaction-status":null,"transaction status":"Failed","TRANSACTIONSTATUS":"Completed"}',
    '{"status":"Failed","stat\\u200Bus":"Completed"}',
    '{"data":{"currency":"KES","\uFF43urrency":"UGX"}}',
    '{"a":null,"a":1}',
    '{"_":1,"_":2}',
  ])('with different values is found: %s', text => expect(hasDoubledMembers(text)).toBe(true));

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    '{"a":"a\\":1,\\"a","b":"{\\"a\\":1,\\"a\\":2}"}',
    '["a","a",{"a":[1,2]}]',
    '{"transaction_status":"Failed","transactionStatus":"Failed"}',
    '{"transaction_status":null,"transactionStatus":"Completed","TransactionStatus":""}',
    '{"_":1,"-":2,"":3}',
    '{}',
    '"a"',
    '7',
  ])('and that is not is none: %s', text => expect(hasDoubledMembers(text)).toBe(false));

  /** Names that differ in more than their spelling. */
  const areApart = (names: readonly string[]) =>
    new Set(
      names.map(
        name =>
          name
            .normalize('NFKC')
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '') || name,
      ),
    ).size === names.length;

  const isPlain = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    ((Array.isArray(value) || areApart(Object.keys(value))) && Object.values(value).every(isPlain));

  it('is never found in what was written from a value', () =>
    forAll(fc.jsonValue().filter(isPlain), fc.integer({min: 0, max: 3}), (value, indent) => {
      expect(hasDoubledMembers(JSON.stringify(value, null, indent))).toBe(false);
    }));

  it('is found wherever it is put', () =>
    forAll(fc.dictionary(fc.string(), fc.jsonValue(), {minKeys: 1}).filter(isPlain), fc.nat(), (object, at) => {
      const names = Object.keys(object);
      const name = names[at % names.length] ?? '';
      const written = `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:["another"]}`;
      expect(hasDoubledMembers(written)).toBe(JSON.stringify(object[name]) !== '["another"]');
    }));

  it('marks the answer, also where two names are the same once they are cleaned', () => {
    const read = (text: string) => readAnswer({http: 200, headers: {}, text, bytes: 0}, same => same);
    expect(read('{"status":"Failed","status":"Completed"}')).toMatchObject({doubled: true});
    expect(read('{"status":"Failed","status\\u0000":"Completed"}')).toMatchObject({doubled: true});
    expect(read('{"status":"Failed","status\\u0000":"Failed"}')).not.toHaveProperty('doubled');
  });

  it('are looked for to the end of a long text', () => {
    const many = `{${Array.from({length: 600_000}, (_, at) => `"a${at % 100}":"b"`).join(',')}}`;
    const deep = `${'{"a":[{"b":1,'.repeat(10_000)}"c":1${'}]}'.repeat(10_000)}`;
    for (const text of [many, deep, `{"a":"${'\\\\'.repeat(400_000)}"}`, ' '.repeat(1_000_000)]) {
      expect(ending(() => hasDoubledMembers(text))).toBe(false);
    }
  });
});
