import {isInstant} from '../day/schema.js';
import type {ChainPosition} from './chain.js';

/**
 * Which lines of a till's journal an office has on its disk, as it signs it. `key` is the id of the till's key. `at` is an instant by the
 * office's clock; nothing depends on it.
 */
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
  if (!form.test(note)) throw new RangeError('no checkpoint can be made of this');
  return note;
}

/** Returns the checkpoint that a note states; undefined for any other text. It does not check a signature. */
export function checkpointIn(note: string): Checkpoint | undefined {
  const {shop = '', till = '', key = '', seq, head = '', at = ''} = form.exec(note)?.groups ?? {};
  return isInstant(at) && Number.isSafeInteger(Number(seq)) ? {shop, till, key, seq: Number(seq), head, at} : undefined;
}

const form =
  /^duka\.head\/1\n(?<shop>[\w-]{1,64})\/(?<till>[A-Z0-9]{1,3})\n(?<key>[0-9a-f]{16})\n(?<seq>0|[1-9]\d{0,15})\n(?<head>[0-9a-f]{64})\n(?<at>[0-9TZ:.-]{20,32})\n$/u;

/**
 * Compares the position that an office reports with `known`, the newest checkpoint by that office's own key that the till has. Returns
 * `rolled-back` if the office has signed for more lines than it now has, or for another line of that number.
 */
export function compareOffice(known: ChainPosition | undefined, reported: ChainPosition): 'goes-on' | 'rolled-back' {
  if (known === undefined || reported.seq > known.seq) return 'goes-on';
  return reported.seq === known.seq && reported.head === known.head ? 'goes-on' : 'rolled-back';
}
