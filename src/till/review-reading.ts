import {setImmediate as turn} from 'node:timers/promises';
import type {Damage, JournalCopy} from '../../store/review-reader.js';
import {PaymentIndex, type RowMarks} from '../../store/search.js';
import {checkZone} from '../core/day/business-day.js';
import {isKnown, type StoredEvent} from '../core/events/event.js';
import type {Profile} from '../core/journal/schema.js';
import type {Flaw} from '../core/messages/cause.js';
import {beginPayment, evolve, isOpen, type Payment} from '../core/payment/payment.js';
import {cleanText} from '../core/text/text.js';

export type ReviewProgress = {
  readonly segments: number;
  readonly of: number;
  readonly events: number;
  readonly isOver: boolean;
};

/** Whose journal it is, according to its newest segment. */
export type JournalOrigin = {
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
export class ReviewReading {
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

function referenceOf({data}: StoredEvent): string | undefined {
  return 'reference' in data && typeof data.reference === 'string' ? data.reference : undefined;
}

/** Payments by their reference, folded only from their events. */
export function foldPayments(events: readonly StoredEvent[]): ReadonlyMap<string, Payment> {
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
