import {join} from 'node:path';
import {fits} from '../src/core/spec/check.js';
import {count, object, orNull, type Specified, text} from '../src/core/spec/spec.js';
import type {Disk, DiskPlace} from './disk.js';
import {parsed} from './line.js';
import type {JournalKey} from './options.js';
import {sha256} from './summary.js';

/**
 * The newest line of the journal, kept apart from the segments: a journal that ends before it has lost lines. It may lag
 * behind what was written, by what a crash or a power cut left unsaid; it is never ahead of what the disk has.
 */
const storedHead = object({
  seq: count('the number of the line'),
  head: sha256('its hash'),
  segment: text('its segment'),
  identity: orNull(
    text('the file’s when its till last took it for its own; another one is that of a copy'),
    'it was not told',
  ),
  key: orNull(text('the public half of the key that sealed it'), 'the till had none'),
});
export type StoredHead = Specified<typeof storedHead>;
const isStoredHead = fits(storedHead);
const hasSeal = fits(object({seal: orNull(text(), 'the till had no key')}));

/** The last line that was written, and in which segment; of an empty journal none. */
export type Newest = Pick<StoredHead, 'seq' | 'head' | 'segment'>;

/** What is in the file: `sealed` are the words that its seal is of. */
export type HeadRead = StoredHead & {readonly sealed: string; readonly seal: string | null};

/** Where the newest line is kept, in the folder of a till. */
export const headPath = (folder: string): string => join(folder, 'head.json');

/** As long as any of ours, so that it is written over in place, and in one sector of the disk. */
const headBytes = 400;
/** A reader may meet a writer in the midst of it. */
const mostReadings = 3;

/** What was kept; null where nothing is, `'unreadable'` where it cannot be understood. */
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
  const file = parsed(text);
  if (!isStoredHead(file) || !hasSeal(file)) return undefined;
  const {seq, head, segment, identity, key, seal} = file;
  const unsealed = {seq, head, segment, identity, key};
  return {...unsealed, sealed: wordsOf(unsealed), seal};
}

/** In the one order of the members, whoever made the value. */
const wordsOf = ({seq, head, segment, identity, key}: StoredHead) =>
  JSON.stringify({seq, head, segment, identity, key});

/** Whether what was kept is not where its till kept it: in a copy, or a backup that was put back. */
export function isElsewhere(disk: Disk, folder: string, kept: StoredHead): boolean {
  return kept.identity === null || disk.traceOf(headPath(folder))?.identity !== kept.identity;
}

/**
 * Keeps the newest line of a journal that was put back from elsewhere, as a copy's: whoever opens it next knows that something may be
 * missing. `key` is the till's, where it has one.
 */
export async function writeHeadOfCopy(
  disk: Disk,
  folder: string,
  newest: Newest,
  key: JournalKey | undefined,
): Promise<void> {
  const stored: StoredHead = {...newest, identity: 'a copy', key: key?.publicKey ?? null};
  await disk.writeTextAtomically(headPath(folder), headText(stored, key), {durable: true});
}

/** Keeps the newest line: after every commit of the journal, in place, for the price of a system call. */
export class HeadKeeper {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #key: JournalKey | undefined;
  #place: DiskPlace | undefined;
  #kept: StoredHead | undefined;
  #isOwn: boolean;

  /** `isOwn` says that the file, or the place where it will be, is the till's own and no copy. */
  constructor(
    disk: Disk,
    folder: string,
    {key, isOwn}: {readonly key: JournalKey | undefined; readonly isOwn: boolean},
  ) {
    this.#disk = disk;
    this.#folder = folder;
    this.#key = key;
    this.#isOwn = isOwn;
  }

  /**
   * Begins to keep, with the line that is the newest now. `known` is what was there: its identity stays, so that a copy is
   * still told from its original by the next who opens it, until `own`.
   */
  async begin(newest: Newest, known: HeadRead | null): Promise<void> {
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

  get hasBegun(): boolean {
    return this.#place !== undefined;
  }

  /** The newest line is another now. Throws the operating system's error. */
  keep({seq, head, segment}: Newest): void {
    if (this.#kept !== undefined) this.#put({...this.#kept, seq, head, segment});
  }

  /** The till takes the file for its own: whatever a copy asks to be looked at has been looked at. */
  own(): void {
    this.#isOwn = true;
    if (this.#kept === undefined) return;
    const identity = this.#disk.traceOf(headPath(this.#folder))?.identity ?? null;
    if (this.#kept.identity !== identity) this.#put({...this.#kept, identity});
  }

  /** Resolves when what was kept survives a power cut. */
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
