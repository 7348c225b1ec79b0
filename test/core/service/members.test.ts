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

  it.each([
    [
      'text',
      [
        ['PENDING', 'PENDING'],
        [9, '9'],
        ['', undefined],
        ['null', undefined],
        [true, undefined],
        [[], undefined],
      ],
    ],
    [
      'echo',
      [
        ['DK1', 'DK1'],
        [7, '7'],
        [null, undefined],
        [true, '?'],
        [{}, '?'],
        [['DK1'], '?'],
      ],
    ],
    [
      'flag',
      [
        [true, true],
        ['false', false],
        ['yes', undefined],
        [1, undefined],
      ],
    ],
    [
      'integer',
      [
        [3, 3],
        ['3', 3],
        [-1, undefined],
        [1.5, undefined],
        ['', undefined],
      ],
    ],
    [
      'amountOrNull',
      [
        [12.5, '12.5'],
        ['1250.00', '1250.00'],
        ['1,250', null],
        [null, null],
      ],
    ],
    [
      'textOrNull',
      [
        ['x', 'x'],
        [null, null],
        ['null', null],
        [undefined, null],
      ],
    ],
  ] as const)('has a member that is read as %s', (kind, cases) => {
    const read = reading(z.object({member: schema.shape[kind]}));
    for (const [told, expected] of cases)
      expect(read(told === undefined ? {} : {member: told as never}).member).toBe(expected);
  });
});
