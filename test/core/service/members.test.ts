import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import * as z from 'zod';
import * as members from '../../../src/core/service/members.js';
import {hostileJson} from '../../hostile/mutations.js';
import {forAll} from '../../hostile/runs.js';

const {reading, text, echo, flag, integer, amountOrNull, textOrNull, ...others} = members;
const schema = z.object({text, echo, flag, integer, amountOrNull, textOrNull, ...others});

describe('a body', () => {
  it('has every member that the schema names, and no other', () =>
    expect(Object.keys(reading(z.object({text, flag}))({unnamed: 'x'}))).toEqual(['text', 'flag']));

  it('is read as its schema parses it, whatever is in it', () => {
    const body = fc.dictionary(fc.constantFrom(...Object.keys(schema.shape), 'unnamed'), hostileJson);
    const read = reading(schema);
    forAll(body, given => {
      expect(read(given)).toEqual(schema.parse(given));
    });
  });

  it.each<readonly [kind: keyof typeof schema.shape, told: unknown, expected: unknown]>([
    ['text', 'PENDING', 'PENDING'],
    ['text', 9, '9'],
    ['text', '', undefined],
    ['text', 'null', undefined],
    ['text', true, undefined],
    ['text', [], undefined],
    ['echo', 'DK1', 'DK1'],
    ['echo', 7, '7'],
    ['echo', null, undefined],
    ['echo', true, '?'],
    ['echo', {}, '?'],
    ['echo', ['DK1'], '?'],
    ['flag', true, true],
    ['flag', 'false', false],
    ['flag', 'yes', undefined],
    ['flag', 1, undefined],
    ['integer', 3, 3],
    ['integer', '3', 3],
    ['integer', -1, undefined],
    ['integer', 1.5, undefined],
    ['integer', '', undefined],
    ['amountOrNull', 12.5, '12.5'],
    ['amountOrNull', '1250.00', '1250.00'],
    ['amountOrNull', '1,250', null],
    ['amountOrNull', null, null],
    ['textOrNull', 'x', 'x'],
    ['textOrNull', null, null],
    ['textOrNull', 'null', null],
    ['textOrNull', undefined, null],
  ])('has a member that is read as %s: %j is %j', (kind, told, expected) => {
    const read = reading(z.object({member: schema.shape[kind]}));
    expect(read(told === undefined ? {} : {member: told as never}).member).toEqual(expected);
  });
});
