import {zName} from '../shift/report.js';
import type {StoredEvent} from './event.js';

/** A slip that left the till. Anyone who holds it can prove the journal up to line `seq`. */
export type OutsideSlip = {
  readonly seq: number;
  readonly kind: 'receipt' | 'z';
  /** The payment's reference, or the name of the Z. */
  readonly name: string;
  /** The instant at which the slip left the till. */
  readonly at: string;
};

/** Goes through a journal, oldest event first, and finds the slip that proves the largest part of it. */
export class OutsideSlips {
  #newest: OutsideSlip | null = null;
  /** The last line that each Z's code covers: the Z's own line or, in version 0.1.0, the line before it. */
  readonly #zs = new Map<number, {readonly own: number; readonly before: number}>();
  /** Version 0.1.0 did not name a key, and its receipts do not name a line of the journal. */
  #namesLines = false;

  get newest(): OutsideSlip | null {
    return this.#newest;
  }

  take(event: StoredEvent): void {
    const {type, data, seq, at} = event;
    if (type === 'signing-key' || (type === 'segment-opened' && data.signingKey !== undefined)) this.#namesLines = true;
    if (type === 'z-reported') this.#zs.set(data.report.number, {own: seq, before: data.report.throughSeq});
    // A receipt's code contains the number and hash of the very line that records the printing.
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
