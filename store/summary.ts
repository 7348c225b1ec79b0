import {join} from 'node:path';
import {totalsSpec} from '../src/core/books/projections.js';
import {type CarriedState, type DaySoFar, daySoFar, type SummedState} from '../src/core/books/state.js';
import {daysIn, spanning} from '../src/core/events/day-of.js';
import {eventSpec, referenceOf, type StoredEvent} from '../src/core/events/event.js';
import type {SegmentLines} from '../src/core/sale/finder.js';
import {isValid} from '../src/core/spec/check.js';
import {
  count,
  finite,
  json,
  leaf,
  list,
  object,
  optional,
  orNull,
  type Specified,
  text,
  tuple,
} from '../src/core/spec/spec.js';
import {jsonIn} from '../src/core/text/json.js';
import {isSealOf, type JournalKey, sealed, sealOf, type TillSeals, unsealed} from './key.js';
import {sha256} from './line.js';
import {type Before, nothing, type Reached, statedPlaceOf} from './segment-reader.js';

/** A pure function: what is carried over at the end of a segment, from what was carried to it and its own events. */
export type Carry = (before: CarriedState, segmentEvents: readonly StoredEvent[]) => SummedState;

/** The same within a segment, up to where it goes on. It may pause between steps. `day` is what else the caller has to know there. */
type CarryWithin = (
  before: CarriedState,
  segmentEvents: readonly StoredEvent[],
) => Generator<undefined, SummedState & {readonly day: DaySoFar}>;

/** A pure function: what the caller wants to know of a closed segment later without reading its events, as JSON. */
type DigestOf = (segmentEvents: readonly StoredEvent[]) => unknown;

/** A pure function: the lines by which a closed segment is searched, from what was carried to it and its own events. */
export type IndexOf = (before: CarriedState, segmentEvents: readonly StoredEvent[]) => SegmentLines;

/** How a caller's fold of events is summed up. */
export type Folding = {
  readonly carry: Carry;
  /** If absent, the open segment has no summary. */
  readonly carryWithin?: CarryWithin;
  /** Changes when the meaning of `carry`, `digest` or `index` changes: what another version stored is made again. */
  readonly foldVersion: number;
  /** What is stored beside each closed segment about its events; nothing if absent. */
  readonly digest?: DigestOf | undefined;
  /** Makes the lines by which each closed segment is searched; there are none if absent. */
  readonly index?: IndexOf | undefined;
};

const format = leaf<1>('1', value => value === 1);
const fold = finite('the version of the fold that made it');
/** The bytes that a cache is of. */
const ofBytes = {segment: text(), bytes: count(), head: sha256('the hash of its last line')};
const ofLines = {
  ...ofBytes,
  firstSeq: count(),
  lastSeq: count(),
  version: count('the highest version of a line in this segment or an earlier one'),
  /** The first and the last business day of the events of this segment. */
  days: tuple([text('the first'), text('the last')]),
};

/** What is known of a closed segment, or of the open one's first lines. Only a cache, made again if it is missing or wrong. */
const summary = object({
  format,
  fold,
  ...ofLines,
  events: count(),
  references: list(text(), 'of every payment that an event of this segment speaks of'),
  carried: list(
    eventSpec,
    'all events, of this segment and earlier ones, of the payments that are still open at its end',
  ),
  totals: totalsSpec,
  within: optional(
    object({sum: sha256('of all its bytes'), day: daySoFar}),
    'it is of a closed segment; otherwise it is of the first lines of the open one',
  ),
});
export type Summary = Specified<typeof summary>;
const isSummary = isValid(summary);

/** The summary of the first lines of a segment that goes on after them. */
export type SummaryWithin = Summary & {readonly within: NonNullable<Summary['within']>};

/**
 * Sums up a segment that was read to its end. `before` has the earlier events of all payments that the segment mentions. If the segment has a
 * summary of its first lines, `first`, that is what comes before `events`.
 */
export function summarise(
  segment: string,
  before: CarriedState,
  events: readonly StoredEvent[],
  reached: Reached,
  {carry, foldVersion}: Folding,
  first: SummaryWithin | null = null,
): Summary {
  const {carried, totals} = carry(before, events);
  return {format: 1, fold: foldVersion, segment, ...linesOf(segment, events, reached, first), carried, totals};
}

/** Sums up the first lines of a segment, of which all bytes have the SHA-256 `sum`, as `summarise` does. */
export function* summariseWithin(
  segment: string,
  before: CarriedState,
  events: readonly StoredEvent[],
  reached: Reached & {readonly sum: string},
  {foldVersion, carryWithin}: Pick<Folding, 'foldVersion'> & {readonly carryWithin: CarryWithin},
  first: SummaryWithin | null = null,
): Generator<undefined, SummaryWithin> {
  const {day, carried, totals} = yield* carryWithin(before, events);
  const lines = linesOf(segment, events, reached, first);
  const within = {sum: reached.sum, day};
  return {format: 1, fold: foldVersion, segment, ...lines, carried, totals, within};
}

function linesOf(
  segment: string,
  events: readonly StoredEvent[],
  {seq, head, lines, bytes, version}: Reached,
  first: SummaryWithin | null,
) {
  const named = events.map(referenceOf).filter(reference => reference !== undefined);
  return {
    bytes,
    events: lines,
    firstSeq: seq - lines + 1,
    lastSeq: seq,
    head,
    version,
    days: daysOf(segment, events, first),
    references: [...new Set([...(first?.references ?? []), ...named])],
  };
}

/** The first and the last business day of a segment’s lines: of `first`, and of the events after it. */
export function daysOf(
  segment: string,
  events: readonly StoredEvent[],
  first: SummaryWithin | null,
): readonly [string, string] {
  if (first === null) return daysIn(events) ?? [segment, segment];
  const header = first.carried.filter(({type}) => type === 'segment-opened'); // it says by which clock
  const [from, to] = daysIn([...header, ...events]) ?? first.days;
  return spanning(spanning(first.days, from), to);
}

/** How far the lines of a summary go. */
export function reachedBy({lastSeq: seq, head, events: lines, bytes, version}: Summary): Reached {
  return {seq, head, lines, bytes, version, tornBytes: 0};
}

/** What the segment after that of `summary` continues; null stands for the place before the first segment. */
export function after(summary: Summary | null): Before {
  if (summary === null) return nothing;
  const {lastSeq, head, segment, version} = summary;
  return {seq: lastSeq, head, segment, version};
}

/** What a closed segment holds, so that questions need not read its summary. `stamp` is its file's when last verified, or null. */
const content = object({
  ...ofLines,
  stamp: orNull(text('the file’s when it was last read and verified'), 'it was not'),
});
export type Content = Specified<typeof content>;
const isContent = isValid(content);
const areContents = isValid(object({format, contents: list(json<unknown>())}));

/** The file of what all closed segments of a till hold. It is only a cache, as summaries are. */
export const contentsPath = (folder: string): string => join(folder, 'contents.json');

export const contentOf = (
  {segment, bytes, firstSeq, lastSeq, head, version, days}: Summary,
  stamp: string | null,
): Content => ({segment, bytes, firstSeq, lastSeq, head, version, days, stamp});

export const contentsText = (contents: readonly Content[], key: JournalKey | undefined): string =>
  sealed({format: 1, contents}, key);

/** The contents in the text of a file, by segment; none if the text is not the till's. */
export function readContents(text: string | null, key: TillSeals | undefined): Map<string, Content> {
  const value = text === null ? undefined : unsealed(text, key);
  const known = areContents(value) ? value.contents : [];
  return new Map(known.filter(isContent).map(each => [each.segment, each]));
}

export const summaryText = (summary: Summary, key: JournalKey | undefined): string => sealed(summary, key);

/** The summary of first lines that continue `closed`; null if the text is not the till's, is of other lines or of another fold. */
export function readSummaryWithin(
  text: string,
  segment: string,
  closed: Summary | null,
  {foldVersion, key}: Pick<MadeBy, 'foldVersion' | 'key'>,
): SummaryWithin | null {
  const value = unsealed(text, key);
  if (!isSummary(value) || value.segment !== segment || value.fold !== foldVersion) return null;
  const {seq, head} = after(closed);
  const header = value.carried.find(({type}) => type === 'segment-opened');
  const continues = value.firstSeq === seq + 1 && statedPlaceOf(header)?.previousHead === (closed && head);
  return continues && isWithin(value) ? value : null;
}

const isWithin = (value: Summary): value is SummaryWithin => value.within !== undefined;

/** Of which segment, by which fold and with which key a file must have been made. */
type MadeBy = {
  readonly segment: string;
  readonly bytes: number;
  readonly foldVersion: number;
  readonly key: TillSeals | undefined;
};

/** The summary in the text of a file; null if the text is not the till's, is not of this segment and size, or was made by another fold. */
export function readSummary(text: string, {segment, bytes, foldVersion, key}: MadeBy): Summary | null {
  const value = unsealed(text, key);
  if (!isSummary(value) || isWithin(value)) return null;
  return value.segment === segment && value.bytes === bytes && value.fold === foldVersion ? value : null;
}

/**
 * What the caller's fold made of a closed segment, to be used again. It is only a cache, as a summary is, and valid only for the segment
 * bytes with this head and hash: a caller that trusts it has to check that the segment still has them.
 */
const digestFile = object({
  format,
  fold,
  ...ofBytes,
  sum: sha256('of all its bytes'),
  events: count(),
  firstSeq: count(),
  digest: json<unknown>('what the caller’s fold has made of the events'),
});
export type Digest = Specified<typeof digestFile>;
const isDigest = isValid(digestFile);

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

/**
 * The first line of the index of a closed segment, which is used to find sales. The index is of exactly the bytes that end with `head`. It
 * is only a cache, as a summary is. What follows the first line is plain text, because a search goes through a year of it while a person
 * types.
 */
const heading = object({
  format,
  fold,
  ...ofBytes,
  earlier: count('length of the part about sales from earlier segments; the rest is about its own'),
  seal: text('the seal of all that follows'),
});
type Heading = Specified<typeof heading>;
const isHeading = isValid(heading);

/** Which bytes of which segment the index is of, and which fold made it. */
type IndexPlace = Pick<Summary, 'segment' | 'bytes' | 'head' | 'fold'>;

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

type IndexRead = IndexPlace & {readonly isWhole: boolean; readonly key: TillSeals | undefined};

/** An index file's lines; null if not the till's, of these bytes, or of this fold. `isWhole`: this file was intact before. */
export function readIndex(file: string, {fold, segment, bytes, head, isWhole, key}: IndexRead): SegmentLines | null {
  const end = file.indexOf('\n');
  const first = jsonIn(file.slice(0, Math.max(0, end)));
  if (!isHeading(first) || first.segment !== segment || first.fold !== fold) return null;
  if (first.bytes !== bytes || first.head !== head) return null;
  const lines = file.slice(end + 1);
  if (!isWhole && !isSealOf(first.seal, lines, key)) return null;
  return {earlier: lines.slice(0, first.earlier), own: lines.slice(first.earlier)};
}
