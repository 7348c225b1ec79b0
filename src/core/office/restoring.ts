import type {ChainPosition} from './chain.js';
import {compareOffice} from './checkpoint.js';

/** What a till does about the lines that an office has signed for: it restores the lines after its own, or the reason why it does not. */
export type Restoring =
  | {readonly kind: 'restore'; readonly through: ChainPosition}
  /** The till has at least as many lines as the office. */
  | {readonly kind: 'behind'; readonly seq: number}
  /** The office had signed for more lines, or for other ones: what it has now is an older copy. */
  | {readonly kind: 'older'; readonly signed: ChainPosition; readonly witnessed: ChainPosition};

/**
 * Decides how far a till whose journal ends at `had` may trust what the office has signed for now. `witnessed` is the newest checkpoint of
 * the same office that the till still has. A till that trusted an older copy would continue from there, and lose what came after it.
 */
export function decideRestore(
  had: ChainPosition,
  {signed, witnessed}: {readonly signed: ChainPosition; readonly witnessed: ChainPosition | undefined},
): Restoring {
  if (signed.seq <= had.seq) return {kind: 'behind', seq: signed.seq};
  const isOlder = witnessed !== undefined && compareOffice(witnessed, signed) === 'rolled-back';
  return isOlder ? {kind: 'older', signed, witnessed} : {kind: 'restore', through: signed};
}

/**
 * Whether a line that an office gives back is the one that the office has signed for. A line with another number than `witnessed` always
 * passes.
 */
export function isAsWitnessed({seq, head}: ChainPosition, witnessed: ChainPosition | undefined): boolean {
  return seq !== witnessed?.seq || head === witnessed.head;
}
