import {type ChainLink, chainLine, genesis, readLine} from '../../store/line.js';
import {type NewEvent, type StoredEvent, toWrite} from '../core/events/event.js';
import {withoutCards} from '../core/events/event-cards.js';
import {Problem} from '../core/problem.js';
import {evolveRecords, noRecords, type ReconciliationRecords} from '../core/reconcile/records/records.js';
import {decideRecords, type RecordsCommand} from '../core/reconcile/result/decide.js';
import type {Carried, Days} from '../core/reconcile/rows/inputs.js';
import {type Client, type Database, everyShop} from './database.js';
import type {TillName} from './journals.js';

/** The person of a line that no person caused. */
const office = 'office';

/** What reconciliations of a shop, or all, have left, and people stated: a chain of lines. Throws `Problem` journal-damaged. */
export const recordsOf = async (database: Database, shop = everyShop): Promise<ReconciliationRecords> =>
  database.transaction(async client => (await chainOf(client, shop)).records);

/** When the same days were last reconciled, and what was open then; null if they never were. Throws as `recordsOf` does. */
export async function earlierOf(
  database: Database,
  shop: string | undefined,
  {from, to}: Days,
): Promise<EarlierReconciliation | null> {
  const {events} = await database.transaction(client => chainOf(client, shop ?? everyShop));
  const found = events.findLast(
    event => event.type === 'reconciled' && event.data.from === from && event.data.to === to,
  );
  return found?.type === 'reconciled' ? {at: found.at, open: found.data.open} : null;
}

export type EarlierReconciliation = {readonly at: string; readonly open: readonly Carried[]};

/** Reads every line of these records, and names the first that is not as it was written. */
export async function verifyRecords(database: Database): Promise<readonly (TillName & VerifiedLines)[]> {
  return database.ofShops(async shops => {
    const found: (TillName & VerifiedLines)[] = [];
    for (const shop of shops) {
      const chain = await database.transaction(client => chainOf(client, shop)).catch(damageIn);
      const lines = chain instanceof Problem ? Number(chain.facts['line']) - 1 : chain.last.seq;
      const wrong = chain instanceof Problem ? lines + 1 : null;
      if (lines > 0 || wrong !== null) found.push({shop, till: office, lines, wrong});
    }
    return found;
  });
}

/** How many lines follow from one another, the first that does not (null if all do), and how many rows differ from the lines. */
export type VerifiedLines = {readonly lines: number; readonly wrong: number | null; readonly rows?: number};

/** The `Problem` journal-damaged itself; throws anything else. */
export function damageIn(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'journal-damaged') return error;
  throw error;
}

/** Decides on a command about the records, and stores what was decided. Throws as `decideRecords` and `recordsOf` do. */
export async function decideOf(
  database: Database,
  {shop = everyShop, now}: {readonly shop?: string | undefined; readonly now: number},
  command: RecordsCommand,
): Promise<void> {
  await database.transaction(async client => {
    await lockChain(client, shop);
    const {records, last} = await chainOf(client, shop);
    const events = decideRecords(records, command).map(decided => ({person: office, ...decided}));
    await appendTo(client, {shop, last, now}, events);
  });
}

/** Stores facts about the whole office after the newest line of its chain, whose other lines are checked when the chain is read. */
export async function recordFacts(client: Client, now: number, events: readonly NewEvent[]): Promise<void> {
  await lockChain(client, everyShop);
  const {rows} = await client.query<{seq: number; line: string}>(
    'select seq, line from reconciliation_line where shop = $1 order by seq desc limit 1',
    [everyShop],
  );
  const [newest] = rows;
  const last = newest === undefined ? genesis : {seq: newest.seq, head: hashIn(newest.line)};
  await appendTo(client, {shop: everyShop, last, now}, events);
}

/** Whether the chain of the whole office has a line of this type. */
export async function isRecorded(database: Database, type: NewEvent['type']): Promise<boolean> {
  const found = await database.query('select 1 from reconciliation_line where shop = $1 and line like $2 limit 1', [
    ...[everyShop, `%"type":"${type}"%`],
  ]);
  return found.length > 0;
}

/** What a named person has said about something that needs a person. `key` names it. */
export type SeenMark = {readonly key: string; readonly person: string; readonly note: string; readonly at: string};

/** All marks, oldest first. Throws as `recordsOf` does. */
export async function marksOf(database: Database): Promise<readonly SeenMark[]> {
  const {events} = await database.transaction(client => chainOf(client, everyShop));
  return events.flatMap(event =>
    event.type === 'attention-seen' ? [{...event.data, person: event.person, at: event.at}] : [],
  );
}

/** One decision at a time. */
async function lockChain(client: Client, shop: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(6845363, hashtext($1))', [shop]);
}

async function appendTo(
  client: Client,
  {shop, last, now}: {readonly shop: string; readonly last: ChainLink; readonly now: number},
  events: readonly NewEvent[],
): Promise<void> {
  let before = last;
  for (const event of events) {
    const {type, person, data} = toWrite(withoutCards(event));
    const line = chainLine(before, now, {till: office, person, type, data: JSON.stringify(data)});
    await client.query('insert into reconciliation_line (shop, seq, line) values ($1, $2, $3)', [
      ...[shop, before.seq + 1, line],
    ]);
    before = {seq: before.seq + 1, head: hashIn(line)};
  }
}

const hashIn = (line: string): string => line.slice(-66, -2);

type Chain = {
  readonly records: ReconciliationRecords;
  readonly events: readonly StoredEvent[];
  readonly last: ChainLink;
};

async function chainOf(client: Client, shop: string): Promise<Chain> {
  const {rows} = await client.query('select line from reconciliation_line where shop = $1 order by seq', [shop]);
  const events: StoredEvent[] = [];
  let records = noRecords;
  let last = genesis;
  for (const {line} of rows as readonly {line: string}[]) {
    const event = readLine(last, Buffer.from(line));
    if (typeof event === 'string')
      throw new Problem('journal-damaged', {segment: office, line: last.seq + 1, why: event});
    records = evolveRecords(records, event);
    events.push(event);
    last = {seq: event.seq, head: event.hash};
  }
  return {records, events, last};
}
