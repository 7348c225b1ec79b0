import {expect, it} from 'vitest';
import type {Section} from './bench.js';
import {compared, ratiosOf} from './check.js';
import {compare} from './row.js';

const section = (ours: number, isKept = true): Section => ({
  title: 'Start (ms)',
  method: '',
  rows: [compare({what: 'first frame', ours: [ours], reference: 'hello', theirs: [100], isKept})],
});
const name = 'Start (ms): first frame / hello';

it('keeps the ratios of what is counted in time of the processor, and no others', () => {
  expect(ratiosOf([section(250), section(300, false)])).toEqual({[name]: 2.5});
  expect(ratiosOf([section(Number.NaN)])).toEqual({});
});

it.each([
  ['as before', [250, 251, 249], {[name]: 2.5}, true],
  ['within the noise', [270, 275, 260], {[name]: 2.5}, true],
  ['one slow round of three', [250, 900, 251], {[name]: 2.5}, true],
  ['slower', [290, 291, 289], {[name]: 2.5}, false],
  ['never committed', [250, 250, 250], {}, false],
  ['not measured', [], {[name]: 2.5}, false],
])('%s', (_, rounds, committed, isKept) => {
  expect(
    compared(
      rounds.map(ours => ratiosOf([section(ours)])),
      committed,
    ).isKept,
  ).toBe(isKept);
});
