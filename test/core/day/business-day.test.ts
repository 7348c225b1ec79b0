import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  ageText,
  businessDate,
  checkDayStart,
  checkZone,
  clockText,
  dateText,
  dayText,
  momentText,
  paperTime,
  secondsText,
  shortDayText,
  timerText,
} from '../../../src/core/day/business-day.js';
import {markets} from '../../../src/core/market/markets.js';
import {forAll} from '../../hostile/runs.js';

const hour = 3_600_000;
const day = 24 * hour;
const zone = fc.constantFrom(...markets.map(market => market.zone));
const dayStart = fc
  .tuple(fc.integer({min: 0, max: 23}), fc.integer({min: 0, max: 59}))
  .map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'));
const instant = fc.integer({min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1)});

describe('the business day', () => {
  it.each([
    ['2026-11-20T00:59:59.999Z', 'Africa/Nairobi', '04:00', '2026-11-19'],
    ['2026-11-20T01:00:00.000Z', 'Africa/Nairobi', '04:00', '2026-11-20'],
    ['2026-11-20T20:59:59.999Z', 'Africa/Nairobi', '00:00', '2026-11-20'],
    ['2026-11-20T21:00:00.000Z', 'Africa/Nairobi', '00:00', '2026-11-21'],
    ['2026-11-20T00:00:00.000Z', 'Africa/Accra', '00:00', '2026-11-20'],
    ['2026-11-19T23:59:59.999Z', 'Africa/Accra', '00:00', '2026-11-19'],
    ['2026-12-31T23:30:00.000Z', 'Africa/Porto-Novo', '00:00', '2027-01-01'],
    ['2026-12-31T23:30:00.000Z', 'Africa/Abidjan', '00:00', '2026-12-31'],
    ['2028-03-01T02:00:00.000Z', 'Africa/Lusaka', '05:00', '2028-02-29'],
    ['2026-11-20T17:59:00.000Z', 'Africa/Accra', '18:00', '2026-11-19'],
  ])('of %s in %s, starting at %s, is %s', (at, of, startsAt, expected) => {
    expect(businessDate(Date.parse(at), of, startsAt)).toBe(expected);
  });

  it.each(markets.map(market => [market.country, market.zone]))(
    'turns exactly at its start, and not a millisecond before, in %s (%s)',
    (_, of) => {
      for (const startsAt of ['00:00', '03:30', '04:00', '12:00', '23:59']) {
        const turn = Temporal.ZonedDateTime.from(`2026-11-20T${startsAt}[${of}]`).epochMilliseconds;
        expect(businessDate(turn - 1, of, startsAt)).toBe('2026-11-19');
        expect(businessDate(turn, of, startsAt)).toBe('2026-11-20');
        expect(businessDate(turn + day - 1, of, startsAt)).toBe('2026-11-20');
        expect(businessDate(turn + day, of, startsAt)).toBe('2026-11-21');
      }
    },
  );

  it('never goes back while time goes on, and is one day long', () =>
    forAll(instant, fc.integer({min: 0, max: day}), zone, dayStart, (at, later, of, startsAt) => {
      const today = businessDate(at, of, startsAt);
      expect(businessDate(at + later, of, startsAt) >= today).toBe(true);
      expect(businessDate(at + day, of, startsAt)).toBe(Temporal.PlainDate.from(today).add({days: 1}).toString());
    }));

  it('is the calendar date where it starts at midnight', () =>
    forAll(instant, zone, (at, of) => {
      const calendar = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(of).toPlainDate().toString();
      expect(businessDate(at, of, '00:00')).toBe(calendar);
    }));

  it('follows the clock on the wall where clocks change', () => {
    expect(businessDate(Date.parse('2026-03-29T01:59:59Z'), 'Europe/Paris', '04:00')).toBe('2026-03-28');
    expect(businessDate(Date.parse('2026-03-29T02:00:00Z'), 'Europe/Paris', '04:00')).toBe('2026-03-29');
  });
});

describe('settings of the day', () => {
  it.each(['Africa/Nairobi', 'Africa/Dar_es_Salaam', 'America/Argentina/Ushuaia', 'Etc/GMT+3', 'UTC'])(
    'know the zone %s',
    name => expect(() => checkZone(name)).not.toThrow(),
  );

  it.each([
    '',
    'Africa',
    'Africa/Mombasa',
    '+03:00',
    'Z',
    '2026-01-01T00:00[Africa/Nairobi]',
    'Africa/Nairobi ',
    '\u001B',
  ])('know no zone %j', name => expect(() => checkZone(name)).toThrow(expect.objectContaining({code: 'zone-unknown'})));

  it('know the zone of every market', () => {
    for (const market of markets) expect(() => checkZone(market.zone)).not.toThrow();
  });

  it.each(['00:00', '04:00', '23:59'])('take %s as the start of the day', text => {
    expect(() => checkDayStart(text)).not.toThrow();
  });

  it.each(['', '4:00', '24:00', '04:60', '04', '04:00:00', '0４:00', '04:00\n'])('refuse the start %j', text => {
    expect(() => checkDayStart(text)).toThrow(
      expect.objectContaining({code: 'setting-invalid', facts: expect.objectContaining({name: 'DUKA_DAY_STARTS_AT'})}),
    );
  });
});

describe('times on the screen', () => {
  it('are of the shop', () => {
    const at = Date.parse('2026-11-20T11:02:07.999Z');
    expect(clockText(at, 'Africa/Nairobi')).toBe('14:02');
    expect(momentText(at, 'Africa/Nairobi')).toBe('2026-11-20 14:02');
    expect(momentText(Date.parse('2026-11-20T21:00:00Z'), 'Africa/Nairobi')).toBe('2026-11-21 00:00');
    expect(secondsText(at, 'Africa/Nairobi')).toBe('14:02:07');
    expect(secondsText(Date.parse('2026-11-20T21:00:00Z'), 'Africa/Nairobi')).toBe('00:00:00');
  });

  it.each([
    ['Africa/Casablanca', '2026-02-15T01:00:00Z'],
    ['Europe/London', '2026-03-29T01:00:00Z'],
    ['America/St_Johns', '2010-03-14T03:31:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['Asia/Kathmandu', '1985-12-31T18:30:00Z'],
    ['Africa/Monrovia', '1969-12-31T23:00:00Z'],
  ])('in %s are those of its clock, also in the hour in which it is changed', (zone, change) => {
    for (let minutes = -180; minutes <= 180; minutes += 7) {
      const at = Date.parse(change) + minutes * 60_000;
      const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainTime();
      expect(clockText(at, zone)).toBe(wall.toString({smallestUnit: 'minute'}));
    }
  });

  it.each([
    ['2026-11-20', 'Fri 20 Nov', 'ven. 20 nov.'],
    ['2026-05-01', 'Fri 1 May', 'ven. 1er mai'],
    ['2024-02-29', 'Thu 29 Feb', 'jeu. 29 févr.'],
    ['2027-01-03', 'Sun 3 Jan', 'dim. 3 janv.'],
    ['2026-08-31', 'Mon 31 Aug', 'lun. 31 août'],
  ])('write %s as %s and %s', (date, english, french) => {
    expect(dateText(date, 'en')).toBe(english);
    expect(dateText(date, 'fr')).toBe(french);
  });

  it('agree with the names that the runtime knows', () => {
    const runtime = (date: string, language: string) =>
      new Intl.DateTimeFormat(language, {weekday: 'short', month: 'short', timeZone: 'UTC'})
        .formatToParts(Date.parse(date))
        .filter(({type}) => type !== 'literal')
        .map(({value}) => value);
    for (let month = 1; month <= 12; month += 1) {
      const date = `2026-${String(month).padStart(2, '0')}-1${month % 7}`;
      for (const part of runtime(date, 'en-US')) expect(dateText(date, 'en')).toContain(part);
      for (const part of runtime(date, 'fr')) expect(dateText(date, 'fr')).toContain(part);
    }
  });

  it.each([
    [-5, '0:00'],
    [0, '0:00'],
    [999, '0:00'],
    [14_000, '0:14'],
    [760_000, '12:40'],
    [hour - 1, '59:59'],
    [hour, '1 h 00'],
    [hour + 2 * 60_000, '1 h 02'],
    [day - 1, '23 h 59'],
    [day, '1 d 0 h'],
    [3 * day + 4 * hour, '3 d 4 h'],
  ])('write an age of %i ms as %s', (milliseconds, expected) => expect(timerText(milliseconds, 'en')).toBe(expected));

  it('write days in French too', () => expect(timerText(3 * day + 4 * hour, 'fr')).toBe('3 j 4 h'));

  it.each([
    ['en', ['just now', '21 min ago', '2 h 05 min ago', '1 day ago', '3 days ago']],
    ['fr', ['à l’instant', 'il y a 21 min', 'il y a 2 h 05', 'il y a 1 jour', 'il y a 3 jours']],
    ['pt', ['agora mesmo', 'há 21 min', 'há 2 h 05', 'há 1 dia', 'há 3 dias']],
    [
      'sw',
      ['sasa hivi', 'dakika 21 zilizopita', 'saa 2 dakika 05 zilizopita', 'siku 1 iliyopita', 'siku 3 zilizopita'],
    ],
  ] as const)('say in %s how long ago something was', (language, expected) => {
    const minute = 60_000;
    const ages = [minute - 1, 21 * minute, 2 * hour + 5 * minute, day + 4 * hour, 3 * day];
    expect(ages.map(age => ageText(age, language))).toEqual(expected);
    expect(ageText(-5, language)).toBe(expected[0]);
  });

  it.each([
    ['en', '20 Nov 2026, 14:02', '1 Dec 2026'],
    ['fr', '20 nov. 2026, 14:02', '1er déc. 2026'],
    ['sw', '20 Nov 2026, 14:02', '1 Des 2026'],
    ['pt', '20 nov. 2026, 14:02', '1.º dez. 2026'],
  ] as const)('are on paper in %s with their year', (language, moment, first) => {
    expect(paperTime(Date.UTC(2026, 10, 20, 11, 2), 'Africa/Nairobi', language)).toBe(moment);
    expect(dayText('2026-12-01', language)).toBe(first);
    expect(shortDayText('2026-12-01', language)).toBe(first.replace(' 2026', ''));
  });
});
