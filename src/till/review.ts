import {setImmediate as turn} from 'node:timers/promises';
import {type Damage, type JournalCopy, openCopy} from '../../store/review-reader.js';
import {type DayRow, type Mark, markOf, PaymentIndex, type PaymentRow, type RowMarks} from '../../store/search.js';
import type {Environment} from '../config.js';
import {foundText, type Search} from '../core/books/search.js';
import {checkZone} from '../core/day/business-day.js';
import {dayReader} from '../core/events/day-of.js';
import {isKnown, referenceOf, type StoredEvent} from '../core/events/event.js';
import type {Profile} from '../core/journal/schema.js';
import type {Flaw} from '../core/messages/cause.js';
import type {Language} from '../core/messages/messages.js';
import {beginPayment, evolve, isOpen, type Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';

export type {Damage} from '../../store/review-reader.js';
export type {DayRow, PaymentRow} from '../../store/search.js';

/** The till as it was when the event with this number had been written, or as it is known at the end. */
export type Moment = RowMarks & {
  readonly seq: number;
  /** The instant of that event: null before the first event, undefined for the end of the journal. */
  readonly at: number | null | undefined;
  /** The business day and the time in its zone that a person asked for, unless it was the number of an event. */
  readonly asked?: {readonly day: string; readonly time: string};
};

/** An event that matches a search, and its words in which the match is. */
type FoundEvent = {readonly event: StoredEvent; readonly words: string};

/** A journal that is only looked at, wherever it is: no service, no settings, no lock, and nothing is written. */
export type Review = {
  readonly folder: string;
  readonly progress: () => ReviewProgress;
  readonly damage: () => Damage | undefined;
  /** The business date that, according to the journal, comes before the first one here. */
  readonly missing: () => string | null;
  readonly tornBytes: () => number;
  readonly origin: () => JournalOrigin;
  /** Reads the journal from its beginning, reporting now and then. Stops at damage; rejects for nothing else. */
  readonly load: (tell: (progress: ReviewProgress) => void, signal?: AbortSignal) => Promise<void>;
  /** Everything that was read. It changes while there is more to read. */
  readonly latest: () => Moment;
  readonly asOf: (seq: number) => Promise<Moment>;
  /**
   * The number of the last event of a business day at or before a time in its zone, such as `14:02` or `14:02:30`, including all of that
   * minute or second; undefined if there is no such day. If a day begins at four, its two o'clock is at its end.
   */
  readonly seqAt: (day: string, time: string) => Promise<number | undefined>;
  /** The days of the journal, newest first, including days that could not be read, with nothing counted. */
  readonly days: (moment: Moment) => readonly ReviewDay[];
  readonly ofDay: (day: string, moment: Moment) => readonly number[];
  /** Payments in which all terms of the search are found, newest first. */
  readonly find: (search: Search, moment: Moment) => readonly number[];
  readonly row: (number: number, moment: Moment) => PaymentRow;
  readonly numberOf: (reference: string) => number | undefined;
  /** A payment as it was at a moment, and its events up to then. */
  readonly open: (
    number: number,
    moment: Moment,
  ) => Promise<{readonly payment: Payment; readonly events: readonly StoredEvent[]}>;
  readonly eventsOfDay: (day: string, moment: Moment) => Promise<readonly StoredEvent[]>;
  /** Events of the journal, or of a business day, whose words have all terms of the search, segment by segment from the newest. */
  readonly findWords: (search: Search, moment: Moment, day?: string) => AsyncGenerator<WordsFound>;
};

export type WordsFound = {readonly found: readonly FoundEvent[]; readonly segments: number; readonly of: number};

/** A day of the journal. `state` says whether all of it, a part of it or nothing could be read. */
export type ReviewDay = DayRow & {readonly state: 'whole' | 'damaged' | 'unread'};

export type ReviewParts = {
  readonly folder: string;
  /** The folder for exports, which is created at the first export. */
  readonly exports: string;
  readonly language: Language;
  readonly isPlain: boolean;
  readonly environment: Environment;
  readonly start: ReviewStart;
};

/** What is shown first. If it is empty, the days as they are known at the end. */
type ReviewStart = {readonly at?: string; readonly day?: string; readonly search?: string};

/** Opens the journal in a folder for a review. Throws `Problem` review-nothing-there if the folder has no journal. */
export async function openReview(folder: string): Promise<Review> {
  const copy = await openCopy(folder);
  if (copy === null) throw new Problem('review-nothing-there', {folder: cleanText(folder, 200)});
  return new ReviewOf(folder, copy);
}

const second = 1000;
const minute = 60 * second;

class ReviewOf implements Review {
  readonly folder: string;
  readonly #copy: JournalCopy;
  readonly #reading: ReviewReading;
  #days: {readonly version: number; readonly moment: Moment; readonly rows: readonly ReviewDay[]} | undefined;

  constructor(folder: string, copy: JournalCopy) {
    this.folder = folder;
    this.#copy = copy;
    this.#reading = new ReviewReading(copy);
  }

  get #index() {
    return this.#reading.index;
  }

  load: Review['load'] = (tell, signal) => this.#reading.load(tell, signal);
  progress = () => this.#reading.progress();
  damage = () => this.#reading.damage();
  missing = () => this.#copy.missing();
  tornBytes = () => this.#copy.tornBytes();
  origin = () => this.#reading.origin();
  latest = (): Moment => ({seq: this.#reading.lastSeq(), at: undefined, count: this.#index.size, changed: noChanges});
  ofDay = (day: string, moment: Moment) => this.#index.ofDay(day, moment);
  find = (search: Search, moment: Moment) => this.#index.find(search, moment);
  row = (number: number, moment: Moment) => this.#index.row(number, moment);
  numberOf = (reference: string) => this.#index.numberOf(reference);

  async asOf(seq: number): Promise<Moment> {
    const count = this.#index.countAt(seq);
    const changed = new Map<number, Mark>();
    const {seq: last, at} = await this.#lastEventUpTo(seq);
    const wanted = new Map(
      this.#index.spokenOfAfter(seq, count).map(number => [this.#reading.referenceOf(number), number]),
    );
    const payments = await this.#reading.fold(wanted, seq);
    for (const [reference, payment] of payments) changed.set(wanted.get(reference) ?? -1, markOf(payment));
    return {seq: last, at, count, changed};
  }

  async seqAt(day: string, time: string): Promise<number | undefined> {
    if (this.#extentsOf(day).length === 0) return undefined;
    const {zone, dayStartsAt} = this.#reading.originOn(day);
    const date = Temporal.PlainDate.from(day).add({days: time < dayStartsAt ? 1 : 0});
    const {epochMilliseconds: from} = date.toZonedDateTime({timeZone: zone, plainTime: Temporal.PlainTime.from(time)});
    const end = from + (time.length > 'hh:mm'.length ? second : minute);
    let last: number | undefined;
    for await (const {seq, at} of this.#eventsOf(day)) {
      last ??= seq - 1;
      if (Date.parse(at) < end) last = seq;
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
    const events = await this.#reading.eventsOf(number, moment.seq);
    const [payment] = foldPayments(events).values();
    if (payment === undefined) throw new Problem('payment-unknown', {reference: this.#reading.referenceOf(number)});
    return {payment, events};
  }

  async eventsOfDay(day: string, moment: Moment): Promise<readonly StoredEvent[]> {
    const events = await Array.fromAsync(this.#eventsOf(day));
    return events.filter(({seq}) => seq <= moment.seq);
  }

  async *#eventsOf(day: string): AsyncGenerator<StoredEvent> {
    for (const {segment} of this.#extentsOf(day)) {
      const dayOf = dayReader();
      for await (const events of this.#copy.readAgain(segment)) yield* events.filter(event => dayOf(event) === day);
    }
  }

  #extentsOf(day: string) {
    return this.#copy.extents().filter(({days: [first, last]}) => first <= day && day <= last);
  }

  async *findWords(search: Search, moment: Moment, day?: string): AsyncGenerator<WordsFound> {
    const asked = day === undefined ? this.#copy.extents() : this.#extentsOf(day);
    const extents = asked.filter(({firstSeq}) => firstSeq <= moment.seq);
    for (const [index, {segment}] of [...extents].reverse().entries()) {
      const found: FoundEvent[] = [];
      const dayOf = dayReader();
      for await (const events of this.#copy.readAgain(segment)) {
        for (const event of events) {
          const isAsked = (day === undefined || dayOf(event) === day) && event.seq <= moment.seq;
          const words = isAsked ? foundText(search, event) : undefined;
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

  async #lastEventUpTo(seq: number): Promise<{readonly seq: number; readonly at: number | null}> {
    const extent = this.#copy.extents().findLast(({firstSeq}) => firstSeq <= seq);
    let last: {readonly seq: number; readonly at: number | null} = {seq: 0, at: null};
    if (extent === undefined) return last;
    for await (const events of this.#copy.readAgain(extent.segment)) {
      for (const event of events) if (event.seq <= seq) last = {seq: event.seq, at: Date.parse(event.at)};
    }
    return last;
  }
}

const noChanges: ReadonlyMap<number, Mark> = new Map();

const nothingOn = (day: string): DayRow => ({
  day,
  payments: 0,
  statuses: new Map(),
  paid: new Map(),
  givenBack: new Map(),
});

/** The till at an event's number (`214`, `#214`), or a time of a day, by default the last. Throws `Problem` moment-invalid. */
export async function momentFrom(review: Review, text: string, day?: string): Promise<Moment> {
  const [, number] = /^#?(\d{1,12})$/.exec(text.trim()) ?? [];
  if (number !== undefined && Number(number) > 0) return review.asOf(Number(number));
  const [, time] = /^((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/.exec(text.trim()) ?? [];
  const on = day ?? review.days(review.latest()).find(({state}) => state !== 'unread')?.day;
  const asked = time === undefined || on === undefined ? undefined : {day: on, time: withHour(time)};
  const seq = asked && (await review.seqAt(asked.day, asked.time));
  if (asked === undefined || seq === undefined) throw new Problem('moment-invalid', {moment: cleanText(text, 40)});
  return {...(await review.asOf(seq)), asked};
}

/** `9:05` as `09:05`, `9:05:30` as `09:05:30`. */
const withHour = (time: string): string => (time.indexOf(':') === 1 ? `0${time}` : time);

type ReviewProgress = {
  readonly segments: number;
  readonly of: number;
  readonly events: number;
  readonly isOver: boolean;
};

/** Whose journal it is, according to its newest segment. */
type JournalOrigin = {
  readonly till: string;
  readonly profile: Profile;
  readonly zone: string;
  readonly dayStartsAt: string;
};

/** A payment that a later event can mention without being read again. */
type Live = {readonly number: number; readonly payment: Payment; readonly segment: number};

const mostAtOnce = 2000;
const portion = 250;
/** The most progress reports: the screen is drawn for each of them. */
const mostTellings = 40;
const nothingChanged: RowMarks = {count: 0, changed: new Map()};

/** A journal that is read once from its beginning, and in which the events of any payment can be read again. */
class ReviewReading {
  /** A row for each payment that was read so far. */
  readonly index = new PaymentIndex();
  readonly #copy: JournalCopy;
  readonly #live = new Map<string, Live>();
  /** The segments that mention a payment, for payments that more than one segment mentions. */
  readonly #segmentsOf = new Map<number, readonly number[]>();
  readonly #origins = new Map<string, JournalOrigin>();
  #origin: JournalOrigin = {till: '', profile: 'sandbox', zone: 'UTC', dayStartsAt: '00:00'};
  #damage: Damage | undefined;
  #progress: ReviewProgress;
  #firstSeq = 0;
  #lastSeq = 0;

  constructor(copy: JournalCopy) {
    this.#copy = copy;
    this.#progress = {segments: 0, of: copy.segments.length, events: 0, isOver: false};
  }

  progress = () => this.#progress;
  damage = () => this.#damage ?? this.#copy.damage();
  origin = () => this.#origin;
  originOn = (day: string) => this.#origins.get(day) ?? this.#origin;
  lastSeq = () => this.#lastSeq;
  referenceOf = (number: number) => this.index.row(number, nothingChanged).reference;

  /** Reads the whole journal, reporting now and then. Stops at damage; rejects for nothing else. */
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
        this.#progress = {...this.#progress, segments: index, events: this.#lastSeq};
        if (index % Math.ceil(segments.length / mostTellings) === 0) tell(this.#progress);
      }
      for (const event of events) waiting.push(event);
      if (waiting.length >= mostAtOnce) await take();
    }
    await take();
    this.#live.clear();
    this.#progress = {segments: index + 1, of: segments.length, events: this.#lastSeq, isOver: true};
    tell(this.#progress);
  }

  /** The events of a payment up to a number, oldest first. */
  async eventsOf(number: number, seq: number): Promise<readonly StoredEvent[]> {
    return this.#eventsOfAll(new Map([[this.referenceOf(number), number]]), seq);
  }

  /** Payments by their reference, folded from their events up to a number. */
  async fold(wanted: ReadonlyMap<string, number>, seq: number): Promise<ReadonlyMap<string, Payment>> {
    return foldPayments(await this.#eventsOfAll(wanted, seq));
  }

  async #eventsOfAll(wanted: ReadonlyMap<string, number>, seq: number): Promise<readonly StoredEvent[]> {
    const segments = new Set([...wanted.values()].flatMap(number => this.#segmentsWith(number)));
    const events: StoredEvent[] = [];
    for (const segment of [...segments].sort((a, b) => a - b)) {
      for await (const some of this.#copy.readAgain(this.#copy.segments[segment] ?? ''))
        events.push(...some.filter(event => event.seq <= seq && wanted.has(referenceOf(event) ?? '')));
    }
    return events;
  }

  /** Works in small portions, because a person may be reading on the screen meanwhile. */
  async #take(events: readonly StoredEvent[], segment: number): Promise<void> {
    await this.#recall(events, segment);
    for (const [at, event] of events.entries()) {
      if (at % portion === portion - 1) await turn();
      if (event.type === 'requested' && this.#live.has(event.data.reference)) {
        this.#damage = this.#damageAt(event, segment, 'asked-for-twice');
        return;
      }
      try {
        this.#tell(event, segment);
      } catch {
        // A chain proves that nothing was changed afterwards, not that what was written makes sense.
        this.#damage = this.#damageAt(event, segment, 'not-understood');
        return;
      }
      this.#lastSeq = event.seq;
    }
  }

  #tell(event: StoredEvent, segment: number): void {
    if (Number.isNaN(Date.parse(event.at))) throw new RangeError(`${event.seq} has no instant`);
    if (!isKnown(event)) return;
    if (event.type === 'segment-opened') this.#originFrom(event);
    const reference = referenceOf(event);
    const live = reference === undefined ? undefined : this.#live.get(reference);
    if (event.type === 'requested') {
      const payment = beginPayment(event);
      this.#live.set(payment.reference, {number: this.index.add(payment), payment, segment});
    } else if (live !== undefined) {
      const payment = evolve(live.payment, event);
      this.index.mark(live.number, payment, event.seq);
      this.#touch(live, segment);
      this.#live.set(payment.reference, {...live, payment});
    }
  }

  #damageAt({seq}: StoredEvent, segment: number, why: Flaw): Damage {
    return {segment: this.#copy.segments[segment] ?? '', line: seq - this.#firstSeq + 1, why};
  }

  #originFrom({data, till}: StoredEvent & {type: 'segment-opened'}): void {
    const {profile, zone, dayStartsAt} = data;
    checkZone(zone);
    this.#origin = {till: cleanText(till, 10), profile, zone, dayStartsAt};
    this.#origins.set(data.businessDate, this.#origin);
  }

  #touch({number, segment: first}: Live, segment: number): void {
    const known = this.#segmentsOf.get(number) ?? [first];
    if (!known.includes(segment)) this.#segmentsOf.set(number, [...known, segment]);
  }

  /** Payments that are mentioned again weeks later, by a refund or a reversal, are folded again from their own events. */
  async #recall(events: readonly StoredEvent[], current: number): Promise<void> {
    const wanted = new Map<string, number>();
    const begun = new Set<string>();
    for (const event of events) {
      const reference = referenceOf(event);
      if (reference === undefined || this.#live.has(reference) || wanted.has(reference)) continue;
      if (event.type === 'requested') begun.add(reference);
      if (begun.has(reference)) continue;
      const number = this.index.numberOf(reference);
      if (number !== undefined) wanted.set(reference, number);
    }
    for (const [reference, payment] of await this.fold(wanted, this.#lastSeq)) {
      const number = wanted.get(reference) ?? -1;
      const [segment = current] = this.#segmentsWith(number);
      this.#live.set(reference, {number, payment, segment});
    }
  }

  /** Drops settled payments that are neither of this segment nor of the one before. */
  #forget(segment: number): void {
    for (const [reference, live] of this.#live)
      if (live.segment < segment && !isOpen(live.payment)) this.#live.delete(reference);
  }

  #segmentsWith(number: number): readonly number[] {
    const known = this.#segmentsOf.get(number);
    if (known !== undefined) return known;
    const {firstSeq} = this.index.row(number, nothingChanged);
    const extent = this.#copy.extents().find(({lastSeq}) => lastSeq >= firstSeq);
    // The segment that is being read has no extent yet.
    return [extent === undefined ? this.#progress.segments : this.#copy.segments.indexOf(extent.segment)];
  }
}

function foldPayments(events: readonly StoredEvent[]): ReadonlyMap<string, Payment> {
  const payments = new Map<string, Payment>();
  for (const event of events) {
    if (!isKnown(event)) continue;
    const reference = referenceOf(event) ?? '';
    const before = payments.get(reference);
    if (event.type === 'requested') payments.set(reference, beginPayment(event));
    else if (before !== undefined) payments.set(reference, evolve(before, event));
  }
  return payments;
}
