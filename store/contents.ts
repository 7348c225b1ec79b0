import {join} from 'node:path';
import {isCount, isObject, isSha256, isTextPair, type Summary, sealed, unsealed} from './summary.js';

/**
 * What a closed segment holds, in a few words, so that a question about some days need not read thousands of summaries.
 * `stamp` is the file's since it was last read and verified; null where it was not.
 */
export type Content = {
  readonly segment: string;
  readonly bytes: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly head: string;
  readonly version: number;
  /** The first and the last business day that an event of it is of. */
  readonly days: readonly [string, string];
  readonly stamp: string | null;
};

/** The file of what all closed segments of a till hold. Only a cache, as summaries are. */
export const contentsPath = (folder: string): string => join(folder, 'contents.json');

/** What a summary says of its segment. */
export function contentOf(
  {segment, bytes, firstSeq, lastSeq, head, version, days}: Summary,
  stamp: string | null,
): Content {
  return {segment, bytes, firstSeq, lastSeq, head, version, days, stamp};
}

export const contentsText = (contents: readonly Content[]): string => sealed({format: 1, contents});

/** The contents of a file's text by segment; none where it is not whole. */
export function readContents(text: string | null): Map<string, Content> {
  const value = text === null ? undefined : unsealed(text);
  const list = isObject(value) && value['format'] === 1 && Array.isArray(value['contents']) ? value['contents'] : [];
  return new Map(list.filter(isContent).map(content => [content.segment, content]));
}

function isContent(value: unknown): value is Content {
  if (!isObject(value)) return false;
  const {segment, bytes, firstSeq, lastSeq, head, version, days, stamp} = value;
  return (
    typeof segment === 'string' &&
    [bytes, firstSeq, lastSeq, version].every(isCount) &&
    isSha256(head) &&
    isTextPair(days) &&
    (stamp === null || typeof stamp === 'string')
  );
}
