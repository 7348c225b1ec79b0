import {
  acceptClaim,
  acceptUpload,
  type JournalUpload,
  linesToKnow,
  type OfficeDecision,
  type PositionClaim,
} from '../core/office/accept.js';
import type {Client} from './database.js';
import {hashesOf, keepDecision, lockedRecord, type TillName} from './journals.js';

/** What a till asks of its journal, read from its request and known to be signed by it. */
export type JournalRequest =
  /** `packed`: the very bytes of the upload as the till has packed them, where that was by this office's dictionary. */
  {readonly upload: JournalUpload; readonly packed?: Uint8Array | undefined} | {readonly claim: PositionClaim};

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
  await keepDecision(client, record, decision, isWhole ? request.packed : undefined);
  return decision;
}
