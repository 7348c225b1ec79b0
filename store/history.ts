import type {StoredTotals} from '../src/core/books/projections.js';
import type {CarriedState} from '../src/core/books/state.js';
import {referenceOf, type StoredEvent} from '../src/core/events/event.js';
import {Problem} from '../src/core/problem.js';
import type {SegmentLines} from '../src/core/sale/finder.js';
import {errorCode} from './disk.js';
import type {OnDisk} from './options.js';
import {damaged, digestPath, indexPath, segmentPath, summaryPath} from './segment.js';
import {type Before, isNewer, nothing, readClosed, SegmentReader, statedPlaceOf} from './segment-reader.js';
import {
  after,
  type Content,
  contentOf,
  contentsPath,
  contentsText,
  type Digest,
  digestText,
  type Folding,
  type IndexOf,
  indexText,
  readContents,
  readDigest,
  readIndex,
  readSummary,
  readSummaryWithin,
  type Summary,
  type SummaryWithin,
  summarise,
  summaryText,
} from './summary.js';

/** Where the closed segments are. Summaries, digests and indexes are written only with `repairs`. */
type HistoryOptions = Folding &
  Pick<OnDisk, 'disk' | 'folder' | 'key'> & {readonly closed: readonly string[]; readonly repairs: boolean};

/** The events read from a segment, and the earlier events of the payments that they mention. */
export type SegmentRead = {readonly before: CarriedState; readonly events: readonly StoredEvent[]};

/** `stamp` is undefined if there was no file, and `isWhole` says that the file was found intact. */
type KnownIndex = {
  readonly stamp: string | undefined;
  readonly isWhole: boolean;
  readonly lines: WeakRef<SegmentLines>;
};

type PathIn = (folder: string, date: string) => string;

/** Indexes of up to this many characters stay in memory: a year of a thousand sales a day. */
const mostAtHand = 64e6;
const lengthOf = ({own, earlier}: SegmentLines) => own.length + earlier.length;

/** The closed segments. Only their summaries are read until the caller asks for events. */
export class History {
  readonly #options: HistoryOptions;
  readonly #closed: string[];
  /** The references of each closed segment that was asked about, one per line. A decade of them takes a few megabytes. */
  readonly #references = new Map<string, string>();
  #latest: Summary | null = null;
  /** What is known of each closed segment; undefined before the first use. */
  #contents: Promise<Map<string, Content>> | undefined;
  #head: string | undefined;
  /**
   * The indexes that were read or made, with the stamps that their files then had: a search goes through them at every typed letter. The
   * lines met first, which are the newest, stay in memory. The others stay only until the memory is needed for something else.
   */
  readonly #indexes = new Map<string, KnownIndex>();
  readonly #linesAtHand = new Map<string, SegmentLines>();
  #making: Promise<unknown> = Promise.resolve();
  /** What is known of the first lines of the open segment, whose events are not in memory. */
  #first: SummaryWithin | null = null;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#closed = [...options.closed];
  }

  /** The business dates of the closed segments, oldest first. */
  get closed(): readonly string[] {
    return this.#closed;
  }

  /** The summary of the newest closed segment; null if no segment is closed. Of the segment itself only the size is read. */
  async newest(): Promise<Summary | null> {
    return this.#closed.length === 0 ? null : this.#ends(await this.#summary(this.#closed.length - 1));
  }

  /** The stored summary of the first lines of the open segment, which continues `closed`; null if there is none of this till and version. */
  async firstOf(date: string, closed: Summary | null): Promise<SummaryWithin | null> {
    const {disk, folder, foldVersion, key} = this.#options;
    const text = await disk.readText(summaryPath(folder, date)).catch(() => null);
    return text === null ? null : readSummaryWithin(text, date, closed, {foldVersion, key});
  }

  /** From now on, these lines of the open segment are read from the disk when something of them is asked for; null: all are in memory. */
  goOnAfter(first: SummaryWithin | null): void {
    this.#first = first;
  }

  /** Whether a line of the open segment that is not in memory mentions the payment. */
  isInFirst(reference: string): boolean {
    return this.#first?.references.includes(reference) === true;
  }

  /** Writes the summary of the first lines of the open segment. It is only a cache. */
  async keepFirst(first: SummaryWithin): Promise<void> {
    await this.#write(summaryPath, first, summaryText(first, this.#options.key));
  }

  /** The same summary, made again from the segments themselves, without trusting any summary on the disk. */
  async newestFromSegments(): Promise<Summary | null> {
    return this.#closed.length === 0 ? null : this.#ends(await this.#rebuild(0, this.#closed.length - 1, null));
  }

  /** What the fold had summed up when a segment began; null before the first. */
  async totalsBefore(date: string): Promise<StoredTotals | null> {
    const place = this.#closed.indexOf(date);
    const before = (place === -1 ? this.#closed.length : place) - 1;
    return before === -1 ? null : (await this.#summary(before)).totals;
  }

  /** Adds the segment that was open until a new one began. */
  add(summary: Summary): void {
    this.#closed.push(summary.segment);
    this.#latest = this.#ends(summary);
  }

  /**
   * Writes the summary of a segment, and the digest and the index of its events, which are read back if they are not at hand. They are only caches. A summary that cannot be written now
   * is made again at the next opening; the others are made again by a caller that finds none and reads the segment.
   */
  async keep(summary: Summary, atHand: SegmentRead | undefined): Promise<void> {
    await this.#note(summary);
    await this.#write(summaryPath, summary, summaryText(summary, this.#options.key));
    const read = atHand ?? (await this.#readBack(summary.segment).catch(unlessDamaged));
    if (read === undefined) return;
    await this.#write(digestPath, summary, await this.#digestText(summary, read.events));
    await this.#write(indexPath, summary, this.#indexText(summary, read));
  }

  async contents(): Promise<readonly Content[]> {
    return (await this.#found()).map(({content}) => content);
  }

  /** The closed segments in `among` that have an event of one of the payments. */
  async naming(references: ReadonlySet<string>, among: ReadonlySet<string>): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [index, date] of this.#closed.entries()) {
      if (!among.has(date)) continue;
      const known = this.#references.get(date) ?? this.#remember(await this.#summary(index));
      if (known.split('\n').some(reference => references.has(reference))) found.push(date);
    }
    return found;
  }

  /**
   * Checks that every closed segment is the file that was last verified. A segment that was changed since is read and verified again, from
   * the line at which the one before it ends. For an unchanged segment, it only asks the disk when the file was last changed. Throws
   * `journal-damaged`, because a till must not sell on a journal that is not intact.
   */
  async checkUntouched(): Promise<void> {
    const known = await this.#known();
    const closed = new Set(this.#closed);
    const newest = this.#closed.at(-1) ?? '';
    const gone = [...known.keys()].sort().find(date => !closed.has(date) && date < newest);
    if (gone !== undefined) throw damaged(gone, 1, 'missing');
    let before: Before = nothing;
    let isChanged = false;
    for (const {content, stamp} of await this.#found()) {
      const {segment, lastSeq: seq, head, version} = content;
      if (stamp === null || stamp !== content.stamp) {
        const {folder, disk} = this.#options;
        const {reached} = await readClosed(disk, folder, segment, before);
        if (reached.head !== head) throw damaged(segment, reached.lines + 1, 'rewritten');
        known.set(segment, {...content, stamp});
        isChanged = true;
      }
      before = {seq, head, version, segment};
    }
    if (isChanged) await this.keepContents();
  }

  /** Saves what the closed segments hold. It is only a cache, so the write may fail. */
  async keepContents(): Promise<void> {
    const {disk, folder, repairs} = this.#options;
    if (!repairs || this.#closed.length === 0) return;
    const known = [...(await this.#known()).values()].sort((a, b) => (a.segment < b.segment ? -1 : 1));
    const text = contentsText(known, this.#options.key);
    await disk.writeTextAtomically(contentsPath(folder), text, {durable: false}).catch(() => {});
  }

  /** Replaces stored files that differ from what was just made from the segment. */
  async correct(summary: Summary, read: SegmentRead): Promise<void> {
    await this.#note(summary);
    if (await this.#correct(summaryPath, summary, summaryText(summary, this.#options.key)))
      this.#references.delete(summary.segment);
    await this.#correct(digestPath, summary, await this.#digestText(summary, read.events));
    await this.#correct(indexPath, summary, this.#indexText(summary, read));
  }

  async #correct(pathIn: PathIn, summary: Summary, text: string | null): Promise<boolean> {
    const {disk, folder} = this.#options;
    if (text === null) return false;
    const known = await disk.readText(pathIn(folder, summary.segment)).catch(() => null);
    if (text === known) return false;
    await this.#write(pathIn, summary, text);
    return true;
  }

  /** The lines that a search in a closed segment goes through. If they are missing or of other bytes, they are made again. */
  async indexOf(content: Content): Promise<SegmentLines> {
    const {disk, folder, foldVersion, index, key} = this.#options;
    const {segment: date} = content;
    if (index === undefined) return {own: '', earlier: ''};
    const path = indexPath(folder, date);
    const stamp = disk.traceOf(path)?.stamp;
    const known = this.#indexes.get(date);
    const isSame = known !== undefined && stamp === known.stamp;
    const atHand = isSame ? known.lines.deref() : undefined;
    if (atHand !== undefined) return atHand;
    const isWhole = isSame && known.isWhole;
    const text = stamp === undefined ? null : await disk.readText(path).catch(() => null);
    const stored = text === null ? null : readIndex(text, {...content, fold: foldVersion, isWhole, key});
    if (stored !== null) return this.#hold(date, stored, {stamp, isWhole: true});
    // One day after the other: a large day fills the memory of a small machine.
    const made = this.#making.then(() => this.#makeIndex(date, index));
    this.#making = made.catch(() => undefined);
    return made;
  }

  #hold(date: string, lines: SegmentLines, found: Omit<KnownIndex, 'lines'>): SegmentLines {
    this.#indexes.set(date, {...found, lines: new WeakRef(lines)});
    this.#linesAtHand.delete(date);
    const length = this.#linesAtHand.values().reduce((sum, each) => sum + lengthOf(each), lengthOf(lines));
    if (length <= mostAtHand) this.#linesAtHand.set(date, lines);
    return lines;
  }

  async #readBack(date: string): Promise<SegmentRead> {
    const place = this.#closed.indexOf(date);
    const events = (await Array.fromAsync(this.read(date))).flat();
    return {events, before: await this.carriedTo(place === 0 ? null : await this.#summary(place - 1), events, place)};
  }

  async #makeIndex(date: string, index: IndexOf): Promise<SegmentLines> {
    const {before, events} = await this.#readBack(date);
    const summary = await this.#summary(this.#closed.indexOf(date));
    const lines = index(before, events);
    await this.#write(indexPath, summary, indexText(lines, summary, this.#options.key));
    const {disk, folder} = this.#options;
    return this.#hold(date, lines, {stamp: disk.traceOf(indexPath(folder, date))?.stamp, isWhole: false});
  }

  /** Makes the digest of a closed segment again. As long as there is none, every reader reads the whole segment. */
  async keepDigest(date: string): Promise<void> {
    const {disk, folder, repairs, digest} = this.#options;
    if (!repairs || digest === undefined) return;
    try {
      const summary = await this.#summary(this.#closed.indexOf(date));
      const {events} = await readClosed(disk, folder, date, 'as-stated');
      await this.#write(digestPath, summary, await this.#digestText(summary, events));
    } catch (error) {
      // The damage is in earlier days, and reporting it is the task of `verify`: the day itself was read.
      if (!(error instanceof Problem) && errorCode(error) === undefined) throw error;
    }
  }

  /** The digest of a closed segment with the bytes that the next one states: trust it only when `readNaming` has come to its end. */
  async digestOf(date: string): Promise<Digest | null> {
    const {disk, folder, foldVersion, key} = this.#options;
    const text = await disk.readText(digestPath(folder, date)).catch(() => null);
    if (text === null) return null;
    const head = await this.#headOf(date).catch(() => undefined);
    return readDigest(text, {
      segment: date,
      bytes: (await disk.size(segmentPath(folder, date))) ?? -1,
      head,
      foldVersion,
      key,
    });
  }

  /**
   * The events of a payment in the closed segments and in the first lines of the open one, or in the first `among` segments. Only segments that
   * mention the payment are read, from the newest back to the one in which it was requested. Older segments cannot mention it.
   */
  async eventsOf(reference: string, among?: number): Promise<StoredEvent[]> {
    const first = among === undefined ? await this.#inFirst(this.#first, new Set([reference])) : [];
    return this.#withEarlier(reference, first, among);
  }

  /** The events of payments in the first lines of the open segment, and those of other attempts of these sales. */
  async #inFirst(first: SummaryWithin | null, references: ReadonlySet<string>): Promise<StoredEvent[]> {
    const {disk, folder} = this.#options;
    if (first === null || !first.references.some(each => references.has(each))) return [];
    const {segment, bytes, within} = first;
    const reader = new SegmentReader(disk, folder, segment, 'as-stated');
    const found: StoredEvent[] = [];
    const isAbout = (event: StoredEvent) =>
      references.has(referenceOf(event) ?? '') || (event.type === 'requested' && references.has(event.data.sale));
    for await (const some of reader.readNaming(references, within.sum, bytes)) found.push(...some.filter(isAbout));
    const attempts = references.union(new Set(found.flatMap(event => referenceOf(event) ?? [])));
    return attempts.size > references.size ? this.#inFirst(first, attempts) : found;
  }

  async #withEarlier(reference: string, newest: readonly StoredEvent[], among?: number): Promise<StoredEvent[]> {
    let events = newest.filter(event => referenceOf(event) === reference);
    if (events.some(({type}) => type === 'requested')) return events;
    for (const [index, date] of [...this.#closed.slice(0, among).entries()].reverse()) {
      if (!(await this.#mentions(index, date, reference))) continue;
      const own: StoredEvent[] = [];
      for await (const some of this.read(date)) own.push(...some.filter(event => referenceOf(event) === reference));
      events = [...own, ...events];
      if (own.some(({type}) => type === 'requested')) break;
    }
    return events;
  }

  /**
   * What a fold needs to understand the events of a segment: what the previous summary carries over, and the earlier events of settled
   * payments that the segment mentions again, for example at a refund or a reversal weeks later. `among` is the number of segments before
   * it; without it, the events are the newest. Events that damage makes unreadable are left out: reporting damage is the task of `verify`.
   */
  async carriedTo(previous: Summary | null, events: readonly StoredEvent[], among?: number): Promise<CarriedState> {
    const {carried = [], totals = null, within} = previous ?? {};
    const begun = new Set<string | undefined>();
    for (const event of [...carried, ...events]) if (event.type === 'requested') begun.add(referenceOf(event));
    const missing = new Set<string>();
    for (const event of events) {
      const mentioned = [referenceOf(event), within && event.type === 'requested' ? event.data.sale : undefined];
      for (const reference of mentioned) if (reference !== undefined && !begun.has(reference)) missing.add(reference);
    }
    const first = among === undefined ? await this.#inFirst(this.#first, missing).catch(onlyDamage) : [];
    const wanted = missing.union(new Set(first.flatMap(event => referenceOf(event) ?? []))).difference(begun);
    const found: StoredEvent[] = [];
    for (const reference of wanted) found.push(...(await this.#withEarlier(reference, first, among).catch(onlyDamage)));
    return {carried: [...carried, ...found.sort((a, b) => a.seq - b.seq)], totals, day: within?.day};
  }

  /** The events of a closed segment, verified within themselves and against the last hash that the next segment states. */
  async *read(date: string, how?: 'as-sealed'): AsyncGenerator<readonly StoredEvent[]> {
    const {disk, folder} = this.#options;
    const reader = new SegmentReader(disk, folder, date, 'as-stated');
    yield* reader.read(undefined, how);
    const {lines, head, tornBytes} = reader.reached;
    if (tornBytes > 0) throw damaged(date, lines + 1, 'torn');
    if ((await this.#headOf(date)) !== head) throw damaged(date, lines + 1, 'cut-short');
  }

  /** The events that name one of the references, and perhaps others. Throws `journal-damaged` at the end for other bytes. */
  async *readNaming({segment, sum}: Digest, references: ReadonlySet<string>): AsyncGenerator<readonly StoredEvent[]> {
    const {disk, folder} = this.#options;
    yield* new SegmentReader(disk, folder, segment, 'as-stated').readNaming(references, sum);
  }

  /** Null if nothing can be kept, for example because the file is no longer as it was read. */
  async #digestText(summary: Summary, events: readonly StoredEvent[]): Promise<string | null> {
    const {disk, folder, repairs, digest} = this.#options;
    if (digest === undefined || !repairs) return null;
    try {
      const reader = new SegmentReader(disk, folder, summary.segment, 'as-stated');
      const sum = await reader.sum();
      return reader.reached.head === summary.head ? digestText(digest(events), summary, sum, this.#options.key) : null;
    } catch {
      return null; // events that make no sense have no digest, and the till must be able to sell all the same
    }
  }

  #indexText(summary: Summary, {before, events}: SegmentRead): string | null {
    const {repairs, index} = this.#options;
    if (index === undefined || !repairs) return null;
    try {
      return indexText(index(before, events), summary, this.#options.key);
    } catch {
      return null; // as with a digest
    }
  }

  async #write(pathIn: PathIn, summary: Summary, text: string | null): Promise<void> {
    const {disk, folder, repairs} = this.#options;
    if (!repairs || isNewer(summary) || text === null) return;
    await disk.writeTextAtomically(pathIn(folder, summary.segment), text, {durable: false}).catch(() => {});
  }

  /** What each closed segment holds, oldest first, with the present stamp of its file; all stamps are read in one go. */
  async #found(): Promise<readonly {readonly content: Content; readonly stamp: string | null}[]> {
    const known = await this.#known();
    const found: {readonly content: Content; readonly stamp: string | null}[] = [];
    for (const [index, date] of [...this.#closed.entries()].reverse()) {
      const stamp = this.#stampOf(date);
      let content = known.get(date);
      if (content === undefined || (stamp !== content.stamp && (await this.#sizeOf(date)) !== content.bytes)) {
        content = contentOf(await this.#summary(index), null);
        known.set(date, content);
      }
      found.push({content, stamp});
    }
    return found.reverse();
  }

  #known(): Promise<Map<string, Content>> {
    const {disk, folder, key} = this.#options;
    this.#contents ??= disk.readText(contentsPath(folder)).then(
      text => readContents(text, key),
      () => new Map(),
    );
    return this.#contents;
  }

  /** Notes a segment that was just read to its end or written by this process. */
  async #note(summary: Summary): Promise<void> {
    (await this.#known()).set(summary.segment, contentOf(summary, this.#stampOf(summary.segment)));
  }

  #stampOf(date: string): string | null {
    const {disk, folder} = this.#options;
    return disk.traceOf(segmentPath(folder, date))?.stamp ?? null;
  }

  async #sizeOf(date: string): Promise<number> {
    const {disk, folder} = this.#options;
    return (await disk.size(segmentPath(folder, date))) ?? -1;
  }

  #ends(summary: Summary): Summary {
    this.#head = summary.head;
    return summary;
  }

  /** The last hash of a closed segment, as the segment after it states it. */
  async #headOf(date: string): Promise<unknown> {
    const next = this.#closed[this.#closed.indexOf(date) + 1];
    return next === undefined ? this.#head : this.#statedHead(next);
  }

  async #statedHead(date: string): Promise<unknown> {
    const {disk, folder} = this.#options;
    for await (const [first] of new SegmentReader(disk, folder, date, 'as-stated').read()) {
      return statedPlaceOf(first)?.previousHead;
    }
    return undefined;
  }

  async #mentions(index: number, date: string, reference: string): Promise<boolean> {
    const known = this.#references.get(date) ?? this.#remember(await this.#summary(index));
    return known.includes(`\n${reference}\n`);
  }

  #remember({segment, references}: Summary): string {
    const lines = `\n${references.join('\n')}\n`;
    this.#references.set(segment, lines);
    return lines;
  }

  /** The summary of a closed segment: from the disk, or made again from the last usable one before it. */
  async #summary(index: number): Promise<Summary> {
    let from = index;
    let previous = await this.#read(from);
    while (previous === null && from > 0) {
      from -= 1;
      previous = await this.#read(from);
    }
    if (previous === null) return this.#rebuild(0, index, null);
    try {
      return await this.#rebuild(from + 1, index, previous);
    } catch (error) {
      if (!isOfFirstLine(error)) throw error;
      return this.#rebuild(0, index, null); // perhaps the summary was only wrong about the chain before the segment
    }
  }

  async #read(index: number): Promise<Summary | null> {
    const {disk, folder, foldVersion, key} = this.#options;
    const segment = this.#closed[index] ?? '';
    if (this.#latest?.segment === segment) return this.#latest;
    const text = await disk.readText(summaryPath(folder, segment)).catch(() => null); // a cache that cannot be read counts as missing
    if (text === null) return null;
    const bytes = (await disk.size(segmentPath(folder, segment))) ?? -1;
    return readSummary(text, {segment, bytes, foldVersion, key});
  }

  async #rebuild(from: number, to: number, start: Summary | null): Promise<Summary> {
    const {disk, folder} = this.#options;
    let summary = start;
    for (const [index, date] of this.#closed.slice(0, to + 1).entries()) {
      if (index < from) continue;
      const {events, reached} = await readClosed(disk, folder, date, after(summary));
      const before = await this.carriedTo(summary, events, index);
      summary = summarise(date, before, events, reached, this.#options);
      this.#latest = summary;
      this.#remember(summary);
      await this.keep(summary, {before, events});
    }
    if (from <= to) await this.keepContents();
    if (summary === null) throw new Error(`no segment from ${from} to ${to}`);
    return summary;
  }
}

function onlyDamage(error: unknown): StoredEvent[] {
  if (error instanceof Problem) return [];
  throw error;
}

/** What cannot be kept now is made again by a caller that finds it missing; damage is reported by whoever reads the segment next. */
function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof Problem) && errorCode(error) === undefined) throw error;
}

/** Whether the damage is in the first line of a segment. A wrong assumption about what comes before the segment shows there. */
export const isOfFirstLine = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'journal-damaged' && error.facts.line === 1;
