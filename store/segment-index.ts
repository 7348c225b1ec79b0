import type {SegmentLines} from '../src/core/sale/finder.js';
import {isValid} from '../src/core/spec/check.js';
import {count, finite, leaf, object, type Specified, text} from '../src/core/spec/spec.js';
import {jsonIn} from '../src/core/text/json.js';
import {isSealOf, type JournalKey, sealOf, type TillSeals} from './key.js';
import {sha256} from './line.js';
import type {Summary} from './summary.js';

/**
 * The first line of the index of a closed segment, which is used to find sales. The index is of exactly the bytes that end with `head`. It
 * is only a cache, as a summary is. What follows the first line is plain text, because a search goes through a year of it while a person
 * types.
 */
const heading = object({
  format: leaf<1>('1', value => value === 1),
  fold: finite('the version of the fold that made it'),
  segment: text(),
  bytes: count(),
  head: sha256('the hash of its last line'),
  earlier: count('length of the part about sales from earlier segments; the rest is about its own'),
  seal: text('the seal of all that follows'),
});
type Heading = Specified<typeof heading>;
const isHeading = isValid(heading);

/** Which bytes of which segment the index is of, and which fold made it. */
export type IndexPlace = Pick<Summary, 'segment' | 'bytes' | 'head' | 'fold'>;

/** The text of the index file of a segment. */
export function indexText(
  {earlier, own}: SegmentLines,
  {fold, segment, bytes, head}: IndexPlace,
  key: JournalKey | undefined,
): string {
  const lines = earlier + own;
  const first: Heading = {format: 1, fold, segment, bytes, head, earlier: earlier.length, seal: sealOf(lines, key)};
  return `${JSON.stringify(first)}\n${lines}`;
}

/**
 * The lines in the text of an index file; null if the text is not the till's, is not of these bytes of this segment, or was made by another
 * fold. `isWhole` says that this same file was found intact before.
 */
export function readIndex(
  file: string,
  {
    fold,
    segment,
    bytes,
    head,
    isWhole,
    key,
  }: IndexPlace & {readonly isWhole: boolean; readonly key: TillSeals | undefined},
): SegmentLines | null {
  const end = file.indexOf('\n');
  const first = jsonIn(file.slice(0, Math.max(0, end)));
  if (!isHeading(first) || first.segment !== segment || first.fold !== fold) return null;
  if (first.bytes !== bytes || first.head !== head) return null;
  const lines = file.slice(end + 1);
  if (!isWhole && !isSealOf(first.seal, lines, key)) return null;
  return {earlier: lines.slice(0, first.earlier), own: lines.slice(first.earlier)};
}
