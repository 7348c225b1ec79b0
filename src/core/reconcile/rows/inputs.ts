import {date} from '../../day/schema.js';
import type {Profile} from '../../journal/schema.js';
import type {Money} from '../../money/money.js';
import {object, optional, type Specified, someText, text} from '../../spec/spec.js';
import type {Acceptance, ConfirmedMatch} from './discrepancy.js';
import type {LocalPayment} from './local.js';
import type {BankRow, PayoutRow, ProviderRow, Rows, SourceFile} from './row.js';
import type {ShopRule} from './rules.js';
import type {ProviderStanding} from './standing.js';

/** Business dates, both ends included. */
export type Days = {readonly from: string; readonly to: string};

/** Whether a till's journal is complete; `seq` is the first line that is missing or wrong. */
export type ChainState = {
  readonly till: string;
  readonly state: 'whole' | 'gap' | 'broken';
  readonly seq: number | null;
};

/** A difference that an earlier reconciliation left open. */
export const carriedSpec = object({
  key: text('of the difference'),
  firstSeen: date('of the first reconciliation that had it'),
  text: optional(text('of the entry of a bank, as it is accepted'), 'it is of none'),
  cause: optional(text('that it shares with other lines'), 'it has one of its own'),
  on: optional(date('of a row that no payment has'), 'it is of no such row'),
  candidate: optional(someText('the reference of a payment whose money the row may be'), 'none was found'),
});
export type Carried = Specified<typeof carriedSpec>;

/** What a method costs: `basisPoints` of the amount, in ten-thousandths, plus a fixed decimal in major units. */
export type Tariff = {
  readonly method: LocalPayment['method'];
  readonly currency: string;
  readonly basisPoints: number;
  readonly fixed: string;
};

/** Level 1 has no tolerance. Tolerances are decimals in major units by currency; an absent currency means none. */
export type ReconciliationSettings = {
  /** The zone of the provider's clock, if a person has been told it; null if it is not known. */
  readonly providerZone: string | null;
  readonly feeTolerance: Readonly<Record<string, string>>;
  readonly bankTolerance: Readonly<Record<string, string>>;
  readonly tariffs: readonly Tariff[];
  /** T+n in working days: after that a payment has to be in a payout. */
  readonly settlementDays: number;
  /** ISO dates on which banks do not work, besides Saturdays and Sundays. */
  readonly holidays: readonly string[];
  readonly clockToleranceSeconds: number;
  /** How long after the request the provider may date a payment. */
  readonly timeToleranceMinutes: number;
  /** The owner's rules for the provider's words that are in no table, by the word in small letters. */
  readonly statusWords: Readonly<Record<string, ProviderStanding>>;
};

export const defaultSettings: ReconciliationSettings = {
  providerZone: null,
  feeTolerance: {},
  bankTolerance: {},
  tariffs: [],
  settlementDays: 3,
  holidays: [],
  clockToleranceSeconds: 120,
  timeToleranceMinutes: 60,
  statusWords: {},
};

/** A payment and its only row, between which nothing differs and about which there is nothing else to report. */
export type SettledPair = {
  readonly file: SourceFile<ProviderRow>;
  readonly row: ProviderRow;
  readonly reference: string;
  readonly till: string;
  readonly businessDate: string;
};

/** The pairs that a first pass found. Their payments are in no list; each pair is made when it is asked for. */
export type SettledPairs = {
  readonly pairs: Rows<SettledPair>;
  /** The pairs whose fee is zero by the service's answer while the row states one. That is reported once for all of them. */
  readonly free: Rows<SettledPair>;
  /** Their sums by day and currency; both sides of each pair have the same amount. */
  readonly sums: readonly {readonly date: string; readonly amount: Money}[];
  /** Whether the row at this place of the file belongs to a pair. Files are numbered as `distinct` returns them. */
  readonly hasRow: (file: number, at: number) => boolean;
};

/** Everything that a reconciliation is made from. The order within lists does not matter. */
export type Inputs = {
  readonly days: Days;
  /** Epoch milliseconds up to which ages are counted. */
  readonly asOf: number;
  readonly zone: string;
  readonly profile: Profile;
  /** The payments of the days, and all other payments of the loaded tills that a file may name. */
  readonly payments: readonly LocalPayment[];
  /** Pairs that a first pass found right; their payments are not in `payments` any more. */
  readonly settled?: SettledPairs | undefined;
  /** The tills whose journals were read, and known tills whose journals were not. */
  readonly tills: {readonly loaded: readonly string[]; readonly missing: readonly string[]};
  readonly providerFiles: readonly SourceFile<ProviderRow>[];
  readonly payoutFiles: readonly SourceFile<PayoutRow>[];
  readonly bankFiles: readonly SourceFile<BankRow>[];
  /** The round of live questions: how many were asked, and the references without an answer; null if there was no round. */
  readonly live: {readonly asked: number; readonly unanswered: readonly string[]} | null;
  readonly chains: readonly ChainState[];
  readonly accepted: readonly Acceptance[];
  readonly matches: readonly ConfirmedMatch[];
  /** Absent in inputs that were sealed before there were rules. */
  readonly rules?: readonly ShopRule[] | undefined;
  readonly carried: readonly Carried[];
  readonly settings: ReconciliationSettings;
};

const dayMs = 86_400_000;
const isoDate = /^\d{4}-\d\d-\d\d/u;
const shortestInstant = '2026-11-20T09:30'.length;
const isoTime = /^(?<date>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?<zone>Z|[+-]\d\d:?\d\d)?$/u;

/** The number of days from 1970-01-01 to a date. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;

/** Whole days from one ISO date to another; 0 if the second is the earlier one. */
export const daysBetween = (from: string, to: string): number => Math.max(0, dayNumber(to) - dayNumber(from));

/** The date at the start of an instant or a date in a file; null for any other form, since no form is guessed. */
export function dateIn(text: string | null): string | null {
  const date = isoDate.exec(text ?? '')?.[0];
  return date === undefined || Number.isNaN(dayNumber(date)) ? null : date;
}

/** The instant in epoch milliseconds. Null if the text has another form, or has no zone and `zone` is not known. */
export function instantIn(text: string | null, zone: string | null): number | null {
  if (text === null || text.length < shortestInstant) return null;
  if (text.endsWith('Z') && text[10] === 'T') {
    const instant = Date.parse(text);
    return Number.isNaN(instant) ? null : instant;
  }
  const {date, time, zone: offset} = isoTime.exec(text)?.groups ?? {};
  if (date === undefined || time === undefined) return null;
  if (offset !== undefined) {
    const instant = Date.parse(`${date}T${time}${offset.replace(/(\d\d)(\d\d)$/u, '$1:$2')}`);
    return Number.isNaN(instant) ? null : instant;
  }
  if (zone === null) return null;
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return null; // such as a thirteenth month
  }
}

/** The working days after `from` up to and including `to`: Saturdays, Sundays and `holidays` do not count. */
export function workingDays(from: string, to: string, holidays: ReadonlySet<string>): number {
  const [first, last] = [dayNumber(from) + 1, dayNumber(to)];
  if (last < first) return 0;
  let count = 0;
  for (let day = first; day <= last; day += 1) if (isWorking(day, holidays)) count += 1;
  return count;
}

function isWorking(day: number, holidays: ReadonlySet<string>): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7; // 1 January 1970 was a Thursday; 0 is Sunday
  return weekday !== 0 && weekday !== 6 && !holidays.has(new Date(day * dayMs).toISOString().slice(0, 10));
}

/** The days that a file covers: as it or a person states them, else those of its rows; null if they are not known. */
export const daysCovered = ({
  interval,
  told = null,
}: {
  readonly interval: Days | null;
  readonly told?: Days | null | undefined;
}): Days | null => interval ?? told;

/** How many days a file may lie before and after the days reconciled: payouts come days later, and reach the bank even later. */
export const near = {
  provider: {before: 14, after: 14},
  payout: {before: 0, after: 14},
  bank: {before: 0, after: 10},
} as const;

export const shifted = (date: string, by: number): string =>
  new Date((dayNumber(date) + by) * dayMs).toISOString().slice(0, 10);

/** Whether some of the days are near enough to others. */
export const overlaps = (
  {from, to}: Days,
  days: Days,
  {before, after}: {readonly before: number; readonly after: number} = {before: 0, after: 0},
): boolean => from <= shifted(days.to, after) && to >= shifted(days.from, -before);

/** Whether a file states that it covers the date, or states no interval. */
export const mayCover = ({interval}: {readonly interval: Days | null}, date: string): boolean =>
  interval === null || (interval.from <= date && date <= interval.to);
