import {hash} from 'node:crypto';
import type {StoredEvent} from '../../core/events/event.js';
import type {Reading} from '../../till/opened-journal.js';

/** The place of a line in the chain. `line` has the exact bytes that were hashed; it is null if they contain secrets. */
export type EvidenceLink = {
  readonly seq: number;
  readonly previous: string;
  readonly hash: string;
  readonly line: string | null;
};

/** The file of a day: the place of its first line in the chain, and who wrote it. */
export type Segment = {
  readonly date: string;
  readonly firstSeq: number;
  readonly hash: string;
  readonly previousSegment: string | null;
  readonly previousHead: string;
  readonly profile: string;
  readonly zone: string;
  readonly version: string;
};

type Journal = Pick<Reading['journal'], 'segments' | 'readAsSealed'>;
type Wanted = {
  readonly events: readonly StoredEvent[];
  /** The days in which the events probably are. Other days are read only if they are not. */
  readonly likely: readonly string[];
  /** Whether the event may be shown as it is on the disk, with its customer sealed. */
  readonly isHarmless: (event: StoredEvent) => boolean;
};

const genesis = '0'.repeat(64);

/** The places of the events in the journal's files, which are read and verified from the beginning of their days. */
export async function chainOf(journal: Journal, {events, likely, isHarmless}: Wanted) {
  const wanted = new Set(events.map(({seq}) => seq));
  const links: EvidenceLink[] = [];
  const segments: Segment[] = [];
  const confirmed: {readonly seq: number; readonly at: string; readonly skewSeconds: number}[] = [];
  const dates = [...(await journal.segments())].reverse();
  for (const date of [
    ...dates.filter(date => likely.includes(date)),
    ...dates.filter(date => !likely.includes(date)),
  ]) {
    if (links.length === wanted.size) break;
    let previous = genesis;
    let segment: Segment | undefined;
    const count = links.length;
    const segmentEvents: typeof confirmed = [];
    for await (const event of journal.readAsSealed(date)) {
      if (event.type === 'segment-opened') {
        segment = segmentOf(event);
        previous = segment.previousHead;
      }
      if (event.type === 'clock-confirmed') segmentEvents.push({seq: event.seq, at: event.at, ...event.data});
      if (wanted.has(event.seq)) links.push(linkOf(event, previous, isHarmless(event)));
      previous = event.hash;
    }
    if (links.length === count || segment === undefined) continue;
    segments.push(segment);
    confirmed.push(...segmentEvents);
  }
  const bySeq = (a: {readonly seq: number}, b: {readonly seq: number}) => a.seq - b.seq;
  return {
    links: links.sort(bySeq),
    segments: segments.sort((a, b) => a.firstSeq - b.firstSeq),
    confirmed: confirmed.sort(bySeq),
  };
}

function segmentOf(event: StoredEvent & {readonly type: 'segment-opened'}): Segment {
  const {businessDate, previousSegment, previousHead, profile, zone, version} = event.data;
  return {
    date: businessDate,
    firstSeq: event.seq,
    hash: event.hash,
    previousSegment,
    previousHead: previousHead ?? genesis,
    ...{profile, zone, version},
  };
}

function linkOf(event: StoredEvent, previous: string, isHarmless: boolean): EvidenceLink {
  const {hash: sum, ...rest} = event;
  const line = JSON.stringify(rest);
  if (hash('sha256', previous + line) !== sum) throw new Error(`line ${event.seq} cannot be written again as it was`);
  return {seq: event.seq, previous, hash: sum, line: isHarmless ? line : null};
}
