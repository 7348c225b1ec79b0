import {isEvent, isKnown, journalVersion, type StoredEvent} from '../journal/event.js';
import {carry, emptyState, foldEvents, foldVersion, recallEvents, type State, stateAfter} from '../journal/state.js';
import {Problem} from '../problem.js';
import {type ProjectedPayment, projectedPayment} from './projected-payment.js';
import {type TillDay, TillDays} from './till-day.js';
import {type ZRow, zRow} from './z-row.js';

/** A line of a till's journal as it is kept, without its newline. */
export type KeptLine = {readonly seq: number; readonly bytes: Uint8Array};

/**
 * From what a projection goes on, as JSON: what matters still at line `seq`. `fold` is the version of the fold that made it; by another one
 * everything is projected again from the first line.
 */
export type KeptProjection = {
  readonly fold: number;
  readonly seq: number;
  readonly carried: readonly StoredEvent[];
  readonly totals: unknown;
  readonly trouble: ProjectionTrouble | null;
};

/**
 * Why sums of a till are not all that it has sent: `newer`: from this line on it says things that this version does not understand, and
 * passes over; `unreadable`: this line is not what it says that it is, and nothing after it is projected.
 */
export type ProjectionTrouble = {readonly kind: 'newer' | 'unreadable'; readonly seq: number};

/** What some lines have changed. The rows take the place of those before; days are added to what is there. */
export type Projected = {
  readonly payments: readonly ProjectedPayment[];
  readonly days: readonly TillDay[];
  readonly zs: readonly ZRow[];
};

/** The lines of payments that were settled long ago, by their references: they are spoken of again, and are not at hand. */
export type EarlierLines = ReadonlyMap<string, readonly KeptLine[]>;

/**
 * What an office makes of a till's journal: the till's own fold, and rows of what it says. However the lines are cut into parts, and
 * wherever it was kept and gone on from, the same comes out as of all of them at once.
 */
export class Projection {
  #kept: KeptProjection;
  #state: State;
  /** What came since it was kept last, and what was recalled for it. */
  #events: StoredEvent[] = [];
  #recalled: StoredEvent[] = [];
  readonly #read = new WeakMap<KeptLine, StoredEvent | undefined>();
  /** The lines that speak of each payment which is at hand. */
  readonly #lines = new Map<string, number[]>();

  /** From the first line on, or from what was kept by this version of the fold: of another one it is a `RangeError`. */
  constructor(kept: KeptProjection = nothing) {
    if (kept.fold !== foldVersion) throw new RangeError(`kept by version ${kept.fold} of the fold`);
    this.#kept = kept;
    this.#state = stateOf(kept);
    this.#noteLines(kept.carried);
  }

  /** The last line that was taken. */
  get seq(): number {
    return this.#state.lastSeq;
  }

  get trouble(): ProjectionTrouble | null {
    return this.#kept.trouble;
  }

  /** References of payments that lines speak of and that are not at hand: their earlier lines are wanted with these. */
  missing(lines: readonly KeptLine[]): readonly string[] {
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

  /** What the next lines change. `earlier`: the lines of what is `missing`. Throws a `RangeError` for lines that are not the next ones. */
  take(lines: readonly KeptLine[], earlier: EarlierLines = new Map()): Projected {
    const changed = new Set<string>();
    const days = new TillDays();
    const zs: ZRow[] = [];
    for (const line of lines) {
      if (line.seq !== this.seq + 1) throw new RangeError(`line ${line.seq} does not follow line ${this.seq}`);
      if (this.trouble?.kind === 'unreadable') this.#state.lastSeq = line.seq;
      else this.#takeLine(line, {changed, days, zs, earlier});
    }
    const payments = [...changed].flatMap(reference => {
      const payment = this.#state.payments.get(reference);
      return payment === undefined ? [] : [projectedPayment(payment, this.#lines.get(reference) ?? [])];
    });
    return {payments, days: days.all(), zs};
  }

  /** What has to be kept to go on from here. Whatever is settled is let go of. */
  keep(): KeptProjection {
    if (this.#events.length === 0) return {...this.#kept, seq: this.seq};
    const {carried, totals} = this.#kept;
    const earlier = [...carried, ...this.#recalled].sort((a, b) => a.seq - b.seq);
    const {trouble} = this;
    const next = carry({carried: earlier, totals}, this.#events);
    this.#kept = {fold: foldVersion, seq: this.seq, ...next, trouble};
    this.#state = stateOf(this.#kept);
    [this.#events, this.#recalled] = [[], []];
    for (const reference of [...this.#lines.keys()]) {
      if (!this.#state.payments.has(reference)) this.#lines.delete(reference);
    }
    return this.#kept;
  }

  #takeLine(line: KeptLine, changes: Changes): void {
    const event = this.#eventIn(line);
    const z = event?.seq === line.seq ? this.#fold(event, changes) : 'unreadable';
    if (z === 'unreadable') {
      this.#kept = {...this.#kept, trouble: {kind: 'unreadable', seq: line.seq}};
      this.#state.lastSeq = line.seq;
    } else if (z !== undefined) changes.zs.push(z);
  }

  #fold(event: StoredEvent, {changed, days, earlier}: Changes): ZRow | undefined | 'unreadable' {
    const reference = referenceOf(event) ?? '';
    if (event.type !== 'requested') this.#recall(reference, event.seq, earlier);
    const before = this.#state.payments.get(reference);
    try {
      const z = zRow(this.#state, event);
      foldEvents(this.#state, [event]);
      this.#events.push(event);
      this.#noteNewer(event);
      this.#noteLines([event]);
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

  /** A line is read once, for what is missing and for what it says. */
  #eventIn(line: KeptLine): StoredEvent | undefined {
    if (!this.#read.has(line)) this.#read.set(line, eventIn(line));
    return this.#read.get(line);
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
    }
  }

  #noteNewer({v, seq, ...event}: StoredEvent): void {
    if (this.trouble === null && (v > journalVersion || !isKnown(event))) {
      this.#kept = {...this.#kept, trouble: {kind: 'newer', seq}};
    }
  }
}

type Changes = {
  readonly changed: Set<string>;
  readonly days: TillDays;
  readonly zs: ZRow[];
  readonly earlier: EarlierLines;
};

const nothing: KeptProjection = {fold: foldVersion, seq: 0, carried: [], totals: null, trouble: null};

function stateOf({carried, totals, seq}: KeptProjection): State {
  const state = seq === 0 ? emptyState() : stateAfter({carried, totals}, []);
  state.lastSeq = seq;
  return state;
}

/** Undefined for a line that is no event, or not as its type has it. */
function eventIn({bytes}: KeptLine): StoredEvent | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', {fatal: true});

function referenceOf({data}: StoredEvent): string | undefined {
  return 'reference' in data && typeof data.reference === 'string' ? data.reference : undefined;
}
