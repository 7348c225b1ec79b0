import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import * as members from '../../../src/core/service/members.js';
import {hostileJson} from '../../hostile/mutations.js';
import {forAll} from '../../hostile/runs.js';

const {reading, text, echo, flag, integer, amountOrNull, textOrNull, ...others} = members;
const readers = {text, echo, flag, integer, amountOrNull, textOrNull, ...others};

describe('a body', () => {
  it('has every member that is read of it, and no other', () =>
    expect(Object.keys(reading({text, flag})({unnamed: 'x'}))).toEqual(['text', 'flag']));

  it('is read, whatever is in it', () => {
    const body = fc.dictionary(fc.constantFrom(...Object.keys(readers), 'unnamed'), hostileJson);
    const read = reading(readers);
    forAll(body, given => {
      const each = Object.entries(readers).map(([name, of]) => [name, of(given[name])]);
      expect(read(given)).toEqual(Object.fromEntries(each));
    });
  });

  it.each<readonly [kind: keyof typeof readers, told: unknown, expected: unknown]>([
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
    const read = reading({member: readers[kind]});
    expect(read(told === undefined ? {} : {member: told as never}).member).toEqual(expected);
  });
});
