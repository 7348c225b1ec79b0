import {statfs} from 'node:fs/promises';
import {accountsSpec} from '../core/account/account.js';
import type {Money} from '../core/money/money.js';
import type {TillRecord} from '../core/office/accept.js';
import {projectedFrom} from '../core/office/projected-payment.js';
import {projectionVersion} from '../core/office/projection.js';
import {
  clockSlackMs,
  type DayTakings,
  type Freshness,
  type HeldBack,
  isUnheard,
  type OfficeStatus,
  type OfficeTakings,
  officeClock,
  type SaleOfTill,
  type ShopFreshness,
  type TillStanding,
} from '../core/office/view.js';
import {isValid} from '../core/spec/check.js';
import {type Database, everyShop} from './database.js';
import {type IncidentRow, incidentIn, incidentsIn, type StoredIncident, type TillName} from './journals.js';
import type {Marking} from './key.js';
import {newestRoots} from './roots.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Standing = TillName & {
  readonly record: TillRecord;
  readonly seen_at: Date | null;
  readonly joined_at: Date;
  readonly made: number | null;
  /** When its latest payment was asked for, by its clock. */
  readonly newest: number | null;
  readonly trouble: string | null;
};

/** Each till of some shops with what it has sent, and up to which line its rows are made. */
async function standingsOf(database: Database, shops: readonly string[]): Promise<readonly Standing[]> {
  return database.query<Standing>(
    `select till.shop, till.till, till.record, till.seen_at, till.joined_at, till_fold.seq as made, newest, trouble from till
     left join till_fold on till_fold.shop = till.shop and till_fold.till = till.till and till_fold.fold = $1
     where till.shop = any($2) order by till.shop, till.till`,
    [projectionVersion, shops],
  );
}

export async function tillsOf(database: Database): Promise<readonly TillStanding[]> {
  const rows = await database.ofShops(shops => standingsOf(database, shops));
  return rows.map(({shop, till, record, seen_at: seen, made}) => ({
    shop,
    till,
    seq: record.seq,
    head: record.head,
    rows: made ?? 0,
    heardAt: seen?.toISOString() ?? null,
    isRevoked: record.key === null,
    isHalted: record.haltedAt !== null,
    branches: record.branches.length,
  }));
}

/** The instant when a till was last heard from; unknown if it is still to come, since the clock was ahead then. */
const seenAt = ({seen_at: seen}: Standing, now: number) =>
  seen !== null && seen.getTime() <= now + clockSlackMs ? seen : null;
const isHeard = (till: Standing, now: number) => (seenAt(till, now)?.getTime() ?? 0) > now - dayMs;
/** How many lines are in no row yet: lines after a fork wait for a person. */
const behindOf = ({record, made}: Standing) => Math.max(0, (record.haltedAt ?? record.seq) - (made ?? 0));

/** A till that was revoked sends nothing more. So it is neither counted as a till nor considered in when tills were last heard from. */
function freshnessIn(tills: readonly Standing[], now: number): Freshness {
  const current = tills.filter(({record}) => record.key !== null);
  const seen = current.flatMap(till => seenAt(till, now)?.toISOString() ?? []).sort();
  return {
    tills: current.length,
    heardToday: current.filter(till => isHeard(till, now)).length,
    oldest: seen[0] ?? null,
    behind: tills.filter(till => behindOf(till) > 0).length,
  };
}

const openOf = (incidents: readonly StoredIncident[]) => incidents.filter(({closedBy}) => closedBy === null);

export async function freshnessOf(
  database: Database,
  {now, seal}: {readonly now: number; readonly seal: Marking},
): Promise<readonly ShopFreshness[]> {
  const shopsOf = await database.ofShops(async shops => {
    const open = openOf(await incidentsIn(database, shops, seal));
    const tills = await standingsOf(database, shops);
    return [...Map.groupBy(tills, ({shop}) => shop)].map(([shop, own]) => ({
      shop,
      ...freshnessIn(own, now),
      heldBack: own.flatMap(each => heldBack(each, open) ?? []),
    }));
  });
  return shopsOf.toSorted((a, b) => (a.shop < b.shop ? -1 : 1));
}

function heldBack(
  {shop, till, record, made, trouble}: Standing,
  open: readonly (TillName & {readonly number: number})[],
): HeldBack | undefined {
  if (record.haltedAt === null && trouble === null) return undefined;
  const incident = open.find(each => each.shop === shop && each.till === till)?.number ?? null;
  const through = made ?? 0;
  return {till, why: trouble === null ? 'halted' : 'failed', through, lines: record.seq - through, incident};
}

/** When the newest backup was written, but for those that are dated after `now`. */
async function newestBackup(database: Database, now: number): Promise<string | null> {
  const [backup] = await database.query<{at: Date | null}>(
    'select max(at) as at from backup where shop = $1 and at <= $2',
    [everyShop, new Date(now + clockSlackMs)],
  );
  return backup?.at?.toISOString() ?? null;
}

/** The latest sale of all tills, by their clocks. */
const latestSale = (tills: readonly Standing[]) =>
  tills
    .flatMap(({shop, till, newest}) => (newest === null ? [] : [{shop, till, at: newest}]))
    .reduce<SaleOfTill | undefined>((latest, sale) => (latest && latest.at >= sale.at ? latest : sale), undefined);

/** `disk` is the folder of the embedded database, undefined for another server. What is dated after `now` is left out. */
export async function statusOf(
  database: Database,
  {disk, now, seal}: {readonly disk: string | undefined; readonly now: number; readonly seal: Marking},
): Promise<OfficeStatus> {
  const {tills, missingShops, openIncidents, backupAt, roots} = await database.ofShops(async (shops, left) => {
    return {
      tills: await standingsOf(database, shops),
      missingShops: left,
      openIncidents: openOf(await incidentsIn(database, shops, seal)).length,
      ...(shops.includes(everyShop)
        ? {backupAt: await newestBackup(database, now), roots: await newestRoots({database}, now)}
        : {backupAt: null, roots: {over: undefined, toCome: undefined}}),
    };
  });
  const [server] = await database.query<{version: string; bytes: number; isIndexed: boolean}>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
       to_regclass('payment_by_text') is not null as "isIndexed"`,
  );
  const unseen = tills
    .filter(till => till.record.key !== null && !isHeard(till, now))
    .map(({till, record, seen_at: seen}) => ({till, seq: record.seq, heardAt: seen?.toISOString() ?? null}))
    .sort((a, b) => (a.till < b.till ? -1 : 1));
  const namesOf = (some: readonly Standing[]) => some.map(({till}) => till).sort();
  const joined = tills.map(({joined_at: at}) => at.toISOString()).sort();
  const free = disk === undefined ? undefined : await statfs(disk).catch(() => undefined);
  return {
    ...freshnessIn(tills, now),
    shops: new Set(tills.map(({shop}) => shop)).size,
    missingShops,
    silent: unseen.filter(each => !isUnheard(each)).map(({till}) => till),
    unheard: unseen.filter(isUnheard).map(({till}) => till),
    halted: namesOf(tills.filter(({record}) => record.haltedAt !== null)),
    revoked: tills.filter(({record}) => record.key === null).length,
    rowsFailed: tills.flatMap(({till, trouble}) => (trouble === null ? [] : [{till, why: trouble}])),
    lines: tills.reduce((sum, {record}) => sum + record.seq, 0),
    linesBehind: tills.reduce((sum, till) => sum + behindOf(till), 0),
    openIncidents,
    backupAt,
    since: joined[0] ?? null,
    root: roots.over ?? null,
    rootToCome: roots.toCome?.day ?? null,
    clock: officeClock(now, latestSale(tills)),
    database: {
      version: server?.version ?? '',
      bytes: server?.bytes ?? 0,
      freeBytes: free === undefined ? null : free.bavail * free.bsize,
      isIndexed: server?.isIndexed === true,
    },
  };
}

/** What came in on a day, by shop, method, currency and hour. Money that came once is in no sum twice. */
export async function takingsOf(database: Database, date: string, seal: Marking): Promise<DayTakings> {
  const rows = await database.ofShops(shops =>
    database.query<Omit<OfficeTakings, 'hour'> & {readonly hour: number}>(
      `select shop, tender ->> 'method' as method, currency, (quarter / 4)::bigint as hour,
           sum(paid)::bigint as paid, sum(minor)::bigint as minor, sum(refunded)::bigint as refunded
         from till_day where fold = $1 and shop = any($2) and business_date = $3
         group by 1, 2, 3, 4 order by 1, 3, 2, 4`,
      [projectionVersion, shops, date],
    ),
  );
  const twice = await database.ofShops(shops =>
    database.query<IncidentRow & {readonly digest: string}>(
      `select shop, till, number, at, what, closed_at, closed_by, note, signed, digest from incident join payment using (shop, till)
         where fold = $1 and incident.shop = any($2) and payment.shop = any($2) and business_date = $3
           and reference = what ->> 'reference' and what @> $4
         order by reference`,
      [projectionVersion, shops, date, {kind: 'received-twice'}],
    ),
  );
  const notCounted = twice.flatMap(({digest, ...row}) => {
    const [{shop, till, what}, payment] = [incidentIn(row, seal), projectedFrom(digest)];
    const isLeftOut = what.kind === 'received-twice' && what.counts !== true && payment.status === 'paid';
    return isLeftOut ? [{shop, till, what, payment}] : [];
  });
  return {
    takings: rows.map(row => {
      const {shop, method, currency, hour, paid, minor} = row;
      const left = notCounted.filter(
        ({payment, ...of}) =>
          of.shop === shop &&
          payment.method === method &&
          payment.currency === currency &&
          Math.floor(payment.requestedAt / hourMs) === hour,
      );
      const less = left.reduce((sum, {payment}) => sum + payment.minor, 0);
      const begins = Temporal.Instant.fromEpochMilliseconds(hour * hourMs).toString();
      return {...row, paid: paid - left.length, minor: minor - less, hour: begins};
    }),
    notCounted: notCounted.map(({shop, till, what: {reference, earlier, amount}}) => ({
      shop,
      till,
      reference,
      earlier,
      amount,
    })),
  };
}

const isAccounts = isValid(accountsSpec);

/** What customers owe on the book, by shop and currency. What one owes at a till and has paid at another comes to nothing. */
export async function receivablesOf(
  database: Database,
): Promise<readonly {readonly shop: string; readonly owed: Money}[]> {
  const rows = await database.ofShops(shops =>
    database.query<{readonly shop: string; readonly accounts: unknown}>(
      `select shop, kept -> 'totals' -> 'accounts' as accounts from till_fold where fold = $1 and shop = any($2) order by shop, till`,
      [projectionVersion, shops],
    ),
  );
  const sums = new Map<string, {shop: string; owed: Money}>();
  for (const {shop, accounts} of rows)
    for (const {limit, balance} of isAccounts(accounts) ? Object.values(accounts) : []) {
      const of = `${shop} ${limit.currency}`;
      const minor = balance + (sums.get(of)?.owed.minor ?? 0);
      sums.set(of, {shop, owed: {currency: limit.currency, minor}});
    }
  return [...sums.values()].filter(({owed}) => owed.minor !== 0);
}
