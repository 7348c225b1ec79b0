import {join} from 'node:path';
import type {StoredEvent} from '../src/core/events/event.js';
import type {Flaw} from '../src/core/messages/cause.js';
import {Problem} from '../src/core/problem.js';
import {isValid} from '../src/core/spec/check.js';
import {count, object, orNull, type Specified, text} from '../src/core/spec/spec.js';
import {jsonIn} from '../src/core/text/json.js';
import type {Disk, DiskPlace} from './disk.js';
import type {JournalKey, TillSeals} from './key.js';
import {genesis, sha256} from './line.js';
import {damaged} from './segment.js';
import {type OpenSegment, saidIn} from './segment-file.js';
import {SegmentReader, statedPlaceOf} from './segment-reader.js';

/** The newest line, apart from the segments: a journal that ends before it has lost lines. It may lag, and is never ahead. */
const storedHead = object({
  seq: count('the number of the line'),
  head: sha256('its hash'),
  segment: text('its segment'),
  identity: orNull(
    text('inode of the file that its till last took for its own; a different one means that this is a copy'),
    'it was not told',
  ),
  key: orNull(text('the public half of the key that sealed it'), 'the till had none'),
});
export type StoredHead = Specified<typeof storedHead>;
const isStoredHead = isValid(storedHead);
const hasSeal = isValid(object({seal: orNull(text(), 'the till had no key')}));

/** The last line that was written, and its segment; for an empty journal `genesis` and an empty segment. */
export type Newest = Pick<StoredHead, 'seq' | 'head' | 'segment'>;

/** What is in the file: `sealed` is the text that its seal is made of. */
export type HeadRead = StoredHead & {readonly sealed: string; readonly seal: string | null};

export const headPath = (folder: string): string => join(folder, 'head.json');

/** As long as any head, so that the file is overwritten in place, and lies in one sector of the disk. */
const headBytes = 400;
/** A reader may read the file while a writer overwrites it. */
const mostReadings = 3;

/** The stored head; null if there is none, `'unreadable'` if it cannot be understood. */
export async function readHead(disk: Disk, folder: string): Promise<HeadRead | 'unreadable' | null> {
  for (let reading = 1; ; reading += 1) {
    const text = await disk.readText(headPath(folder));
    if (text === null) return null;
    const read = headFrom(text);
    if (read !== undefined) return read;
    if (reading === mostReadings) return 'unreadable';
  }
}

function headFrom(text: string): HeadRead | undefined {
  const file = jsonIn(text);
  if (!isStoredHead(file) || !hasSeal(file)) return undefined;
  const {seq, head, segment, identity, key, seal} = file;
  const unsealed = {seq, head, segment, identity, key};
  return {...unsealed, sealed: wordsOf(unsealed), seal};
}

/** The members always in the same order, however the value was made. */
const wordsOf = ({seq, head, segment, identity, key}: StoredHead) =>
  JSON.stringify({seq, head, segment, identity, key});

/** Whether the stored head is not where its till stored it, as in a copy or in a backup that was restored. */
export const isElsewhere = (disk: Disk, folder: string, kept: StoredHead): boolean =>
  kept.identity === null || disk.traceOf(headPath(folder))?.identity !== kept.identity;

/** Stores a restored journal's newest line as a copy's head, which warns the next to open it. `key` is the till's, if any. */
export async function writeHeadOfCopy(
  disk: Disk,
  folder: string,
  newest: Newest,
  key: JournalKey | undefined,
): Promise<void> {
  const stored: StoredHead = {...newest, identity: 'a copy', key: key?.publicKey ?? null};
  await disk.writeTextAtomically(headPath(folder), headText(stored, key), {durable: true});
}

/** `isOwn`: the file or its place is the till's own, not a copy. `isWithheld`: it stays as found until `accept`. */
type HeadPlace = {readonly key: JournalKey | undefined; readonly isOwn: boolean; readonly isWithheld?: boolean};

/** Stores the newest line after every commit of the journal, in place, at the cost of one system call. */
export class HeadKeeper {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #key: JournalKey | undefined;
  #place: DiskPlace | undefined;
  #kept: StoredHead | undefined;
  #isOwn: boolean;
  #isWithheld: boolean;

  constructor(disk: Disk, folder: string, {key, isOwn, isWithheld = false}: HeadPlace) {
    this.#disk = disk;
    this.#folder = folder;
    this.#key = key;
    this.#isOwn = isOwn;
    this.#isWithheld = isWithheld;
  }

  /** Begins to store heads with the newest line. `known` keeps its identity, copy or original, until `own` is called. */
  async begin(newest: Newest, known: HeadRead | null): Promise<void> {
    if (this.#isWithheld) return;
    const stored: StoredHead = {...newest, identity: known?.identity ?? null, key: this.#key?.publicKey ?? null};
    const path = headPath(this.#folder);
    if (known === null) {
      await this.#disk.makeFolder(this.#folder);
      await this.#disk.writeTextAtomically(path, this.#text(stored), {durable: true});
    }
    this.#place = await this.#disk.openPlace(path);
    this.#put(stored);
    if (this.#isOwn) this.own();
  }

  /** Stores the newest line in place of the head that was found. */
  async accept(newest: Newest): Promise<void> {
    this.#isWithheld = false;
    await this.begin(newest, null);
    await this.sync();
  }

  get hasBegun(): boolean {
    return this.#place !== undefined;
  }

  /** Stores a new newest line. Throws the operating system's error. */
  keep({seq, head, segment}: Newest): void {
    if (this.#kept !== undefined) this.#put({...this.#kept, seq, head, segment});
  }

  /** Makes the file the till's own. The caller has done whatever checks a copy needs. */
  own(): void {
    this.#isOwn = true;
    if (this.#kept === undefined) return;
    const identity = this.#disk.traceOf(headPath(this.#folder))?.identity ?? null;
    if (this.#kept.identity !== identity) this.#put({...this.#kept, identity});
  }

  /** Resolves when the stored head survives a power cut. */
  async sync(): Promise<void> {
    await this.#place?.datasync();
  }

  async close(): Promise<void> {
    const place = this.#place;
    this.#place = undefined;
    await place?.close();
  }

  #put(kept: StoredHead): void {
    this.#place?.put(Buffer.from(this.#text(kept)));
    this.#kept = kept;
  }

  #text(kept: StoredHead): string {
    return headText(kept, this.#key);
  }
}

function headText(kept: StoredHead, key: JournalKey | undefined): string {
  const words = wordsOf(kept);
  const seal = key?.seal(words) ?? null;
  return `${`${words.slice(0, -1)},"seal":${JSON.stringify(seal)}}`.padEnd(headBytes - 1)}\n`;
}

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
type KeysKnown = {readonly key: TillSeals | undefined; readonly named: string | undefined; readonly hasLines: boolean};

/**
 * Why a stored head says nothing about the lines; undefined if it does. A seal counts only by the key of its time. While the till changes its
 * key, the new one may have sealed the head before a line names it, but only if the key before it is there to be asked.
 */
function headFlaw(kept: HeadRead | 'unreadable' | null, {key, named, hasLines}: KeysKnown): Flaw | undefined {
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
