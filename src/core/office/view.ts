import type {Profile} from '../journal/event.js';
import type {BooksRead} from '../reconcile/wanted.js';
import type {DayRoot} from './proof.js';

/** As of when a sum is told: how many tills have been heard in 24 hours, of how many, and the one heard longest ago, those left out that were revoked; and how many have lines in no row yet, these among them, since the sum lacks their lines. */
export type Freshness = {
  readonly tills: number;
  readonly heardToday: number;
  readonly oldest: string | null;
  readonly behind: number;
};
/** That of one shop. */
export type ShopFreshness = Freshness & {readonly shop: string};

/** So far may the clocks of two computers be apart. */
export const clockSlackMs = 86_400_000;
/** A sale in so many days there is in any office whose tills are at work. */
const saleWithinMs = 31 * 86_400_000;

type SaleOfTill = {readonly shop: string; readonly till: string; readonly at: number};

/**
 * How the office's clock stands to those of its tills, which nobody can tell which is right: `agrees`; `behind` where a till has sold at an
 * instant that is to come; `ahead` where none has for a month. `sale` is the sale that says so, by its till's clock.
 */
export type OfficeClock =
  | {readonly kind: 'agrees'}
  | {
      readonly kind: 'ahead' | 'behind';
      readonly sale: {readonly shop: string; readonly till: string; readonly at: string};
    };

/** `newest` is the newest sale of all tills, `past` the newest that is not after `now`; undefined where there is none. */
export function officeClock(now: number, past: SaleOfTill | undefined, newest: SaleOfTill | undefined): OfficeClock {
  const told = (kind: 'ahead' | 'behind', {shop, till, at}: SaleOfTill): OfficeClock => {
    const text = Temporal.Instant.fromEpochMilliseconds(at).toString({smallestUnit: 'second'});
    return {kind, sale: {shop, till, at: text}};
  };
  if (newest !== undefined && newest.at > now + clockSlackMs) return told('behind', newest);
  return past !== undefined && past.at < now - saleWithinMs ? told('ahead', past) : {kind: 'agrees'};
}

/** A till whose next rows could not be made when that was tried last; `why` is a word for who mends the program. */
export type RowsFailed = {readonly till: string; readonly why: string};

/** How an office stands. Instants are in UTC; `silent` are the tills that were not heard for 24 hours, those revoked left out. */
export type OfficeStatus = Freshness & {
  readonly shops: number;
  readonly silent: readonly string[];
  readonly halted: readonly string[];
  readonly revoked: number;
  readonly rowsFailed: readonly RowsFailed[];
  readonly lines: number;
  /** Lines that are in no row yet. */
  readonly linesBehind: number;
  readonly openIncidents: number;
  /** When the first till joined; days that were over then have no root. */
  readonly since: string | null;
  /** The newest of a day that is over. */
  readonly root: DayRoot | null;
  /** The newest day that is to come and has one all the same: the clock was ahead when it was signed. */
  readonly rootToCome: string | null;
  readonly clock: OfficeClock;
  /** When the newest backup was written. */
  readonly backupAt: string | null;
  readonly database: {readonly version: string; readonly bytes: number; readonly freeBytes: number | null};
};

/** How a till stands in the office: `seq` is its last line here, `rows` the last that rows are made of, `heardAt` an instant. */
export type TillStanding = {
  readonly shop: string;
  readonly till: string;
  readonly seq: number;
  readonly head: string;
  readonly rows: number;
  readonly heardAt: string | null;
  readonly isRevoked: boolean;
  readonly isHalted: boolean;
  readonly branches: number;
};

/** Whether an office has shops of such a name. */
export const isShopName = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** What came in at a shop by a method in a currency, and in the hour that begins at the instant `hour`: in minor units. */
export type OfficeTakings = {
  readonly shop: string;
  readonly method: string;
  readonly currency: string;
  readonly hour: string;
  readonly paid: number;
  readonly minor: number;
  readonly refunded: number;
};

/** How far the books of a till go that a sum is of: up to which line, with its hash, and when the till was heard last. */
export type BooksExtent = {
  readonly shop: string;
  readonly till: string;
  readonly seq: number;
  readonly head: string | null;
  readonly heardAt: string | null;
};

/** The books of a till; `profile` is the world that it speaks to, `zone` its clock's, both null before its first day. */
export type TillBooks = BooksExtent & BooksRead & {readonly profile: Profile | null; readonly zone: string | null};

/** The real world where any till is in it: beside it practice is told as such. */
export function profileOf(tills: readonly {readonly profile: Profile | null}[]): Profile {
  const profiles = tills.map(({profile}) => profile);
  return profiles.includes('live') ? 'live' : (profiles.find(profile => profile !== null) ?? 'live');
}

/** What who watches an office sees. `date` is the business day of the takings. */
export type OfficeView = {
  readonly date: string;
  /** By whose clock that day and all instants are told. */
  readonly zone: string;
  readonly status: OfficeStatus;
  readonly tills: readonly TillStanding[];
  readonly takings: readonly OfficeTakings[];
  readonly freshness: readonly ShopFreshness[];
};

export const standingNames = ['halted', 'silent', 'behind', 'whole', 'revoked'] as const;
/** What is to be said of a till, those that a person should look at first. */
export type StandingName = (typeof standingNames)[number];

const dayMs = 86_400_000;

/** `now` is the office's clock; a till that was never heard is silent, and one that was heard at an instant which is to come. */
export function standingOf({isRevoked, isHalted, seq, rows, heardAt}: TillStanding, now: number): StandingName {
  if (isRevoked) return 'revoked';
  if (isHalted) return 'halted';
  if (heardAt === null || Math.abs(now - Date.parse(heardAt)) > dayMs) return 'silent';
  return rows < seq ? 'behind' : 'whole';
}

/** The tills in the order in which a person should look at them. */
export function byAttention(tills: readonly TillStanding[], now: number): readonly TillStanding[] {
  const placeOf = (till: TillStanding) => standingNames.indexOf(standingOf(till, now));
  return tills.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || (a.shop < b.shop ? -1 : a.shop > b.shop ? 1 : a.till < b.till ? -1 : 1),
  );
}
