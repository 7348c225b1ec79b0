import {isCount, isObject, isSha256, type Summary, sealed, unsealed} from './summary.js';

/**
 * What the caller's fold wants to know again of a closed segment. Only a cache, as a summary is; it is of exactly the bytes
 * that end with `head` and have the SHA-256 `sum`. Whoever believes it looks whether they still have it.
 */
export type Digest = {
  readonly format: 1;
  readonly fold: number;
  readonly segment: string;
  readonly bytes: number;
  readonly head: string;
  readonly sum: string;
  readonly events: number;
  readonly firstSeq: number;
  /** What the caller's fold has made of the events; JSON. */
  readonly digest: unknown;
};

/** Of which segment, and by which fold. */
type DigestPlace = {
  readonly segment: string;
  readonly bytes: number;
  readonly head: unknown;
  readonly foldVersion: number;
};

/** The file of the digest of a segment that was summed up, whose bytes have the SHA-256 `sum`. */
export function digestText(
  digest: unknown,
  {fold, segment, bytes, head, events, firstSeq}: Summary,
  sum: string,
): string {
  const file: Digest = {format: 1, fold, segment, bytes, head, sum, events, firstSeq, digest};
  return sealed(file);
}

/**
 * The digest of a file's text; null if it is not whole, not of these bytes of this segment, or of another fold. What the
 * fold made is for its owner to look at: to check a hundred thousand records by a schema takes longer than to make them.
 */
export function readDigest(text: string, {segment, bytes, head, foldVersion}: DigestPlace): Digest | null {
  const value = unsealed(text);
  if (!isDigest(value) || value.segment !== segment || value.fold !== foldVersion) return null;
  return value.bytes === bytes && value.head === head ? value : null;
}

function isDigest(value: unknown): value is Digest {
  if (!isObject(value)) return false;
  const {format, bytes, head, sum, events, firstSeq} = value;
  return (
    format === 1 &&
    [bytes, events, firstSeq].every(isCount) &&
    [head, sum].every(isSha256) &&
    Object.hasOwn(value, 'digest')
  );
}
