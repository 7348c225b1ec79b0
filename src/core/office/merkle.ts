/** Returns the SHA-256 of bytes. The caller supplies it, since core has no digest. */
export type BytesDigest = (bytes: Uint8Array) => Uint8Array;

/** Returns the root of a Merkle tree over `leaves` in their order, as RFC 6962 defines it. */
export function merkleRoot(leaves: readonly Uint8Array[], digest: BytesDigest): Uint8Array {
  return rootOf(
    leaves.map(leaf => leafHash(leaf, digest)),
    digest,
  );
}

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

/** Returns the root that `path` leads to in a tree of `size` leaves with `leaf` at `index`; undefined if there is no such tree. */
export function rootByPath(
  {
    leaf,
    index,
    size,
    path,
  }: {readonly leaf: Uint8Array; readonly index: number; readonly size: number; readonly path: readonly Uint8Array[]},
  digest: BytesDigest,
): Uint8Array | undefined {
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
