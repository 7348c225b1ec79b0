import type {StoredEvent} from '../src/core/journal/event.js';
import type {Disk} from './disk.js';
import {genesis} from './line.js';
import type {JournalKey} from './options.js';
import {damaged} from './segment.js';
import type {OpenSegment} from './segment-file.js';
import {SegmentReader, statedPlaceOf} from './segment-reader.js';
import type {HeadRead} from './stored-head.js';

/** The journal as it was found, which the stored head is compared with. */
export type FoundJournal = {
  readonly disk: Disk;
  readonly folder: string;
  readonly key: JournalKey | undefined;
  readonly open: OpenSegment | null;
};

/**
 * Compares the stored head of the newest line with the journal. The journal may continue beyond that line. If it ends before the line, or
 * has another line in its place, it has lost lines. Throws `journal-damaged`.
 */
export async function checkHead(kept: HeadRead | 'unreadable' | null, found: FoundJournal): Promise<void> {
  const {open, key} = found;
  const events = open?.low.data ?? [];
  const keyInForce = lastKeyIn(events);
  if (kept === null) {
    // A version that names the till's key also stores the head; earlier versions do neither.
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

/**
 * A head that was sealed with a key which is no longer, or not yet, the till's own is accepted, because it says just as much about the
 * lines.
 */
function isOurSeal({key: by, sealed, seal}: HeadRead, key: JournalKey, keyInForce: string | undefined): boolean {
  if (by === key.publicKey) return seal === key.seal(sealed);
  return keyInForce !== key.publicKey;
}

/** The till's key according to the newest line that names one. */
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
  // A power cut has undone the latest updates of the stored head, but not the lines.
  for await (const some of new SegmentReader(disk, folder, segment, 'as-stated').read())
    for (const event of some) if (event.seq === seq) return event.hash;
  return undefined;
}
