import {Low} from 'lowdb';
import {type NewEvent, type StoredEvent, toWrite} from '../src/core/events/event.js';
import {withoutCards} from '../src/core/events/event-cards.js';
import {Problem} from '../src/core/problem.js';
import {asProblem, causeOf} from './as-problem.js';
import type {CustomerSealer} from './customer-keys.js';
import type {History, SegmentRead} from './history.js';
import {genesis, lineBytesMax, type WaitingEvent} from './line.js';
import type {FoundOnDisk} from './opening.js';
import type {OnDisk} from './options.js';
import {type OpenSegment, SegmentFile} from './segment-file.js';
import {type Before, nothing} from './segment-reader.js';
import type {HeadKeeper, HeadRead, Newest} from './stored-head.js';
import {type Summary, summarise, summariseWithin} from './summary.js';

/** Runs one commit at a time. What is added meanwhile goes into the next one, in order, so that many share one sync of the disk. */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Item[] = [];
  #next: Promise<readonly Result[]> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  /** `commit` resolves with one result for each item, in the same order. */
  constructor(commit: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#commit = commit;
  }

  /** Resolves with the results of these items when their commit is done; rejects with its error. */
  async add(items: readonly Item[]): Promise<readonly Result[]> {
    const from = this.#waiting.length;
    for (const item of items) this.#waiting.push(item);
    this.#next ??= this.#run(this.#running);
    const results = await this.#next;
    return results.slice(from, from + items.length);
  }

  /** Commits what `make` returns alone, after everything added before. Items added later may join a commit that already waits. */
  alone(make: () => readonly Item[]): Promise<readonly Result[]> {
    const run = this.#running.then(() => this.#commit(make()));
    this.#running = run.catch(() => {});
    return run;
  }

  /** Resolves when nothing runs and nothing waits; never rejects. */
  async idle(): Promise<void> {
    for (let last: unknown; last !== this.#running; ) {
      last = this.#running;
      await last;
    }
  }

  #run(before: Promise<unknown>): Promise<readonly Result[]> {
    const run = before.then(() => {
      const items = this.#waiting;
      this.#waiting = [];
      this.#next = undefined;
      return this.#commit(items);
    });
    this.#running = run.catch(() => {}); // the caller that added the items gets the error
    return run;
  }
}

/** Saves events to the disk. After the first failure it never tries again, because what the disk holds is then in doubt. */
export class Appender {
  readonly #options: OnDisk;
  readonly #history: History;
  readonly #commits = new GroupCommit<WaitingEvent, StoredEvent>(waiting => this.#commit(waiting));
  #open: OpenSegment | null;
  #closed: Summary | null;
  #writeFailure: string | undefined;
  #keeping: Promise<void> = Promise.resolve();
  #isSummingUp = false;
  readonly #preceding: WaitingEvent[] = [];
  readonly #head: HeadKeeper;
  #known: HeadRead | null;
  readonly #sealer: CustomerSealer;

  constructor(options: OnDisk, {history, open, closed, kept, sealer}: FoundOnDisk, head: HeadKeeper) {
    this.#sealer = sealer;
    this.#options = options;
    this.#history = history;
    this.#open = open;
    this.#closed = closed;
    this.#head = head;
    this.#known = kept;
  }

  get open(): OpenSegment | null {
    return this.#open;
  }

  async append(events: readonly NewEvent[]): Promise<readonly StoredEvent[]> {
    const waiting = events.map(event => this.#checked(event));
    return waiting.length + this.#preceding.length === 0 ? [] : this.#commits.add(waiting);
  }

  async appendAfterAll(make: () => readonly NewEvent[]): Promise<readonly StoredEvent[]> {
    return this.#commits.alone(() => make().map(event => this.#checked(event)));
  }

  precede(events: readonly NewEvent[]): void {
    this.#preceding.push(...events.map(event => this.#checked(event)));
  }

  /** Stores the newest line in place of a head that proved nothing. */
  async acceptHead(): Promise<void> {
    await this.#commits.idle();
    this.#known = null;
    await this.#head.accept(this.#newest());
  }

  async close(): Promise<void> {
    await this.#commits.idle();
    await this.#keeping;
    await this.#head.sync().catch(() => {}); // a power cut may bring an older head back, which does no harm
    await this.#head.close();
    await this.#open?.file.close();
  }

  /** The only check of an event on its way to the disk. A line that cannot be read again would close the till for ever. */
  #checked(given: NewEvent): WaitingEvent {
    const event = toWrite(withoutCards(given));
    const data = JSON.stringify(event.data);
    const bytes = Buffer.byteLength(data);
    if (bytes > lineBytesMax / 2) throw new RangeError(`${event.type} has ${bytes} bytes of data`);
    return {event, draft: {till: this.#options.till, person: event.person, type: event.type, data}};
  }

  async #commit(waiting: readonly WaitingEvent[]): Promise<readonly StoredEvent[]> {
    if (this.#writeFailure !== undefined) throw new Problem('journal-stopped', {cause: this.#writeFailure});
    try {
      return await this.#write(waiting);
    } catch (error) {
      const problem = asProblem(error);
      this.#writeFailure = problem instanceof Problem ? String(problem.facts.cause ?? problem.code) : 'bug';
      throw problem;
    }
  }

  async #write(waiting: readonly WaitingEvent[]): Promise<readonly StoredEvent[]> {
    const at = Math.floor(this.#options.now());
    const before = this.#open;
    const segment = this.#segmentFor(this.#options.businessDate(at));
    const closed = before === null || before === segment ? null : before;
    const summedUp = closed && (await this.#sumUp(closed)); // reads, so it may fail: hence before anything is written
    const added = [...this.#preceding.splice(0), ...waiting];
    const all = segment === before ? added : [this.#header(segment.file, added), ...added];
    const events = segment.file.chain(at, await this.#sealer.sealed(at, all, this.#history));
    if (!this.#head.hasBegun) await this.#head.begin(this.#newest(), this.#known);
    await add(segment, events);
    if (summedUp !== null) this.#close(summedUp.summary);
    this.#open = segment;
    await this.#keepHead(closed !== null || waiting.some(({event}) => event.type === 'z-reported'));
    this.#options.onEvents?.(events);
    await closed?.file.close();
    if (summedUp !== null) this.#keepLater(summedUp.summary, summedUp.read);
    this.#sumUpLater(segment);
    return events.slice(events.length - waiting.length);
  }

  #newest(): Newest {
    const {date: segment, reached} = this.#open?.file ?? {date: '', reached: genesis};
    return {seq: reached.seq, head: reached.head, segment};
  }

  /** The lines are already on the disk. A failure here must fail the next commit, and not this one, which was saved. */
  async #keepHead(isToLast: boolean): Promise<void> {
    try {
      this.#head.keep(this.#newest());
      if (isToLast) await this.#head.sync();
    } catch (error) {
      this.#writeFailure = causeOf(error) ?? 'bug';
    }
  }

  /** The open segment, or a new one on a later business day. If the clock was set back, the open segment goes on. */
  #segmentFor(date: string): OpenSegment {
    if (this.#open !== null && date <= this.#open.file.date) return this.#open;
    const {disk, folder} = this.#options;
    const file = new SegmentFile({disk, folder, date, before: this.#end(), mode: 'new'});
    return {low: new Low<StoredEvent[]>(file, []), file};
  }

  #end(): Before {
    if (this.#open === null) return nothing;
    const {date, reached} = this.#open.file;
    return {seq: reached.seq, head: reached.head, version: reached.version, segment: date};
  }

  #header({date}: SegmentFile, [first]: readonly WaitingEvent[]): WaitingEvent {
    const {segment, head} = this.#end();
    const event: NewEvent = {
      type: 'segment-opened',
      person: first?.event.person ?? '',
      data: {
        ...this.#options.header,
        ...(this.#options.key === undefined ? {} : {signingKey: this.#options.key.publicKey}),
        businessDate: date,
        previousSegment: segment,
        previousHead: segment === null ? null : head,
      },
    };
    return this.#checked(event);
  }

  /** `read` has all events of the segment if they are in memory. */
  async #sumUp({file, low}: OpenSegment): Promise<{readonly summary: Summary; readonly read: SegmentRead | undefined}> {
    const [first, events] = [file.first, [...low.data]]; // both may be shortened meanwhile
    const before = await this.#history.carriedTo(first ?? this.#closed, events);
    const summary = summarise(file.date, before, events, file.reached, this.#options, first);
    return {summary, read: first === null ? {before, events} : undefined};
  }

  /** Sums up the first lines of a segment when there are enough of them, a little at a time, while lines are appended and keys are pressed. */
  #sumUpLater({file, low}: OpenSegment): void {
    const {carryWithin, linesPerSummary, openPayments = () => 0} = this.#options;
    const enough = enoughLines(openPayments(), linesPerSummary);
    if (carryWithin === undefined || this.#isSummingUp || low.data.length < enough) return;
    this.#isSummingUp = true;
    const [first, reached, events] = [file.first, file.summed(), [...low.data]];
    const work = async () => {
      const before = await this.#history.carriedTo(first ?? this.#closed, events);
      const folding = {...this.#options, carryWithin};
      const made = await inTurns(summariseWithin(file.date, before, events, reached, folding, first));
      if (this.#open?.file !== file) return; // meanwhile the segment was closed
      await this.#history.keepFirst(made);
      if (this.#open.file !== file) return;
      file.shorten(low, made);
      this.#history.goOnAfter(made);
    };
    // Lines of which no sense can be made are reported where they are read, and the till must be able to sell all the same.
    this.#keeping = this.#keeping.then(work).then(
      () => {
        this.#isSummingUp = false;
      },
      () => undefined,
    );
  }

  /** No caller waits for a cache to be written. */
  #keepLater(summary: Summary, read: SegmentRead | undefined): void {
    this.#keeping = this.#keeping
      .then(() => this.#history.keep(summary, read))
      .then(() => this.#history.keepContents());
  }

  #close(summary: Summary): void {
    this.#closed = summary;
    this.#history.add(summary);
    this.#history.goOnAfter(null);
  }
}

/**
 * The lines for which a summary is made. It has all lines of each open payment, of which there are about three, and must be much shorter than
 * the lines for which it stands.
 */
const enoughLines = (open: number, usual = 500): number => Math.max(usual, 6 * open);

/** Runs the work to its end, but lets everything else that waits go first after each of its steps. */
async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const {done, value} = steps.next();
    if (done === true) return value;
    await new Promise(resolve => setImmediate(resolve));
  }
}

/** Gives the events to lowdb, which passes them to the file. After a failure lowdb's memory holds again what the disk holds. */
async function add({low, file}: OpenSegment, events: readonly StoredEvent[]): Promise<void> {
  for (const event of events) low.data.push(event);
  try {
    await low.write();
  } catch (error) {
    low.data.length = file.reached.lines - (file.first?.events ?? 0);
    await file.abandon();
    throw error;
  }
}
