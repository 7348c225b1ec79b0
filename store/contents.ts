import {join} from 'node:path';
import {fits} from '../src/core/spec/check.js';
import {count, json, leaf, list, object, orNull, type Specified, text} from '../src/core/spec/spec.js';
import type {JournalKey, TillSeals} from './key.js';
import {firstAndLast, type Summary, sealed, sha256, unsealed} from './summary.js';

/**
 * What a closed segment holds, in a few words, so that a question about some days need not read thousands of summaries. `stamp` is the
 * file's stamp when it was last read and verified; null if it was not.
 */
const content = object({
  segment: text(),
  bytes: count(),
  firstSeq: count(),
  lastSeq: count(),
  head: sha256('the hash of its last line'),
  version: count('the highest version of a line in this segment or an earlier one'),
  /** The first and the last business day of the segment's events. */
  days: firstAndLast,
  stamp: orNull(text('the file’s when it was last read and verified'), 'it was not'),
});
export type Content = Specified<typeof content>;
const isContent = fits(content);
const areContents = fits(object({format: leaf<1>('1', value => value === 1), contents: list(json<unknown>())}));

/** The file of what all closed segments of a till hold. It is only a cache, as summaries are. */
export const contentsPath = (folder: string): string => join(folder, 'contents.json');

/** The content of a segment, from its summary. */
export function contentOf(
  {segment, bytes, firstSeq, lastSeq, head, version, days}: Summary,
  stamp: string | null,
): Content {
  return {segment, bytes, firstSeq, lastSeq, head, version, days, stamp};
}

export const contentsText = (contents: readonly Content[], key: JournalKey | undefined): string =>
  sealed({format: 1, contents}, key);

/** The contents in the text of a file, by segment; none if the text is not the till's. */
export function readContents(text: string | null, key: TillSeals | undefined): Map<string, Content> {
  const value = text === null ? undefined : unsealed(text, key);
  const known = areContents(value) ? value.contents : [];
  return new Map(known.filter(isContent).map(each => [each.segment, each]));
}
