import {setImmediate as turn} from 'node:timers/promises';
import {type Damage, type JournalCopy, openCopy} from '../../store/review-reader.js';
import {type DayRow, type Mark, type Marks, markOf, PaymentIndex, type PaymentRow} from '../../store/search.js';
import type {Environment} from '../config.js';
import {checkZone} from '../core/business-day.js';
import {eventSchemas, isKnown, journalVersion, type StoredEvent} from '../core/event.js';
import {advance, beginPayment, isOpen, type Payment} from '../core/payment.js';
import {Problem} from '../core/problem.js';
import {foundWords, type Search} from '../core/search.js';
import {cleanText} from '../core/text.js';
import type {Language} from '../core/words/fill.js';

export type {Damage} from '../../store/review-reader.js';
export type {DayRow, PaymentRow} from '../../store/search.js';

/** The till as it was when the event of this number had been written, or as it is known at last. */
export type Moment = Marks & {
  readonly seq: number;
  /** The instant of that event; undefined for the last one there is. */
  readonly at: number | undefined;
};

/** How much of the journal was read. */
export type ReviewProgress = {
  readonly segments: number;
  readonly of: number;
  readonly events: number;
  readonly isOver: boolean;
};

/** Whose journal it is, as its newest segment says. */
export type Origin = {
  readonly till: string;
  readonly profile: 'sandbox' | 'test' | 'live';
  readonly zone: string;
  readonly dayStartsAt: string;
};

/** An event in which something was found, and the words in which it was. */
export type Found = {readonly event: StoredEvent; readonly words: string};

/** A journal that is looked at, wherever it lies: no service, no settings, no lock, and nothing is written. */
export type Review = {
  readonly folder: string;
  readonly progress: () => ReviewProgress;
  readonly damage: () => Damage | undefined;
  /** A business date of which the journal says that it comes before the first one here. */
  readonly missing: () => string | null;
  readonly tornBytes: () => number;
  readonly origin: () => Origin;
  /** Reads the journal from its beginning, telling now and then. Stops at damage; rejects for nothing else. */
  readonly load: (tell: (progress: ReviewProgress) => void, signal?: AbortSignal) => Promise<void>;
  /** All that was read. It changes while there is more to read. */
  readonly latest: () => Moment;
  /** The till as it was after this event. */
  readonly asOf: (seq: number) => Promise<Moment>;
  /**
   * The last event of a business day at or before a time of its zone such as `14:02` or `14:02:30`; undefined where there
   * is none. A day that begins at four has its two o'clock at its end.
   */
  readonly seqAt: (day: string, time: string) => Promise<number | undefined>;
  /** The days of the journal, the newest first: those that could not be read too, with nothing counted. */
  readonly days: (moment: Moment) => readonly ReviewDay[];
  readonly ofDay: (day: string, moment: Moment) => readonly number[];
  /** Payments in which all that was asked for is found, the newest first. */
  readonly find: (search: Search, moment: Moment) => readonly number[];
  readonly row: (number: number, moment: Moment) => PaymentRow;
  readonly numberOf: (reference: string) => number | undefined;
  /** A payment as it was, and its events up to then. */
  readonly open: (
    number: number,
    moment: Moment,
  ) => Promise<{readonly payment: Payment; readonly events: readonly StoredEvent[]}>;
  /** The events of a business day's segment, oldest first. */
  readonly eventsOfDay: (day: string, moment: Moment) => Promise<readonly StoredEvent[]>;
  /** Events whose words have all that was asked for, segment by segment from the newest on. */
  readonly findWords: (search: Search, moment: Moment, day?: string) => AsyncGenerator<WordsFound>;
};

export type WordsFound = {readonly found: readonly Found[]; readonly segments: number; readonly of: number};

/** A day of the journal. `state` says whether all of it, a part or nothing could be read. */
export type ReviewDay = DayRow & {readonly state: 'whole' | 'damaged' | 'unread'};

/** What the screens of a review begin with. */
export type ReviewParts = {
  readonly folder: string;
  /** Where exports go; made when the first one is. */
  readonly exports: string;
  readonly language: Language;
  readonly isPlain: boolean;
  readonly environment: Environment;
  readonly start: ReviewStart;
};

/** What is looked at first: nothing of it is the days as they are known at last. */
export type ReviewStart = {readonly at?: string; readonly day?: string; readonly search?: string};

/** Throws `Problem` review-nothing-there where the folder has no journal. */
export async function openReview(folder: string): Promise<Review> {
  const copy = await openCopy(folder);
  if (copy === null) throw new Problem('review-nothing-there', {folder: cleanText(folder, 200)});
  return new ReviewOf(folder, copy);
}

/** Payments that a later event may still speak of without reading back. */
type Live = {readonly number: number; readonly payment: Payment; readonly segment: number};

const mostAtOnce = 2000;
const portion = 250;
/** Whoever is told draws a frame. */
const mostTellings = 40;

class ReviewOf implements Review {
  readonly folder: string;
  readonly #copy: JournalCopy;
  readonly #index = new PaymentIndex();
  readonly #live = new Map<string, Live>();
  /** The segments that speak of a payment, for those of which more than one does. */
  readonly #segmentsOf = new Map<number, readonly number[]>();
  readonly #places = new Map<string, Origin>();
  #origin: Origin = {till: '', profile: 'sandbox', zone: 'UTC', dayStartsAt: '00:00'};
  #damage: Damage | undefined;
  #done: ReviewProgress;
  /** Of the segment that is being read. */
  #firstSeq = 0;
  #lastSeq = 0;
  #days: {readonly version: number; readonly moment: Moment; readonly rows: readonly ReviewDay[]} | undefined;

  constructor(folder: string, copy: JournalCopy) {
    this.folder = folder;
    this.#copy = copy;
    this.#done = {segments: 0, of: copy.segments.length, events: 0, isOver: false};
  }

  progress = () => this.#done;
  damage = () => this.#damage ?? this.#copy.damage();
  missing = () => this.#copy.missing();
  tornBytes = () => this.#copy.tornBytes();
  origin = () => this.#origin;
  latest = (): Moment => ({seq: this.#lastSeq, at: undefined, count: this.#index.size, changed: noChanges});
  ofDay = (day: string, moment: Moment) => this.#index.ofDay(day, moment);
  find = (search: Search, moment: Moment) => this.#index.find(search, moment);
  row = (number: number, moment: Moment) => this.#index.row(number, moment);
  numberOf = (reference: string) => this.#index.numberOf(reference);

  async load(tell: (progress: ReviewProgress) => void, signal?: AbortSignal): Promise<void> {
    const {segments} = this.#copy;
    let [current, index] = ['', -1];
    let waiting: StoredEvent[] = [];
    const take = async () => {
      if (this.#damage === undefined) await this.#take(waiting, index);
      waiting = [];
    };
    for await (const {segment, events} of this.#copy.read()) {
      if (signal?.aborted) return;
      if (segment !== current) {
        await take();
        if (this.#damage !== undefined) break;
        if (index >= 0) this.#forget(index);
        [current, index] = [segment, segments.indexOf(segment)];
        this.#firstSeq = events[0]?.seq ?? 0;
        this.#done = {...this.#done, segments: index, events: this.#lastSeq};
        if (index % Math.ceil(segments.length / mostTellings) === 0) tell(this.#done);
      }
      for (const event of events) waiting.push(event);
      if (waiting.length >= mostAtOnce) await take();
    }
    await take();
    this.#live.clear();
    this.#done = {segments: index + 1, of: segments.length, events: this.#lastSeq, isOver: true};
    tell(this.#done);
  }

  async asOf(seq: number): Promise<Moment> {
    const count = this.#index.countAt(seq);
    const changed = new Map<number, Mark>();
    const {seq: last, at} = await this.#lastEventUpTo(seq);
    const wanted = new Map(this.#index.spokenOfAfter(seq, count).map(number => [this.#referenceOf(number), number]));
    const payments = await this.#fold(wanted, seq);
    for (const [reference, payment] of payments) changed.set(wanted.get(reference) ?? -1, markOf(payment));
    return {seq: last, at, count, changed};
  }

  async seqAt(day: string, time: string): Promise<number | undefined> {
    const extent = this.#copy.extents().find(({segment}) => segment === day);
    if (extent === undefined) return undefined;
    const {zone, dayStartsAt} = this.#places.get(day) ?? this.#origin;
    const date = Temporal.PlainDate.from(day).add({days: time < dayStartsAt ? 1 : 0});
    const {epochMilliseconds: until} = date.toZonedDateTime({timeZone: zone, plainTime: Temporal.PlainTime.from(time)});
    let last = extent.firstSeq - 1;
    for await (const events of this.#copy.readAgain(day)) {
      for (const {seq, at} of events) {
        if (Date.parse(at) > until) return last;
        last = seq;
      }
    }
    return last;
  }

  days(moment: Moment): readonly ReviewDay[] {
    const {version} = this.#index;
    const known = this.#days;
    if (known?.version === version && known.moment.changed === moment.changed && known.moment.seq === moment.seq)
      return known.rows;
    const rows = this.#dayRows(moment);
    this.#days = {version, moment, rows};
    return rows;
  }

  async open(number: number, moment: Moment) {
    const reference = this.#referenceOf(number);
    const events: StoredEvent[] = [];
    for (const segment of this.#segmentsWith(number)) {
      for await (const some of this.#readAgain(segment))
        events.push(...some.filter(event => event.seq <= moment.seq && referenceOf(event) === reference));
    }
    const [payment] = foldAll(events).values();
    if (payment === undefined) throw new Problem('payment-unknown', {reference});
    return {payment, events};
  }

  async eventsOfDay(day: string, moment: Moment): Promise<readonly StoredEvent[]> {
    const events: StoredEvent[] = [];
    for await (const some of this.#copy.readAgain(day)) events.push(...some.filter(({seq}) => seq <= moment.seq));
    return events;
  }

  async *findWords(search: Search, moment: Moment, day?: string): AsyncGenerator<WordsFound> {
    const isAsked = (segment: string) => day === undefined || segment === day;
    const extents = this.#copy.extents().filter(each => each.firstSeq <= moment.seq && isAsked(each.segment));
    for (const [index, {segment}] of [...extents].reverse().entries()) {
      const found: Found[] = [];
      for await (const events of this.#copy.readAgain(segment)) {
        for (const event of events) {
          const words = event.seq <= moment.seq ? foundWords(search, event) : undefined;
          if (words !== undefined) found.push({event, words});
        }
      }
      yield {found: found.reverse(), segments: index + 1, of: extents.length};
    }
  }

  #dayRows(moment: Moment): readonly ReviewDay[] {
    const damage = this.damage();
    const counted = new Map(this.#index.dayRows(moment).map(row => [row.day, row]));
    const extents = this.#copy.extents();
    const begun = new Set(extents.filter(({firstSeq}) => firstSeq <= moment.seq).map(({segment}) => segment));
    const isNow = moment.at === undefined;
    const segments = this.#copy.segments.filter(day => begun.has(day) || (isNow && damage !== undefined));
    const days = [...new Set([...segments, ...counted.keys()])].sort().reverse();
    const stateOf = (day: string): ReviewDay['state'] => {
      if (isNow && damage?.segment === day) return 'damaged';
      return begun.has(day) || counted.has(day) ? 'whole' : 'unread';
    };
    return days.map(day => ({...(counted.get(day) ?? nothingOn(day)), state: stateOf(day)}));
  }

  /** By small portions: somebody may be reading on the screen meanwhile. */
  async #take(events: readonly StoredEvent[], segment: number): Promise<void> {
    await this.#recall(events, segment);
    for (const [at, event] of events.entries()) {
      if (at % portion === portion - 1) await turn();
      try {
        this.#tell(event, segment);
      } catch {
        // A chain proves that nothing was changed afterwards, not that what was written makes sense.
        const line = event.seq - this.#firstSeq + 1;
        this.#damage = {segment: this.#copy.segments[segment] ?? '', line, why: 'not-understood'};
        return;
      }
      this.#lastSeq = event.seq;
    }
  }

  #tell(event: StoredEvent, segment: number): void {
    if (Number.isNaN(Date.parse(event.at))) throw new RangeError(`${event.seq} has no instant`);
    if (!isKnown(event)) return;
    const isOurs = event.v <= journalVersion;
    if (isOurs && (event.type === 'segment-opened' || event.type === 'requested'))
      eventSchemas[event.type].parse(event.data);
    if (event.type === 'segment-opened') this.#placeOf(event);
    const reference = referenceOf(event);
    const live = reference === undefined ? undefined : this.#live.get(reference);
    if (event.type === 'requested') {
      if (live !== undefined) throw new Error(`${event.data.reference} was asked for twice`);
      const payment = beginPayment(event);
      this.#live.set(payment.reference, {number: this.#index.add(payment), payment, segment});
    } else if (live !== undefined) {
      const payment = advance(live.payment, event);
      this.#index.mark(live.number, payment, event.seq);
      this.#touch(live, segment);
      this.#live.set(payment.reference, {...live, payment});
    }
  }

  #placeOf({data, till}: StoredEvent & {type: 'segment-opened'}): void {
    const {profile, zone, dayStartsAt} = data;
    checkZone(zone);
    this.#origin = {till: cleanText(till, 10), profile, zone, dayStartsAt};
    this.#places.set(data.businessDate, this.#origin);
  }

  #touch({number, segment: first}: Live, segment: number): void {
    const known = this.#segmentsOf.get(number) ?? [first];
    if (!known.includes(segment)) this.#segmentsOf.set(number, [...known, segment]);
  }

  /** Payments of which it speaks again weeks later, a refund or a reversal, are folded anew from their own events. */
  async #recall(events: readonly StoredEvent[], current: number): Promise<void> {
    const wanted = new Map<string, number>();
    const begun = new Set<string>();
    for (const event of events) {
      const reference = referenceOf(event);
      if (reference === undefined || this.#live.has(reference) || wanted.has(reference)) continue;
      if (event.type === 'requested') begun.add(reference);
      if (begun.has(reference)) continue;
      const number = this.#index.numberOf(reference);
      if (number !== undefined) wanted.set(reference, number);
    }
    for (const [reference, payment] of await this.#fold(wanted, this.#lastSeq)) {
      const number = wanted.get(reference) ?? -1;
      const [segment = current] = this.#segmentsWith(number);
      this.#live.set(reference, {number, payment, segment});
    }
  }

  /** What is settled and neither of this segment nor of the one before makes room. */
  #forget(segment: number): void {
    for (const [reference, live] of this.#live)
      if (live.segment < segment && !isOpen(live.payment)) this.#live.delete(reference);
  }

  /** Payments by their reference, as their events up to a number make them. */
  async #fold(wanted: ReadonlyMap<string, number>, seq: number): Promise<ReadonlyMap<string, Payment>> {
    const segments = new Set([...wanted.values()].flatMap(number => this.#segmentsWith(number)));
    const events: StoredEvent[] = [];
    for (const segment of [...segments].sort((a, b) => a - b)) {
      for await (const some of this.#readAgain(segment))
        events.push(...some.filter(event => event.seq <= seq && wanted.has(referenceOf(event) ?? '')));
    }
    return foldAll(events);
  }

  #segmentsWith(number: number): readonly number[] {
    const known = this.#segmentsOf.get(number);
    if (known !== undefined) return known;
    const {firstSeq} = this.#index.row(number, nothingChanged);
    const extent = this.#copy.extents().find(({lastSeq}) => lastSeq >= firstSeq);
    // The segment that is being read has no extent yet.
    return [extent === undefined ? this.#done.segments : this.#copy.segments.indexOf(extent.segment)];
  }

  async *#readAgain(segment: number): AsyncGenerator<readonly StoredEvent[]> {
    yield* this.#copy.readAgain(this.#copy.segments[segment] ?? '');
  }

  async #lastEventUpTo(seq: number): Promise<{readonly seq: number; readonly at: number}> {
    const extent = this.#copy.extents().findLast(({firstSeq}) => firstSeq <= seq);
    let last = {seq: 0, at: 0};
    if (extent === undefined) return last;
    for await (const events of this.#copy.readAgain(extent.segment)) {
      for (const event of events) if (event.seq <= seq) last = {seq: event.seq, at: Date.parse(event.at)};
    }
    return last;
  }

  #referenceOf(number: number): string {
    return this.#index.row(number, nothingChanged).reference;
  }
}

const noChanges: ReadonlyMap<number, Mark> = new Map();
const nothingChanged: Marks = {count: 0, changed: noChanges};

const nothingOn = (day: string): DayRow => ({
  day,
  payments: 0,
  statuses: new Map(),
  paid: new Map(),
  givenBack: new Map(),
});

function referenceOf({data}: StoredEvent): string | undefined {
  return 'reference' in data && typeof data.reference === 'string' ? data.reference : undefined;
}

function foldAll(events: readonly StoredEvent[]): ReadonlyMap<string, Payment> {
  const payments = new Map<string, Payment>();
  for (const event of events) {
    if (!isKnown(event)) continue;
    const reference = referenceOf(event) ?? '';
    const before = payments.get(reference);
    if (event.type === 'requested') payments.set(reference, beginPayment(event));
    else if (before !== undefined) payments.set(reference, advance(before, event));
  }
  return payments;
}
