import type {ChainPosition} from './chain.js';

/** What a witness finds of a checkpoint that it is asked to sign: it goes on, or why it does not. */
export type Continuation = 'goes-on' | 'older' | 'other-line';

/**
 * Whether a checkpoint goes on from the newest one that the witness has signed for the same till of the same office. It sees no line, so
 * all that it can vouch for is this: the numbers rise, and of one number there is one line.
 */
export function continues(known: ChainPosition | undefined, asked: ChainPosition): Continuation {
  if (known === undefined || asked.seq > known.seq) return 'goes-on';
  if (asked.seq < known.seq) return 'older';
  return asked.head === known.head ? 'goes-on' : 'other-line';
}

/** The text that a witness signs for a note of an office. */
export const countersignedText = (note: string): string => `duka.witness/1\n${note}`;
