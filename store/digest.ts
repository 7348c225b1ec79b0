import {fits} from '../src/core/spec/check.js';
import {count, finite, json, leaf, object, type Specified, text} from '../src/core/spec/spec.js';
import {type Summary, sealed, sha256, unsealed} from './summary.js';

/**
 * What the caller's fold wants to know again of a closed segment. Only a cache, as a summary is; it is of exactly the bytes
 * that end with `head` and have the SHA-256 `sum`. Whoever believes it looks whether they still have it.
 */
const digestFile = object({
  format: leaf<1>('1', value => value === 1),
  fold: finite('the version of the fold that made it'),
  segment: text(),
  bytes: count(),
  head: sha256('the hash of its last line'),
  sum: sha256('of all its bytes'),
  events: count(),
  firstSeq: count(),
  digest: json<unknown>('what the caller’s fold has made of the events'),
});
export type Digest = Specified<typeof digestFile>;
const isDigest = fits(digestFile);

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
