import {foldVersion, totalsSpec} from '../books/projections.js';
import {carriedFrom, emptyState, foldEvents, recallEvents, type State, stateAfter} from '../books/state.js';
import {type ZRow, zRow} from '../books/z-row.js';
import {eventSpec, isEvent, isKnown, journalVersion, referenceOf, type StoredEvent} from '../events/event.js';
import {openedLine} from '../journal/customers.js';
import {profile} from '../journal/schema.js';
import {type Payment, verdictOf} from '../payment/payment.js';
import {type Tender, tenderOf} from '../payment/tender.js';
import {Problem} from '../problem.js';
import {nearestSkew} from '../reconcile/result/day.js';
import {quarterMs} from '../shift/day-totals.js';
import {plus} from '../shift/sold.js';
import {isValid} from '../spec/check.js';
import {count, leaf, list, object, oneOf, orNull, type Specified, text} from '../spec/spec.js';
import {jsonIn} from '../text/json.js';
import type {OfficeIncident} from './incident.js';
import {type KeptPayment, paymentRow} from './projected-payment.js';

/** A stored line of a till's journal, without its newline. */
export type StoredLine = {readonly seq: number; readonly bytes: Uint8Array};

/** Raised when the rows that are made of a till's fold become others. */
const rowsVersion = 4;

/** The version of the till's fold and of the rows. The rows of another version are made again beside the present ones. */
export const projectionVersion = foldVersion + rowsVersion - 1;

/**
 * Why the sums of a till do not include all that it has sent. `newer`: from this line on, lines hold things that this version does not
 * understand and skips. `unreadable`: this line is not a valid event of its number, and nothing after it is projected.
 */
const troubleSpec = object({kind: oneOf(['newer', 'unreadable']), seq: count('the line')});

/** The state that a projection continues from, as JSON: what still matters at line `seq`. */
const storedSpec = object({
  fold: leaf<number>('the version that made it', value => value === projectionVersion),
  seq: count(),
  carried: list(eventSpec),
  totals: orNull(totalsSpec, 'no line was projected yet'),
  segment: orNull(object({profile, zone: text()}, 'of the newest segment'), 'there is none yet'),
  trouble: orNull(troubleSpec, 'there is none'),
});
export type StoredProjection = Specified<typeof storedSpec>;
/** Whether a projection can continue from a value that was stored. If not, everything is projected again from the first line. */
export const isStoredProjection = isValid(storedSpec);

/** What came in and went out on a till's day, by tender and quarter of an hour, in minor units; refunds on their own day. */
export type TillDay = Tender & {
  readonly businessDate: string;
  readonly currency: string;
  readonly quarter: number;
  readonly paid: number;
  readonly minor: number;
  readonly notPaid: number;
  readonly refunds: number;
  readonly refunded: number;
};
type Sums = Pick<TillDay, 'paid' | 'minor' | 'notPaid' | 'refunds' | 'refunded'>;

const none: Sums = {paid: 0, minor: 0, notPaid: 0, refunds: 0, refunded: 0};

/** Adds up what changes of payments add to days. The sums do not depend on how the changes are grouped. */
class TillDays {
  readonly #days = new Map<string, TillDay>();

  /** Adds the change of a payment from `before` to `after`. A correction of its tender changes its request. */
  change(before: Payment | undefined, after: Payment): void {
    const isSame = before?.request === after.request && before.status === after.status;
    if (isSame && before.refunds === after.refunds) return;
    if (before !== undefined) this.#add(before, -1);
    this.#add(after, 1);
  }

  /** Returns the days in a fixed order, without those whose sums are all 0. */
  all(): readonly TillDay[] {
    const days = [...this.#days].filter(([, day]) => Object.keys(none).some(name => day[name as keyof Sums] !== 0));
    return days.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
  }

  #add(payment: Payment, times: number): void {
    const {request, requestedAt, refunds, status} = payment;
    const {currency, minor} = request.amount;
    const tender = tenderOf(request);
    const isPaid = status === 'paid';
    const day = {...tender, currency, businessDate: request.businessDate, quarter: quarterOf(requestedAt)};
    if (isPaid) this.#sum(day, {paid: times, minor: times * minor});
    if (verdictOf(payment) === 'not-paid') this.#sum(day, {notPaid: times});
    for (const {businessDate, amount, requestedAt: at, status: refund, method} of refunds) {
      if (refund !== 'done' || method === 'account') continue;
      const back = {...tender, currency: amount.currency, businessDate, quarter: quarterOf(at)};
      this.#sum(back, {refunds: times, refunded: times * amount.minor});
    }
  }

  #sum(place: Omit<TillDay, keyof Sums>, added: Partial<Sums>): void {
    const {businessDate, method, channel, currency, quarter} = place;
    const key = [businessDate, currency, method, channel, quarter].join(' ');
    this.#days.set(key, plus(this.#days.get(key) ?? {...place, ...none}, added));
  }
}

const quarterOf = (at: number) => Math.floor(at / quarterMs);

/** What some lines have changed. The payments and the Zs replace earlier rows; the days are added to the present ones. */
export type Projected = {
  readonly payments: readonly KeptPayment[];
  readonly days: readonly TillDay[];
  readonly zs: readonly ZRow[];
  readonly incidents: readonly OfficeIncident[];
};

/** The lines of settled payments, which the projection no longer holds, that later lines mention again, by reference. */
type EarlierLines = ReadonlyMap<string, readonly StoredLine[]>;

/** What an office makes of a journal: the till's fold, and rows. The same for all lines at once or divided, stored and continued. */
export class Projection {
  #kept: StoredProjection;
  #state: State;
  /** The events since the projection was last stored, and the earlier ones that were recalled for them. */
  #events: StoredEvent[] = [];
  #recalled: StoredEvent[] = [];
  /** The lines that are taken next, with their events, by number. */
  readonly #read = new Map<number, {readonly line: StoredLine; readonly event: StoredEvent | undefined}>();
  /** The numbers of the lines about each payment that is held, by reference. */
  readonly #lines = new Map<string, number[]>();
  /** The difference between the till's clock and the service's in seconds, from the answers about each payment, by reference. */
  readonly #skews = new Map<string, number | null>();

  /** Starts at the first line, or continues from a stored projection. */
  constructor(kept: StoredProjection = nothing) {
    this.#kept = kept;
    this.#state = stateOf(kept);
    this.#noteLines(kept.carried);
  }

  /** The last line that was taken. */
  get seq(): number {
    return this.#state.lastSeq;
  }

  get trouble(): Specified<typeof troubleSpec> | null {
    return this.#kept.trouble;
  }

  /** Returns the references of payments that the lines mention and that are not held. `take` needs the earlier lines of these payments. */
  missing(lines: readonly StoredLine[]): readonly string[] {
    const begun = new Set<string>();
    const wanted = new Set<string>();
    for (const line of lines) {
      const event = this.#eventIn(line);
      const reference = event === undefined ? undefined : referenceOf(event);
      if (event === undefined || reference === undefined) continue;
      if (event.type === 'requested') begun.add(reference);
      else if (!begun.has(reference) && !this.#state.payments.has(reference)) wanted.add(reference);
    }
    return [...wanted];
  }

  /** Returns what the next lines change. `earlier` has the lines of `missing` payments. Throws a `RangeError` for other lines. */
  take(lines: readonly StoredLine[], earlier: EarlierLines = new Map()): Projected {
    const changed = new Set<string>();
    const days = new TillDays();
    const zs: ZRow[] = [];
    const incidents: OfficeIncident[] = [];
    for (const line of lines) {
      if (line.seq !== this.seq + 1) throw new RangeError(`line ${line.seq} does not follow line ${this.seq}`);
      if (this.trouble?.kind === 'unreadable') this.#state.lastSeq = line.seq;
      else this.#takeLine(line, {changed, days, zs, incidents, earlier});
    }
    this.#read.clear();
    const zone = this.#kept.segment?.zone ?? 'UTC';
    const payments: KeptPayment[] = [];
    for (const reference of changed) {
      const payment = this.#state.payments.get(reference);
      if (payment === undefined) continue;
      const lines = this.#lines.get(reference) ?? [];
      payments.push(paymentRow(payment, {lines, skewSeconds: this.#skews.get(reference) ?? null, zone}));
    }
    return {payments, days: days.all(), zs, incidents};
  }

  /** Returns what has to be stored to continue from here, and releases whatever is settled. */
  keep(): StoredProjection {
    if (this.#events.length === 0) return {...this.#kept, seq: this.seq};
    const {carried, segment, trouble} = this.#kept;
    const earlier = [...carried, ...this.#recalled].sort((a, b) => a.seq - b.seq);
    const next = carriedFrom(this.#state, earlier, this.#events);
    this.#kept = {fold: projectionVersion, seq: this.seq, ...next, segment, trouble};
    this.#state = stateOf(this.#kept);
    [this.#events, this.#recalled] = [[], []];
    for (const reference of [...this.#lines.keys()]) {
      if (this.#state.payments.has(reference)) continue;
      this.#lines.delete(reference);
      this.#skews.delete(reference);
    }
    return this.#kept;
  }

  #takeLine(line: StoredLine, changes: Changes): void {
    const event = this.#eventIn(line);
    const z = event?.seq === line.seq ? this.#fold(event, changes) : 'unreadable';
    if (z === 'unreadable') {
      this.#kept = {...this.#kept, trouble: {kind: 'unreadable', seq: line.seq}};
      this.#state.lastSeq = line.seq;
    } else if (z !== undefined) changes.zs.push(z);
  }

  #fold(event: StoredEvent, {changed, days, incidents, earlier}: Changes): ZRow | undefined | 'unreadable' {
    const reference = referenceOf(event) ?? '';
    if (event.type !== 'requested') this.#recall(reference, event.seq, earlier);
    const before = this.#state.payments.get(reference);
    try {
      const z = zRow(this.#state, event);
      foldEvents(this.#state, [event]);
      this.#events.push(event);
      this.#noteNewer(event);
      this.#noteLines([event]);
      if (event.type === 'segment-opened') {
        const {profile, zone} = event.data;
        this.#kept = {...this.#kept, segment: {profile, zone}};
      }
      if (event.type === 'list-refused') {
        const {kind: list, why, version} = event.data;
        incidents.push({kind: 'list-refused', list, why, version, seq: event.seq});
      }
      const after = this.#state.payments.get(reference);
      if (after !== undefined) {
        days.change(before, after);
        changed.add(reference);
      }
      return z;
    } catch (error) {
      if (error instanceof Problem) return 'unreadable';
      throw error;
    }
  }

  /** Parses each line once, for `missing` and for `take`. */
  #eventIn(line: StoredLine): StoredEvent | undefined {
    const read = this.#read.get(line.seq);
    if (read?.line === line) return read.event;
    const event = eventIn(line);
    this.#read.set(line.seq, {line, event});
    return event;
  }

  #recall(reference: string, before: number, earlier: EarlierLines): void {
    if (this.#state.payments.has(reference)) return;
    const events = (earlier.get(reference) ?? [])
      .filter(({seq}) => seq < before)
      .flatMap(line => eventIn(line) ?? [])
      .sort((a, b) => a.seq - b.seq);
    const last = this.#state.lastSeq;
    recallEvents(this.#state, events);
    this.#state.lastSeq = last;
    this.#recalled.push(...events);
    this.#noteLines(events);
  }

  #noteLines(events: readonly StoredEvent[]): void {
    for (const event of events) {
      const reference = referenceOf(event);
      if (reference === undefined || !this.#state.payments.has(reference)) continue;
      const lines = this.#lines.get(reference);
      if (lines === undefined) this.#lines.set(reference, [event.seq]);
      else lines.push(event.seq);
      if (isKnown(event)) this.#skews.set(reference, nearestSkew(this.#skews.get(reference) ?? null, event));
    }
  }

  #noteNewer(event: StoredEvent): void {
    if (this.trouble === null && (event.v > journalVersion || !isKnown(event))) {
      this.#kept = {...this.#kept, trouble: {kind: 'newer', seq: event.seq}};
    }
  }
}

type Changes = {
  readonly changed: Set<string>;
  readonly days: TillDays;
  readonly zs: ZRow[];
  readonly incidents: OfficeIncident[];
  readonly earlier: EarlierLines;
};

const nothing: StoredProjection = {
  fold: projectionVersion,
  seq: 0,
  carried: [],
  totals: null,
  segment: null,
  trouble: null,
};

/** Returns a payment that is folded only from its own lines, of any day; undefined if the lines do not hold it. */
export function paymentOf(reference: string, lines: readonly StoredLine[]): Payment | undefined {
  const state = emptyState();
  recallEvents(
    state,
    lines.flatMap(line => eventIn(line) ?? []),
  );
  return state.payments.get(reference);
}

function stateOf({carried, totals, seq}: StoredProjection): State {
  const state = seq === 0 ? emptyState() : stateAfter({carried, totals}, []);
  state.lastSeq = seq;
  return state;
}

/** Returns the event in a line; undefined if the line is not an event, or does not fit its type. */
function eventIn({bytes}: StoredLine): StoredEvent | undefined {
  try {
    const value = openedLine(jsonIn(utf8.decode(bytes)));
    return isEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', {fatal: true});
