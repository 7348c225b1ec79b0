import {type Language, messages} from '../messages/messages.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';

/**
 * The ISO date of the business day that the instant falls in, by the clock of the zone: a day goes from its start
 * (`'04:00'`) up to, and without, the start of the next one. Throws a `RangeError` for a zone that `checkZone` refuses.
 */
export function businessDate(epochMs: number, zone: string, dayStartsAt: string): string {
  const wall = wallClock(epochMs, zone);
  const date = wall.toPlainDate();
  return (timeText(wall) < dayStartsAt ? date.subtract({days: 1}) : date).toString();
}

/** Throws a `Problem` `zone-unknown` unless `zone` is a name of the IANA database; an offset is not. */
export function checkZone(zone: string): void {
  const problem = new Problem('zone-unknown', {zone: cleanText(zone, 40)});
  if (!/^[A-Z]{2}[A-Z0-9_+-]*(?:\/[A-Z0-9_+-]+)*$/iu.test(zone)) throw problem;
  try {
    wallClock(0, zone);
  } catch {
    throw problem;
  }
}

/** Throws a `Problem` `setting-invalid` (facts `name`, `value`) unless `text` is a time of day such as `04:00`. */
export function checkDayStart(text: string): void {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(text)) return;
  throw new Problem('setting-invalid', {name: 'DUKA_DAY_STARTS_AT', value: cleanText(text, 40)});
}

/** The zone's time of day: `"14:02"`. */
export function clockText(epochMs: number, zone: string): string {
  return timeText(wallClock(epochMs, zone));
}

/** The zone's date and time of day: `"2026-11-20 14:02"`. */
export function momentText(epochMs: number, zone: string): string {
  const wall = wallClock(epochMs, zone);
  return `${wall.toPlainDate().toString()} ${timeText(wall)}`;
}

/** The zone's time of day: `"14:02:07"`. */
export function secondsText(epochMs: number, zone: string): string {
  return wallClock(epochMs, zone).toPlainTime().toString({smallestUnit: 'second'});
}

/** An ISO date as people read it: `"Fri 20 Nov"`, `"ven. 20 nov."`. Throws a `RangeError` for what is no date. */
export function dateText(isoDate: string, language: Language): string {
  const {day, dayOfWeek, month} = Temporal.PlainDate.from(isoDate);
  const {intl, day: said} = messages(language);
  const [weekday = '', name = ''] = [intl.weekdays[dayOfWeek - 1], intl.months[month - 1]];
  return said.date({weekday, day: String(day), month: name});
}

/** How long something has waited: `"0:14"`, `"12:40"`, `"1 h 02"`, `"3 d 4 h"`; less than nothing is `"0:00"`. */
export function ageText(milliseconds: number, language: Language): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}:${twoDigits(seconds % 60)}`;
  if (hours < 24) return `${hours} h ${twoDigits(minutes % 60)}`;
  return messages(language).day.age({days: Math.floor(hours / 24), hours: hours % 24});
}

function wallClock(epochMs: number, zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime();
}

function timeText(wall: Temporal.PlainDateTime): string {
  return wall.toPlainTime().toString({smallestUnit: 'minute'});
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
