import * as z from 'zod';
import {isInstant} from '../day/schema.js';
import {formats} from '../events/formats.js';
import {jsonIn} from '../text/json.js';
import {type Checkpoint, checkpointIn, checkpointNote, type SignedNote} from './checkpoint.js';

/** The root of the Merkle tree of a day, over the checkpoints of all tills of an office: to change one of them changes the root. */
export type DayRoot = {readonly day: string; readonly tills: number; readonly root: string};

/** Returns the note of a root, which the office signs, mails and prints. Throws a `RangeError` for parts without its form, our bug. */
export function rootNote({day, tills, root}: DayRoot): string {
  const note = `duka.root/1\n${day}\n${tills}\n${root}\n`;
  if (rootIn(note) === undefined) throw new RangeError('no root can be made of this');
  return note;
}

/** Returns the root that a note states; undefined for any other text. */
export function rootIn(note: string): DayRoot | undefined {
  const {day = '', tills = '', root = ''} = rootForm.exec(note)?.groups ?? {};
  return isInstant(`${day}T00:00:00.000Z`) ? {day, tills: Number(tills), root} : undefined;
}

const rootForm = /^duka\.root\/1\n(?<day>\d{4}-\d\d-\d\d)\n(?<tills>[1-9]\d{0,8})\n(?<root>[0-9a-f]{64})\n$/u;

/** Returns the checkpoints of a day as notes in the order of its tree, and the note of its root. There must be at least one checkpoint. */
export function dayOfHeads(day: string, checkpoints: readonly Checkpoint[], digest: BytesDigest) {
  const placed = checkpoints.map(each => ({note: checkpointNote(each), place: `${each.shop}/${each.till}`}));
  const notes = placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({note}) => note);
  const root = merkleRoot(notes.map(bytesOf), digest).toHex();
  return {notes, note: rootNote({day, tills: notes.length, root})};
}

const sum = z.string().regex(/^[0-9a-f]{64}$/);
/** The proof that lines existed on a day, for anybody who has the office's public key and the journal. */
const form = z.object({
  format: z.literal(formats.proof),
  /** The office's public key. A verifier must not trust this copy, but compare it with the key from another source. */
  office: z.string().regex(/^[\w-]{43}$/),
  root: z.object({note: z.string().max(512), signature: z.string().max(128)}),
  checkpoint: z.string().max(512),
  index: z.int().min(0),
  /** The hashes from the checkpoint to the root, in hexadecimal digits. */
  path: z.array(sum).max(64),
  /** A Z among these lines, if one was asked for. */
  z: z.object({number: z.int().min(1), seq: z.int().min(1), hash: sum}).nullable(),
});
export type HeadProof = Readonly<z.infer<typeof form>>;

/** Returns the proof of one of a day's checkpoints. Throws a `RangeError` if the day has no checkpoint of that till. */
export function proofOf(
  {notes, root, office}: {readonly notes: readonly string[]; readonly root: SignedNote; readonly office: string},
  {till, z: report}: {readonly till: {readonly shop: string; readonly till: string}; readonly z: HeadProof['z']},
  digest: BytesDigest,
): HeadProof {
  const index = notes.findIndex(note => {
    const checkpoint = checkpointIn(note);
    return checkpoint?.shop === till.shop && checkpoint.till === till.till;
  });
  const path = inclusionPath(notes.map(bytesOf), index, digest).map(hash => hash.toHex());
  return {format: formats.proof, office, root, checkpoint: notes[index] ?? '', index, path, z: report};
}

/** Reads a proof from the text of a file, with its root and its checkpoint; undefined for any other text. It checks no signature. */
export function proofIn(
  text: string,
): {readonly proof: HeadProof; readonly root: DayRoot; readonly checkpoint: Checkpoint} | undefined {
  const proof = form.safeParse(jsonIn(text)).data;
  const root = proof === undefined ? undefined : rootIn(proof.root.note);
  const checkpoint = proof === undefined ? undefined : checkpointIn(proof.checkpoint);
  if (proof === undefined || root === undefined || checkpoint === undefined) return undefined;
  return proof.z !== null && proof.z.seq > checkpoint.seq ? undefined : {proof, root, checkpoint};
}

/** Whether the checkpoint is one of those that the root was made of. */
export function isInDay(
  {proof, root}: {readonly proof: HeadProof; readonly root: DayRoot},
  digest: BytesDigest,
): boolean {
  const path = proof.path.map(hash => Uint8Array.fromHex(hash));
  const reached = rootByPath({leaf: bytesOf(proof.checkpoint), index: proof.index, size: root.tills, path}, digest);
  return reached?.toHex() === root.root;
}

const utf8 = new TextEncoder();
const bytesOf = (note: string) => utf8.encode(note);

/** Returns the SHA-256 of bytes. The caller supplies it, since core has no digest. */
type BytesDigest = (bytes: Uint8Array) => Uint8Array;

/** Returns the root of a Merkle tree over `leaves` in their order, as RFC 6962 defines it. */
export const merkleRoot = (leaves: readonly Uint8Array[], digest: BytesDigest): Uint8Array =>
  rootOf(
    leaves.map(leaf => leafHash(leaf, digest)),
    digest,
  );

/** Returns the hashes that lead from a leaf to the root, in that order. Throws a `RangeError` if there is no such leaf. */
export function inclusionPath(
  leaves: readonly Uint8Array[],
  index: number,
  digest: BytesDigest,
): readonly Uint8Array[] {
  if (!(Number.isInteger(index) && index >= 0 && index < leaves.length))
    throw new RangeError(`there is no leaf ${index}`);
  return pathOf(
    leaves.map(leaf => leafHash(leaf, digest)),
    index,
    digest,
  );
}

type LeafPath = {
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
};

/** Returns the root that `path` leads to in a tree of `size` leaves with `leaf` at `index`; undefined if there is no such tree. */
export function rootByPath({leaf, index, size, path}: LeafPath, digest: BytesDigest): Uint8Array | undefined {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return undefined;
  let hash = leafHash(leaf, digest);
  let [place, last] = [index, size - 1];
  for (const other of path) {
    if (last === 0) return undefined; // the path goes on above the root
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(other, hash, digest);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, other, digest);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : undefined;
}

function rootOf(hashes: readonly Uint8Array[], digest: BytesDigest): Uint8Array {
  const [only] = hashes;
  if (only === undefined) return digest(new Uint8Array(0));
  if (hashes.length === 1) return only;
  const half = splitOf(hashes.length);
  return nodeHash(rootOf(hashes.slice(0, half), digest), rootOf(hashes.slice(half), digest), digest);
}

function pathOf(hashes: readonly Uint8Array[], index: number, digest: BytesDigest): readonly Uint8Array[] {
  if (hashes.length === 1) return [];
  const half = splitOf(hashes.length);
  const [left, right] = [hashes.slice(0, half), hashes.slice(half)];
  return index < half
    ? [...pathOf(left, index, digest), rootOf(right, digest)]
    : [...pathOf(right, index - half, digest), rootOf(left, digest)];
}

/** Returns the greatest power of two below `size`. */
function splitOf(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

const leafHash = (leaf: Uint8Array, digest: BytesDigest) => digest(joined([0], leaf));
const nodeHash = (left: Uint8Array, right: Uint8Array, digest: BytesDigest) => digest(joined([1], left, right));

function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
