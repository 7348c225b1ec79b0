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
  /** The line of each Z, which is the last that its code covers. */
  readonly #zs = new Map<number, number>();

  get newest(): OutsideSlip | null {
    return this.#newest;
  }

  take(event: StoredEvent): void {
    const {type, data, seq, at} = event;
    if (type === 'z-reported') this.#zs.set(data.report.number, seq);
    // A receipt's code contains the number and hash of the very line that records the printing.
    if (type === 'slip-printed' && data.kind === 'receipt')
      this.#note({seq, kind: 'receipt', name: data.reference, at});
    if (type !== 'report-printed' || data.z === null) return;
    this.#note({seq: this.#zs.get(data.z) ?? 0, kind: 'z', name: zName(data.z), at});
  }

  #note(slip: OutsideSlip): void {
    if (slip.seq > (this.#newest?.seq ?? 0)) this.#newest = slip;
  }
}
