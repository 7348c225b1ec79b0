import {type Damage, type JournalCopy, openCopy} from '../../store/review-reader.js';
import {type DayRow, type Mark, markOf, type PaymentRow, type RowMarks} from '../../store/search.js';
import type {Environment} from '../config.js';
import {foundText, type Search} from '../core/books/search.js';
import {dayReader} from '../core/events/day-of.js';
import type {StoredEvent} from '../core/events/event.js';
import type {Language} from '../core/messages/messages.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import {foldPayments, type JournalOrigin, type ReviewProgress, ReviewReading} from './review-reading.js';

export type {Damage} from '../../store/review-reader.js';
export type {DayRow, PaymentRow} from '../../store/search.js';
export type {JournalOrigin, ReviewProgress} from './review-reading.js';

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
