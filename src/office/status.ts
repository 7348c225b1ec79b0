import {statfs} from 'node:fs/promises';
import {projectionVersion} from '../core/office/projection.js';
import {
  clockSlackMs,
  type Freshness,
  isUnheard,
  type OfficeClock,
  type OfficeStatus,
  officeClock,
  type RowsFailed,
  type ShopFreshness,
  type TillStanding,
} from '../core/office/view.js';
import type {Database} from './database.js';
import type {TillName} from './journals.js';
import {newestRoots} from './roots.js';

type CountedTills = {
  readonly tills: number;
  readonly heard: number;
  readonly oldest: Date | null;
  readonly behind: number;
};
type Counted = CountedTills & {
  readonly shops: number;
  readonly unseen: readonly Pick<TillStanding, 'till' | 'seq' | 'heardAt'>[];
  readonly halted: readonly string[];
  readonly revoked: number;
  readonly rows_failed: readonly RowsFailed[];
  readonly lines: number;
  readonly lines_behind: number;
  readonly since: Date | null;
};

/**
 * Each till with what it has sent, and up to which line rows are made: lines after a fork wait for a person. `$1` is the version of the
 * fold. If the office heard from a till at an instant that is still to come, its clock was ahead then, and the true instant is unknown.
 */
const standings = `
  select till.shop, till.till, till.seq, till.seen_at as heard_at, seen.seen_at, till.joined_at, coalesce(seen.seen_at > now() - interval '24 hours', false) as is_heard,
    record ->> 'key' is null as is_revoked, record ->> 'haltedAt' is not null as is_halted,
    coalesce((record ->> 'haltedAt')::bigint, till.seq) as through, coalesce(till_fold.seq, 0) as made, trouble
  from till left join till_fold on till_fold.shop = till.shop and till_fold.till = till.till and till_fold.fold = $1
    cross join lateral (select case when till.seen_at <= now() + interval '${Math.round(clockSlackMs / 1000)} seconds' then till.seen_at end as seen_at) as seen`;
/** A till that was revoked sends nothing more. So it is neither counted as a till nor considered in when tills were last heard from. */
const freshness = `
  count(*) filter (where not is_revoked)::int as tills, count(*) filter (where is_heard and not is_revoked)::int as heard,
  min(seen_at) filter (where not is_revoked) as oldest, count(*) filter (where made < through)::int as behind`;

const freshnessIn = ({tills, heard, oldest, behind}: CountedTills): Freshness => ({
  ...{tills, heardToday: heard, behind},
  oldest: oldest?.toISOString() ?? null,
});

/** How current the figures of each shop are. */
export async function freshnessOf(database: Database): Promise<readonly ShopFreshness[]> {
  const rows = await database.query<CountedTills & {readonly shop: string}>(
    `select shop, ${freshness} from (${standings}) as each group by shop order by shop`,
    [projectionVersion],
  );
  return rows.map(row => ({shop: row.shop, ...freshnessIn(row)}));
}

/** How this computer's clock compares with the clocks of the tills, as `officeClock` judges. */
export async function clockOf(database: Database, now: number): Promise<OfficeClock> {
  const newest = async (until: number) => {
    const [found] = await database.query<TillName & {at: number}>(
      'select shop, till, requested_at as at from payment where fold = $1 and requested_at <= $2 order by requested_at desc limit 1',
      [projectionVersion, until],
    );
    return found;
  };
  return officeClock(now, await newest(now + clockSlackMs), await newest(Number.MAX_SAFE_INTEGER));
}

/**
 * The status of the office. `disk` is the folder of the embedded database; undefined if another server has the data. What is dated after
 * `now` is left out.
 */
export async function statusOf(
  database: Database,
  {disk, now}: {readonly disk: string | undefined; readonly now: number},
): Promise<OfficeStatus> {
  const [counted] = await database.query<Counted>(
    `select ${freshness}, count(distinct shop)::int as shops,
       coalesce(jsonb_agg(jsonb_build_object('till', till, 'seq', seq, 'heardAt', heard_at) order by till)
         filter (where not is_heard and not is_revoked), '[]') as unseen,
       coalesce(array_agg(till order by till) filter (where is_halted), '{}') as halted,
       count(*) filter (where is_revoked)::int as revoked,
       coalesce(jsonb_agg(jsonb_build_object('till', till, 'why', trouble) order by till) filter (where trouble is not null), '[]') as rows_failed,
       coalesce(sum(seq), 0)::bigint as lines, coalesce(sum(greatest(through - made, 0)), 0)::bigint as lines_behind,
       min(joined_at) as since
     from (${standings}) as each`,
    [projectionVersion],
  );
  const [open] = await database.query<{count: number}>(
    'select count(*)::int as count from incident where closed_at is null',
  );
  const [backup] = await database.query<{at: Date | null}>('select max(at) as at from backup where at <= $1', [
    new Date(now + clockSlackMs),
  ]);
  const roots = await newestRoots({database}, now);
  const [server] = await database.query<{version: string; bytes: number}>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  );
  const unseen = counted?.unseen ?? [];
  const free = disk === undefined ? undefined : await statfs(disk).catch(() => undefined);
  return {
    ...freshnessIn(counted ?? {tills: 0, heard: 0, oldest: null, behind: 0}),
    shops: counted?.shops ?? 0,
    silent: unseen.filter(each => !isUnheard(each)).map(({till}) => till),
    unheard: unseen.filter(isUnheard).map(({till}) => till),
    halted: counted?.halted ?? [],
    revoked: counted?.revoked ?? 0,
    rowsFailed: counted?.rows_failed ?? [],
    lines: counted?.lines ?? 0,
    linesBehind: counted?.lines_behind ?? 0,
    openIncidents: open?.count ?? 0,
    backupAt: backup?.at?.toISOString() ?? null,
    since: counted?.since?.toISOString() ?? null,
    root: roots.over ?? null,
    rootToCome: roots.toCome?.day ?? null,
    clock: await clockOf(database, now),
    database: {
      version: server?.version ?? '',
      bytes: server?.bytes ?? 0,
      freeBytes: free === undefined ? null : free.bavail * free.bsize,
    },
  };
}
