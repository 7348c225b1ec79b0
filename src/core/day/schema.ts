import {form, leaf, named, sameAsLast, written} from '../spec/spec.js';
import {checkDayStart, checkZone} from './business-day.js';

const dateText = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const dateForm = new RegExp(`^${dateText}$`);
const instantForm = new RegExp(String.raw`^${dateText}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$`);

/** Whether the calendar has this date; `text` must have the form of one. */
const isOfCalendar = (text: string) =>
  text.slice(8, 10) <= '28' ||
  Temporal.PlainDate.from(`${text.slice(0, 8)}01`).daysInMonth >= Number(text.slice(8, 10));

const isDate = sameAsLast(value => typeof value === 'string' && dateForm.test(value) && isOfCalendar(value));

/** Whether a text is a UTC instant with milliseconds, in the form of the journal. */
export const isInstant = (text: string): boolean => instantForm.test(text) && isOfCalendar(text);

/** Turns a check of a person's input, which throws, into a test. */
const passes = (check: (text: string) => void) => (value: unknown) => {
  if (typeof value !== 'string') return false;
  try {
    check(value);
    return true;
  } catch {
    return false;
  }
};

export const date = named('date', leaf<string>('`YYYY-MM-DD`', isDate, 'A day of the calendar.'));
export const zone = named(
  'zone',
  leaf<string>('text', passes(checkZone), 'A name of the IANA time zone database, such as `Africa/Nairobi`.'),
);
export const dayStartsAt = named(
  'time of day',
  leaf<string>('`HH:MM`', passes(checkDayStart), 'When a business day begins, by the clock of its zone.'),
);

export const instantText = named(
  'instant',
  form(
    'text',
    new RegExp(String.raw`^${dateText}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$`),
    'An instant in UTC, by ISO 8601.',
  ),
);

/** An instant in milliseconds since the epoch. */
export const instant = (about?: string) =>
  written(instantText(about), (at: number) => Temporal.Instant.fromEpochMilliseconds(Math.round(at)).toString());
