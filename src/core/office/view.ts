import type {Profile} from '../journal/schema.js';
import type {BooksRead} from '../reconcile/result/wanted.js';
import type {DayRoot} from './proof.js';

/**
 * How current a sum is. `tills` is the number of tills, `heardToday` of those heard in the last 24 hours, `oldest` the instant when the
 * till that was heard longest ago was last heard (null if none was); all three leave out revoked tills. `behind` is the number of tills
 * that have lines in no row yet, revoked ones included, since the sum lacks these lines.
 */
export type Freshness = {
  readonly tills: number;
  readonly heardToday: number;
  readonly oldest: string | null;
  readonly behind: number;
};
/**
 * A till of which a person has to decide something before the sums have all of its lines. They have those up to `through`, and lack the
 * `lines` that came after it. `halted`: another journal of the till is known, by the incident of this number (null if it is closed).
 * `failed`: no rows could be made.
 */
export type HeldBack = {
  readonly till: string;
  readonly why: 'halted' | 'failed';
  readonly through: number;
  readonly lines: number;
  readonly incident: number | null;
};
/** The freshness of one shop, and the tills that are held back. */
export type ShopFreshness = Freshness & {readonly shop: string; readonly heldBack: readonly HeldBack[]};

/** The most by which the clocks of two computers may differ, in milliseconds. */
export const clockSlackMs = 86_400_000;
/** An office whose tills are in use has a sale within this time, in milliseconds. */
const saleWithinMs = 31 * 86_400_000;

type SaleOfTill = {readonly shop: string; readonly till: string; readonly at: number};

/**
 * How the office's clock compares with those of its tills; nobody can say which is right. `behind`: the newest sale of a till is more than
 * `clockSlackMs` in the future. `ahead`: no till has had a sale for 31 days. `sale` is the sale that shows it, by its till's clock.
 */
export type OfficeClock =
  | {readonly kind: 'agrees'}
  | {
      readonly kind: 'ahead' | 'behind';
      readonly sale: {readonly shop: string; readonly till: string; readonly at: string};
    };

/**
 * Compares the office's clock with the sales of its tills. `now` is in epoch milliseconds. `newest` is the newest sale of all tills, `past`
 * the newest one that is not later than `now` plus `clockSlackMs`; each is undefined if there is none.
 */
export function officeClock(now: number, past: SaleOfTill | undefined, newest: SaleOfTill | undefined): OfficeClock {
  const told = (kind: 'ahead' | 'behind', {shop, till, at}: SaleOfTill): OfficeClock => {
    const text = Temporal.Instant.fromEpochMilliseconds(at).toString({smallestUnit: 'second'});
    return {kind, sale: {shop, till, at: text}};
  };
  if (newest !== undefined && newest.at > now + clockSlackMs) return told('behind', newest);
  return past !== undefined && past.at < now - saleWithinMs ? told('ahead', past) : {kind: 'agrees'};
}

/** A till whose next rows could not be made at the last attempt. `why` is a word for the person who repairs the program. */
export type RowsFailed = {readonly till: string; readonly why: string};

/**
 * The status of an office. Instants are in UTC. `unheard` has the tills that have joined and sent no line yet, `silent` the others that
 * were not heard for 24 hours; neither has a revoked till.
 */
export type OfficeStatus = Freshness & {
  readonly shops: number;
  /** The shops, by name, that no figure includes now, since a node of the database does not answer; the empty one is the office itself. */
  readonly missingShops: readonly string[];
  readonly silent: readonly string[];
  readonly unheard: readonly string[];
  readonly halted: readonly string[];
  readonly revoked: number;
  readonly rowsFailed: readonly RowsFailed[];
  readonly lines: number;
  /** The number of lines that are in no row yet. */
  readonly linesBehind: number;
  readonly openIncidents: number;
  /** When the first till joined. Days that were over by then have no root. */
  readonly since: string | null;
  /** The root of the newest day that is over. */
  readonly root: DayRoot | null;
  /** The newest day in the future that has a root: the clock was ahead when it was signed. */
  readonly rootToCome: string | null;
  readonly clock: OfficeClock;
  /** When the newest backup was written. */
  readonly backupAt: string | null;
  readonly database: {readonly version: string; readonly bytes: number; readonly freeBytes: number | null};
};

/**
 * The standing of a till in the office. `seq` is its last line here, `rows` is the last line that rows are made of, `heardAt` is an
 * instant.
 */
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

/** Whether a text has the form of a shop's name at an office. */
export const isShopName = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Whether a text has the form of a till's name. */
export const isTillName = (text: string): boolean => /^[A-Z0-9]{1,3}$/.test(text);

/** What came in at a shop by a method, in a currency, in the hour that begins at the instant `hour`. Amounts are in minor units. */
export type OfficeTakings = {
  readonly shop: string;
  readonly method: string;
  readonly currency: string;
  readonly hour: string;
  readonly paid: number;
  readonly minor: number;
  readonly refunded: number;
};

/** How much of a till's books a sum includes: the last line with its hash, and when the till was last heard. */
export type BooksExtent = {
  readonly shop: string;
  readonly till: string;
  readonly seq: number;
  readonly head: string | null;
  readonly heardAt: string | null;
};

/** The books of a till. `profile` is the till's profile and `zone` its time zone; both are null before its first day. */
export type TillBooks = BooksExtent & BooksRead & {readonly profile: Profile | null; readonly zone: string | null};

/**
 * Returns `live` if any of the tills is live, also beside practice tills, and if no profile is known; otherwise the profile of the first
 * till that has one.
 */
export function profileOf(tills: readonly {readonly profile: Profile | null}[]): Profile {
  const profiles = tills.map(({profile}) => profile);
  return profiles.includes('live') ? 'live' : (profiles.find(profile => profile !== null) ?? 'live');
}

/** What a person who watches an office sees. `date` is the business day of the takings. */
export type OfficeView = {
  readonly date: string;
  /** The time zone in which that day and all instants are shown. */
  readonly zone: string;
  readonly status: OfficeStatus;
  readonly tills: readonly TillStanding[];
  readonly takings: readonly OfficeTakings[];
  readonly freshness: readonly ShopFreshness[];
};

export const standingNames = ['halted', 'silent', 'unheard', 'behind', 'whole', 'revoked'] as const;
/** What the office says about a till; first in `standingNames` come those that a person should look at first. */
export type StandingName = (typeof standingNames)[number];

const dayMs = 86_400_000;

/** Whether a till has joined and its first line has not come yet. */
export const isUnheard = ({seq, heardAt}: Pick<TillStanding, 'seq' | 'heardAt'>): boolean =>
  heardAt === null && seq === 0;

/**
 * Returns the standing of a till. `now` is the office's clock in epoch milliseconds. A till that is not unheard is silent if it is not known
 * when it was heard, or if it was heard more than a day before or after `now`.
 */
export function standingOf({isRevoked, isHalted, seq, rows, heardAt}: TillStanding, now: number): StandingName {
  if (isRevoked) return 'revoked';
  if (isHalted) return 'halted';
  if (isUnheard({seq, heardAt})) return 'unheard';
  if (heardAt === null || Math.abs(now - Date.parse(heardAt)) > dayMs) return 'silent';
  return rows < seq ? 'behind' : 'whole';
}

/** Returns the tills in the order in which a person should look at them. */
export function byAttention(tills: readonly TillStanding[], now: number): readonly TillStanding[] {
  const placeOf = (till: TillStanding) => standingNames.indexOf(standingOf(till, now));
  return tills.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || (a.shop < b.shop ? -1 : a.shop > b.shop ? 1 : a.till < b.till ? -1 : 1),
  );
}
