import {type ChainPosition, chainStart, type OfferedLines, type ReadUpload, type UploadFlaw} from './chain.js';
import type {OfficeIncident} from './incident.js';

/** The number of a chain of a till: 0 for its journal; branches, which forked from it, are counted from 1. */
type ChainNumber = number;

/** Lines that do not continue the till's journal, kept apart forever. `first` is the first that differs from that line of `parent`. */
type JournalBranch = ChainPosition & {
  readonly number: ChainNumber;
  readonly parent: ChainNumber;
  readonly first: number;
};

/** What an office stores about a till besides its lines; a row of a table of the office. */
export type TillRecord = ChainPosition & {
  readonly shop: string;
  readonly till: string;
  /** The id of the key that the till signs with; null if no key may send for the till any more. */
  readonly key: string | null;
  /** The public key with which the office signed that the till had joined. */
  readonly office?: string;
  readonly branches: readonly JournalBranch[];
  /** The bytes of all branches together, which `branchBytesMax` limits. */
  readonly branchBytes: number;
  /** The last line of the office when it found the first fork that nobody has closed yet. Projections end there. */
  readonly haltedAt: number | null;
  /** Whether a fork was reported of which no line has arrived yet. */
  readonly isForkAwaited: boolean;
  /** The last line to which the till was ever rolled back, and whether it still has fewer lines than the office. */
  readonly rolledBackTo: number | null;
  readonly isBehind: boolean;
  /** How often another end of a forked journal was heard than before, the chain heard last, and whether this revealed two machines. */
  readonly turns: number;
  readonly heard: ChainNumber;
  readonly isCloned: boolean;
  /** The newest line that the office is known to have signed for and lost. */
  readonly lostTo: number;
  /** Former keys of the till with which somebody was found to continue selling; absent if there are none. */
  readonly oldKeys?: readonly string[];
};

/** What the office knew of a till when it issued the nonce of a request. Only what is older than the nonce can be held against the till. */
export type NonceContext = Pick<TillRecord, 'seq' | 'turns'>;

/** Offered lines, signed with the till's current or a former key together with `prev`, the hash of the line before the first. */
export type JournalUpload = {
  readonly key: string;
  readonly asked: NonceContext;
  readonly prev: string;
  /** `offeredLines` of the upload's bytes from `prev`: it needs no data of the office, so it is computed before. */
  readonly read: ReadUpload;
};

/** Where a till, once it has the nonce, says that its journal ends. `witnessed`: the newest checkpoint of this office that it has. */
export type PositionClaim = ChainPosition & {
  readonly key: string;
  readonly asked: NonceContext;
  readonly witnessed: ChainPosition | null;
};

/** The hash of a stored line of the journal, or of a branch's own lines; undefined for any that `linesToKnow` did not name. */
export type HashAt = (chain: ChainNumber, seq: number) => string | undefined;

/** Lines to store in the transaction that stores the record. `lines` are the lines of the upload from `first` on. */
export type JournalChunk = {
  readonly chain: ChainNumber;
  readonly first: number;
  readonly last: number;
  readonly prev: string;
  readonly head: string;
  readonly lines: OfferedLines;
};

/** Where a till's journal and its branches end in the office. `isKnown`: the office has the line that the till says is its last. */
export type ReportedPosition = {
  readonly kind: 'position';
  readonly position: ChainPosition;
  readonly branches: readonly ChainPosition[];
  readonly isKnown: boolean;
};

/** Why a request is rejected unread. This file decides the first two; the server, which checks what was signed, the others. */
export const requestRefusals = ['unknown-key', 'revoked', 'stale-nonce', 'wrong-digest', 'wrong-signature'] as const;
export type RequestRefusal = (typeof requestRefusals)[number];

/** The answer to a till. `position` is the end of its journal in this office. */
export type OfficeAnswer =
  | ReportedPosition
  | {readonly kind: 'kept' | 'gap'; readonly position: ChainPosition}
  /** `at`: the first line that differs; null if earlier lines must tell. `branch`: its end in the office; null if no more is kept. */
  | {readonly kind: 'forked'; readonly at: number | null; readonly branch: ChainPosition | null}
  | {readonly kind: 'flawed'; readonly line: number | null; readonly why: UploadFlaw}
  | {readonly kind: 'refused'; readonly why: RequestRefusal};

type RefusedRequest = Extract<OfficeAnswer, {kind: 'refused'}>;

/** What an office does about a request. It stores all of it in one transaction, and answers after that. */
export type OfficeDecision = {
  readonly record: TillRecord;
  readonly answer: OfficeAnswer;
  readonly chunk: JournalChunk | null;
  readonly incidents: readonly OfficeIncident[];
};

/** The quota of all branches of a till together, in bytes. Of anything above it, only the claims that the till has signed are kept. */
export const branchBytesMax = 64 * 1024 * 1024;
/** The most branches of a till. So many forks are no accident; lines of further ones are not kept, as above the quota. */
export const branchesMax = 64;

export const newTill = (shop: string, till: string, key: string): TillRecord => ({
  shop,
  till,
  key,
  ...chainStart,
  branches: [],
  branchBytes: 0,
  haltedAt: null,
  isForkAwaited: false,
  rolledBackTo: null,
  isBehind: false,
  turns: 0,
  heard: 0,
  isCloned: false,
  lostTo: 0,
});

/** Returns the last line of a till that projections include. Lines after a fork are in no sum until a person has looked at it. */
export const projectedThrough = ({seq, haltedAt}: TillRecord): number => haltedAt ?? seq;

/** Returns the record after a person has closed the incident of a fork: the journal is projected again, and its branches stay apart. */
export function closeFork(record: TillRecord): TillRecord {
  return {...record, haltedAt: null, isForkAwaited: false, turns: record.branches.length, isCloned: false};
}

/** The lines `from` to `through`, of every chain, that a decision needs; undefined if the record is enough. */
export function linesToKnow(
  {seq, branches}: TillRecord,
  read: ReadUpload,
): {readonly from: number; readonly through: number} | undefined {
  if ('why' in read) return undefined;
  const first = read.lines[0].seq;
  const end = Math.max(seq, ...branches.map(branch => branch.seq));
  const from = Math.max(1, first - 1);
  if (first === seq + 1 && branches.length === 0) return undefined;
  return from > end ? undefined : {from, through: Math.min(end, first + read.lines.length - 1)};
}

/**
 * Decides about lines that a till offers. Only hashes and order count. A line that continues from the newest one is kept; a repeated line
 * is accepted as if it were new; lines that differ from the stored ones are a fork, which is kept apart and reported. Stored lines never
 * change, and lines that arrive late, twice or in pieces never count as a fork.
 */
export function acceptUpload(record: TillRecord, upload: JournalUpload, hashAt: HashAt): OfficeDecision {
  const refusal = refusalOf(record, upload.key);
  if (refusal !== undefined) return unchanged(record, refusal);
  const {read} = upload;
  if ('why' in read) return unchanged(record, {kind: 'flawed', ...read});
  const offer: Offer = {upload, lines: read.lines, first: read.lines[0].seq};
  const chains = chainsOf(record, hashAt);
  const matches = chains.map(chain => ({chain, agreed: agreement(chain, offer)}));
  const best = matches.reduce((a, b) => (b.agreed > a.agreed ? b : a));
  if (best.agreed < 0) return unplaced(record, offer, chains);
  return placed(record, offer, best);
}

type Offer = {readonly upload: JournalUpload; readonly lines: OfferedLines; readonly first: number};
/** A chain from its end back to the first line of the journal, including the lines that it shares with its parent. */
type KnownChain = ChainPosition & {
  readonly number: ChainNumber;
  /** The first line that belongs to this chain only. */
  readonly own: number;
  readonly hashOf: (seq: number) => string | undefined;
};
type Match = {readonly chain: KnownChain; readonly agreed: number};

/** Returns why a request signed with this key is refused; undefined if the key is the till's. */
export function refusalOf({key}: Pick<TillRecord, 'key'>, signer: string): RefusedRequest | undefined {
  if (key === signer) return undefined;
  return {kind: 'refused', why: key === null ? 'revoked' : 'unknown-key'};
}

function unchanged(record: TillRecord, answer: OfficeAnswer): OfficeDecision {
  return {record, answer, chunk: null, incidents: []};
}

const positionOf = ({seq, head}: ChainPosition): ChainPosition => ({seq, head});

/** Returns the journal first, so that it is preferred to a branch that agrees with just as many lines. */
function chainsOf(record: TillRecord, hashAt: HashAt): readonly [KnownChain, ...KnownChain[]] {
  const hashOf = (number: ChainNumber, seq: number): string | undefined => {
    if (seq === 0) return chainStart.head;
    const branch = record.branches.find(each => each.number === number);
    const {seq: last, head} = branch ?? record;
    if (seq > last) return undefined;
    if (seq === last) return head;
    return branch !== undefined && seq < branch.first ? hashOf(branch.parent, seq) : hashAt(number, seq);
  };
  const known = (number: ChainNumber, own: number, end: ChainPosition): KnownChain => ({
    number,
    own,
    ...positionOf(end),
    hashOf: seq => hashOf(number, seq),
  });
  return [known(0, 1, record), ...record.branches.map(branch => known(branch.number, branch.first, branch))];
}

/** Returns how many of the offered lines a chain has; -1 if it lacks even the line that they continue from. */
function agreement({hashOf}: KnownChain, {upload, lines, first}: Offer): number {
  if (hashOf(first - 1) !== upload.prev) return -1;
  const differing = lines.findIndex(({seq, hash}) => hashOf(seq) !== hash);
  return differing === -1 ? lines.length : differing;
}

/** Decides about lines that continue from no line of the office: they are too early, or belong to a journal that forked before them. */
function unplaced(record: TillRecord, {first, upload}: Offer, [journal]: readonly [KnownChain, ...KnownChain[]]) {
  if (first > journal.seq + 1) return unchanged(record, {kind: 'gap', position: positionOf(record)});
  const claim = {seq: first - 1, head: upload.prev};
  const isReported = record.haltedAt !== null;
  return {
    record: isReported ? record : {...record, haltedAt: record.seq, isForkAwaited: true},
    answer: {kind: 'forked', at: null, branch: null} as const,
    chunk: null,
    incidents: isReported ? [] : [forkOf(record, null, claim, upload.key)],
  };
}

function placed(record: TillRecord, offer: Offer, {chain, agreed}: Match): OfficeDecision {
  const {lines, first, upload} = offer;
  const rest = lines.slice(agreed);
  const [next] = rest;
  const met = receivedOf(record, chain, first + agreed - 1, upload);
  if (next === undefined) return {...met, answer: answerOn(met.record, chain.number), chunk: null};
  const chunk = chunkOf(agreed === 0 ? upload.prev : (lines[agreed - 1]?.hash ?? ''), [next, ...rest.slice(1)]);
  if (next.seq > chain.seq) return extended(record, offer, {...chunk, chain: chain.number}, chain);
  return branched(record, offer, {...chunk, chain: record.branches.length + 1}, chain.number);
}

function chunkOf(prev: string, lines: OfferedLines): Omit<JournalChunk, 'chain'> {
  const last = lines.at(-1) ?? lines[0];
  return {first: lines[0].seq, last: last.seq, prev, head: last.hash, lines};
}

function extended(record: TillRecord, {upload}: Offer, chunk: JournalChunk, chain: KnownChain): OfficeDecision {
  const end = {seq: chunk.last, head: chunk.head};
  if (chain.number !== 0 && isOverQuota(record, chunk)) {
    return unchanged(record, {kind: 'forked', at: chain.own, branch: null});
  }
  const longer: TillRecord =
    chain.number === 0
      ? {...record, ...end, isBehind: false}
      : {
          ...record,
          branches: record.branches.map(each => (each.number === chain.number ? {...each, ...end} : each)),
          branchBytes: record.branchBytes + bytesOf(chunk),
        };
  const met = receivedOf(longer, chain, chunk.last, upload);
  return {...met, answer: answerOn(met.record, chain.number), chunk};
}

function branched(record: TillRecord, {upload}: Offer, chunk: JournalChunk, parent: ChainNumber): OfficeDecision {
  const fork = forkOf(record, chunk.first, {seq: chunk.last, head: chunk.head}, upload.key);
  const halted = {...record, haltedAt: record.haltedAt ?? record.seq};
  if (isOverQuota(record, chunk) || record.branches.length >= branchesMax) {
    const isReported = record.haltedAt !== null;
    const answer = {kind: 'forked', at: chunk.first, branch: null} as const;
    return {record: halted, answer, chunk: null, incidents: isReported ? [] : [fork]};
  }
  const {chain: number, first, last: seq, head} = chunk;
  const branches = [...record.branches, {number, parent, first, seq, head}];
  const grown = {...halted, branches, branchBytes: record.branchBytes + bytesOf(chunk)};
  const received = {...grown, isForkAwaited: false, turns: record.turns + 1, heard: number};
  return {record: received, answer: answerOn(received, number), chunk, incidents: record.isForkAwaited ? [] : [fork]};
}

/** Returns the bytes of a chunk as they stand in a journal. */
const bytesOf = ({lines}: Pick<JournalChunk, 'lines'>): number =>
  lines.reduce((sum, {bytes}) => sum + bytes.length + 1, 0);

const isOverQuota = ({branchBytes}: TillRecord, chunk: JournalChunk) => branchBytes + bytesOf(chunk) > branchBytesMax;

function answerOn(record: TillRecord, number: ChainNumber): OfficeAnswer {
  const branch = record.branches.find(each => each.number === number);
  if (branch === undefined) return {kind: 'kept', position: positionOf(record)};
  return {kind: 'forked', at: branch.first, branch: positionOf(branch)};
}

function forkOf(record: TillRecord, at: number | null, claim: ChainPosition, key: string): OfficeIncident {
  return {kind: 'forked', at, office: positionOf(record), claim, key};
}

/**
 * Counts the changes of a till from one end of its forked journal to another. A till that is heard at one end, then at another, then at the
 * first again is two machines, if it could know of the time before at each change. A till that got its lines back from the office changes
 * its end only once.
 */
function receivedOf(
  record: TillRecord,
  chain: KnownChain,
  seq: number,
  {asked, key}: Pick<JournalUpload, 'asked' | 'key'>,
): Found {
  const isBeyondForks = record.branches.every(({parent, first}) => parent !== chain.number || seq >= first);
  const isNews = isBeyondForks && seq >= chain.own && chain.number !== record.heard && asked.turns === record.turns;
  if (!isNews) return {record, incidents: []};
  const turned = {...record, turns: record.turns + 1, heard: chain.number};
  return turned.turns < record.branches.length + 2 ? {record: turned, incidents: []} : foundCloned(turned, key);
}

function foundCloned(record: TillRecord, key: string): Found {
  if (record.isCloned) return {record, incidents: []};
  return {record: {...record, isCloned: true}, incidents: [{kind: 'cloned', office: positionOf(record), key}]};
}

/** Decides on a claim: fewer lines than at its nonce were rolled back, another line is a fork, more lines are only not sent yet. */
export function acceptClaim(record: TillRecord, claim: PositionClaim, hashAt: HashAt): OfficeDecision {
  const chains = chainsOf(record, hashAt);
  const chain = chains.find(({hashOf}) => hashOf(claim.seq) === claim.head);
  const refusal = refusalOf(record, claim.key);
  if (refusal !== undefined) {
    const found = chain === undefined ? soldByOldKey(record, claim) : {record, incidents: []};
    return {...found, answer: refusal, chunk: null};
  }
  const lost = lostOf(record, claim, chains[0]);
  const found = chain === undefined ? unseenOf(lost.record, claim) : receivedAt(lost.record, chain, claim);
  const branches = record.branches.map(positionOf);
  const answer = {kind: 'position', position: positionOf(record), branches, isKnown: chain !== undefined} as const;
  return {record: found.record, answer, chunk: null, incidents: [...lost.incidents, ...found.incidents]};
}

type Found = Pick<OfficeDecision, 'record' | 'incidents'>;

/** If the sender's last line is the till's, it has only not heard of its new key. If not, sales with the former one are in no books. */
function soldByOldKey(record: TillRecord, {seq, head, key}: PositionClaim): Found {
  const {oldKeys = []} = record;
  if (oldKeys.includes(key)) return {record, incidents: []};
  const incident = {kind: 'old-key', office: positionOf(record), claim: {seq, head}, key} as const;
  return {record: {...record, oldKeys: [...oldKeys, key]}, incidents: [incident]};
}

/** A line within the range of the office differs from the office's line, and is a fork. Of a later line the office knows nothing yet. */
function unseenOf(record: TillRecord, claim: PositionClaim): Found {
  if (claim.seq > record.seq || record.haltedAt !== null) return {record, incidents: []};
  const fork = forkOf(record, null, positionOf(claim), claim.key);
  return {record: {...record, haltedAt: record.seq, isForkAwaited: true}, incidents: [fork]};
}

function receivedAt(before: TillRecord, chain: KnownChain, claim: PositionClaim): Found {
  const {record, incidents} = receivedOf(before, chain, claim.seq, claim);
  if (chain.number !== 0) return {record, incidents};
  if (claim.seq >= record.seq) return {record: {...record, isBehind: false}, incidents};
  if (claim.seq >= claim.asked.seq || record.isBehind) return {record, incidents};
  const behind = {...record, isBehind: true, rolledBackTo: claim.seq};
  // The till was rolled back to the very same line again, after it had all lines in between: it is another machine with a copy of the data.
  const isCopy = claim.seq === record.rolledBackTo;
  const {office, key} = {office: positionOf(record), key: claim.key};
  const found: Found = isCopy
    ? foundCloned(behind, key)
    : {record: behind, incidents: [{kind: 'rolled-back', office, claim: positionOf(claim), key}]};
  return {record: found.record, incidents: [...incidents, ...found.incidents]};
}

/** The office lacks lines that it has signed for: an older copy of its data, or a lagging replica, has taken its place. */
function lostOf(record: TillRecord, {witnessed}: PositionClaim, {hashOf}: KnownChain): Found {
  if (witnessed === null || witnessed.seq <= record.lostTo || hashOf(witnessed.seq) === witnessed.head) {
    return {record, incidents: []};
  }
  const incident = {kind: 'office-rolled-back', office: positionOf(record), witnessed: positionOf(witnessed)} as const;
  return {record: {...record, lostTo: witnessed.seq}, incidents: [incident]};
}
