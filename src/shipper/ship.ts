import {pid} from 'node:process';
import {promisify} from 'node:util';
import {constants, zstdCompress} from 'node:zlib';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {type ChainLink, genesis} from '../../store/line.js';
import type {OfficeAnswer} from '../core/office/accept.js';
import {uploadBytesMax} from '../core/office/chain.js';
import {compareOffice} from '../core/office/checkpoint.js';
import {dictionary} from '../core/office/dictionary.js';
import {afterAnswer, beginShipping, firstToSend} from '../core/office/offer.js';
import {Problem} from '../core/problem.js';
import type {World} from '../core/world.js';
import type {Batch, JournalLines} from './journal-lines.js';
import {atWorkMs, ListFetcher, readStanding, type ShipperStanding, standingPath, type Trouble} from './kept.js';
import {
  type Membership,
  type Office,
  type OfficeResponse,
  type Position,
  type VerifiedCheckpoint,
  verifiedCheckpoint,
} from './office.js';

export type ShipParts = {
  /** The folder of the till, which has the journal. */
  readonly folder: string;
  readonly own: Membership;
  readonly lines: JournalLines;
  readonly office: Office;
  readonly world: World;
  readonly signal: AbortSignal;
  /** Stops when the office has everything, or at the first trouble. */
  readonly once?: boolean;
  /** Called after each change: how far the office is, and what keeps it from having more. */
  readonly onStanding?: (standing: ShipperStanding) => void;
};

/** The trouble, if there is one. `detail` is a short text that stays the same while the trouble does. */
type InTheWay = {readonly trouble: Trouble; readonly detail: string};

/** How it ended: the office has everything, there was a trouble, or the caller stopped it. */
export type Shipped = {readonly kind: 'all' | 'stopped'} | ({readonly kind: 'trouble'} & InTheWay);

/** How often the journal is checked for a new line, in milliseconds. */
const lookMs = 200;
/** The most answers in one round that keep no lines, and with `once` the most rounds that decide nothing. */
const mostTurns = 40;
/** How long an office that has everything is left alone, in milliseconds. The office may ask for another pace. */
const quietMs = {least: 1_000, usual: 30_000, most: 300_000};
/** The pause after a failed connection, doubled each time, in milliseconds; after a trouble that repeating cannot end, `longest`. */
const backOffMs = {first: 1_000, most: 60_000, longest: 600_000};
/** The troubles that repeating cannot end. */
const lasting: ReadonlySet<Trouble> = new Set(['refused', 'damaged']);

const compress = promisify(zstdCompress);
const shared = Buffer.from(dictionary.text);

/**
 * Sends the journal's lines to the office until it is told to stop. How far the office is, is always asked and never remembered, so that a
 * restored till, a restored office and a lost answer are the same case. It only reads the journal, and may be killed at any time. It never
 * rejects because of what the office or the connection does.
 */
export async function ship(parts: ShipParts): Promise<Shipped> {
  const shipper = new Shipper(parts);
  for (;;) {
    const shipped = await rounds(parts, shipper);
    // A till that has just sold starts no shipper beside one that is at work. So this one looks again after it has said that it is not.
    if (shipped.kind !== 'all' || !(await shipper.hasMore())) return shipped;
  }
}

async function rounds(parts: ShipParts, shipper: Shipper): Promise<Shipped> {
  let failures = 0;
  try {
    for (;;) {
      const outcome = await shipper.round();
      if (parts.signal.aborted) return {kind: 'stopped'};
      const {inTheWay, isThrough, afterMs} = outcome;
      const isDecided = isThrough || inTheWay !== undefined || failures >= mostTurns;
      if (parts.once === true && isDecided)
        return inTheWay === undefined ? {kind: 'all'} : {kind: 'trouble', ...inTheWay};
      failures = isThrough ? 0 : failures + 1;
      if (isThrough) await shipper.quiet(afterMs);
      else await parts.world.sleep(pauseAfter(outcome, failures, parts.world), parts.signal);
    }
  } finally {
    await shipper.end();
  }
}

/** `isThrough`: the office has all that it takes now. `afterMs`: how long it wants to be left alone. */
type Round = {readonly isThrough: boolean; readonly inTheWay?: InTheWay; readonly afterMs?: number | undefined};

/** Includes chance, so that two hundred tills that lost the same connection do not all come back at once. */
function pauseAfter({inTheWay, afterMs}: Round, failures: number, world: World): number {
  const isLasting = inTheWay !== undefined && lasting.has(inTheWay.trouble);
  const usual = isLasting ? backOffMs.longest : Math.min(backOffMs.most, backOffMs.first * 2 ** (failures - 1));
  const chance = (world.random(1)[0] ?? 0) / 256;
  return Math.min(afterMs ?? 0, backOffMs.longest) + usual * (0.5 + chance / 2);
}

/** Stores the standing without waiting for the disk: what a power cut destroys is asked for again. */
async function keepStanding(folder: string, standing: ShipperStanding, disk: Disk = nodeDisk): Promise<void> {
  await disk.writeTextAtomically(standingPath(folder), `${JSON.stringify(standing)}\n`, {durable: false});
}

class Shipper {
  readonly #parts: ShipParts;
  #standing: ShipperStanding | undefined;
  #newest: VerifiedCheckpoint | undefined;
  #isFirst = true;
  readonly #lists: ListFetcher;

  constructor(parts: ShipParts) {
    this.#parts = parts;
    this.#lists = new ListFetcher(parts.folder);
  }

  /** Asks how far the office is and sends what it lacks, until it has everything or there is a trouble. */
  async round(): Promise<Round> {
    try {
      return await this.#round();
    } catch (error) {
      if (error instanceof Problem)
        return this.#trouble('damaged', `${error.facts.segment ?? ''}:${error.facts.line ?? ''}`);
      const code = codeOf(error);
      if (code === undefined) throw error;
      return this.#trouble('unreadable', code);
    }
  }

  /** Says that no shipper is at work any more. Never rejects. */
  async end(): Promise<void> {
    if (this.#standing !== undefined) await this.#store({...this.#standing, atWork: undefined});
  }

  /** Waits for a new line of the journal, but no longer than the pace at which the office wants to hear from its till. */
  async quiet(waitMs: number | undefined): Promise<void> {
    const {world, signal} = this.#parts;
    const until = world.monotonic() + Math.min(quietMs.most, Math.max(quietMs.least, waitMs ?? quietMs.usual));
    while (!signal.aborted && world.monotonic() < until) {
      await world.sleep(lookMs, signal);
      if (await this.hasMore()) return;
    }
  }

  /** Whether the journal has lines that the office lacked when it was heard last, or cannot be read: the next round reports why. */
  async hasMore(): Promise<boolean> {
    const standing = await this.#parts.lines.standing().catch(() => undefined);
    return standing === undefined || standing.seq > (this.#standing?.seq ?? 0);
  }

  async #round(): Promise<Round> {
    const {office, lines, signal, own, folder} = this.#parts;
    this.#standing ??= await readStanding(folder, own.office);
    const {checkpoint} = this.#standing ?? {};
    this.#newest ??= checkpoint == null ? undefined : verifiedCheckpoint(checkpoint, own);
    await this.#store(this.#now()); // before the office is asked, which may take long
    let claimed: ChainLink = genesis;
    const claim = async () => {
      claimed = await this.#claim();
      return claimed;
    };
    const ask = () => office.position(claim, this.#newest, signal);
    let response = await ask();
    // With the first nonce, which anybody gets, an office cannot judge a till that has less than the office. With the next nonce it can.
    const isBehind = response.kind === 'position' && response.position.seq > claimed.seq;
    if (this.#isFirst && isBehind) response = await ask();
    this.#isFirst = false;
    if (response.kind !== 'position') return this.#stopped(response);
    const {position, branches, isKnown} = response;
    await this.#received(response, compareOffice(this.#newest?.checkpoint, position) === 'rolled-back');
    const hashes = new Map<number, string | undefined>();
    for (const {seq} of [position, ...branches]) hashes.set(seq, await lines.hashOf(seq));
    const outcome = await this.#send(response, claimed, hashes);
    const fetching = this.#lists.fetch(office, response.lists, {now: this.#parts.world.now(), signal});
    await fetching.catch(() => undefined); // a full disk must not keep lines from the office
    if (outcome.inTheWay !== undefined) return outcome;
    return position.seq > claimed.seq && isKnown
      ? this.#through('till-behind', String(position.seq), response)
      : outcome;
  }

  /** Sends lines as core decides from each answer. */
  async #send(position: Position, claimed: ChainLink, hashes: Map<number, string | undefined>): Promise<Round> {
    const {office, lines, signal} = this.#parts;
    let state = beginShipping(position);
    let own = claimed;
    let most = uploadBytesMax;
    const {seq: toldSeq, head: toldHead} = position.position;
    let isForked = toldSeq <= own.seq && hashes.get(toldSeq) !== toldHead;
    for (let turns = 0; !signal.aborted && turns < mostTurns; ) {
      const first = firstToSend({...own, hashOf: seq => hashes.get(seq)}, state);
      const batch = first === undefined ? undefined : await lines.after(first - 1, own.seq, most);
      if (batch === undefined) {
        const standing = await lines.standing();
        if (standing.seq > own.seq && state.next !== null) own = standing;
        else if (isForked) return this.#through('forked', String(toldSeq), position);
        else return {isThrough: true, afterMs: position.waitMs};
        continue;
      }
      const {prev} = batch;
      const response = await office.put({prev, body: await pack(batch), dictionary: dictionary.name}, signal);
      if (response.kind === 'flawed' && response.why === 'too-large' && batch.last > batch.first) {
        most = Math.ceil(batch.bytes.length / 2);
        turns += 1;
        continue;
      }
      const answer = answerOf(response, batch);
      if (answer === undefined) return this.#stopped(response);
      if (response.kind === 'kept') {
        await this.#received(response, false);
        hashes.set(response.position.seq, await lines.hashOf(response.position.seq));
      }
      const next = afterAnswer({...own, hashOf: seq => hashes.get(seq)}, state, batch.last, answer);
      isForked ||= answer.kind === 'forked';
      if (next === undefined) {
        return isForked ? this.#through('forked', String(toldSeq), position) : {isThrough: false};
      }
      if (answer.kind !== 'kept') turns += 1;
      state = next;
    }
    return this.#stopped({kind: 'unclear', why: 'turns'});
  }

  /** The newest line of this till, or one that the office has signed for if a power cut destroyed the till's own record of it. */
  async #claim(): Promise<ChainLink> {
    const {lines} = this.#parts;
    const standing = await lines.standing();
    const {seq, head} = this.#newest?.checkpoint ?? genesis;
    return seq > standing.seq && (await lines.hashOf(seq)) === head ? {seq, head} : standing;
  }

  #stopped(response: OfficeResponse): Promise<Round> {
    switch (response.kind) {
      case 'failed':
        return this.#trouble('unreachable', response.code);
      case 'busy':
        return this.#trouble('busy', '', response.afterMs);
      case 'refused':
      case 'unclear':
        return this.#trouble(response.kind, response.why);
      case 'flawed':
        return this.#trouble('damaged', `${response.line ?? '-'} ${response.why}`);
      default:
        return this.#trouble('unclear', response.kind);
    }
  }

  async #trouble(trouble: Trouble, detail: string, afterMs?: number): Promise<Round> {
    const before = this.#now().trouble;
    const isSame = before?.kind === trouble && before.detail === detail;
    const since = isSame ? before.since : this.#instant();
    if (!this.#parts.signal.aborted) await this.#keep({trouble: {kind: trouble, detail: detail.slice(0, 100), since}});
    return {isThrough: false, inTheWay: {trouble, detail}, afterMs};
  }

  /** The office has all that it takes now. What is wrong is for a person to solve. */
  async #through(trouble: Trouble, detail: string, {waitMs}: Position): Promise<Round> {
    return {...(await this.#trouble(trouble, detail)), isThrough: true, afterMs: waitMs};
  }

  /** Keeps a checkpoint only if it is about a line of this very journal. */
  async #received(
    {position: {seq, head}, checkpoint}: Pick<Position, 'position' | 'checkpoint'>,
    isRolledBack: boolean,
  ): Promise<void> {
    const {lines} = this.#parts;
    const lost = this.#newest?.checkpoint.seq ?? 0;
    // What the office once signed for is kept until it has as much again, so that the till can tell if the office was restored from a
    // backup.
    if (checkpoint !== undefined && seq >= lost && (await lines.hashOf(seq)) === head) this.#newest = checkpoint;
    const receivedAt = this.#instant();
    const rolledBack = isRolledBack ? {from: lost, to: seq, at: receivedAt} : this.#now().rolledBack;
    await this.#keep({seq, head, heardAt: receivedAt, rolledBack, trouble: null});
  }

  #now(): ShipperStanding {
    const {office} = this.#parts.own;
    const nothing = {...genesis, office, checkpoint: null, heardAt: null, rolledBack: null, trouble: null};
    return {...(this.#standing ?? nothing), atWork: {pid, until: this.#instant(atWorkMs)}};
  }

  #instant(later = 0): string {
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(this.#parts.world.now() + later)).toString();
  }

  async #keep(change: Partial<ShipperStanding>): Promise<void> {
    const {note, signature} = this.#newest ?? {};
    const checkpoint = note === undefined || signature === undefined ? null : {note, signature};
    const standing = {...this.#now(), ...change, checkpoint};
    await this.#store(standing);
    this.#parts.onStanding?.(standing);
  }

  async #store(standing: ShipperStanding): Promise<void> {
    this.#standing = standing;
    await keepStanding(this.#parts.folder, standing).catch(() => undefined); // a full disk must not keep lines from the office
  }
}

/** The code of an error of the disk or the system; undefined for any other error. */
const codeOf = (error: unknown): string | undefined => {
  const {code} = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
};

/** What an answer to lines means, in the terms of core; undefined if it is not an answer to these lines. */
function answerOf(response: OfficeResponse, {last, head}: Batch): OfficeAnswer | undefined {
  if (response.kind === 'gap' || response.kind === 'forked') return response;
  if (response.kind !== 'kept') return undefined;
  const {seq} = response.position;
  return seq > last || (seq === last && response.position.head === head) ? response : undefined;
}

/** Packs as small as possible without using more memory, since a shop may pay by the megabyte. */
const pack = async ({bytes}: Batch): Promise<Uint8Array> =>
  compress(bytes, {dictionary: shared, params: {[constants.ZSTD_c_compressionLevel]: 9}});
