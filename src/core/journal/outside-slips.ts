import {zName} from '../shift/report.js';
import type {StoredEvent} from './event.js';

/** A slip that left the till, and the line of the journal up to which anybody who has it can prove the journal by it. */
export type OutsideSlip = {
  readonly seq: number;
  readonly kind: 'receipt' | 'z';
  /** The payment's reference, or the name of the Z. */
  readonly name: string;
  /** The instant at which it left. */
  readonly at: string;
};

/** Looks through a journal, oldest event first, for the slip that proves the most of it. */
export class OutsideSlips {
  #newest: OutsideSlip | null = null;
  /** The lines that a Z's code covers: up to its own one, or by version 0.1.0 up to the one before it. */
  readonly #zs = new Map<number, {readonly own: number; readonly before: number}>();
  /** Version 0.1.0 named no key, and no line of the journal on a receipt. */
  #namesLines = false;

  get newest(): OutsideSlip | null {
    return this.#newest;
  }

  take(event: StoredEvent): void {
    const {type, data, seq, at} = event;
    if (type === 'signing-key' || (type === 'segment-opened' && data.signingKey !== undefined)) this.#namesLines = true;
    if (type === 'z-reported') this.#zs.set(data.report.number, {own: seq, before: data.report.throughSeq});
    // A receipt's code has the number and the hash of the very line that says that it left.
    if (type === 'slip-printed' && data.kind === 'receipt' && this.#namesLines)
      this.#note({seq, kind: 'receipt', name: data.reference, at});
    if (type !== 'report-printed' || data.z === null) return;
    const {own = 0, before = 0} = this.#zs.get(data.z) ?? {};
    this.#note({seq: this.#namesLines ? own : before, kind: 'z', name: zName(data.z), at});
  }

  #note(slip: OutsideSlip): void {
    if (slip.seq > (this.#newest?.seq ?? 0)) this.#newest = slip;
  }
}
