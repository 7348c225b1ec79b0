import type {ChainPosition} from './chain.js';
import {compareOffice} from './checkpoint.js';

/** What a till does about what an office has signed for: it gets the lines back behind its own, or why it does not. */
export type Restoring =
  | {readonly kind: 'restore'; readonly through: ChainPosition}
  /** The till has as much. */
  | {readonly kind: 'behind'; readonly seq: number}
  /** The office had signed for more, or for other lines: what it has now is an older copy. */
  | {readonly kind: 'older'; readonly signed: ChainPosition; readonly witnessed: ChainPosition};

/**
 * Decides how far a till that stands at `had` may believe what the office has signed for now. `witnessed`: the newest checkpoint of the same
 * office that the till still has; whoever believes an older one goes on from there, and what came after it is forgotten.
 */
export function decideRestore(
  had: ChainPosition,
  {signed, witnessed}: {readonly signed: ChainPosition; readonly witnessed: ChainPosition | undefined},
): Restoring {
  if (signed.seq <= had.seq) return {kind: 'behind', seq: signed.seq};
  const isOlder = witnessed !== undefined && compareOffice(witnessed, signed) === 'rolled-back';
  return isOlder ? {kind: 'older', signed, witnessed} : {kind: 'restore', through: signed};
}

/** Whether a line that an office gives back is the one that it had signed for, where it had signed for one of this number. */
export function isAsWitnessed({seq, head}: ChainPosition, witnessed: ChainPosition | undefined): boolean {
  return seq !== witnessed?.seq || head === witnessed.head;
}
