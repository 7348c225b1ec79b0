import {expect, it} from 'vitest';
import {checkClock, isBeforeEnd, isPossible, possibleOr} from '../../../src/core/day/business-day.js';

const first = '2026-11-01T00:00:00.000Z';

it.each<[at: string, possible: boolean, beforeEnd: boolean]>([
  ['1970-01-01T00:00:00.000Z', false, true],
  ['2026-10-31T23:59:59.999Z', false, true],
  [first, true, true],
  ['2057-12-31T23:59:59.999Z', true, true],
  ['2058-01-01T00:00:00.000Z', false, false],
])('a clock at %s can be right: %s; before the end: %s', (at, possible, beforeEnd) => {
  const epochMs = Date.parse(at);
  expect([isPossible(epochMs), isBeforeEnd(epochMs)]).toEqual([possible, beforeEnd]);
  expect(possibleOr(epochMs)).toBe(possible ? epochMs : Date.parse(first));
  const check = () => checkClock(epochMs + 0.5);
  if (possible) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({code: 'clock-impossible', facts: {date: at.slice(0, 10)}}));
});
