import {promisify} from 'node:util';
import {constants, zstdCompress} from 'node:zlib';
import {type ChainLink, genesis} from '../../store/line.js';
import type {OfficeAnswer} from '../core/office/accept.js';
import {uploadBytesMax} from '../core/office/chain.js';
import {compareOffice} from '../core/office/checkpoint.js';
import {dictionary} from '../core/office/dictionary.js';
import {afterAnswer, beginShipping, firstToSend} from '../core/office/offer.js';
import {Problem} from '../core/problem.js';
import type {World} from '../core/world.js';
import type {Batch, JournalLines} from './journal-lines.js';
import {keepStanding, readStanding, type ShipperStanding, type Trouble} from './kept.js';
import {
  type Membership,
  type Office,
  type OfficeResponse,
  type Position,
  type VerifiedCheckpoint,
  verifiedCheckpoint,
} from './office.js';

export type ShipParts = {
  /** Where the journal lies. */
  readonly folder: string;
  readonly own: Membership;
  readonly lines: JournalLines;
  readonly office: Office;
  readonly world: World;
  readonly signal: AbortSignal;
  /** Stops when the office has everything, or at the first trouble. */
  readonly once?: boolean;
  /** Told of each change: how far the office is, and what keeps it from more. */
  readonly onStanding?: (standing: ShipperStanding) => void;
};

/** What is in the way, if anything is. `detail` is a word of it that stays the same. */
type InTheWay = {readonly trouble: Trouble; readonly detail: string};

/** How it ended: everything is there, something was in the way, or it was told to stop. */
export type Shipped = {readonly kind: 'all' | 'stopped'} | ({readonly kind: 'trouble'} & InTheWay);

/** How soon a new line of the journal is seen. */
const lookMs = 200;
/** So often may the office say in one round that it stands elsewhere. */
const mostTurns = 40;
/** How long an office is left alone that has everything; it may ask for another pace. */
const quietMs = {least: 1_000, usual: 30_000, most: 300_000};
/** A link that fails is tried again after as much, doubled each time; what no repetition mends, after the longest. */
const backOffMs = {first: 1_000, most: 60_000, longest: 600_000};
/** What no repetition mends. */
const lasting: ReadonlySet<Trouble> = new Set(['refused', 'damaged']);

const compress = promisify(zstdCompress);
const shared = Buffer.from(dictionary.text);

/**
 * Sends the journal's lines to the office until it is told to stop. Where the office stands is asked and never remembered: a restored
 * till, a restored office and a lost answer are one case. Reads the journal only; may be killed at any time. Never rejects for what the
 * office or the link does.
 */
export async function ship(parts: ShipParts): Promise<Shipped> {
  const shipper = new Shipper(parts);
  let failures = 0;
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
}

/** `isThrough`: the office has all that it takes now. `afterMs`: how long it wants to be left alone. */
type Round = {readonly isThrough: boolean; readonly inTheWay?: InTheWay; readonly afterMs?: number | undefined};

/** With chance in it: two hundred tills that lost one link come back one after the other. */
function pauseAfter({inTheWay, afterMs}: Round, failures: number, world: World): number {
  const isLasting = inTheWay !== undefined && lasting.has(inTheWay.trouble);
  const usual = isLasting ? backOffMs.longest : Math.min(backOffMs.most, backOffMs.first * 2 ** (failures - 1));
  const chance = (world.random(1)[0] ?? 0) / 256;
  return Math.min(afterMs ?? 0, backOffMs.longest) + usual * (0.5 + chance / 2);
}

class Shipper {
  readonly #parts: ShipParts;
  #standing: ShipperStanding | undefined;
  #newest: VerifiedCheckpoint | undefined;
  #isFirst = true;

  constructor(parts: ShipParts) {
    this.#parts = parts;
  }

  /** Asks where the office stands and sends what it has not, until it has all or something keeps it from it. */
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

  /** Waits for a new line of the journal, and no longer than the office wants to hear from its till. */
  async quiet(waitMs: number | undefined): Promise<void> {
    const {world, signal, lines} = this.#parts;
    const until = world.monotonic() + Math.min(quietMs.most, Math.max(quietMs.least, waitMs ?? quietMs.usual));
    while (!signal.aborted && world.monotonic() < until) {
      await world.sleep(lookMs, signal);
      const standing = await lines.standing().catch(() => undefined); // the next round says why
      if (standing === undefined || standing.seq > (this.#standing?.seq ?? 0)) return;
    }
  }

  async #round(): Promise<Round> {
    const {office, lines, signal, own, folder} = this.#parts;
    this.#standing ??= await readStanding(folder, own.office);
    const {checkpoint} = this.#standing ?? {};
    this.#newest ??= checkpoint == null ? undefined : verifiedCheckpoint(checkpoint, own);
    let claimed: ChainLink = genesis;
    const claim = async () => {
      claimed = await this.#claim();
      return claimed;
    };
    const ask = () => office.position(claim, this.#newest, signal);
    let response = await ask();
    // By the first nonce, which it gives to anybody, an office cannot judge a till that has less than it; by the next one it can.
    const isBehind = response.kind === 'position' && response.position.seq > claimed.seq;
    if (this.#isFirst && isBehind) response = await ask();
    this.#isFirst = false;
    if (response.kind !== 'position') return this.#stopped(response);
    const {position, branches, isKnown} = response;
    await this.#received(response, compareOffice(this.#newest?.checkpoint, position) === 'rolled-back');
    const hashes = new Map<number, string | undefined>();
    for (const {seq} of [position, ...branches]) hashes.set(seq, await lines.hashOf(seq));
    const outcome = await this.#send(response, claimed, hashes);
    if (outcome.inTheWay !== undefined) return outcome;
    return position.seq > claimed.seq && isKnown
      ? this.#through('till-behind', String(position.seq), response)
      : outcome;
  }

  /** Sends line after line as core decides it, by what each answer says. */
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

  /** The newest line of this till: also one that its office has signed for, where a power cut took what was kept of it. */
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

  /** The office has all that it takes; what is wrong is for people to see to. */
  async #through(trouble: Trouble, detail: string, {waitMs}: Position): Promise<Round> {
    return {...(await this.#trouble(trouble, detail)), isThrough: true, afterMs: waitMs};
  }

  /** A checkpoint is kept where it is of a line of this very journal. */
  async #received(
    {position: {seq, head}, checkpoint}: Pick<Position, 'position' | 'checkpoint'>,
    isRolledBack: boolean,
  ): Promise<void> {
    const {lines} = this.#parts;
    const lost = this.#newest?.checkpoint.seq ?? 0;
    // What the office once signed for stays until it has as much again: by that the till can tell that it was put back.
    if (checkpoint !== undefined && seq >= lost && (await lines.hashOf(seq)) === head) this.#newest = checkpoint;
    const receivedAt = this.#instant();
    const rolledBack = isRolledBack ? {from: lost, to: seq, at: receivedAt} : this.#now().rolledBack;
    await this.#keep({seq, head, heardAt: receivedAt, rolledBack, trouble: null});
  }

  #now(): ShipperStanding {
    const {office} = this.#parts.own;
    return this.#standing ?? {...genesis, office, checkpoint: null, heardAt: null, rolledBack: null, trouble: null};
  }

  #instant(): string {
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(this.#parts.world.now())).toString();
  }

  async #keep(change: Partial<ShipperStanding>): Promise<void> {
    const {folder, onStanding} = this.#parts;
    const {note, signature} = this.#newest ?? {};
    const checkpoint = note === undefined || signature === undefined ? null : {note, signature};
    const standing = {...this.#now(), ...change, checkpoint};
    this.#standing = standing;
    await keepStanding(folder, standing).catch(() => undefined); // a full disk keeps no line from the office
    onStanding?.(standing);
  }
}

/** Of a failure of the disk or the system. */
const codeOf = (error: unknown): string | undefined => {
  const {code} = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
};

/** What an answer to lines means, as core has it; undefined for what is no answer to them. */
function answerOf(response: OfficeResponse, {last, head}: Batch): OfficeAnswer | undefined {
  if (response.kind === 'gap' || response.kind === 'forked') return response;
  if (response.kind !== 'kept') return undefined;
  const {seq} = response.position;
  return seq > last || (seq === last && response.position.head === head) ? response : undefined;
}

/** As small as it gets without more memory: a shop may pay by the megabyte. */
async function pack({bytes}: Batch): Promise<Uint8Array> {
  return compress(bytes, {dictionary: shared, params: {[constants.ZSTD_c_compressionLevel]: 9}});
}
