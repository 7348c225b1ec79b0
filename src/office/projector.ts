import {setImmediate} from 'node:timers/promises';
import type {Currency} from '../core/money/money.js';
import {projectedThrough, type TillRecord} from '../core/office/accept.js';
import type {OfficeIncident, ReceivedTwice} from '../core/office/incident.js';
import {projectedFrom} from '../core/office/projected-payment.js';
import {
  isStoredProjection,
  type Projected,
  Projection,
  projectionVersion,
  type StoredLine,
  type StoredProjection,
} from '../core/office/projection.js';
import {Problem} from '../core/problem.js';
import {madeTwice, namesAlike} from '../core/reconcile/records/known-records.js';
import type {World} from '../core/world.js';
import {isFresh} from './commit.js';
import {type Client, type Database, valuesOf} from './database.js';
import {keepIncidents, linesFrom, type TillName} from './journals.js';

/** The tables of the rows that are made of lines. */
const rowTables = ['payment', 'till_day', 'z'];
export const bytesTogether = 1024 * 1024;
const mostAtHand = 500;
/** How many prompt tills share one transaction; about as much work as one step of a till that has been away. */
const promptTogether = 64;
/** How many steps run at once: while the database writes the rows of one till, the lines of another are folded. */
const stepsTogether = 3;

/** Makes rows by the tills' own fold, in one transaction with its cursor and state. A new version makes all again beside the old. */
export class Projector {
  readonly #database: Database;
  readonly #world: Pick<World, 'now'>;
  readonly #atHand = new Map<string, Projection>();
  /** Tills that are selling now, and tills that have more to read. After a turn of many of the former, one of the latter has its turn. */
  readonly #fresh = new Map<string, TillName>();
  readonly #backlog = new Map<string, TillName>();
  readonly #failed = new Set<TillName>();
  /** The names of records of the provider of which rows were made since it was last looked whether another payment has one. */
  readonly #records = new Set<string>();
  readonly #busy = new Set<string>();
  readonly #workers = new Set<Promise<void>>();
  #isLateNext = false;
  #isStopped = false;

  constructor(database: Database, world: Pick<World, 'now'>) {
    this.#database = database;
    this.#world = world;
  }

  /** Says that a till has sent something: about this many bytes of lines, or an unknown number. */
  notice(till: TillName, bytes = Number.POSITIVE_INFINITY): void {
    const name = `${till.shop}/${till.till}`;
    if (!this.#backlog.has(name)) (isFresh(bytes) ? this.#fresh : this.#backlog).set(name, till);
    this.#begin();
  }

  /** Tries again to make the rows that could not be made. */
  async retry(): Promise<void> {
    const failed = [...this.#failed];
    this.#failed.clear();
    for (const till of failed) this.notice(till);
    await this.#idle();
  }

  async catchUp(): Promise<void> {
    const tills = await this.#database.ofShops(shops =>
      this.#database.query<TillName>('select shop, till from till where shop = any($1)', [shops]),
    );
    for (const till of tills) this.notice(till);
    await this.#idle();
    await noteTwice(this.#database, undefined, this.#world.now()); // another office, or this one before a crash, may not have looked
  }

  /** Deletes all rows, including those of earlier versions, and makes them again. */
  async rebuild(): Promise<void> {
    await this.#idle();
    this.#atHand.clear();
    await this.#database.ofShops(async shops => {
      for (const shop of shops)
        await this.#database.transaction(async client => {
          for (const table of ['till_fold', ...rowTables])
            await client.query(`delete from ${table} where shop = $1 and fold <= $2`, [shop, projectionVersion]);
        });
    });
    await this.catchUp();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#idle();
  }

  #begin(): void {
    if (this.#workers.size === stepsTogether) return;
    const worker = this.#work().finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  async #idle(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    await setImmediate(); // tills that are noticed at the same time share a transaction
    for (let turns = this.#next(); turns.length > 0 && !this.#isStopped; turns = this.#next()) {
      for (const [name] of turns) this.#busy.add(name);
      await this.#takeTurns(turns);
      for (const [name] of turns) this.#busy.delete(name);
      await this.#lookForTwice();
    }
  }

  /** The next turns: alternately many prompt tills and one late till, without those that another step works on. */
  #next(): readonly Turn[] {
    const free = (tills: ReadonlyMap<string, TillName>, most: number): readonly Turn[] =>
      tills
        .entries()
        .filter(([name]) => !this.#busy.has(name))
        .take(most)
        .toArray();
    const [first, second] = this.#isLateNext ? [this.#backlog, this.#fresh] : [this.#fresh, this.#backlog];
    this.#isLateNext = !this.#isLateNext;
    const mostOf = (tills: ReadonlyMap<string, TillName>) => (tills === this.#backlog ? 1 : promptTogether);
    const turns = free(first, mostOf(first));
    return turns.length > 0 ? turns : free(second, mostOf(second));
  }

  /** Takes one step of each of several tills. Many prompt tills share one transaction, since one for each would take ten times as long. */
  async #takeTurns(turns: readonly Turn[]): Promise<void> {
    for (const [name] of turns) {
      this.#fresh.delete(name);
      this.#backlog.delete(name);
    }
    try {
      const more = await this.#database.transaction(client => allDone(turns.map(turn => this.#step(client, turn))));
      for (const [at, turn] of turns.entries()) if (more[at] === true) this.#backlog.set(...turn);
    } catch (error) {
      for (const [name] of turns) this.#atHand.delete(name); // their folds are ahead of the rows
      const [[, till] = [], ...others] = turns;
      if (others.length > 0) for (const turn of turns) await this.#takeTurns([turn]);
      else if (till !== undefined) {
        this.#failed.add(till); // the next notice, `retry` or the next start tries it again
        await this.#tell(till, error);
      }
    }
  }

  /** Stores the error where the status of the office shows it. Contains nothing of a line's own text. */
  async #tell({shop, till}: TillName, error: unknown): Promise<void> {
    const {name, code} = error as {readonly name?: string; readonly code?: string};
    const why = error instanceof Problem ? error.facts['sqlState'] : code;
    await this.#database
      .query(
        `insert into till_fold (shop, till, fold, seq, kept, trouble) values ($1, $2, $3, 0, $4, $5)
         on conflict (shop, till, fold) do update set trouble = excluded.trouble`,
        [shop, till, projectionVersion, JSON.stringify(new Projection().keep()), why ?? name ?? 'unknown'],
      )
      .catch(() => undefined); // if the database is gone, anybody who asks hears of that first
  }

  /** Looks whether money of which rows were just made is another payment too. What fails is looked for again with the next rows. */
  async #lookForTwice(): Promise<void> {
    const records = [...this.#records];
    if (records.length === 0) return;
    this.#records.clear();
    await noteTwice(this.#database, records, this.#world.now()).catch(() => {
      for (const name of records) this.#records.add(name);
    });
  }

  /** Makes the rows of a till's next lines. Returns whether there may be more. */
  async #step(client: Client, [name, till]: Turn): Promise<boolean> {
    const atHand = this.#atHand.get(name);
    // Another office on this database, or one that makes the rows again, may have continued. The row says how far the rows go.
    const {record, seq, kept} = await rowsAfter(client, till, atHand?.seq);
    if (record === undefined) return false;
    const projection = atHand !== undefined && atHand.seq === seq ? atHand : new Projection(kept ?? undefined);
    this.#remember(name, projection);
    const through = projectedThrough(record);
    const lines = await linesFrom(asked(client), till, {from: projection.seq + 1, through, most: bytesTogether});
    if (lines.length === 0) return false;
    const references = projection.missing(lines);
    const digestOf = (reference: string) => digestIn(client, till, reference);
    const projected = projection.take(lines, await earlierLines(asked(client), till, {references, digestOf}));
    if (projected.incidents.length > 0) await this.#keepNew(client, till, projected.incidents);
    const newest = projected.payments.reduce((latest, {requestedAt}) => Math.max(latest, requestedAt), 0);
    await allDone<unknown>([
      keepRows(client, till, projected),
      client.query(
        `update till_fold set seq = $4, kept = $5, trouble = null, newest = greatest(newest, nullif($6::bigint, 0))
         where shop = $1 and till = $2 and fold = $3`,
        [till.shop, till.till, projectionVersion, projection.seq, JSON.stringify(projection.keep()), newest],
      ),
    ]);
    for (const {records} of projected.payments) for (const name of records ?? []) this.#records.add(name);
    return projection.seq < through;
  }

  /** Keeps incidents that are in the lines themselves, each once, however often the rows are made. */
  async #keepNew(client: Client, till: TillName, incidents: readonly OfficeIncident[]): Promise<void> {
    const known = (await incidentsOf(client, till)).map(what => ('seq' in what ? what.seq : undefined));
    const news = incidents.filter(what => !('seq' in what && known.includes(what.seq)));
    await keepIncidents(client, till, news, this.#world.now());
  }

  #remember(name: string, projection: Projection): void {
    this.#atHand.delete(name);
    this.#atHand.set(name, projection);
    const oldest = this.#atHand.size > mostAtHand ? this.#atHand.keys().next().value : undefined;
    if (oldest !== undefined) this.#atHand.delete(oldest);
  }
}

type Turn = readonly [name: string, till: TillName];

/** All results, or the first error, but only after all works have ended. */
async function allDone<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  const done = await Promise.allSettled(works);
  return done.map(each => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

type RowsAfter = {readonly record?: TillRecord; readonly seq?: number; readonly kept?: StoredProjection | null};
type FoundRow = {readonly record: TillRecord; readonly seq: number; readonly kept: unknown};

/**
 * How far the rows of a till go, and the stored state of its fold unless that is `atHand`. The row is locked by this transaction, so that
 * two offices on one database do not add the same lines to the days. If the stored state is not in its form, the rows of the till are made
 * again from the first line.
 */
async function rowsAfter(client: Client, {shop, till}: TillName, atHand = -1): Promise<RowsAfter> {
  const ask = () =>
    client.query<FoundRow>(
      `select record, till_fold.seq, case when till_fold.seq = $4 then null else kept end as kept
       from till join till_fold using (shop, till) where shop = $1 and till = $2 and fold = $3 for update of till_fold`,
      [shop, till, projectionVersion, atHand],
    );
  const found = (await ask()).rows[0];
  if (found !== undefined) {
    const {record, seq, kept} = found;
    if (kept === null || isStoredProjection(kept)) return {record, seq, kept};
    for (const table of rowTables)
      await client.query(`delete from ${table} where shop = $1 and till = $2 and fold = $3`, [
        ...[shop, till, projectionVersion],
      ]);
    return {record, seq: 0, kept: null};
  }
  const known = await client.query('select 1 from till where shop = $1 and till = $2', [shop, till]);
  if (known.rows.length === 0) return {};
  await client.query(
    'insert into till_fold (shop, till, fold, seq, kept) values ($1, $2, $3, 0, $4) on conflict do nothing',
    [shop, till, projectionVersion, JSON.stringify(new Projection().keep())],
  );
  return rowsAfter(client, {shop, till}, atHand);
}

/** Makes all queries of a step use its one connection. With a second one each, steps could wait for one another for ever. */
export const asked = (client: Client): Pick<Database, 'query'> => ({
  query: async (text, values = []) => (await client.query(text, [...values])).rows,
});

async function digestIn(client: Client, {shop, till}: TillName, reference: string): Promise<string | undefined> {
  const {rows} = await client.query<{digest: string}>(
    'select digest from payment where shop = $1 and till = $2 and fold = $3 and reference = $4',
    [shop, till, projectionVersion, reference],
  );
  return rows[0]?.digest;
}

/** The lines of payments whose rows were made earlier: the digest of each names them. */
export async function earlierLines(
  database: Pick<Database, 'query'>,
  till: TillName,
  {
    references,
    digestOf,
  }: {readonly references: readonly string[]; readonly digestOf: (reference: string) => Promise<string | undefined>},
): Promise<ReadonlyMap<string, readonly StoredLine[]>> {
  const found = new Map<string, readonly StoredLine[]>();
  for (const reference of references) {
    const digest = await digestOf(reference);
    const lines: StoredLine[] = [];
    for (const seq of digest === undefined ? [] : projectedFrom(digest).lines)
      lines.push(...(await linesFrom(database, till, {from: seq, through: seq, most: 1})));
    found.set(reference, lines);
  }
  return found;
}

type Made = TillName & {
  readonly reference: string;
  readonly at: number;
  readonly digest: string;
  readonly records: readonly string[];
};

/** Keeps an incident, once, for each payment of a provider's record that an earlier one has. `records`: those to look at, or all. */
async function noteTwice(database: Database, records: readonly string[] | undefined, now: number): Promise<void> {
  await database.ofShops(shops =>
    database.transaction(async client => {
      const {rows} = await client.query<Made>(
        `select shop, till, reference, requested_at as at, digest, records from payment
         where fold = $1 and shop = any($2) and ${records === undefined ? 'records is not null' : 'records && $3'}
         order by requested_at, reference`,
        [projectionVersion, shops, ...(records === undefined ? [] : [namesAlike(records)])],
      );
      for (const [later, earlier] of madeTwice(rows)) await keepTwice(client, later, {earlier, now});
    }),
  );
}

/** The incidents of a till, whose row this transaction then holds. */
async function incidentsOf(client: Client, {shop, till}: TillName): Promise<readonly OfficeIncident[]> {
  await client.query('select 1 from till where shop = $1 and till = $2 for update', [shop, till]);
  const {rows} = await client.query<{what: OfficeIncident}>('select what from incident where shop = $1 and till = $2', [
    ...[shop, till],
  ]);
  return rows.map(({what}) => what);
}

async function keepTwice(
  client: Client,
  {shop, till, reference, digest}: Made,
  {earlier, now}: {readonly earlier: Made; readonly now: number},
): Promise<void> {
  const known = await incidentsOf(client, {shop, till});
  if (known.some(what => what.kind === 'received-twice' && what.reference === reference)) return;
  const {businessDate, currency, minor} = projectedFrom(digest);
  const incident: ReceivedTwice = {
    kind: 'received-twice',
    reference,
    businessDate,
    amount: {currency: currency as Currency, minor},
    earlier: {shop: earlier.shop, till: earlier.till, reference: earlier.reference},
  };
  await keepIncidents(client, {shop, till}, [incident], now);
}

async function keepRows(client: Client, {shop, till}: TillName, {payments, days, zs}: Projected): Promise<void> {
  const own = [shop, till, projectionVersion];
  const asked: Promise<unknown>[] = [];
  // Writes many rows with one statement: one by one, they took more time than everything else.
  const paymentRows = payments.map(({reference, businessDate, requestedAt, digest, ...found}) => [
    ...[...own, reference, businessDate, requestedAt, digest, found.search, found.standing, found.records],
  ]);
  for (const {places, values} of valuesOf(paymentRows))
    asked.push(
      client.query(
        `insert into payment (shop, till, fold, reference, business_date, requested_at, digest, search, standing, records) values ${places}
         on conflict (shop, till, fold, reference) do update set digest = excluded.digest, search = excluded.search, standing = excluded.standing`,
        values,
      ),
    );
  const dayRows = days.map(({method, channel, businessDate, currency, quarter, ...sums}) => [
    ...[...own, businessDate, `${method} ${channel}`, currency, quarter, JSON.stringify({method, channel})],
    ...[sums.paid, sums.minor, sums.notPaid, sums.refunds, sums.refunded],
  ]);
  for (const {places, values} of valuesOf(dayRows))
    asked.push(
      client.query(
        `insert into till_day (shop, till, fold, business_date, place, currency, quarter, tender, paid, minor, not_paid, refunds, refunded)
         values ${places}
         on conflict (shop, till, fold, business_date, place, currency, quarter) do update set paid = till_day.paid + excluded.paid,
           minor = till_day.minor + excluded.minor, not_paid = till_day.not_paid + excluded.not_paid,
           refunds = till_day.refunds + excluded.refunds, refunded = till_day.refunded + excluded.refunded`,
        values,
      ),
    );
  for (const z of zs)
    asked.push(
      client.query(
        `insert into z (shop, till, fold, number, row) values ($1, $2, $3, $4, $5)
         on conflict (shop, till, fold, number) do update set row = excluded.row`,
        [shop, till, projectionVersion, z.number, JSON.stringify(z)],
      ),
    );
  await allDone(asked);
}
