import type {Readable} from 'node:stream';
import * as z from 'zod';
import {type BackupKey, type BackupLock, readEncrypted, writeEncrypted} from '../../store/backup-file.js';
import {formats} from '../core/events/formats.js';
import {Problem} from '../core/problem.js';
import {jsonIn} from '../core/text/json.js';
import {type Client, type Database, everyShop, keepShop, valuesOf} from './database.js';
import {migrations} from './migrations.js';

/** The tables with what tills have sent and people have stated, and who may sign in. The rows that are derived from them are made again. */
const tables = [
  'till',
  'till_key',
  'chunk',
  'incident',
  'day_root',
  'day_checkpoint',
  'reconciliation_line',
  'person',
  'office_record',
  'shipped_list',
] as const;
type Table = (typeof tables)[number];

const rowsTogether = 200;
/** The longest line: at most one row of a chunk, with room for its hexadecimal digits. */
const longestLine = 64 * 1024 * 1024;

const headSchema = z.object({
  format: z.literal(formats.officeBackup),
  tables: z.int().min(1),
  at: z.string(),
  privateKey: z.string(),
});
const endSchema = z.object({end: z.partialRecord(z.enum(tables), z.int())});
const tableSchema = z.object({table: z.enum(tables)});
const rowSchema = z.record(z.string(), z.unknown());
/** The value of a column as its text; JSON of a column that holds JSON. */
const asValue = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

/** How many rows of each table a backup has, how many lines of tills these hold, and the moment that it shows. */
export type OfficeBackup = {
  readonly at: string;
  readonly rows: Readonly<Partial<Record<Table, number>>>;
  readonly lines: number;
};

/**
 * Writes everything that an office has into a new file, encrypted with age: a line of JSON for each row, as of one moment, while the office
 * goes on. The file includes the office's own key. Throws `Problem` as `writeEncrypted` does.
 */
export async function writeOfficeBackup(
  {database, privateKey}: {readonly database: Database; readonly privateKey: string},
  {now, lock}: {readonly now: number; readonly lock: BackupLock},
  file: string,
): Promise<OfficeBackup> {
  const at = Temporal.Instant.fromEpochMilliseconds(now).toString({smallestUnit: 'second'});
  const rows: Partial<Record<Table, number>> = {};
  let count = 0;
  await database.transaction(async client => {
    await client.query('set transaction isolation level repeatable read, read only');
    async function* lines(): AsyncGenerator<string> {
      yield lineOf({format: formats.officeBackup, tables: migrations.length, at, privateKey});
      for (const table of tables) {
        yield lineOf({table});
        rows[table] = 0;
        for await (const row of rowsOf(client, table)) {
          rows[table] += 1;
          yield `${row}\n`;
        }
      }
      yield lineOf({end: rows});
    }
    await writeEncrypted(file, lines, lock);
    count = await sentLines(client);
  });
  await database.query('insert into backup (shop, at) values ($1, $2) on conflict do nothing', [everyShop, at]);
  return {at, rows, lines: count};
}

/** How many lines of tills the office has. */
async function sentLines(client: Client): Promise<number> {
  const {rows} = await client.query<{lines: number}>('select coalesce(sum(seq), 0)::bigint as lines from till');
  return rows[0]?.lines ?? 0;
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

async function* rowsOf(client: Client, table: Table): AsyncGenerator<string> {
  await client.query(
    `declare rows_of_${table} no scroll cursor for select row_to_json(each)::text as row from ${table} as each`,
  );
  for (;;) {
    const {rows} = await client.query<{row: string}>(`fetch ${rowsTogether} from rows_of_${table}`);
    if (rows.length === 0) break;
    for (const {row} of rows) yield row;
  }
  await client.query(`close rows_of_${table}`);
}

/**
 * Restores a backup into an empty office, completely or not at all; `keepKey` gets the office's own key before the rows are visible. Throws
 * `Problem` office-at-work (another process serves the office), office-not-empty, office-database-newer for a backup of newer tables, and
 * as `readEncrypted` does.
 */
export async function restoreOfficeBackup(
  database: Database,
  {file, key}: {readonly file: string; readonly key: BackupKey},
  keepKey: (privateKey: string) => Promise<void>,
): Promise<OfficeBackup> {
  const damaged = () => new Problem('backup-damaged', {file});
  const lines = linesIn(await readEncrypted(file, key), damaged);
  const head = headSchema.safeParse(jsonIn((await lines.next()).value ?? '')).data;
  if (head === undefined) throw damaged();
  if (head.tables > migrations.length) throw new Problem('office-database-newer');
  return database.transaction(async client => {
    await client.query('lock table till in access exclusive mode'); // no till can join meanwhile
    // Another office would keep signing with the key that it has read.
    if (!(await database.isAlone())) throw new Problem('office-at-work');
    const {rowCount} = await client.query('select 1 from till limit 1');
    if (rowCount !== 0) throw new Problem('office-not-empty');
    // What an office without tills has stored, it has stored under another key.
    for (const table of ['person', 'person_session', 'office_record', 'reconciliation_line'])
      await client.query(`delete from ${table} where shop = $1`, [everyShop]);
    for (const {shop} of (await client.query<{shop: string}>('select shop from shipped_list')).rows)
      await client.query('delete from shipped_list where shop = $1', [shop]);
    const rows = await takeRows(client, lines);
    if (rows === undefined) throw damaged();
    const shops = await client.query<{shop: string}>('select distinct shop from till');
    for (const {shop} of shops.rows) await keepShop(client, shop);
    await keepKey(head.privateKey);
    return {at: head.at, rows, lines: await sentLines(client)};
  });
}

/** Inserts the rows into their tables and counts them. Returns undefined if the counts are not those in the last line. */
async function takeRows(client: Client, lines: AsyncIterable<string>): Promise<OfficeBackup['rows'] | undefined> {
  const rows: Partial<Record<Table, number>> = {};
  const waiting: Readonly<Record<string, unknown>>[] = [];
  let table: Table | undefined;
  let end: OfficeBackup['rows'] | undefined;
  const put = async () => {
    const together = waiting.splice(0);
    if (table === undefined || together.length === 0) return;
    const {fields} = await client.query(`select * from ${table} limit 0`);
    const names = fields.map(({name}) => name);
    for (const {places, values} of valuesOf(together.map(row => names.map(name => asValue(row[name])))))
      await client.query(`insert into ${table} (${names.join(', ')}) values ${places}`, [...values]);
  };
  for await (const line of lines) {
    if (end !== undefined) return undefined;
    const mark = markIn(line);
    if (mark === undefined) {
      const row = rowSchema.safeParse(jsonIn(line)).data;
      if (table === undefined || row === undefined) return undefined;
      rows[table] = (rows[table] ?? 0) + 1;
      waiting.push(row);
      if (waiting.length >= rowsTogether) await put();
      continue;
    }
    await put();
    if ('end' in mark) ({end} = mark);
    else {
      ({table} = mark);
      rows[table] = 0;
    }
  }
  return end !== undefined && tables.every(each => end[each] === rows[each]) ? rows : undefined;
}

/** A line that is not a row: it begins another table, or ends the backup. No row has such a member. */
const markIn = (line: string) =>
  /^\{"(?:table|end)":/.test(line) ? z.union([tableSchema, endSchema]).safeParse(jsonIn(line)).data : undefined;

/** The lines of a backup. Throws `damaged()` if the encrypted or packed bytes are cut off or changed. */
async function* linesIn(content: Readable, damaged: () => Problem): AsyncGenerator<string, undefined> {
  let rest = '';
  try {
    for await (const part of content.setEncoding('utf8')) {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw damaged();
      yield* lines;
    }
  } catch (error) {
    throw error instanceof Problem ? error : damaged();
  }
  if (rest !== '') throw damaged();
  return undefined;
}
