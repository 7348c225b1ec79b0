import {isInstant} from '../day/schema.js';
import {checkpointForm} from '../technical/schema.js';
import type {ChainPosition} from './chain.js';

/** The lines of a till that an office has on disk, as signed. `key`: the id of the till's key. Nothing depends on `at`. */
export type Checkpoint = ChainPosition & {
  readonly shop: string;
  readonly till: string;
  readonly key: string;
  readonly at: string;
};

/** A note as it is sent and stored: exactly the text that was signed, and its Ed25519 signature in base64. */
export type SignedNote = {readonly note: string; readonly signature: string};

/** Returns the note of a checkpoint. Throws a `RangeError` if a part does not fit the form of the note, which is a bug of ours. */
export function checkpointNote({shop, till, key, seq, head, at}: Checkpoint): string {
  const note = `duka.head/1\n${shop}/${till}\n${key}\n${seq}\n${head}\n${at}\n`;
  if (!checkpointForm.test(note)) throw new RangeError('no checkpoint can be made of this');
  return note;
}

/** Returns the checkpoint that a note states; undefined for any other text. It does not check a signature. */
export function checkpointIn(note: string): Checkpoint | undefined {
  const {shop = '', till = '', key = '', seq, head = '', at = ''} = checkpointForm.exec(note)?.groups ?? {};
  return isInstant(at) && Number.isSafeInteger(Number(seq)) ? {shop, till, key, seq: Number(seq), head, at} : undefined;
}

/** Compares an office's position with the newest it has signed: `rolled-back` if it has fewer lines now, or another one there. */
export function compareOffice(known: ChainPosition | undefined, reported: ChainPosition): 'goes-on' | 'rolled-back' {
  if (known === undefined || reported.seq > known.seq) return 'goes-on';
  return reported.seq === known.seq && reported.head === known.head ? 'goes-on' : 'rolled-back';
}

/** What a till does about the lines that an office has signed for: it restores the lines after its own, or the reason why it does not. */
type Restoring =
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

/** Whether a line that an office gives back is the one that it signed for. A line with another number than `witnessed` passes. */
export const isAsWitnessed = ({seq, head}: ChainPosition, witnessed: ChainPosition | undefined): boolean =>
  seq !== witnessed?.seq || head === witnessed.head;
