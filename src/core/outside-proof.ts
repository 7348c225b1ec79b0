import type {StoredEvent} from './event.js';
import {zName} from './report.js';

/** A slip that left the till, and the line of the journal up to which anybody who has it can prove the journal by it. */
export type OutsideProof = {
  readonly seq: number;
  readonly kind: 'receipt' | 'z';
  /** The payment's reference, or the name of the Z. */
  readonly name: string;
  /** The instant at which it left. */
  readonly at: string;
};

/** Looks through a journal, oldest event first, for the slip that proves the most of it. */
export class OutsideProofs {
  #newest: OutsideProof | null = null;
  readonly #zs = new Map<number, number>();

  get newest(): OutsideProof | null {
    return this.#newest;
  }

  take(event: StoredEvent): void {
    const {type, data, seq, at} = event;
    if (type === 'z-reported') this.#zs.set(data.report.number, seq);
    // A receipt's code has the number and the hash of the very line that says that it left.
    else if (type === 'slip-printed' && data.kind === 'receipt')
      this.#note({seq, kind: 'receipt', name: data.reference, at});
    else if (type === 'report-printed' && data.z !== null)
      this.#note({seq: this.#zs.get(data.z) ?? 0, kind: 'z', name: zName(data.z), at});
  }

  #note(proof: OutsideProof): void {
    if (proof.seq > (this.#newest?.seq ?? 0)) this.#newest = proof;
  }
}
