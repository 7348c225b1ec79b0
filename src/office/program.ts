import {randomBytes} from 'node:crypto';
import {hashAfter} from '../../store/line.js';
import {foldVersion} from '../core/journal/state.js';
import {closeFork, type TillRecord} from '../core/office/accept.js';
import {chainStart} from '../core/office/chain.js';
import type {OfficeIncident} from '../core/office/incident.js';
import {type GivenCode, joinCodeName, mintJoinCode} from '../core/office/joining.js';
import type {ProjectedPayment} from '../core/office/projected-payment.js';
import type {ZRow} from '../core/office/z-row.js';
import {Problem} from '../core/problem.js';
import type {World} from '../core/world.js';
import {type Client, openDatabase} from './database.js';
import {type Front, openFront} from './front.js';
import {bytesOf, linesFrom, lockedRecord, type TillName} from './journals.js';
import {officeKey} from './key.js';
import {usualHome} from './postgres.js';
import {Projector} from './projector.js';

/** How a till stands in the office: `seq` is its last line here, `rows` the last that rows are made of, `heardAt` an instant. */
export type TillStanding = TillName & {
  readonly seq: number;
  readonly head: string;
  readonly rows: number;
  readonly heardAt: string | null;
  readonly isRevoked: boolean;
  readonly isHalted: boolean;
  readonly branches: number;
};
export type KeptIncident = TillName & {
  readonly number: number;
  readonly at: string;
  readonly what: OfficeIncident;
  readonly closedBy: string | null;
  readonly note: string | null;
};
/** What came in by a method in a currency, and by the hour of UTC: in minor units. */
export type OfficeTakings = {
  readonly method: string;
  readonly currency: string;
  readonly hour: number;
  readonly paid: number;
  readonly minor: number;
  readonly refunded: number;
};
/** As of when a sum is told: how many tills have been heard since then, of how many, and the one that was heard longest ago. */
export type Freshness = {
  readonly tills: number;
  readonly heardToday: number;
  readonly oldest: string | null;
  readonly behind: number;
};
export type OfficePayment = ProjectedPayment & TillName;

export type HeadOffice = {
  readonly shop: string;
  readonly publicKey: string;
  /** Serves tills, and makes rows of what they send, until it is closed. */
  readonly serve: (port: number) => Promise<Front>;
  /** A new joining code; for one till alone where it is named. */
  readonly code: (till: string | null) => Promise<string>;
  readonly tills: () => Promise<readonly TillStanding[]>;
  /** Nobody may send for this till any more. Throws `Problem` office-till-unknown. */
  readonly revoke: (till: string) => Promise<void>;
  readonly incidents: () => Promise<readonly KeptIncident[]>;
  /** A person has looked at it; a fork that is closed lets rows be made again. Throws `Problem` office-incident-unknown. */
  readonly closeIncident: (
    till: string,
    number: number,
    by: {readonly person: string; readonly note: string},
  ) => Promise<void>;
  /** The bytes of a till's journal, from the first line on. Throws `Problem` office-till-unknown. */
  readonly journal: (till: string) => AsyncIterable<Uint8Array>;
  /** Reads every line of every till from the disk, and names the first that does not go on from the one before. */
  readonly verify: () => Promise<readonly (TillName & {readonly lines: number; readonly wrong: number | null})[]>;
  readonly rebuild: () => Promise<void>;
  readonly takings: (
    date: string,
  ) => Promise<{readonly takings: readonly OfficeTakings[]; readonly freshness: Freshness}>;
  /** The newest payments whose reference, amount, person or state has this text. */
  readonly payments: (search: string) => Promise<readonly OfficePayment[]>;
  /** A payment with its lines as the till wrote them. Throws `Problem` payment-unknown. */
  readonly payment: (
    reference: string,
  ) => Promise<{readonly payment: OfficePayment; readonly lines: readonly string[]}>;
  readonly zs: () => Promise<readonly (ZRow & TillName)[]>;
  readonly close: () => Promise<void>;
};

const mostFound = 50;
const exportBytes = 1024 * 1024;
const shopForm = /^[\w-]{1,64}$/;

/** Opens an office, its key and its database. Throws `Problem` setting-invalid for a shop's name, and as `openDatabase` does. */
export async function openOffice({
  home: named,
  beside,
  url,
  shop,
  world,
}: {
  /** Undefined: where it is usual, which is `beside` where the database may come there. */
  readonly home: string | undefined;
  readonly beside: string;
  readonly url: string | undefined;
  readonly shop: string;
  readonly world: Pick<World, 'now' | 'sleep'>;
}): Promise<HeadOffice> {
  if (!shopForm.test(shop)) throw new Problem('setting-invalid', {name: 'DUKA_OFFICE_SHOP', value: shop});
  const home = named ?? usualHome(beside);
  const key = await officeKey(home);
  const database = await openDatabase({home, url});
  const projector = new Projector(database);
  const fronts: Front[] = [];

  const recordOf = async (till: string): Promise<TillRecord> => {
    const [row] = await database.query<{record: TillRecord}>('select record from till where shop = $1 and till = $2', [
      shop,
      till,
    ]);
    if (row === undefined) throw new Problem('office-till-unknown', {till});
    return row.record;
  };
  /** By the row as it is: nothing that a till sends meanwhile is lost, nor is this. */
  const change = async (client: Client, till: string, how: (record: TillRecord) => TillRecord): Promise<void> => {
    const before = await lockedRecord(client, {shop, till});
    if (before === null) throw new Problem('office-till-unknown', {till});
    await client.query('update till set record = $3 where shop = $1 and till = $2', [
      ...[shop, till, JSON.stringify(how(before))],
    ]);
  };
  async function* journal(till: string): AsyncIterable<Uint8Array> {
    const {seq} = await recordOf(till);
    for (let from = 1; from <= seq; ) {
      const lines = await linesFrom(database, {shop, till}, {from, through: seq, most: exportBytes});
      if (lines.length === 0) return;
      yield bytesOf(lines);
      from = (lines.at(-1)?.seq ?? seq) + 1;
    }
  }
  const wrongLineOf = async (till: string): Promise<{lines: number; wrong: number | null}> => {
    const {seq, head} = await recordOf(till);
    let at = chainStart;
    while (at.seq < seq) {
      const lines = await linesFrom(database, {shop, till}, {from: at.seq + 1, through: seq, most: exportBytes});
      if (lines.length === 0) return {lines: at.seq, wrong: at.seq + 1};
      for (const {seq: number, bytes} of lines) {
        const hash = hashAfter(at.head, bytes);
        if (hash === undefined || number !== at.seq + 1) return {lines: at.seq, wrong: number};
        at = {seq: number, head: hash};
      }
    }
    return {lines: seq, wrong: at.head === head ? null : seq};
  };
  const paymentOf = (row: {till: string; row: ProjectedPayment}): OfficePayment => ({shop, till: row.till, ...row.row});

  return {
    shop,
    publicKey: key.publicKey,
    serve: async port => {
      const front = await openFront({database, key, shop, port, world, onJournal: till => projector.notice(till)});
      fronts.push(front);
      void projector.catchUp();
      return front;
    },
    code: async till => {
      const code = mintJoinCode(randomBytes(5), key.digest);
      const given: GivenCode = {code, shop, till, madeAt: world.now(), tries: 0, isUsed: false};
      await database.query(
        'insert into join_code (shop, name, given) values ($1, $2, $3) on conflict (shop, name) do update set given = excluded.given',
        [shop, joinCodeName(code), JSON.stringify(given)],
      );
      return code;
    },
    tills: async () => {
      const rows = await database.query<{till: string; record: TillRecord; seen_at: Date | null; rows: number | null}>(
        `select till.till, till.record, till.seen_at, till_fold.seq as rows from till
         left join till_fold on till_fold.shop = till.shop and till_fold.till = till.till and till_fold.fold = $2
         where till.shop = $1 order by till.till`,
        [shop, foldVersion],
      );
      return rows.map(({till, record, seen_at: seen, rows: made}) => ({
        ...{shop, till, seq: record.seq, head: record.head, rows: made ?? 0},
        ...{heardAt: seen?.toISOString() ?? null, isRevoked: record.key === null},
        ...{isHalted: record.haltedAt !== null, branches: record.branches.length},
      }));
    },
    revoke: till => database.transaction(client => change(client, till, record => ({...record, key: null}))),
    incidents: async () => {
      const rows = await database.query<{
        till: string;
        number: number;
        at: Date;
        what: OfficeIncident;
        closed_by: string | null;
        note: string | null;
      }>('select till, number, at, what, closed_by, note from incident where shop = $1 order by at desc, number desc', [
        shop,
      ]);
      return rows.map(({till, number, at, what, closed_by: closedBy, note}) => ({
        shop,
        till,
        number,
        at: at.toISOString(),
        what,
        closedBy,
        note,
      }));
    },
    closeIncident: async (till, number, {person, note}) => {
      await database.transaction(async client => {
        const {rows} = await client.query(
          `update incident set closed_at = now(), closed_by = $4, note = $5
         where shop = $1 and till = $2 and number = $3 and closed_at is null returning what`,
          [shop, till, number, person, note],
        );
        const closed = rows[0] as {what: OfficeIncident} | undefined;
        if (closed === undefined) throw new Problem('office-incident-unknown', {till, number});
        if (closed.what.kind === 'forked') await change(client, till, closeFork);
      });
      projector.notice({shop, till});
    },
    journal,
    verify: async () => {
      const names = await database.query<{till: string}>('select till from till where shop = $1 order by till', [shop]);
      const found: (TillName & {lines: number; wrong: number | null})[] = [];
      for (const {till} of names) found.push({shop, till, ...(await wrongLineOf(till))});
      return found;
    },
    rebuild: () => projector.rebuild(),
    takings: async date => {
      const takings = await database.query<OfficeTakings>(
        `select tender ->> 'method' as method, currency, (quarter / 4 % 24)::int as hour,
           sum(paid)::bigint as paid, sum(minor)::bigint as minor, sum(refunded)::bigint as refunded
         from till_day where shop = $1 and fold = $2 and business_date = $3 group by 1, 2, 3 order by 2, 1, 3`,
        [shop, foldVersion, date],
      );
      const [heard] = await database.query<{tills: number; heard: number; oldest: Date | null; behind: number}>(
        `select count(*)::int as tills, count(*) filter (where till.seen_at > now() - interval '24 hours')::int as heard,
           min(till.seen_at) as oldest, count(*) filter (where coalesce(till_fold.seq, 0) < till.seq)::int as behind
         from till left join till_fold on till_fold.shop = till.shop and till_fold.till = till.till and till_fold.fold = $2
         where till.shop = $1`,
        [shop, foldVersion],
      );
      const freshness = {
        tills: heard?.tills ?? 0,
        heardToday: heard?.heard ?? 0,
        oldest: heard?.oldest?.toISOString() ?? null,
        behind: heard?.behind ?? 0,
      };
      return {takings, freshness};
    },
    payments: async search => {
      const rows = await database.query<{till: string; row: ProjectedPayment}>(
        `select till, row from payment where shop = $1 and fold = $2 and ($3 = '' or row::text ilike '%' || $3 || '%')
         order by requested_at desc limit ${mostFound}`,
        [shop, foldVersion, search.replaceAll(/[\\%_]/g, '\\$&')],
      );
      return rows.map(paymentOf);
    },
    payment: async reference => {
      const [row] = await database.query<{till: string; row: ProjectedPayment}>(
        'select till, row from payment where shop = $1 and fold = $2 and reference = $3',
        [shop, foldVersion, reference],
      );
      if (row === undefined) throw new Problem('payment-unknown', {reference});
      const lines: string[] = [];
      for (const seq of row.row.lines) {
        const [line] = await linesFrom(database, {shop, till: row.till}, {from: seq, through: seq, most: 1});
        if (line !== undefined) lines.push(Buffer.from(line.bytes).toString());
      }
      return {payment: paymentOf(row), lines};
    },
    zs: async () => {
      const rows = await database.query<{till: string; row: ZRow}>(
        'select till, row from z where shop = $1 and fold = $2 order by till, number desc',
        [shop, foldVersion],
      );
      return rows.map(({till, row}) => ({shop, till, ...row}));
    },
    close: async () => {
      for (const front of fronts) await front.close();
      await projector.stop();
      await database.close();
    },
  };
}
