import {randomUUID} from 'node:crypto';
import pg from 'pg';
import {Problem} from '../core/problem.js';
import {migrations} from './migrations.js';
import {runningPostgres, startPostgres} from './postgres.js';

/** A connection on which a transaction is made. */
export type Client = pg.PoolClient;
export type Database = {
  readonly query: <Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<readonly Row[]>;
  /** What `work` does happens whole or not at all; it resolves when it is on the disk. */
  readonly transaction: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

// Line numbers and times come as numbers: none of them reaches 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const offices = 'duka-office ';
const oldest = 150_000;
const connections = 8;

/**
 * Opens the office's database, brings its tables to this version, and distributes them where Citus is there: `url` names one, else the
 * embedded one in `home` is used where it runs, and started where it does not. Throws `Problem` office-database-unreachable, office-database-old, office-database-newer, and as `startPostgres`.
 */
export async function openDatabase({
  home,
  url,
}: {
  readonly home: string;
  readonly url: string | undefined;
}): Promise<Database> {
  const running = url === undefined ? runningPostgres(home) : undefined;
  const own = url === undefined && running === undefined ? await startPostgres(home) : undefined;
  const postgres = running ?? own;
  const name = `${offices}${randomUUID()}`;
  const pool = new pg.Pool({
    ...(postgres === undefined
      ? {connectionString: url}
      : {host: postgres.socket, user: postgres.user, database: 'postgres'}),
    max: connections,
    idleTimeoutMillis: 0, // by its connections one office knows of another
    application_name: name,
  });
  pool.on('error', () => undefined); // the next query says it
  const transaction: Database['transaction'] = async work => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const done = await work(client);
      await client.query('commit');
      client.release();
      return done;
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      );
      throw error;
    }
  };
  const close = async () => {
    const isLast = running !== undefined && (await isAlone(pool, name));
    await pool.end();
    if (isLast) await running.stop(); // whoever started it was killed
    await own?.stop();
  };
  try {
    await migrated(pool, transaction);
  } catch (error) {
    await close();
    throw error instanceof Problem
      ? error
      : new Problem('office-database-unreachable', {text: String((error as Error).message)});
  }
  return {query: async (text, values = []) => (await pool.query(text, [...values])).rows, transaction, close};
}

/** Whether no other office works with this database. */
async function isAlone(pool: pg.Pool, name: string): Promise<boolean> {
  const others = 'select 1 from pg_stat_activity where application_name like $1 and application_name <> $2 limit 1';
  const found = await pool.query(others, [`${offices}%`, name]).catch(() => undefined);
  return found?.rows.length === 0;
}

async function migrated(pool: pg.Pool, transaction: Database['transaction']): Promise<void> {
  const version = (await pool.query('show server_version_num')).rows[0] as {server_version_num: string};
  if (Number(version.server_version_num) < oldest) throw new Problem('office-database-old');
  await transaction(async client => {
    await client.query('select pg_advisory_xact_lock(6845361)'); // two offices over one database begin at once
    await client.query(
      'create table if not exists migration (number int primary key, at timestamptz not null default now())',
    );
    const done = (await client.query('select coalesce(max(number), 0) as last from migration')).rows[0] as {
      last: number;
    };
    if (done.last > migrations.length) throw new Problem('office-database-newer');
    for (const [at, statements] of migrations.entries()) {
      if (at < done.last) continue;
      for (const statement of statements) await client.query(statement);
      await client.query('insert into migration (number) values ($1)', [at + 1]);
    }
  });
  await distributed(pool);
}

/** By shop, where the extension is there and has not done it yet. */
async function distributed(pool: pg.Pool): Promise<void> {
  const {rows} = await pool.query("select 1 from pg_extension where extname = 'citus'");
  if (rows.length === 0) return;
  const tables = migrations.flat().flatMap(text => /^create table (\w+) \(\s*shop /m.exec(text)?.[1] ?? []);
  for (const table of tables) {
    const known = await pool.query('select 1 from pg_dist_partition where logicalrelid = $1::regclass', [table]);
    if (known.rows.length > 0) continue;
    const together = table === tables[0] ? 'default' : (tables[0] ?? 'default');
    await pool.query('select create_distributed_table($1, $2, colocate_with => $3)', [table, 'shop', together]);
  }
}
