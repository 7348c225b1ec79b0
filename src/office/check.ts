import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Problem} from '../core/problem.js';
import type {World} from '../core/world.js';
import {newSigner, playHistory} from './check-play.js';
import {type Client, type Database, openDatabase, refuseTables} from './database.js';
import {officeKey} from './key.js';
import {tableNames} from './migrations.js';

type CheckedDatabase = {
  readonly version: string;
  readonly statements: readonly string[];
  readonly rows: number;
  /** The rows and answers that differ from those of the embedded database, by name. */
  readonly differing: readonly string[];
  /** The statement that it did not carry out, with its reason. The check ends there. */
  readonly refused: {readonly statement: string; readonly why: string} | null;
};

/**
 * Plays a short history of three tills on a database and on an embedded one, and compares the rows and what is read of them. The database
 * has to be empty, and is empty again afterwards. Throws `Problem` office-database-not-empty, and as `openDatabase` does.
 */
export async function checkDatabase(
  url: string,
  {world}: {readonly world: Pick<World, 'sleep'>},
): Promise<CheckedDatabase> {
  await refuseTables(url);
  const folder = await mkdtemp(join(tmpdir(), 'duka-check-'));
  const opened: Database[] = [];
  try {
    const embedded = await openDatabase({home: folder, url: undefined});
    opened.push(embedded);
    const signers = Array.from({length: 4}, newSigner);
    const parts = {key: await officeKey(folder, embedded), folder, world, signers};
    const expected = await playHistory(embedded, parts);
    const named = await openDatabase({home: folder, url});
    opened.push(named);
    try {
      return await compared(named, expected, watched => playHistory(watched, parts));
    } finally {
      await emptied(named);
    }
  } finally {
    for (const database of opened) await database.close();
    await rm(folder, {recursive: true, force: true});
  }
}

async function compared(
  named: Database,
  expected: ReadonlyMap<string, unknown>,
  play: (database: Database) => Promise<ReadonlyMap<string, unknown>>,
): Promise<CheckedDatabase> {
  const [server] = await named.query<{version: string}>('select version() as version');
  const {database, sent} = watchedBy(named);
  const found = {version: server?.version ?? '', rows: 0, differing: [], refused: null};
  try {
    const played = await play(database);
    const all = [...played].filter(([name]) => name.startsWith('rows of '));
    return {
      ...found,
      statements: [...sent.done],
      rows: all.reduce((sum, [, rows]) => sum + (rows as readonly unknown[]).length, 0),
      differing: [...expected.keys()].filter(
        name => JSON.stringify(played.get(name)) !== JSON.stringify(expected.get(name)),
      ),
    };
  } catch (error) {
    if (sent.refused === null) throw error;
    return {...found, statements: [...sent.done], refused: sent.refused};
  }
}

type Sent = {readonly done: Set<string>; refused: CheckedDatabase['refused']};

/** The same database, of which it is noted what it has carried out, and what it refused first. */
function watchedBy(database: Database): {readonly database: Database; readonly sent: Sent} {
  const sent: Sent = {done: new Set(), refused: null};
  const noted = async <T>(statement: string, answer: Promise<T>): Promise<T> => {
    try {
      const given = await answer;
      sent.done.add(statement);
      return given;
    } catch (error) {
      const why = error instanceof Problem ? String(error.facts['text'] ?? error.code) : String(error);
      sent.refused ??= {statement, why};
      throw error;
    }
  };
  const ofClient = (client: Client): Client => {
    const query = (asked: string | {readonly text: string}, values?: unknown[]) =>
      noted(typeof asked === 'string' ? asked : asked.text, client.query(asked as string, values));
    return Object.create(client, {query: {value: query}}) as Client;
  };
  const watched: Database = {
    ...database,
    query: (text, values) => noted(text, database.query(text, values)),
    transaction: work => database.transaction(client => work(ofClient(client))),
  };
  return {database: watched, sent};
}

async function emptied(database: Database): Promise<void> {
  for (const table of [...tableNames, 'migration']) await database.query(`drop table if exists ${table}`);
}
