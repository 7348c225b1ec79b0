import type {ChainPosition} from './chain.js';

/** What a witness finds about a checkpoint that it is asked to sign: the checkpoint continues from the last one, or the reason why not. */
export type Continuation = 'goes-on' | 'older' | 'other-line';

/**
 * Returns whether a checkpoint continues from the newest one that the witness has signed for the same till of the same office. A witness
 * sees no lines. It can only vouch that the numbers rise, and that there is one line for each number.
 */
export function continues(known: ChainPosition | undefined, asked: ChainPosition): Continuation {
  if (known === undefined || asked.seq > known.seq) return 'goes-on';
  if (asked.seq < known.seq) return 'older';
  return asked.head === known.head ? 'goes-on' : 'other-line';
}

/** Returns the text that a witness signs for a note of an office. */
export const countersignedText = (note: string): string => `duka.witness/1\n${note}`;
