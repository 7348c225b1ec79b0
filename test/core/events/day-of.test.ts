import {expect, it} from 'vitest';
import {date, dayStartsAt, isInstant, zone} from '../../../src/core/day/schema.js';
import {dayReader, daysIn, spanning} from '../../../src/core/events/day-of.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {isValid} from '../../../src/core/spec/check.js';
import {event, reference, request} from '../payment/payment-samples.js';

const opened = (zone: string, dayStartsAt: string) => event(1, 'segment-opened', {zone, dayStartsAt} as never);
const sentAt = (at: string): StoredEvent => ({...event(2, 'sent', {reference}), at});
const late = '2026-11-20T23:30:00.000Z';

it.each<[string, readonly StoredEvent[], string]>([
  ['that it says', [event(1, 'requested', {...request, businessDate: '2025-01-02'})], '2025-01-02'],
  ['of its Z', [event(1, 'z-reported', {report: {businessDate: '2025-01-03'}} as never)], '2025-01-03'],
  ['of its X', [event(1, 'x-reported', {report: {businessDate: '2025-01-04'}} as never)], '2025-01-04'],
  ['of its instant', [sentAt(late)], '2026-11-20'],
  ['of its instant, by the clock of its segment', [opened('Africa/Nairobi', '00:00'), sentAt(late)], '2026-11-21'],
  ['of its instant, where a day begins late', [opened('Africa/Nairobi', '04:00'), sentAt(late)], '2026-11-20'],
  [
    'of its instant, by the newest clock',
    [opened('Africa/Nairobi', '00:00'), sentAt(late), opened('UTC', '00:00'), sentAt(late)],
    '2026-11-20',
  ],
  [
    'of its instant, the next minute',
    [sentAt('2026-11-20T23:59:59.999Z'), sentAt('2026-11-21T00:00:00.000Z')],
    '2026-11-21',
  ],
  [
    'of its instant, whatever a line says that is no text',
    [{...sentAt(late), data: {reference, businessDate: 7}} as never],
    '2026-11-20',
  ],
  ['of its digits, where nothing else can be read', [{...event(1, 'z-reported', {} as never), at: late}], '2026-11-20'],
])('the day of an event is that %s', (_, events, day) => {
  const dayOf = dayReader();
  expect(events.map(dayOf).at(-1)).toBe(day);
});

it('a segment spans from its first day to its last, in whatever order they come', () => {
  const days = ['2026-11-20', '2026-11-22', '2026-11-19', '2026-11-21'];
  const events = days.map((businessDate, at) => event(at, 'requested', {...request, businessDate}));
  expect(daysIn(events)).toEqual(['2026-11-19', '2026-11-22']);
  expect(daysIn(events.slice(0, 1))).toEqual(['2026-11-20', '2026-11-20']);
  expect(daysIn([])).toBeNull();
  expect(spanning(['2026-11-19', '2026-11-22'], '2026-11-22')).toEqual(['2026-11-19', '2026-11-22']);
});

it.each([
  ['2026-11-20T14:02:07.123Z', true],
  ['2026-11-20T14:02:07Z', false],
  ['2026-11-20T24:00:00.000Z', false],
  ['2024-02-29T00:00:00.000Z', true],
  ['2026-02-29T00:00:00.000Z', false],
  ['2026-04-31T00:00:00.000Z', false],
  ['2026-04-30T00:00:00.000Z', true],
  ['2026-12-31T00:00:00.000Z', true],
  ['2026-13-01T00:00:00.000Z', false],
  [' 2026-11-20T14:02:07.123Z', false],
])('%s is an instant of the calendar: %s', (text, expected) => expect(isInstant(text)).toBe(expected));

it.each([
  ['date', '2026-11-20', true],
  ['date', '2026-02-28', true],
  ['date', '2026-02-29', false],
  ['date', '2026-11-31', false],
  ['date', '2026-11-20T', false],
  ['date', 20_261_120, false],
  ['zone', 'Africa/Nairobi', true],
  ['zone', 'Africa/Mombasa', false],
  ['zone', null, false],
  ['dayStartsAt', '04:00', true],
  ['dayStartsAt', '24:00', false],
  ['dayStartsAt', 4, false],
] as const)('as a %s, %j is taken from a line: %s', (name, value, expected) =>
  expect(isValid<unknown>({date: date(), zone: zone(), dayStartsAt: dayStartsAt()}[name])(value)).toBe(expected),
);
