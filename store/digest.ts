import {fits} from '../src/core/spec/check.js';
import {count, finite, json, leaf, object, type Specified, text} from '../src/core/spec/spec.js';
import type {JournalKey} from './key.js';
import {type MadeBy, type Summary, sealed, sha256, unsealed} from './summary.js';

/**
 * What the caller's fold made of a closed segment, to be used again. It is only a cache, as a summary is, and valid only for the segment
 * bytes with this head and hash: a caller that trusts it has to check that the segment still has them.
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

/** Which segment the digest must be of, and who must have made it. */
type DigestPlace = MadeBy & {readonly head: unknown};

/** The text of the digest file of a segment with this summary, whose bytes have the SHA-256 `sum`. */
export function digestText(
  digest: unknown,
  {fold, segment, bytes, head, events, firstSeq}: Summary,
  sum: string,
  key: JournalKey | undefined,
): string {
  const file: Digest = {format: 1, fold, segment, bytes, head, sum, events, firstSeq, digest};
  return sealed(file, key);
}

/**
 * The digest in the text of a file; null if the text is not the till's, is not of these bytes of this segment, or was made by another fold. The
 * caller has to check `digest` itself: to check a hundred thousand records with a schema takes longer than to make them again.
 */
export function readDigest(text: string, {segment, bytes, head, foldVersion, key}: DigestPlace): Digest | null {
  const value = unsealed(text, key);
  if (!isDigest(value) || value.segment !== segment || value.fold !== foldVersion) return null;
  return value.bytes === bytes && value.head === head ? value : null;
}
