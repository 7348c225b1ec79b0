import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {checkpointIn} from '../../../src/core/office/checkpoint.js';
import {reportOf} from '../../../src/core/shift/report.js';
import {JournalInMemory} from '../../core/office/journal-of.js';
import {request} from '../../core/payment/payment-samples.js';
import type {Chance} from '../chance.js';
import {approveAt, type ShippedList, takeList} from './lists.js';
import type {Signer} from './messages.js';

/** What somebody may have a copy of: the folder of a till. */
export type Folder = {readonly journal: JournalInMemory; readonly checkpoint: string | null};

/** A machine that a till runs on: its disk, and what is written there. */
export class Machine {
  readonly till: string;
  readonly signer: Signer;
  readonly #chance: Chance;
  journal: JournalInMemory;
  /** Lines that a power cut does not take. */
  synced: number;
  /** The note of the newest checkpoint that it has. */
  checkpoint: string | null;
  /** It was found here that the office has lost lines. */
  hasSeenLoss = false;
  /** What was left for it as a list of the office. */
  shipped: ShippedList | undefined;
  #cash: {readonly reference: string; readonly amount: object; readonly seq: number; back: number | null}[] = [];

  constructor(
    till: string,
    signer: Signer,
    chance: Chance,
    {journal, checkpoint}: Folder = {journal: new JournalInMemory(), checkpoint: null},
  ) {
    this.till = till;
    this.signer = signer;
    this.#chance = chance;
    this.journal = journal.copy();
    this.synced = this.journal.seq;
    this.checkpoint = checkpoint;
  }

  /** What the till does between two looks: sales, and now and then a Z. The newest lines may wait for the disk. */
  work(): void {
    for (let acts = this.#chance.between(1, 4); acts > 0; acts -= 1) {
      if (this.shipped !== undefined) takeList(this.journal, this.shipped);
      this.#act();
    }
    if (this.#chance.isTrue(0.8)) this.sync();
  }

  sync(): void {
    this.synced = this.journal.seq;
  }

  cutPower(): void {
    this.journal = this.journal.copy(this.#chance.between(this.synced, this.journal.seq));
    this.#forget();
    this.sync();
  }

  /** What is no longer in the journal is not there to be given back. */
  #forget(): void {
    this.#cash = this.#cash.filter(({seq}) => seq <= this.journal.seq);
    for (const payment of this.#cash) if ((payment.back ?? 0) > this.journal.seq) payment.back = null;
  }

  folder(): Folder {
    return {journal: this.journal.copy(this.synced), checkpoint: this.checkpoint};
  }

  /** Who copies a journal back may leave the rest of the folder as it is. */
  putBack({journal, checkpoint}: Folder, isJournalAlone: boolean): void {
    this.journal = journal.copy();
    this.#forget();
    this.sync();
    if (!isJournalAlone) this.checkpoint = checkpoint;
  }

  /** Lines of its own that it gets back. */
  take(lines: readonly Uint8Array[]): void {
    for (const line of lines) this.journal.push(line);
    this.sync();
  }

  /** The newest line that the office is known to have. */
  get witnessed() {
    return this.checkpoint === null ? null : (checkpointIn(this.checkpoint) ?? null);
  }

  #act(): void {
    const what = this.#chance.weighted({cash: 6, wallet: 5, back: 2, count: 2, approve: 2, z: 1, newer: 0.1});
    const person = this.#chance.pick(['Amina', 'Baraka', 'Chausiku']);
    const write = (type: string, data: object) => this.journal.write({person, type, data: JSON.stringify(data)});
    if (what === 'cash' || what === 'wallet') this.#sell(what, write);
    else if (what === 'back') this.#giveBack(write);
    else if (what === 'approve') approveAt(this.journal, this.#chance);
    else if (what === 'z') this.#close(write);
    else if (what === 'newer') write('weighed', {grams: 12});
    else this.journal.append(person);
  }

  #sell(what: 'cash' | 'wallet', write: (type: string, data: object) => void): void {
    sold += 1;
    const reference = `T7K0MZ4K8${String(sold % 1_000_000).padStart(6, '0')}`;
    const amount = {currency: 'KES', minor: 100 * this.#chance.between(1, 900)};
    const cash = {method: 'cash', tendered: amount, country: 'KE', again: null, description: ''};
    write('requested', {...(what === 'cash' ? cash : request), amount, reference, sale: reference, businessDate});
    if (what === 'cash') this.#cash.push({reference, amount, seq: this.journal.seq, back: null});
  }

  #giveBack(write: (type: string, data: object) => void): void {
    const isThere = (seq: number | null) => seq !== null && seq <= this.journal.seq;
    const payment = this.#cash.find(({seq, back}) => isThere(seq) && !isThere(back) && this.#chance.isTrue(0.3));
    if (payment === undefined) return;
    const {reference, amount} = payment;
    write('refund-in-cash', {reference, refund: 1, amount, reason: 'returned', businessDate});
    payment.back = this.journal.seq;
  }

  #close(write: (type: string, data: object) => void): void {
    const state = emptyState();
    foldEvents(
      state,
      this.journal.lines.map(line => JSON.parse(line) as StoredEvent),
    );
    const report = reportOf(state, {...frame, head: this.journal.head});
    write('z-reported', {report});
  }
}

const businessDate = '2026-11-20';
const frame = {
  kind: 'z',
  till: 'T7K',
  shop: 'Duka',
  profile: 'sandbox',
  zone: 'Africa/Nairobi',
  businessDate,
  closedAt: 0,
  difference: null,
  notAsked: 0,
} as const;
/** No two sales of a play have one reference, whatever was put back. */
let sold = 0;

/** A till, and everything that has its folder. */
export type Place = {
  readonly till: string;
  /** The key that is the till's now. */
  signer: Signer;
  readonly machines: Machine[];
  /** Machines that another one has replaced, and those of them that somebody has turned on again. */
  readonly lost: Machine[];
  readonly back: Machine[];
  /** Nobody ever put anything back, nor copied it. */
  isHonest: boolean;
  readonly copies: Folder[];
};
