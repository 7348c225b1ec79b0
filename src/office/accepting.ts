import {
  acceptClaim,
  acceptUpload,
  type JournalUpload,
  linesToKnow,
  type OfficeDecision,
  type PositionClaim,
} from '../core/office/accept.js';
import {
  decideJoin,
  type GivenCode,
  isCodeOpen,
  type JoinDecision,
  type JoinRequest,
  joinCodeName,
} from '../core/office/joining.js';
import {type Client, type Database, keepShop} from './database.js';
import {hashesOf, keepDecision, keepIncidents, lockedRecord, type TillName} from './journals.js';

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
  request: JoinRequest & {readonly publicKey: string},
  now: number,
): Promise<JoinDecision> {
  await client.query('select pg_advisory_xact_lock(6845363)'); // only one till can use a code, in whichever shop
  const {code, till, key, publicKey} = request;
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
    [shop, till, seq, head, JSON.stringify(decision.joined), new Date(now)],
  );
  await client.query(
    'insert into till_key (shop, till, id, public_key) values ($1, $2, $3, $4) on conflict do nothing',
    [shop, till, key, publicKey],
  );
  return decision;
}
