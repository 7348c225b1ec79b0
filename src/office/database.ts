import {randomUUID} from 'node:crypto';
import {setTimeout} from 'node:timers/promises';
import pg from 'pg';
import {Problem} from '../core/problem.js';
import {distribution, migrations, textIndex} from './migrations.js';
import {begunPostgres, checkForms, findPrograms, type Postgres, runningPostgres, startPostgres} from './postgres.js';

export type Client = pg.PoolClient;
export type Database = {
  readonly query: <Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<readonly Row[]>;
  /** `work` takes effect completely or not at all. Resolves when its effect is on the disk. */
  readonly transaction: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  /** Whether no other office uses this database. */
  readonly isAlone: () => Promise<boolean>;
  /** Reads of all shops and `everyShop`. If a node does not answer, its shops are `left` out, unless what was found `isWhole`. */
  readonly ofShops: <T>(
    read: (shops: readonly string[], left: readonly string[]) => Promise<T>,
    isWhole?: (found: T) => boolean,
  ) => Promise<T>;
  readonly missing: () => readonly string[];
  readonly close: () => Promise<void>;
};

// Line numbers and times arrive as numbers: none of them reaches 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The shop under which is stored what belongs to all shops together. No till is of this shop. */
export const everyShop = '';

/** The same database for somebody who may look at some shops only: what is read of all shops is read of these. */
export function limitedTo(database: Database, shops: readonly string[]): Database {
  const isTheirs = (shop: string) => shops.includes(shop);
  return {
    ...database,
    ofShops: (read, isWhole) =>
      database.ofShops((all, left) => read(all.filter(isTheirs), left.filter(isTheirs)), isWhole),
    missing: () => database.missing().filter(isTheirs),
  };
}

const offices = 'duka-office ';
const oldest = 150_000;
const connections = 8;
/** How long the database may take to answer before it counts as gone, in milliseconds. */
const patience = 60_000;
/** The pause before trying again to start a database; doubled after each failure. */
const shortestPause = 100;
const longestPause = 10_000;

/**
 * Opens the office's database, brings its tables to this version, and distributes them if Citus is installed. `url` names a database;
 * without it, the embedded one in `home` is used, and started if it does not run. Throws `Problem` office-database-unreachable,
 * office-database-old, office-database-newer, and as `startPostgres` and `checkForms`.
 */
export async function openDatabase({
  home,
  url,
}: {
  readonly home: string;
  readonly url: string | undefined;
}): Promise<Database> {
  checkForms(home);
  const servers = url === undefined ? await embedded(home) : {others: undefined, own: undefined};
  const database = new OfficeDatabase({home, url, servers});
  try {
    await database.migrate();
    return database;
  } catch (error) {
    await database.close();
    const problem = asProblem(error);
    throw problem instanceof Problem
      ? problem
      : new Problem('office-database-unreachable', {text: String((error as Error).message)});
  }
}

/** The embedded database's server: that of another office, or the one that this office has started. */
type Servers = {readonly others: Postgres | undefined; readonly own: Postgres | undefined};

async function embedded(home: string): Promise<Servers> {
  let own: Postgres | undefined;
  let others = await runningPostgres(home);
  if (others === undefined)
    own = await startPostgres(home).catch(async error => {
      others = await begunPostgres(home);
      if (others === undefined) throw error;
      return undefined;
    });
  if (others !== undefined) await findPrograms(home);
  return {others, own};
}

const ignored = () => undefined; // the next query reports it

/** `query`, `transaction` and `ofShops` are bound, so that whoever watches a database can take it apart. */
class OfficeDatabase implements Database {
  readonly #name = `${offices}${randomUUID()}`;
  readonly #home: string;
  readonly #pool: pg.Pool;
  readonly #missing = new Set<string>();
  readonly #closing = new AbortController();
  /** A database that this office has started is kept running anyway. */
  readonly #isOfOthers: boolean;
  #others: Postgres | undefined;
  #own: Postgres | undefined;
  #reconnecting: Promise<void> | undefined;

  constructor({home, url, servers: {others, own}}: {home: string; url: string | undefined; servers: Servers}) {
    this.#home = home;
    this.#others = others;
    this.#own = own;
    const server = others ?? own;
    this.#pool = new pg.Pool({
      ...(server === undefined ? {connectionString: url} : {...server.reached, database: 'postgres'}),
      max: connections,
      idleTimeoutMillis: 0, // an office recognises another one by its connections
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      application_name: this.#name,
      pipeline: true, // statements are sent before earlier ones are answered
    });
    this.#pool.on('error', ignored);
    this.#isOfOthers = others !== undefined;
    this.#pool.on('remove', () => this.#lost());
  }

  readonly query: Database['query'] = async (text, values = []) =>
    (await this.#watched(this.#pool.query(text, [...values]))).rows;

  readonly transaction: Database['transaction'] = async work => {
    const client = await this.#watched(this.#pool.connect());
    client.on('error', ignored);
    try {
      await client.query('begin');
      const done = await work(client);
      await client.query('commit');
      client.off('error', ignored).release();
      return done;
    } catch (error) {
      await client.query('rollback').then(
        () => client.off('error', ignored).release(),
        () => client.release(true),
      );
      throw asProblem(error);
    }
  };

  readonly ofShops: Database['ofShops'] = async (read, isWhole) => {
    const names = await this.query<{name: string}>('select name from shop order by name');
    const shops = [everyShop, ...names.map(({name}) => name)];
    try {
      return await read(shops, []);
    } catch (error) {
      if (!isOfNode(error)) throw error;
      const answering = await answeringOf(this.query, shops);
      const left = shops.filter(shop => !answering.includes(shop));
      const found = await read(answering, left);
      if (isWhole?.(found) !== true) for (const shop of left) this.#missing.add(shop);
      return found;
    }
  };

  readonly missing = (): readonly string[] => [...this.#missing].sort();

  readonly isAlone = async (): Promise<boolean> => {
    const others =
      'select 1 from pg_stat_activity where datname = current_database() and application_name like $1 and application_name <> $2 limit 1';
    const found = await this.#pool.query(others, [`${offices}%`, this.#name]).catch(ignored);
    return found?.rows.length === 0;
  };

  readonly close = async (): Promise<void> => {
    this.#closing.abort();
    await this.#reconnecting;
    const isLast = this.#others !== undefined && (await this.isAlone());
    await this.#pool.end();
    if (isLast) await this.#others?.stop(); // the office that started it was killed
    await this.#own?.stop();
  };

  /** Brings the tables to this version, and distributes them by shop if the Citus extension is there and they are not distributed yet. */
  async migrate(): Promise<void> {
    const version = (await this.#firstAnswer('show server_version_num')).rows[0] as {server_version_num: string};
    if (Number(version.server_version_num) < oldest) throw new Problem('office-database-old');
    await this.transaction(migrated);
    const {rows} = await this.#pool.query("select 1 from pg_extension where extname = 'citus'");
    if (rows.length === 0) return;
    const found = await this.#pool.query('select logicalrelid::text as name from pg_dist_partition');
    const known = new Set(found.rows.map(({name}) => String(name)));
    for (const words of distribution(known))
      await this.#pool.query('select create_distributed_table($1, $2, colocate_with => $3)', [...words]);
  }

  /** The first answer of a database that another office may have just started. */
  async #firstAnswer(query: string): Promise<pg.QueryResult> {
    for (const end = AbortSignal.timeout(patience); ; ) {
      try {
        return await this.#pool.query(query);
      } catch (error) {
        const isStarting = (error as {code?: string}).code === '57P03';
        if (!isStarting || end.aborted) throw error;
        await setTimeout(50);
      }
    }
  }

  #watched<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      this.#lost();
      throw asProblem(error);
    });
  }

  #lost(): void {
    if (!this.#isOfOthers || this.#own !== undefined || this.#closing.signal.aborted) return;
    this.#reconnecting ??= this.#reconnect().finally(() => {
      this.#reconnecting = undefined;
    });
  }

  /** If another office had started the database and has ended or was killed, this one starts it. */
  async #reconnect(): Promise<void> {
    for (let pause = shortestPause; !this.#closing.signal.aborted; pause = Math.min(longestPause, 2 * pause)) {
      this.#others = await runningPostgres(this.#home);
      if (this.#others === undefined) this.#own = await startPostgres(this.#home).catch(ignored);
      const found = this.#others ?? this.#own;
      if (found !== undefined) Object.assign(this.#pool.options, found.reached);
      if (found !== undefined) return;
      await setTimeout(pause, undefined, {signal: this.#closing.signal}).catch(ignored);
    }
  }
}

/** A `Problem` for a database or node that does not answer or has no room. Every other error is a defect, and stays as it is. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const {message, code = '', syscall} = error as NodeJS.ErrnoException;
  if (!(error instanceof pg.DatabaseError))
    return connectionLost.test(message) || syscall === 'connect' || networkLost.test(code)
      ? new Problem('office-database-unreachable', {text: message || code})
      : error;
  // The server that was asked has answered, so a lost connection is that of a node behind it.
  const details = {sqlState: code};
  if (code.startsWith('08')) return new Problem('office-node-unreachable', undefined, details);
  return unavailable.test(code) ? new Problem('office-database-unreachable', {text: message}, details) : error;
}

/** What the client says if the connection has ended, or if the server does not answer in time. */
const connectionLost = /^(?:Connection terminated|Client (?:was closed|has encountered)|Query read timeout|timeout e)/;
const networkLost = /^E(?:CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_)/;
/** Without room or further connections, ended or starting, or with a disk that fails. */
const unavailable = /^(?:53|57|58)/;

const isOfNode = (error: unknown) => error instanceof Problem && error.code === 'office-node-unreachable';

/** Throws `Problem` office-database-not-empty if a database has a table, and as `openDatabase` does if it cannot be used. */
export async function refuseTables(url: string): Promise<void> {
  const client = new pg.Client({connectionString: url, connectionTimeoutMillis: patience});
  try {
    await client.connect();
    const {rows} = await client.query(
      "select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'f') limit 1",
    );
    if (rows.length > 0) throw new Problem('office-database-not-empty');
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('office-database-unreachable', {text: String((error as Error).message)});
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function answeringOf(query: Database['query'], shops: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    shops.map(async shop => {
      try {
        await query('select 1 from till where shop = $1 limit 1', [shop]);
        return [shop];
      } catch (error) {
        if (isOfNode(error)) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

/** Remembers the name of a shop, within the transaction that stores its first till. */
export async function keepShop(client: Client, shop: string): Promise<void> {
  await client.query('insert into shop (name) values ($1) on conflict do nothing', [shop]);
}

/** How many values one statement takes; PostgreSQL's limit is 65,535. */
const mostValues = 20_000;

/** Rows for `insert … values`, in parts that one statement can take: the placeholders, and the values for them. */
export function* valuesOf(
  rows: readonly (readonly unknown[])[],
): Generator<{readonly places: string; readonly values: unknown[]}> {
  const together = Math.floor(mostValues / Math.max(1, rows[0]?.length ?? 1));
  for (let from = 0; from < rows.length; from += together) {
    const values: unknown[] = [];
    const places = rows
      .slice(from, from + together)
      .map(row => `(${row.map(value => `$${values.push(value)}`).join(', ')})`);
    yield {places: places.join(', '), values};
  }
}

async function migrated(client: Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock(6845361)'); // two offices on one database may start at once
  await client.query(
    'create table if not exists migration (number int primary key, at timestamptz not null default now())',
  );
  const done = (await client.query('select coalesce(max(number), 0) as last from migration')).rows[0] as {last: number};
  if (done.last > migrations.length) throw new Problem('office-database-newer');
  for (const [at, statements] of migrations.entries()) {
    if (at < done.last) continue;
    for (const statement of statements) await client.query(statement);
    await client.query('insert into migration (number) values ($1)', [at + 1]);
  }
  const [index] = (
    await client.query<{isThere: boolean}>(`select to_regclass('payment_by_text') is not null as "isThere"`)
  ).rows;
  if (index?.isThere !== true) await addTextIndex(client);
}

/** The database may lack the extension, its user may not add it, or a node may be down: the next start tries again. */
async function addTextIndex(client: Client): Promise<void> {
  await client.query('savepoint text_index');
  try {
    for (const statement of textIndex) await client.query(statement);
  } catch {
    await client.query('rollback to savepoint text_index');
  }
}
