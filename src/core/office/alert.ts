import {clockText} from '../day/business-day.js';
import {languages} from '../messages/messages.js';
import {checkEmail} from '../payment/order.js';
import {Problem} from '../problem.js';
import {isLoopback} from '../service/answer.js';
import {count, list, object, oneOf, orNull, type Specified, text, whole} from '../spec/spec.js';
import {alertSettings} from '../technical/schema.js';
import {cleanText} from '../text/text.js';

export const alertSettingsSpec = object(alertSettings);
export type AlertSettings = Specified<typeof alertSettingsSpec>;
export const alertSettingNames = Object.keys(alertSettings) as readonly (keyof AlertSettings)[];

export const noAlerts: AlertSettings = {
  to: '',
  server: '',
  user: '',
  from: '',
  webhook: '',
  quiet: '',
  open: '',
  language: 'en',
};

export const alertWays = ['mail', 'webhook'] as const;
export type AlertWay = (typeof alertWays)[number];

export const waysOf = ({to, server, webhook}: AlertSettings): readonly AlertWay[] =>
  alertWays.filter(way => (way === 'mail' ? to !== '' && server !== '' : webhook !== ''));

const longest = 500;
const spanForm = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/;

const checks: Readonly<Record<keyof AlertSettings, (typed: string) => boolean>> = {
  to: typed => typed.split(',').every(each => checkEmail(each) !== ''),
  server: typed => /^[A-Za-z0-9.-]+(?::\d{1,5})?$/.test(typed) && (serverOf(typed).port ?? 0) <= 65_535,
  user: typed => cleanText(typed, longest) === typed,
  from: typed => checkEmail(typed) !== '',
  webhook: typed => {
    const url = URL.parse(typed);
    return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  },
  quiet: typed => spanForm.test(typed),
  open: typed => spanForm.test(typed),
  language: typed => languages.some(each => each === typed),
};

/** The settings with what was typed in place of those that are named. Throws `Problem` setting-invalid, email-invalid. */
export function alertSettingsWith(
  before: AlertSettings,
  typed: Readonly<Partial<Record<keyof AlertSettings, string | undefined>>>,
): AlertSettings {
  const given = alertSettingNames.flatMap(name => {
    const value = typed[name]?.replaceAll(/\s/g, '').replaceAll('–', '-');
    return value === undefined ? [] : [[name, value] as const];
  });
  for (const [name, value] of given)
    if (value.length > longest || (value !== '' || name === 'language' ? !checks[name](value) : false))
      throw new Problem('setting-invalid', {name: `--${name}`, value: cleanText(value, 80)});
  return {...before, ...Object.fromEntries(given)};
}

export function serverOf(server: string): {readonly host: string; readonly port: number} {
  const [host = '', port] = server.split(':');
  return {host, port: Number(port ?? 587)};
}

const minutesIn = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const dayMinutes = 24 * 60;

/** How many minutes of a span such as `22:00-06:00` are over, and how many are to come; undefined outside of it. */
export function within(
  span: string,
  now: number,
  zone: string,
): {readonly over: number; readonly left: number} | undefined {
  if (!spanForm.test(span)) return undefined;
  const [from = '', to = ''] = span.split('-');
  const since = (time: string) => (minutesIn(clockText(now, zone)) - minutesIn(time) + dayMinutes) % dayMinutes;
  const [over, length] = [since(from), (minutesIn(to) - minutesIn(from) + dayMinutes) % dayMinutes || dayMinutes];
  return over < length ? {over, left: length - over} : undefined;
}

const minute = 60_000;
const quietForMinutes = 30;

/** Whether a till that was heard last at `heardAt` has been silent for half an hour of the time in which tills are in use. */
export function isSilentWhileOpen(heardAt: string | null, span: string, {now, zone}: AlertClock): boolean {
  const open = within(span, now, zone);
  if (open === undefined || heardAt === null) return false;
  return Math.min(open.over, (now - Date.parse(heardAt)) / minute) >= quietForMinutes;
}

export type AlertClock = {readonly now: number; readonly zone: string};

/** What is told of something that needs a person. `level` is higher the worse it is; with 0 nobody is alerted. */
export type Alert = {
  readonly key: string;
  readonly level: number;
  readonly what: string;
  readonly where: string;
  readonly since: string;
  readonly now: string;
};

/** An alert that was raised. It is sent by each of the ways in `waits`, the next time at `dueAt`. */
export const raisedAlertSpec = object({
  key: text('of what needs a person'),
  level: count('how bad it is'),
  what: text('what it is'),
  where: text('the till or the shop'),
  since: text('since when it is so'),
  now: text('what to do'),
  raisedAt: whole('in epoch milliseconds'),
  goneAt: orNull(whole('when it was over'), 'it is not'),
  waits: list(oneOf(alertWays), 'the ways by which it is still to be sent'),
  dueAt: whole('when it is sent next'),
  tries: count('how often it was tried in vain'),
  trouble: text('why it could not be sent'),
});
export type RaisedAlert = Specified<typeof raisedAlertSpec>;

/** For how long something that is over may come back without another alert. */
const forgottenAfter = 24 * 60 * minute;
/** The waits after tries in vain. */
const retryAfter: readonly number[] = [1, 5, 15, 60, 240].map(minutes => minutes * minute);

type AlertDecision = {
  readonly raised: readonly RaisedAlert[];
  readonly kept: readonly RaisedAlert[];
  readonly gone: readonly string[];
};

/** Decides which alerts to raise, once and when worse, after quiet hours. `kept`: others that changed; `gone`: forgotten keys. */
export function decideAlerts(
  known: readonly RaisedAlert[],
  alerts: readonly Alert[],
  {settings, now, zone}: AlertClock & {readonly settings: AlertSettings},
): AlertDecision {
  const byKey = new Map(known.map(each => [each.key, each]));
  const current = alerts.filter(({level}) => level > 0);
  const keys = new Set(current.map(({key}) => key));
  const quiet = within(settings.quiet, now, zone);
  const fresh = {
    raisedAt: now,
    goneAt: null,
    waits: waysOf(settings),
    tries: 0,
    trouble: '',
    dueAt: quiet === undefined ? now : now + quiet.left * minute,
  };
  const raised = current
    .filter(({key, level}) => level > (byKey.get(key)?.level ?? 0))
    .map(({key, level, what, where, since, now: todo}) => ({key, level, what, where, since, now: todo, ...fresh}));
  const kept = known.flatMap((each): readonly RaisedAlert[] => {
    if (keys.has(each.key)) return each.goneAt === null ? [] : [{...each, goneAt: null}];
    return each.goneAt === null ? [{...each, goneAt: now}] : [];
  });
  const isForgotten = ({goneAt}: RaisedAlert) => goneAt !== null && Math.abs(now - goneAt) > forgottenAfter;
  const worse = new Set(raised.map(({key}) => key));
  return {
    raised,
    kept: kept.filter(({key}) => !worse.has(key)),
    gone: known.filter(each => !keys.has(each.key) && isForgotten(each)).map(({key}) => key),
  };
}

/** The alert after it was sent by a way, or after `trouble`, after which it is tried again some times. */
export function afterSending(
  alert: RaisedAlert,
  way: AlertWay,
  {trouble, now}: {trouble?: string; now: number},
): RaisedAlert {
  const others = alert.waits.filter(each => each !== way);
  if (trouble === undefined) return {...alert, waits: others};
  const pause = retryAfter[alert.tries];
  const failed = {...alert, tries: alert.tries + 1, trouble: cleanText(trouble, 200)};
  return pause === undefined ? {...failed, waits: others} : {...failed, dueAt: now + pause};
}
