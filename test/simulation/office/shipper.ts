import type {OfficeAnswer} from '../../../src/core/office/accept.js';
import {chainStart} from '../../../src/core/office/chain.js';
import {checkpointIn, compareOffice, type SignedNote} from '../../../src/core/office/checkpoint.js';
import {afterAnswer, beginShipping, firstToSend, type ShippingState} from '../../../src/core/office/offer.js';
import {answerIn, type Beside} from '../../../src/core/office/wire.js';
import type {Chance} from '../chance.js';
import type {ShippedList} from './lists.js';
import type {Machine} from './machine.js';
import {noteSignature, type OfficeReply, type OfficeRequest, signedRequest} from './messages.js';
import type {Network} from './network.js';
import type {VirtualTime} from './time.js';

const patience = 5000;

/** The process that sends a machine's lines: it reads the folder, asks the office where it stands, and believes no memory of its own. */
export class Shipper {
  readonly #machine: Machine;
  readonly #network: Network;
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  #nonce = '';
  #state: ShippingState | null = null;
  /** The request that is under way: an answer to an earlier one is nobody's. */
  #under = 0;
  isRunning = true;

  constructor(
    machine: Machine,
    parts: {readonly network: Network; readonly time: VirtualTime; readonly chance: Chance},
  ) {
    this.#machine = machine;
    ({network: this.#network, time: this.#time, chance: this.#chance} = parts);
    this.#next(this.#chance.between(0, 2000));
  }

  #next(delay: number): void {
    this.#under += 1;
    const own = this.#under;
    this.#time.after(delay, () => {
      if (this.isRunning && own === this.#under) this.#act();
    });
  }

  #act(): void {
    if (this.#nonce === '') {
      this.#ask({method: 'GET', path: '/v1/nonce'}, () => this.#next(0));
      return;
    }
    // Whatever is read is on the disk for good, so that no power cut takes back what the office has.
    this.#machine.sync();
    const first = this.#state === null ? undefined : firstToSend(this.#machine.journal, this.#state);
    if (this.#state === null) this.#claim();
    else if (first === undefined) this.#rest();
    else this.#put(first, this.#state);
  }

  #claim(): void {
    const {journal, witnessed, checkpoint} = this.#machine;
    const path = `/v1/journal?claimed=${journal.seq}&head=${journal.head}`;
    this.#ask({method: 'GET', path, checkpoint}, ({answer}) => {
      if (answer.kind !== 'position') this.#rest();
      else {
        if (compareOffice(witnessed ?? undefined, answer.position) === 'rolled-back') this.#machine.hasSeenLoss = true;
        this.#state = beginShipping(answer);
        this.#fetchList();
      }
    });
  }

  /** What comes is left for the till, which alone judges it. */
  #fetchList(): void {
    this.#ask({method: 'GET', path: '/v1/list?kind=staff'}, () => this.#next(0));
  }

  #put(first: number, state: ShippingState): void {
    const {journal} = this.#machine;
    const last = Math.min(journal.seq, first + this.#chance.between(0, 12));
    const path = `/v1/journal?prev=${journal.hashOf(first - 1)}`;
    this.#ask({method: 'PUT', path, body: journal.bytes(first, last)}, ({answer}) => {
      this.#state = afterAnswer(this.#machine.journal, state, last, answer) ?? null;
      if (this.#state === null) this.#rest();
      else this.#next(0);
    });
  }

  #rest(): void {
    this.#state = null;
    this.#next(this.#chance.between(2000, 15_000));
  }

  #ask(
    parts: Pick<OfficeRequest, 'method' | 'path'> & {readonly body?: Uint8Array; readonly checkpoint?: string | null},
    heard: (told: Beside & {readonly answer: OfficeAnswer}) => void,
  ): void {
    const {signer, till} = this.#machine;
    const request = signedRequest(signer, {...parts, till, nonce: this.#nonce});
    this.#nonce = '';
    const resume = this.#state;
    this.#state = null; // if no answer comes, it asks again where the office stands
    this.#next(patience);
    const own = this.#under;
    this.#network.send(request, reply => {
      if (!this.isRunning || own !== this.#under) return;
      this.#state = resume;
      const isList = parts.path.startsWith('/v1/list');
      const list = isList ? (parsed(reply.body) as ShippedList | undefined) : undefined;
      if (list?.note !== undefined) this.#machine.shipped = list;
      this.#hear(reply, isList || parts.path === '/v1/nonce', heard);
    });
  }

  #hear(reply: OfficeReply, isNonce: boolean, heard: (told: Beside & {readonly answer: OfficeAnswer}) => void): void {
    this.#nonce = reply.nonce;
    const told = isNonce ? {answer: nothingYet} : answerIn({status: reply.status, body: parsed(reply.body)});
    if (told === undefined || told.answer.kind === 'refused') this.#rest();
    else {
      this.#keep(told.checkpoint);
      heard(told);
    }
  }

  /** A checkpoint counts that the office has signed and that is of a line which is here. */
  #keep(signed: SignedNote | undefined): void {
    const checkpoint = signed === undefined ? undefined : checkpointIn(signed.note);
    if (signed === undefined || checkpoint === undefined || signed.signature !== noteSignature(signed.note)) return;
    const {seq, head} = checkpoint;
    if (this.#machine.journal.hashOf(seq) !== head || seq < (this.#machine.witnessed?.seq ?? 0)) return;
    this.#machine.checkpoint = signed.note;
  }
}

const nothingYet: OfficeAnswer = {kind: 'gap', position: chainStart};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
