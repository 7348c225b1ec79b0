import type {StoredEvent} from '../src/core/events/event.js';
import type {Flaw} from '../src/core/messages/cause.js';
import {Problem} from '../src/core/problem.js';
import type {Disk} from './disk.js';
import type {JournalKey, TillSeals} from './key.js';
import {genesis} from './line.js';
import {damaged} from './segment.js';
import {type OpenSegment, saidIn} from './segment-file.js';
import {SegmentReader, statedPlaceOf} from './segment-reader.js';
import type {HeadRead} from './stored-head.js';

/** The journal as it was found, which the stored head is compared with. */
export type FoundJournal = {
  readonly disk: Disk;
  readonly folder: string;
  readonly key: TillSeals | undefined;
  readonly open: OpenSegment | null;
  /** Whether a head that proves nothing is left to an owner, instead of being damage. */
  readonly opensUnproved: boolean;
};

/**
 * Compares the stored head of the newest line with the journal. The journal may continue beyond that line. If it ends before the line, or
 * has another line in its place, it has lost lines: throws `Problem` journal-damaged. If the head proves nothing, lines may be missing:
 * throws `Problem` journal-unproved, or returns why if that is left to an owner.
 */
export async function checkHead(kept: HeadRead | 'unreadable' | null, found: FoundJournal): Promise<Flaw | undefined> {
  const {open, key, opensUnproved} = found;
  const place = open?.file.date ?? '0000-00-00';
  const {seq, lines} = open?.file.reached ?? {...genesis, lines: 0};
  const unproved = headFlaw(kept, {
    key,
    named: keyNamed(open === null ? [] : saidIn(open), kept),
    hasLines: open !== null,
  });
  if (unproved !== undefined && opensUnproved) return unproved;
  if (unproved !== undefined) throw new Problem('journal-unproved', {segment: place, line: lines + 1, why: unproved});
  if (kept === null || kept === 'unreadable' || kept.seq === 0) return undefined;
  if (open === null || (kept.seq > seq && kept.segment !== place)) throw damaged(kept.segment, 1, 'missing');
  if (kept.seq > seq) throw damaged(place, lines + 1, 'cut-short');
  if ((await hashAt(kept, found)) !== kept.head)
    throw damaged(kept.segment, Math.max(1, lines - (seq - kept.seq)), 'rewritten');
  return undefined;
}

/** The keys that are there, and the key that the lines name for the time of the head; undefined if they name none. */
export type KeysKnown = {
  readonly key: TillSeals | undefined;
  readonly named: string | undefined;
  readonly hasLines: boolean;
};

/**
 * Why a stored head says nothing about the lines; undefined if it does. A seal counts only by the key of its time. While the till changes its
 * key, the new one may have sealed the head before a line names it, but only if the key before it is there to be asked.
 */
export function headFlaw(kept: HeadRead | 'unreadable' | null, {key, named, hasLines}: KeysKnown): Flaw | undefined {
  const isSealed = key !== undefined || named !== undefined;
  if (kept === null) return hasLines && isSealed ? 'head-missing' : undefined;
  if (kept === 'unreadable') return 'head-unreadable';
  if (key === undefined) return isSealed || kept.key !== null ? 'head-key-missing' : undefined;
  const sealers = hasLines ? sealersOf(named, key) : [key];
  if (sealers.length === 0) return 'head-key-missing';
  const by = sealers.find(({publicKey}) => publicKey === kept.key);
  return by !== undefined && by.seal(kept.sealed) === kept.seal ? undefined : 'head-forged';
}

function sealersOf(named: string | undefined, key: TillSeals): readonly JournalKey[] {
  if (named === key.publicKey) return [key];
  return key.earlier !== undefined && named === key.earlier.publicKey ? [key.earlier, key] : [];
}

/** The key that the lines up to the head name last. For a head of an earlier segment, it is the one that the open segment begins with. */
function keyNamed(events: readonly StoredEvent[], kept: HeadRead | 'unreadable' | null): string | undefined {
  const [first] = events;
  const upTo = kept === null || kept === 'unreadable' ? Number.POSITIVE_INFINITY : kept.seq;
  const newest = events.findLast(({type, seq}) => type === 'signing-key' && seq <= upTo);
  if (newest?.type === 'signing-key') return newest.data.publicKey;
  return first?.type === 'segment-opened' ? first.data.signingKey : undefined;
}

async function hashAt({seq, segment}: HeadRead, {disk, folder, open}: FoundJournal): Promise<string | undefined> {
  const summed = open?.file.first ?? null;
  const events = open?.low.data ?? [];
  const [first] = events;
  if (summed !== null && seq === summed.lastSeq) return summed.head;
  const firstSeq = first?.seq ?? 0;
  if (seq >= firstSeq) return events[seq - firstSeq]?.hash;
  if (seq === firstSeq - 1) return String(statedPlaceOf(first)?.previousHead);
  // A power cut has undone the latest updates of the stored head, but not the lines.
  for await (const some of new SegmentReader(disk, folder, segment, 'as-stated').read())
    for (const event of some) if (event.seq === seq) return event.hash;
  return undefined;
}
