import {type Language, messages} from '../messages/messages.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';

/**
 * The ISO date of the business day in which the instant falls, by the zone's clock. A day lasts from its start (such as `'04:00'`) up to,
 * but not including, the start of the next one. Throws a `RangeError` for a zone that `checkZone` refuses.
 */
export function businessDate(epochMs: number, zone: string, dayStartsAt: string): string {
  const wall = wallClock(epochMs, zone);
  const date = wall.toPlainDate();
  return (timeText(wall) < dayStartsAt ? date.subtract({days: 1}) : date).toString();
}

/** Throws the `Problem` `zone-unknown` unless `zone` is a name of the IANA database. An offset is not such a name. */
export function checkZone(zone: string): void {
  const problem = () => new Problem('zone-unknown', {zone: cleanText(zone, 40)});
  if (!/^[A-Z]{2}[A-Z0-9_+-]*(?:\/[A-Z0-9_+-]+)*$/iu.test(zone)) throw problem();
  try {
    wallClock(0, zone);
  } catch {
    throw problem();
  }
}

/** Throws the `Problem` `setting-invalid` (facts `name`, `value`) unless `text` is a time of day such as `04:00`. */
export function checkDayStart(text: string): void {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(text)) return;
  throw new Problem('setting-invalid', {name: 'DUKA_DAY_STARTS_AT', value: cleanText(text, 40)});
}

/** The time of day in the zone: `"14:02"`. */
export function clockText(epochMs: number, zone: string): string {
  const offset = offsetAt(epochMs, zone);
  if (offset === undefined) return timeText(wallClock(epochMs, zone));
  const minutes = ((Math.floor((epochMs + offset) / minuteMs) % dayMinutes) + dayMinutes) % dayMinutes;
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

const [minuteMs, dayMinutes, hourMs] = [60_000, 24 * 60, 3_600_000];

let [lastZone, lastHour, lastOffset]: [string, number, number | undefined] = ['', Number.NaN, undefined];

/** The zone's offset from UTC in milliseconds, positive if ahead; undefined in an hour in which it changes. Caches the last hour. */
function offsetAt(epochMs: number, zone: string): number | undefined {
  const hour = Math.floor(epochMs / hourMs);
  if (hour !== lastHour || zone !== lastZone) {
    const at = (ms: number) =>
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
    const [begin, end] = [at(hour * hourMs), at((hour + 1) * hourMs - 1)];
    [lastZone, lastHour, lastOffset] = [zone, hour, begin === end ? begin : undefined];
  }
  return lastOffset;
}

/** The date and time of day in the zone, in the form for machines: `"2026-11-20 14:02"`. */
export function momentText(epochMs: number, zone: string): string {
  const wall = wallClock(epochMs, zone);
  return `${wall.toPlainDate().toString()} ${timeText(wall)}`;
}

/** The date and time of day in the zone, in the form for paper: `"20 Nov 2026, 14:02"`. */
export function paperTime(epochMs: number, zone: string, language: Language): string {
  const wall = wallClock(epochMs, zone);
  return `${dayText(wall.toPlainDate().toString(), language)}, ${timeText(wall)}`;
}

/** An ISO date with its year, for people: `"20 Nov 2026"`, `"1er déc. 2026"`. Throws a `RangeError` for text that is no date. */
export function dayText(isoDate: string, language: Language): string {
  const {day, month, year} = Temporal.PlainDate.from(isoDate);
  const {intl, day: said} = messages(language);
  return said.dayOfYear({day: String(day), month: intl.months[month - 1] ?? '', year: String(year)});
}

/** An ISO date without its year, for a column: `"20 Nov"`, `"1er déc."`. Throws a `RangeError` for text that is no date. */
export function shortDayText(isoDate: string, language: Language): string {
  const {day, month} = Temporal.PlainDate.from(isoDate);
  const {intl, day: said} = messages(language);
  return said.dayOfMonth({day: String(day), month: intl.months[month - 1] ?? ''});
}

/** The time of day in the zone, with seconds: `"14:02:07"`. */
export const secondsText = (epochMs: number, zone: string): string =>
  wallClock(epochMs, zone).toPlainTime().toString({smallestUnit: 'second'});

/** An ISO date with its weekday, for people: `"Fri 20 Nov"`, `"ven. 20 nov."`. Throws a `RangeError` for text that is no date. */
export function dateText(isoDate: string, language: Language): string {
  const {day, dayOfWeek, month} = Temporal.PlainDate.from(isoDate);
  const {intl, day: said} = messages(language);
  const [weekday = '', name = ''] = [intl.weekdays[dayOfWeek - 1], intl.months[month - 1]];
  return said.date({weekday, day: String(day), month: name});
}

/** How long something has been waiting: `"0:14"`, `"12:40"`, `"1 h 02"`, `"3 d 4 h"`; a negative time is `"0:00"`. */
export function timerText(milliseconds: number, language: Language): string {
  const {seconds, minutes, hours, days} = lengthOf(milliseconds);
  if (days > 0) return messages(language).day.waited({days, hours});
  return hours === 0 ? `${minutes}:${twoDigits(seconds)}` : `${hours} h ${twoDigits(minutes)}`;
}

/** How long ago something was: `"just now"`, `"21 min ago"`, `"2 h 05 min ago"`, `"3 days ago"`. */
export function ageText(milliseconds: number, language: Language): string {
  const {minutes, hours, days} = lengthOf(milliseconds);
  const {ago} = messages(language).day;
  if (days > 0) return ago.days({days});
  if (hours > 0) return ago.hours({hours, minutes: twoDigits(minutes)});
  return minutes > 0 ? ago.minutes({minutes}) : ago.now;
}

/** A length of time in whole units; a negative one counts as zero. */
function lengthOf(milliseconds: number) {
  const all = Math.max(0, Math.floor(milliseconds / 1000));
  return {
    seconds: all % 60,
    minutes: Math.floor(all / 60) % 60,
    hours: Math.floor(all / 3600) % 24,
    days: Math.floor(all / 86_400),
  };
}

const wallClock = (epochMs: number, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime();

const timeText = (wall: Temporal.PlainDateTime): string => wall.toPlainTime().toString({smallestUnit: 'minute'});

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** When this program was made, 2026-11-01T00:00Z. No clock before that is right. */
const earliest = 1_793_491_200_000;
/** 2058-01-01T00:00Z. The seconds that a reference can hold end a few days later. */
const latest = 2_777_068_800_000;

/** Whether a clock that shows this time can be right. */
export const isPossible = (epochMs: number): boolean => earliest <= epochMs && epochMs < latest;

/** Whether a time is before the end of what a reference can hold. */
export const isBeforeEnd = (epochMs: number): boolean => epochMs < latest;

/** The instant under which an event is filed: its own or, if its clock cannot be right, the earliest possible one. */
export const possibleOr = (epochMs: number): number => (isPossible(epochMs) ? epochMs : earliest);

/** Throws `Problem` clock-impossible for a clock that cannot be right: nothing may be dated by it. */
export function checkClock(epochMs: number): void {
  if (isPossible(epochMs)) return;
  const date = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toString().slice(0, 10);
  throw new Problem('clock-impossible', {date});
}
