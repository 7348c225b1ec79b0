import {hashAfter} from '../../store/line.js';
import {
  acceptClaim,
  acceptUpload,
  type JournalUpload,
  linesToKnow,
  type OfficeDecision,
  type PositionClaim,
} from '../core/office/accept.js';
import {wholeLines} from '../core/office/chain.js';
import type {Client} from './database.js';
import {hashesOf, keepDecision, lockedRecord, type TillName} from './journals.js';

/** What a till asks of its journal, read from its request and known to be signed by it. */
export type JournalRequest = {readonly upload: JournalUpload} | {readonly claim: PositionClaim};

/**
 * Decides about a request by what is on the disk, and keeps what was decided: all of it is the client's transaction, under the till's row.
 * Null where there is no such till.
 */
export async function decideRequest(
  client: Client,
  till: TillName,
  request: JournalRequest,
): Promise<OfficeDecision | null> {
  const record = await lockedRecord(client, till);
  if (record === null) return null;
  const known =
    'upload' in request
      ? [linesToKnow(record, spanOf(request.upload.bytes))].filter(range => range !== undefined)
      : [request.claim.seq, request.claim.witnessed?.seq ?? 0]
          .filter(seq => seq > 0)
          .map(seq => ({from: seq, through: seq}));
  const hashAt = await hashesOf(client, record, known);
  const decision =
    'upload' in request
      ? acceptUpload(record, request.upload, {hashAt, hashAfter})
      : acceptClaim(record, request.claim, hashAt);
  await keepDecision(client, record, decision);
  return decision;
}

/** The numbers of the first and the last line of an upload; 1 and 0 where it has none. */
function spanOf(bytes: Uint8Array): {readonly first: number; readonly last: number} {
  const lines = wholeLines(bytes) ?? [];
  const numberIn = (each: Uint8Array | undefined) =>
    Number(/^\{"seq":(\d{1,16}),/.exec(Buffer.from(each?.subarray(0, 32) ?? []).toString('latin1'))?.[1] ?? Number.NaN);
  const first = numberIn(lines[0]);
  return Number.isNaN(first) ? {first: 1, last: 0} : {first, last: first + lines.length - 1};
}
