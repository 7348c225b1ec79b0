import type {StoredEvent} from '../src/core/journal/event.js';
import type {Disk} from './disk.js';
import {genesis} from './line.js';
import type {JournalKey} from './options.js';
import {damaged} from './segment.js';
import type {OpenSegment} from './segment-file.js';
import {SegmentReader, statedPlaceOf} from './segment-reader.js';
import type {HeadRead} from './stored-head.js';

/** What the newest line is held against: the journal as it was found. */
export type FoundJournal = {
  readonly disk: Disk;
  readonly folder: string;
  readonly key: JournalKey | undefined;
  readonly open: OpenSegment | null;
};

/**
 * Compares what was kept of the newest line with the journal. It may go on behind that line; one that ends before it, or
 * has another line in its place, has lost what it had. Throws `journal-damaged`.
 */
export async function checkHead(kept: HeadRead | 'unreadable' | null, found: FoundJournal): Promise<void> {
  const {open, key} = found;
  const events = open?.low.data ?? [];
  const keyInForce = lastKeyIn(events);
  if (kept === null) {
    // Who names the till's key keeps the newest line too; versions before did neither.
    if (open !== null && keyInForce !== undefined) throw damaged(open.file.date, events.length + 1, 'head-missing');
    return;
  }
  const place = open?.file.date ?? '0000-00-00';
  if (kept === 'unreadable') throw damaged(place, events.length + 1, 'head-unreadable');
  if (key !== undefined && !isOurSeal(kept, key, keyInForce)) throw damaged(place, events.length + 1, 'head-forged');
  if (kept.seq === 0) return;
  const {seq, lines} = open?.file.reached ?? {...genesis, lines: 0};
  if (open === null || (kept.seq > seq && kept.segment !== place)) throw damaged(kept.segment, 1, 'missing');
  if (kept.seq > seq) throw damaged(place, lines + 1, 'cut-short');
  if ((await hashAt(kept, found)) !== kept.head)
    throw damaged(kept.segment, Math.max(1, lines - (seq - kept.seq)), 'rewritten');
}

/** A head that was sealed by a key which is no more, or not yet, the till's own says no less about the lines. */
function isOurSeal({key: by, sealed, seal}: HeadRead, key: JournalKey, keyInForce: string | undefined): boolean {
  if (by === key.publicKey) return seal === key.seal(sealed);
  return keyInForce !== key.publicKey;
}

/** The key that the newest line which names one says is the till's. */
function lastKeyIn(events: readonly StoredEvent[]): string | undefined {
  const [first] = events;
  const newest = events.findLast(({type}) => type === 'signing-key');
  if (newest?.type === 'signing-key') return newest.data.publicKey;
  return first?.type === 'segment-opened' ? first.data.signingKey : undefined;
}

async function hashAt({seq, segment}: HeadRead, {disk, folder, open}: FoundJournal): Promise<string | undefined> {
  const events = open?.low.data ?? [];
  const [first] = events;
  const firstSeq = first?.seq ?? 0;
  if (seq >= firstSeq) return events[seq - firstSeq]?.hash;
  if (seq === firstSeq - 1) return String(statedPlaceOf(first)?.previousHead);
  // A power cut took the newest ones of what was kept; the lines it did not take.
  for await (const some of new SegmentReader(disk, folder, segment, 'as-stated').read())
    for (const event of some) if (event.seq === seq) return event.hash;
  return undefined;
}
