import {date, instantText, zone} from '../day/schema.js';
import type {Profile} from '../journal/schema.js';
import {type Language, listText, messages} from '../messages/messages.js';
import type {Money} from '../money/money.js';
import {amount, amountIn, amountOf} from '../money/schema.js';
import type {BooksRead} from '../reconcile/result/day.js';
import {
  choice,
  count,
  fields,
  finite,
  flag,
  list,
  made,
  named,
  object,
  oneOf,
  orNull,
  type Specified,
  text,
} from '../spec/spec.js';

const freshness = {
  tills: count('how many tills it is of, but for revoked ones'),
  heardToday: count('how many of them were heard in the last 24 hours'),
  oldest: orNull(instantText('when the till that was heard longest ago was last heard'), 'none was heard'),
  behind: count('tills with lines that are in no row yet, revoked ones too: the sums lack these lines'),
};
export const heldBackSpec = fields({
  till: text('of which a person has to decide something'),
  why: oneOf(['halted', 'failed'], '`halted`: another journal of the till is known; `failed`: no rows could be made'),
  through: count('the last line that the sums have'),
  lines: count('how many came after it, which the sums lack'),
  incident: orNull(count('the number of the incident'), 'it is closed, or there is none'),
});
export const shopFreshnessSpec = named(
  'freshness of a shop',
  fields(
    {shop: text('the shop'), ...freshness, heldBack: list(heldBackSpec, 'tills that are held back')},
    'How current the figures of a shop are.',
  ),
);

const freshnessSpec = fields(freshness);
export type Freshness = Specified<typeof freshnessSpec>;
/** A till of which a person has to decide something before the sums have all of its lines. */
export type HeldBack = Specified<typeof heldBackSpec>;
export type ShopFreshness = Specified<ReturnType<typeof shopFreshnessSpec>>;

/** The most by which the clocks of two computers may differ, in milliseconds. */
export const clockSlackMs = 86_400_000;
/** An office whose tills are in use has a sale within this time, in milliseconds. */
const saleWithinMs = 31 * 86_400_000;

export type SaleOfTill = {readonly shop: string; readonly till: string; readonly at: number};

/** How the office's clock compares with those of its tills; nobody can say which is right. `sale` is the sale that shows it. */
export type OfficeClock = OfficeStatus['clock'];

/** Compares the office's clock (epoch ms) with the newest sale of all tills. */
export function officeClock(now: number, newest: SaleOfTill | undefined): OfficeClock {
  const told = (kind: 'ahead' | 'behind', {shop, till, at}: SaleOfTill): OfficeClock => {
    const text = Temporal.Instant.fromEpochMilliseconds(at).toString({smallestUnit: 'second'});
    return {kind, sale: {shop, till, at: text}};
  };
  if (newest !== undefined && newest.at > now + clockSlackMs) return told('behind', newest);
  return newest !== undefined && newest.at < now - saleWithinMs ? told('ahead', newest) : {kind: 'agrees'};
}

const saleSpec = fields(
  {shop: text('of the till'), till: text('that took it'), at: instantText('by its clock')},
  'the sale that shows it',
);
export const officeStatusMembers = {
  ...freshness,
  shops: count('how many shops'),
  missingShops: list(
    text(),
    'shops that no figure includes now, since a node of the database does not answer; the empty one is the office itself',
  ),
  silent: list(text(), 'tills that were not heard for 24 hours'),
  unheard: list(text(), 'tills that have joined and sent no line yet'),
  halted: list(text(), 'tills of which another journal is known'),
  revoked: count('how many tills are revoked'),
  rowsFailed: list(
    fields({
      till: text('whose next rows could not be made at the last attempt'),
      why: text('for the person who repairs the program'),
    }),
    'tills without rows for what they sent',
  ),
  lines: count('how many lines the office has'),
  linesBehind: count('how many of them are in no row yet'),
  openIncidents: count('incidents that nobody has closed'),
  backupAt: orNull(instantText('when the newest backup was written'), 'there is none'),
  since: orNull(instantText('when the first till joined; days that were over by then have no root'), 'none has'),
  root: orNull(
    fields({
      day: date('the newest day that is over'),
      tills: count('how many tills it covers'),
      root: text('the root'),
    }),
    'there is none',
  ),
  rootToCome: orNull(
    date('the newest day in the future that has a root: the clock was ahead when it was signed'),
    'there is none',
  ),
  clock: choice(
    'kind',
    {
      agrees: fields({kind: oneOf(['agrees'])}, 'nothing shows that the clock is wrong'),
      ahead: fields({kind: oneOf(['ahead']), sale: saleSpec}, 'no till has had a sale for 31 days'),
      behind: fields({kind: oneOf(['behind']), sale: saleSpec}, 'the newest sale of a till is in the future'),
    },
    'how the clock of the office compares with those of its tills',
  ),
  database: fields(
    {
      version: text('of the server'),
      bytes: count('its size in bytes'),
      freeBytes: orNull(finite('free bytes on its disk'), 'it is on another machine'),
      isIndexed: flag('whether it has the index by which a search finds words of old payments'),
    },
    'where the office keeps its rows',
  ),
};
const officeStatusSpec = fields(officeStatusMembers);
export type OfficeStatus = Specified<typeof officeStatusSpec>;

export const tillStandingSpec = named(
  'till of an office',
  fields(
    {
      shop: text('of the till'),
      till: text('the till'),
      seq: count('its last line here'),
      head: text('the hash of that line'),
      rows: count('the last line that rows are made of'),
      heardAt: orNull(instantText('when it was last heard'), 'never'),
      isRevoked: flag('whether nothing more is taken of it'),
      isHalted: flag('whether another journal of it is known'),
      branches: count('how many other journals are known'),
    },
    'The standing of a till in the office.',
  ),
);
export type TillStanding = Specified<ReturnType<typeof tillStandingSpec>>;

export const isShopName = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** What came in at a shop by a method, in a currency, in an hour. */
export const officeTakingsSpec = fields({
  shop: text('which'),
  method: text('how it was paid'),
  currency: text('of the amounts'),
  hour: instantText('when the hour begins'),
  paid: count('how many payments'),
  amount: made(amount('what came in'), (taken: {readonly currency: string; readonly minor: number}) => taken),
  refunded: amountIn('what was given back in the hour'),
});
export type OfficeTakings = Specified<typeof officeTakingsSpec>;

export const notCountedSpec = fields({
  shop: text('of the later payment'),
  till: text('that took it'),
  reference: text('of the later payment'),
  earlier: object({shop: text('its shop'), till: text('its till'), reference: text('its own')}, 'the earlier payment'),
  ...amountOf('which came in once', ({amount: money}: {readonly amount: Money}) => money),
});
/** A payment whose money is an earlier payment too. */
export type NotCounted = Specified<typeof notCountedSpec>;

/** What came in on a day. `notCounted` is in no sum of `takings`, unless a person lets it count; what was given back of it is. */
export type DayTakings = {readonly takings: readonly OfficeTakings[]; readonly notCounted: readonly NotCounted[]};

/** How much of a till's books a sum includes: the last line with its hash, and when the till was last heard. */
type BooksExtent = {
  readonly shop: string;
  readonly till: string;
  readonly seq: number;
  readonly head: string | null;
  readonly heardAt: string | null;
};

/** The books of a till. `profile` is the till's profile and `zone` its time zone; both are null before its first day. */
export type TillBooks = BooksExtent & BooksRead & {readonly profile: Profile | null; readonly zone: string | null};

/** Returns `live` if any till is live or no profile is known; otherwise the profile of the first till that has one. */
export function profileOf(tills: readonly {readonly profile: Profile | null}[]): Profile {
  const profiles = tills.map(({profile}) => profile);
  return profiles.includes('live') ? 'live' : (profiles.find(profile => profile !== null) ?? 'live');
}

export const officeViewSpec = fields({
  date: date('the business day of the takings'),
  zone: zone('in which that day and all instants are shown'),
  status: fields(officeStatusMembers, 'the state of the office'),
  tills: list(tillStandingSpec(), 'each till of the office'),
  takings: list(officeTakingsSpec, 'by shop, method, currency and hour'),
  notCounted: list(notCountedSpec, 'payments whose money is an earlier payment too: the takings have it once'),
  freshness: list(shopFreshnessSpec(), 'how current this is, by shop'),
});
export type OfficeView = Specified<typeof officeViewSpec>;

const standingNames = ['halted', 'silent', 'unheard', 'behind', 'whole', 'revoked'] as const;
/** What the office says about a till; first in `standingNames` come those that a person should look at first. */
export type StandingName = (typeof standingNames)[number];

const dayMs = 86_400_000;

/** The free space in bytes below which a person is told. Below a tenth of it, the disk may soon be full. */
export const roomWanted = 2048 * 1024 * 1024;
/** A backup that is older is overdue. */
export const mostBackupDays = 7;

/** How many days ago the newest backup was written; without one, since the first till joined: a day is enough to make the first one. */
export function backupAge({backupAt, since}: Pick<OfficeStatus, 'backupAt' | 'since'>, now: number): number {
  const at = backupAt ?? since;
  return at === null ? 0 : Math.max(0, Math.floor((now - Date.parse(at)) / dayMs));
}

/** Whether a till has joined and its first line has not come yet. */
export const isUnheard = ({seq, heardAt}: Pick<TillStanding, 'seq' | 'heardAt'>): boolean =>
  heardAt === null && seq === 0;

/** The standing of a till at `now` (epoch ms). It is silent if heard at no known time, or more than a day before or after. */
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

const mostNamed = 5;

/** Says which shops are in no figure, since a node of the database does not answer; undefined if there are none. */
export function missingText(missing: readonly string[], language: Language): string | undefined {
  if (missing.length === 0) return undefined;
  const words = messages(language).office;
  const names = missing.slice(0, mostNamed).map(shop => (shop === '' ? words.ownRecords : shop));
  return words.missingShops({shops: listText(missing.length > mostNamed ? [...names, '…'] : names, language)});
}

/** Says up to where the figures have the lines of a till that is held back, and what to do about the others. */
export const heldBackText = (till: HeldBack, language: Language): string =>
  messages(language).office.heldBack({...till, incident: till.incident ?? 0});
