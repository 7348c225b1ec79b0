import {expect, test} from 'vitest';
import {inZone, minuteIn, serviceTimeFrom} from '../../../src/core/service/clock.js';

test.each([
  ['2026-08-01T22:30:00.123', 'Africa/Nairobi', '2026-08-02T00:30:00'],
  ['2026-08-01 09:00', 'Africa/Lagos', '2026-08-01T09:00:00'],
  ['2026-08-01T09:00:00', 'UTC', '2026-08-01T08:00:00'],
  ['2026-08-01T09:00:00Z', 'Africa/Nairobi', '2026-08-01T12:00:00'],
  ['2026-08-01T09:00:00+03:00', 'Africa/Nairobi', '2026-08-01T09:00:00'],
  ['2026-08-01', 'Africa/Nairobi', '2026-08-01'],
  ['2026-13-41T09:00:00', 'Africa/Nairobi', '2026-13-41T09:00:00'],
  ['soon', 'Africa/Nairobi', 'soon'],
])('%s is shown in %s as %s', (text, zone, shown) => expect(inZone(text, zone)).toBe(shown));

test.each([
  ['2026-08-01T22:30:59', '2026-08-02 00:30'],
  ['2026-08-01', '2026-08-01'],
  ['on 2026-08-01T22:30:59', 'on 2026-08-01T22:30:59'],
  ['soon\u0007', 'soon'],
])('%j is read by people in Nairobi as %s', (text, shown) => expect(minuteIn(text, 'Africa/Nairobi')).toBe(shown));

test.each([
  ['2026-08-01', 'Africa/Nairobi', '2026-07-31T22:00:00'],
  [' 2026-08-01T09:00 ', 'Africa/Nairobi', '2026-08-01T07:00:00'],
  ['2026-08-01T09:00', 'Africa/Abidjan', '2026-08-01T10:00:00'],
  ['2026-08-01T09:00Z', 'Africa/Nairobi', undefined],
  [' 2026-08-01T09:00+03:00 ', 'Africa/Nairobi', undefined],
  ['tomorrow', 'Africa/Nairobi', undefined],
])('%s in %s is %s to the service', (typed, zone, time) => {
  expect(serviceTimeFrom(typed, zone)).toBe(time);
  if (time !== undefined) expect(inZone(time, zone).slice(0, 10)).toBe(typed.trim().slice(0, 10));
});
