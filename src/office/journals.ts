import {zstdCompressSync, zstdDecompressSync} from 'node:zlib';
import {hashAfter} from '../../store/line.js';
import {
  acceptClaim,
  acceptUpload,
  type HashAt,
  type JournalChunk,
  type JournalUpload,
  linesToKnow,
  type OfficeDecision,
  type PositionClaim,
  projectedThrough,
  type TillRecord,
} from '../core/office/accept.js';
import {chainStart, wholeLines} from '../core/office/chain.js';
import {dictionary} from '../core/office/dictionary.js';
import type {OfficeIncident} from '../core/office/incident.js';
import {
  decideJoin,
  type GivenCode,
  isCodeOpen,
  type JoinDecision,
  type JoinRequest,
  joinCodeName,
} from '../core/office/joining.js';
import type {StoredLine} from '../core/office/projection.js';
import {Problem} from '../core/problem.js';
import {type Client, type Database, keepShop} from './database.js';
import {type Marking, markOf} from './key.js';

export type TillName = {readonly shop: string; readonly till: string};

type ChunkRow = {
  readonly chain: number;
  readonly first: number;
  readonly raw: number;
  readonly codec: string;
  readonly body: Buffer;
};

/** How many chunks one query asks for. A till that sells sends a kilobyte for each payment, one that was away larger ones. */
const mostTogether = 32;
const usualChunk = 32 * 1024;
const checkedAtOnce = 1024 * 1024;

const dictionaries: Readonly<Record<string, Buffer>> = {[dictionary.name]: Buffer.from(dictionary.text)};

/** The record of a till, locked until the transaction ends; null if there is no such till. */
async function lockedRecord(client: Client, {shop, till}: TillName): Promise<TillRecord | null> {
  const {rows} = await client.query('select record from till where shop = $1 and till = $2 for update', [shop, till]);
  return (rows[0] as {record: TillRecord} | undefined)?.record ?? null;
}

/** Changes the record as it is in its locked row, so that neither this change nor what a till sends meanwhile is lost. */
export async function changeRecord(
  client: Client,
  till: TillName,
  how: (record: TillRecord) => TillRecord,
): Promise<void> {
  const before = await lockedRecord(client, till);
  if (before === null) throw new Problem('office-till-unknown', till);
  await client.query('update till set record = $3 where shop = $1 and till = $2', [
    ...[till.shop, till.till, JSON.stringify(how(before))],
  ]);
}

/** Stores, if it changed, what was decided about the till of `before`, and when it was heard. `packed`: the chunk as it came. */
async function keepDecision(
  client: Client,
  before: TillRecord,
  decision: OfficeDecision,
  {now, packed}: {readonly now: number; readonly packed?: Uint8Array | undefined},
): Promise<void> {
  const {record, answer, chunk, incidents} = decision;
  const {shop, till} = record;
  const isHeard = answer.kind !== 'refused';
  const keepRecord = async () => {
    const {rowCount} = await client.query(
      `update till set seq = $3, head = $4, record = $5, seen_at = coalesce($8, seen_at)
       where shop = $1 and till = $2 and seq = $6 and head = $7`,
      [
        ...[shop, till, record.seq, record.head, JSON.stringify(record), before.seq, before.head],
        isHeard ? new Date(now) : null,
      ],
    );
    if (rowCount !== 1) throw new Error(`till ${shop}/${till} was changed by another`);
  };
  // If one of these fails, nothing is kept. They are sent without waiting for one another.
  await Promise.all([
    isHeard || record !== before ? keepRecord() : undefined,
    chunk === null ? undefined : keepChunk(client, record, chunk, packed),
    keepIncidents(client, record, incidents, now),
  ]);
}

async function keepChunk(
  client: Client,
  {shop, till}: TillName,
  {chain, first, last, prev, head, lines}: JournalChunk,
  packed: Uint8Array | undefined,
) {
  const size = lines.reduce((sum, {bytes}) => sum + bytes.length + 1, 0);
  const isSmall = packed !== undefined && packed.length < size; // a till that packs badly cannot fill the disk
  const body = isSmall ? packed : zstdCompressSync(bytesOf(lines), {dictionary: dictionaries[dictionary.name]});
  await client.query(
    'insert into chunk (shop, till, chain, first, last, prev, head, raw, codec, body) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [shop, till, chain, first, last, prev, head, size, dictionary.name, body],
  );
}

const newline = Buffer.from('\n');

/** Adds incidents, which a person has to look at. The till's row has to be locked, or new: incidents of a till are numbered. */
export async function keepIncidents(
  client: Client,
  {shop, till}: TillName,
  incidents: readonly OfficeIncident[],
  now: number,
): Promise<void> {
  if (incidents.length === 0) return;
  const {rows} = await client.query<{last: number | null}>(
    'select max(number) as last from incident where shop = $1 and till = $2',
    [shop, till],
  );
  const last = rows[0]?.last ?? 0;
  for (const [at, incident] of incidents.entries())
    await client.query('insert into incident (shop, till, number, at, what) values ($1, $2, $3, $4, $5)', [
      ...[shop, till, last + 1 + at, new Date(now), JSON.stringify(incident)],
    ]);
}

export type StoredIncident = TillName & {
  readonly number: number;
  readonly at: string;
  readonly what: OfficeIncident;
  readonly closedBy: string | null;
  readonly note: string | null;
};
export type IncidentRow = Omit<StoredIncident, 'at' | 'closedBy'> & {
  readonly at: Date;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
  readonly signed: string | null;
};

/** What the office adds to an incident that a person has closed in it. */
const closingMark = (
  seal: Marking,
  {shop, till, number, what, note, closed_at: at, closed_by: by}: Omit<IncidentRow, 'at' | 'signed'>,
): string => markOf(seal, `incident ${shop} ${till} ${number}`, {what, note, by, at});

/** All incidents of some shops, newest first. One that was not closed in this office is open, whatever its row says. */
export async function incidentsIn(
  {query}: Pick<Database, 'query'>,
  shops: readonly string[],
  seal: Marking,
): Promise<readonly StoredIncident[]> {
  const rows = await query<IncidentRow>(
    `select shop, till, number, at, what, closed_at, closed_by, note, signed from incident where shop = any($1)
       order by at desc, number desc, shop, till`,
    [shops],
  );
  return rows.map(row => incidentIn(row, seal));
}

export function incidentIn(row: IncidentRow, seal: Marking): StoredIncident {
  const {shop, till, number, at, what, closed_by: closedBy, note, signed} = row;
  const found = {shop, till, number, at: at.toISOString(), what, closedBy, note};
  if (signed === closingMark(seal, row)) return found;
  const {counts: _, ...opened} = {counts: undefined, ...what};
  return {...found, what: opened, closedBy: null, note: null};
}

/** Closes an incident as a person says, and returns it; undefined if no such one is open. */
export async function closeIncident(
  client: Client,
  {shop, till, number, now}: TillName & {readonly number: number; readonly now: number},
  {person, note, counts = false, seal}: {person: string; note: string; counts?: boolean; seal: Marking},
): Promise<OfficeIncident | undefined> {
  const {rows} = await client.query<IncidentRow>(
    'select * from incident where shop = $1 and till = $2 and number = $3 for update',
    [shop, till, number],
  );
  const [row] = rows;
  if (row === undefined || row.signed === closingMark(seal, row)) return undefined;
  if (counts && row.what.kind !== 'received-twice') return undefined;
  const what = counts ? {...row.what, counts} : row.what;
  const closed = {...row, what, note, closed_by: person, closed_at: new Date(now)};
  await client.query(
    `update incident set closed_at = $4, closed_by = $5, note = $6, what = $7, signed = $8
       where shop = $1 and till = $2 and number = $3`,
    [shop, till, number, closed.closed_at, person, note, JSON.stringify(what), closingMark(seal, closed)],
  );
  return what;
}

const linesOf = ({raw, codec, body}: ChunkRow): readonly Uint8Array[] => {
  const shared = dictionaries[codec];
  const bytes = zstdDecompressSync(body, {maxOutputLength: raw, ...(shared && {dictionary: shared})});
  return wholeLines(bytes) ?? [];
};

/** Whether the packed bytes of a chunk are not as they were stored. */
const isUnpackable = (error: unknown): boolean =>
  /^(?:ZSTD_|ERR_BUFFER_TOO_LARGE)/i.test((error as NodeJS.ErrnoException).code ?? '');

const ending = /"hash":"([0-9a-f]{64})"\}$/;
/** The hash that a line says it has. */
export const hashIn = (line: Uint8Array): string => ending.exec(Buffer.from(line).toString('latin1'))?.[1] ?? '';

type Range = {readonly from: number; readonly through: number};

/** Chunks of a chain follow one another, so the first one wanted is the last that begins no later than the first line. */
export const chunksOfRange = `select found.* from unnest($3::int[]) as wanted (number)
  cross join lateral (
    select chain, first, raw, codec, body from chunk where shop = $1 and till = $2 and chain = number and first <= $5
      and first >= coalesce((select max(first) from chunk where shop = $1 and till = $2 and chain = number and first <= $4), 0)
    order by first limit $6) as found
  order by chain, first`;

/** The hashes of lines, by chain and line number: of ranges and of single lines, in a till's journal and its branches. */
export async function hashesOf(
  client: Client,
  {shop, till, branches}: Pick<TillRecord, 'shop' | 'till' | 'branches'>,
  ranges: readonly Range[],
): Promise<HashAt> {
  const known = new Map<string, string>();
  const chains = [0, ...branches.map(({number}) => number)];
  for (const {from, through} of ranges) {
    const {rows} = await client.query(chunksOfRange, [shop, till, chains, from, through, null]);
    for (const row of rows as ChunkRow[])
      for (const [at, line] of linesOf(row).entries()) known.set(`${row.chain} ${row.first + at}`, hashIn(line));
  }
  return (chain, seq) => known.get(`${chain} ${seq}`);
}

/** The lines of a till's journal from a number on: as many chunks as hold `most` bytes, and at least one. */
export async function linesFrom(
  database: Pick<Database, 'query'>,
  {shop, till}: TillName,
  {from, through, most}: Range & {readonly most: number},
): Promise<readonly StoredLine[]> {
  const together = Math.min(mostTogether, Math.ceil(most / usualChunk));
  const found: StoredLine[] = [];
  let size = 0;
  for (let next = from; next <= through && (found.length === 0 || size < most); ) {
    const rows = await database.query<ChunkRow>(chunksOfRange, [shop, till, [0], next, through, together]);
    const before = next;
    for (const row of rows) {
      if (row.first > next) break; // the lines between are missing
      for (const [at, bytes] of linesOf(row).entries()) {
        const seq = row.first + at;
        if (seq < next || seq > through) continue;
        found.push({seq, bytes});
        size += bytes.length + 1;
      }
      next = (found.at(-1)?.seq ?? through) + 1;
      if (size >= most) break;
    }
    if (next === before) break; // the office has no more lines
  }
  return found;
}

/** The lines of a till's journal, each checked as it is read; `isCounted`: without lines after a fork. Throws `Problem` journal-damaged for the first wrong one. */
export async function* checkedLines(
  database: Pick<Database, 'query'>,
  record: TillRecord,
  isCounted = false,
): AsyncGenerator<readonly StoredLine[]> {
  const {shop, till, head} = record;
  const seq = isCounted ? projectedThrough(record) : record.seq;
  const damaged = (line: number) => new Problem('journal-damaged', {segment: `${shop}/${till}`, line, why: 'hash'});
  let at = chainStart;
  while (at.seq < seq) {
    const wanted = {from: at.seq + 1, through: seq, most: checkedAtOnce};
    const lines = await linesFrom(database, record, wanted).catch(error => {
      throw isUnpackable(error) ? damaged(wanted.from) : error;
    });
    if (lines.length === 0) throw damaged(wanted.from);
    for (const {seq: number, bytes} of lines) {
      const hash = hashAfter(at.head, bytes);
      if (hash === undefined || number !== at.seq + 1) throw damaged(at.seq + 1);
      at = {seq: number, head: hash};
    }
    if (at.seq === record.seq && at.head !== head) throw damaged(seq);
    yield lines;
  }
}

/** The bytes of lines as they are in the till's journal: each with its newline. */
export const bytesOf = (lines: readonly StoredLine[]): Buffer =>
  Buffer.concat(lines.flatMap(({bytes}) => [bytes, newline]));

/** What a till asks about its journal: a request that was read, and whose signature by the till was checked. */
export type JournalRequest =
  /** `packed`: the bytes of the upload as the till packed them, if it used this office's dictionary. */
  {readonly upload: JournalUpload; readonly packed?: Uint8Array | undefined} | {readonly claim: PositionClaim};

/** Decides and stores the decision in the client's transaction, with the till's row locked. Null if there is no such till. */
export async function decideRequest(
  client: Client,
  till: TillName,
  request: JournalRequest,
  now: number,
): Promise<OfficeDecision | null> {
  const record = await lockedRecord(client, till);
  if (record === null) return null;
  const known =
    'upload' in request
      ? [linesToKnow(record, request.upload.read)].filter(range => range !== undefined)
      : [request.claim.seq, request.claim.witnessed?.seq ?? 0]
          .filter(seq => seq > 0)
          .map(seq => ({from: seq, through: seq}));
  const hashAt = await hashesOf(client, record, known);
  const decision =
    'upload' in request ? acceptUpload(record, request.upload, hashAt) : acceptClaim(record, request.claim, hashAt);
  const isWhole =
    'upload' in request &&
    'lines' in request.upload.read &&
    decision.chunk?.lines.length === request.upload.read.lines.length;
  await keepDecision(client, record, decision, {now, packed: isWhole ? request.packed : undefined});
  return decision;
}

/** Whether a till can still join with a code of this name: one read and no lock, so that made-up codes keep nobody waiting. */
export async function isCodeKnown(database: Pick<Database, 'query'>, code: string): Promise<boolean> {
  const found = await database.query<{given: GivenCode}>('select given from join_code where name = $1', [
    joinCodeName(code),
  ]);
  return found.some(({given}) => isCodeOpen(given));
}

/** Decides whether a till may join with the key of this id, and stores it, in the client's transaction, one till at a time. */
export async function decideJoining(
  client: Client,
  request: JoinRequest & {readonly publicKey: string; readonly office?: string},
  now: number,
): Promise<JoinDecision> {
  await client.query('select pg_advisory_xact_lock(6845363)'); // only one till can use a code, in whichever shop
  const {code, till, key, publicKey, office} = request;
  const name = joinCodeName(code);
  const codes = await client.query<{given: GivenCode}>('select given from join_code where name = $1', [name]);
  const all = codes.rows.map(({given}) => given);
  const given = all.find(each => each.code === code) ?? all[0] ?? null;
  const named = await client.query<TillName>('select shop, till from till where till = $1', [till]);
  const before = named.rows[0] === undefined ? null : await lockedRecord(client, named.rows[0]);
  const shop = before?.shop ?? given?.shop ?? '';
  const decision = decideJoin(request, {given, till: before, now});
  if (decision.given !== null)
    await client.query('update join_code set given = $3 where shop = $1 and name = $2', [
      ...[decision.given.shop, name, JSON.stringify(decision.given)],
    ]);
  if (before !== null || decision.joined !== null) await keepIncidents(client, {shop, till}, decision.incidents, now);
  if (decision.joined === null) return decision;
  const {seq, head} = decision.joined;
  await keepShop(client, shop);
  await client.query(
    `insert into till (shop, till, seq, head, record, joined_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (shop, till) do update set record = excluded.record`,
    [shop, till, seq, head, JSON.stringify({...decision.joined, office}), new Date(now)],
  );
  await client.query(
    'insert into till_key (shop, till, id, public_key) values ($1, $2, $3, $4) on conflict do nothing',
    [shop, till, key, publicKey],
  );
  return decision;
}
