import {describe, expect, it} from 'vitest';
import {officeClock, standingOf, type TillStanding} from '../../../src/core/office/view.js';

const now = Date.parse('2026-11-23T12:00:00Z');
const day = 86_400_000;
const sale = (days: number, till = 'T7K') => ({shop: 'corner', till, at: now + days * day});
const till: TillStanding = {
  shop: 'corner',
  till: 'T7K',
  seq: 9,
  head: '0'.repeat(64),
  rows: 9,
  heardAt: null,
  isRevoked: false,
  isHalted: false,
  branches: 0,
};

describe('the clock of an office', () => {
  it('agrees with tills that sold lately, and where none has sold anything', () => {
    expect(officeClock(now, undefined)).toEqual({kind: 'agrees'});
    for (const days of [-30, -1, 0, 0.9]) expect(officeClock(now, sale(days))).toEqual({kind: 'agrees'});
  });

  it('is told to be ahead where no till has sold for a month, by the newest sale of all', () =>
    expect(officeClock(now, sale(-3000))).toEqual({
      kind: 'ahead',
      sale: {shop: 'corner', till: 'T7K', at: '2018-09-06T12:00:00Z'},
    }));

  it('is told to be behind where a till has sold at an instant that is to come', () =>
    expect(officeClock(now, sale(3000, 'T8K'))).toEqual({
      kind: 'behind',
      sale: {shop: 'corner', till: 'T8K', at: '2035-02-09T12:00:00Z'},
    }));
});

it('a till that was heard long ago, or at an instant that is to come, is silent', () => {
  const heard = (days: number) => standingOf({...till, heardAt: new Date(now + days * day).toISOString()}, now);
  expect([-3000, -2, -0.5, 0, 0.5, 2, 3000].map(heard)).toEqual([
    ...['silent', 'silent', 'whole', 'whole', 'whole', 'silent', 'silent'],
  ]);
  expect(standingOf(till, now)).toBe('silent');
  expect(standingOf({...till, seq: 0, rows: 0}, now)).toBe('unheard');
});
