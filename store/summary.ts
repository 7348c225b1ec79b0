import {daysIn} from '../src/core/events/day-of.js';
import {eventSpec, type StoredEvent} from '../src/core/events/event.js';
import type {SegmentLines} from '../src/core/sale/finder.js';
import {fits} from '../src/core/spec/check.js';
import {count, finite, form, json, leaf, list, object, type Specified, text, tuple} from '../src/core/spec/spec.js';
import {jsonIn} from '../src/core/text/json.js';
import {isSealOf, type JournalKey, sealOf, type TillSeals} from './key.js';
import {type Before, nothing, type Reached} from './segment-reader.js';

/** What is known of all segments before one: the events of payments that still matter, and totals, which are JSON. */
export type CarriedOver = {readonly carried: readonly StoredEvent[]; readonly totals: unknown};

/** A pure function: what is carried over at the end of a segment, from what was carried to it and its own events. */
export type Carry = (before: CarriedOver, segmentEvents: readonly StoredEvent[]) => CarriedOver;

/** A pure function: what the caller wants to know of a closed segment later without reading its events, as JSON. */
export type DigestOf = (segmentEvents: readonly StoredEvent[]) => unknown;

/** A pure function: the lines by which a closed segment is searched, from what was carried to it and its own events. */
export type IndexOf = (before: CarriedOver, segmentEvents: readonly StoredEvent[]) => SegmentLines;

/** How a caller's fold of events is summed up. A change of its meaning needs a new `foldVersion`. */
export type Folding = {
  readonly carry: Carry;
  readonly foldVersion: number;
  /** If absent, no digests are stored. */
  readonly digest?: DigestOf | undefined;
  /** If absent, no indexes are stored. */
  readonly index?: IndexOf | undefined;
};

export const sha256 = (about: string) => form('64 hexadecimal digits', /^[0-9a-f]{64}$/, about);

/** The first and the last of some days. */
export const firstAndLast = tuple([text('the first'), text('the last')]);

/** What is known of a closed segment without reading it. It is only a cache: it is made again if it is missing or wrong. */
const summary = object({
  format: leaf<3>('3', value => value === 3),
  fold: finite('the version of the fold that made it'),
  segment: text(),
  bytes: count(),
  events: count(),
  firstSeq: count(),
  lastSeq: count(),
  head: sha256('the hash of its last line'),
  version: count('the highest version of a line in this segment or an earlier one'),
  /** The first and the last business day of the events of this segment. */
  days: firstAndLast,
  references: list(text(), 'of every payment that an event of this segment speaks of'),
  carried: list(
    eventSpec,
    'all events, of this segment and earlier ones, of the payments that are still open at its end',
  ),
  totals: json<unknown>('what the caller’s fold has summed up at its end'),
});
export type Summary = Specified<typeof summary>;
const isSummary = fits(summary);

/** Sums up a segment that was read to its end. `before` has the earlier events of all payments that the segment mentions. */
export function summarise(
  segment: string,
  before: CarriedOver,
  events: readonly StoredEvent[],
  {seq, head, lines, bytes, version}: Reached,
  {carry, foldVersion}: Folding,
): Summary {
  return {
    format: 3,
    fold: foldVersion,
    segment,
    bytes,
    events: lines,
    firstSeq: seq - lines + 1,
    lastSeq: seq,
    head,
    version,
    days: daysIn(events) ?? [segment, segment],
    references: [...new Set(events.map(referenceOf).filter(reference => reference !== undefined))],
    ...carry(before, events),
  };
}

/** What the segment after that of `summary` continues; null stands for the place before the first segment. */
export function after(summary: Summary | null): Before {
  if (summary === null) return nothing;
  const {lastSeq, head, segment, version} = summary;
  return {seq: lastSeq, head, segment, version};
}

/** The payment that an event mentions, if any; also for types that this version does not know. */
export function referenceOf({data}: StoredEvent): string | undefined {
  return 'reference' in data && typeof data.reference === 'string' ? data.reference : undefined;
}

/** The text of a cache file: its JSON with the seal of itself as the last member. */
export function sealed(content: object, key: JournalKey | undefined): string {
  const body = JSON.stringify(content);
  return `${body.slice(0, -1)},"seal":"${sealOf(body, key)}"}\n`;
}

/** The content of a text that `sealed` made, with its seal checked; undefined if it is not the till's, or not intact. */
export function unsealed(text: string, key: TillSeals | undefined): unknown {
  const [ending, seal] = /,"seal":"([\w-]{43,64})"\}\n$/.exec(text.slice(-100)) ?? [];
  if (ending === undefined) return undefined;
  const body = `${text.slice(0, -ending.length)}}`;
  return isSealOf(seal, body, key) ? jsonIn(body) : undefined;
}

/** The text of a summary's file. */
export const summaryText = (summary: Summary, key: JournalKey | undefined): string => sealed(summary, key);

/** Of which segment, by which fold and with which key a file must have been made. */
export type MadeBy = {
  readonly segment: string;
  readonly bytes: number;
  readonly foldVersion: number;
  readonly key: TillSeals | undefined;
};

/** The summary in the text of a file; null if the text is not the till's, is not of this segment and size, or was made by another fold. */
export function readSummary(text: string, {segment, bytes, foldVersion, key}: MadeBy): Summary | null {
  const value = unsealed(text, key);
  if (!isSummary(value)) return null;
  return value.segment === segment && value.bytes === bytes && value.fold === foldVersion ? value : null;
}
