import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  type Alert,
  afterSending,
  alertSettingsWith,
  decideAlerts,
  isSilentWhileOpen,
  noAlerts,
  type RaisedAlert,
  within,
} from '../../../src/core/office/alert.js';
import {Problem} from '../../../src/core/problem.js';
import {forAll} from '../../hostile/runs.js';

const minute = 60_000;
const noon = Date.parse('2026-11-20T12:00:00Z');
const clock = {now: noon, zone: 'UTC'};
const settings = {...noAlerts, webhook: 'https://example.com/'};
const alert = (level: number, key = 'disk'): Alert => ({key, level, what: key, where: '', since: '', now: ''});

/** What is known after each of some looks, a minute after one another, and the levels that were raised. */
function afterLooks(looks: readonly (readonly Alert[])[], everyMs = minute) {
  let known: readonly RaisedAlert[] = [];
  const raised: [number, string, number][] = [];
  for (const [at, alerts] of looks.entries()) {
    const found = decideAlerts(known, alerts, {settings, now: noon + at * everyMs, zone: 'UTC'});
    raised.push(...found.raised.map(({key, level}): [number, string, number] => [at, key, level]));
    const changed = new Map([...known, ...found.kept, ...found.raised].map(each => [each.key, each]));
    known = [...changed.values()].filter(({key}) => !found.gone.includes(key));
  }
  return {known, raised};
}

describe('an alert', () => {
  it('is raised once, and again when it gets worse', () => {
    const looks = [[], [alert(1)], [alert(1)], [alert(2)], [alert(1)], [alert(2)], [alert(0, 'other')]];
    expect(afterLooks(looks).raised).toEqual([
      [1, 'disk', 1],
      [3, 'disk', 2],
    ]);
  });

  it('is raised again if it comes back after more than a day, and not before', () => {
    const looks = [[alert(1)], [], [], [alert(1)], [], [], [], [], [alert(1)]];
    expect(afterLooks(looks, 10 * 60 * minute).raised.map(([at]) => at)).toEqual([0, 8]);
  });

  it('has been raised as often as its level has risen, whatever happens', () => {
    const levels = fc.array(fc.integer({min: 0, max: 3}), {maxLength: 20});
    forAll(fc.array(levels, {minLength: 1, maxLength: 3}), all => {
      const count = Math.max(...all.map(({length}) => length));
      const looks = Array.from({length: count}, (_, at) => all.map((each, key) => alert(each[at] ?? 0, `${key}`)));
      const rises = all.map(each => each.filter((level, at) => level > Math.max(0, ...each.slice(0, at))).length);
      const {raised} = afterLooks(looks);
      expect(all.map((_, key) => raised.filter(([, of]) => of === `${key}`).length)).toEqual(rises);
    });
  });

  it('waits until quiet hours are over', () => {
    const [raised] = decideAlerts([], [alert(1)], {...clock, settings: {...settings, quiet: '11:30-13:15'}}).raised;
    expect(raised?.dueAt).toBe(noon + 75 * minute);
  });

  it('is tried again some times, and says then why it was not sent', () => {
    let [now = {} as RaisedAlert] = decideAlerts([], [alert(1)], {...clock, settings}).raised;
    const dues: number[] = [];
    while (now.waits.length > 0) {
      now = afterSending(now, 'webhook', {trouble: 'HTTP 500', now: now.dueAt});
      dues.push((now.dueAt - noon) / minute);
    }
    expect(dues).toEqual([1, 6, 21, 81, 321, 321]);
    expect(now.trouble).toBe('HTTP 500');
    expect(decideAlerts([now], [alert(1)], {...clock, settings}).raised).toEqual([]);
  });
});

it.each([
  ['08:00-20:00', '12:00', {over: 240, left: 480}],
  ['08:00-20:00', '08:00', {over: 0, left: 720}],
  ['08:00-20:00', '20:00', undefined],
  ['22:00-06:00', '23:30', {over: 90, left: 390}],
  ['22:00-06:00', '05:59', {over: 479, left: 1}],
  ['22:00-06:00', '06:00', undefined],
  ['', '12:00', undefined],
])('the span %s at %s', (span, time, expected) =>
  expect(within(span, Date.parse(`2026-11-20T${time}:00Z`), 'UTC')).toEqual(expected),
);

it.each([
  ['11:29', true],
  ['11:31', false],
  ['06:00', true],
])('a till that was heard at %s is silent at noon: %s', (time, expected) => {
  expect(isSilentWhileOpen(`2026-11-20T${time}:00Z`, '08:00-20:00', clock)).toBe(expected);
  expect(isSilentWhileOpen(`2026-11-20T${time}:00Z`, '11:45-20:00', clock)).toBe(false);
  expect(isSilentWhileOpen(`2026-11-20T${time}:00Z`, '', clock)).toBe(false);
});

describe('what is typed of the alerts', () => {
  it('takes the place of what was there, and nothing else', () => {
    const typed = {to: 'a@example.com, b@example.com', quiet: '22:00 – 06:00', webhook: undefined};
    expect(alertSettingsWith({...settings, user: 'duka'}, typed)).toEqual({
      ...settings,
      user: 'duka',
      to: 'a@example.com,b@example.com',
      quiet: '22:00-06:00',
    });
    expect(alertSettingsWith(settings, {webhook: ''}).webhook).toBe('');
  });

  it.each([
    ['to', 'nobody'],
    ['to', 'a@example.com,'],
    ['server', 'mail.example.com:99999'],
    ['server', 'user@mail.example.com'],
    ['from', 'x'],
    ['webhook', 'http://example.com/'],
    ['webhook', 'ftp://localhost/'],
    ['quiet', '22-06'],
    ['open', '08:00-24:00'],
    ['language', 'de'],
    ['language', ''],
    ['webhook', `https://example.com/${'x'.repeat(600)}`],
  ])('is refused as %s: %s', (name, value) =>
    expect(() => alertSettingsWith(settings, {[name]: value})).toThrow(Problem),
  );
});
