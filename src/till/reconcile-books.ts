import type {Journal} from '../../store/journal.js';
import {openCopy} from '../../store/review-reader.js';
import {isKnown, type Profile, type StoredEvent} from '../core/event.js';
import {isSettled} from '../core/follow-up.js';
import {zOf} from '../core/ledger.js';
import {advance, beginPayment, type Payment} from '../core/payment.js';
import {Problem} from '../core/problem.js';
import type {ChainState, Days} from '../core/reconcile/inputs.js';
import {type LocalPayment, localPayment} from '../core/reconcile/local.js';
import type {State} from '../core/state.js';
import {instantOf} from '../core/timeline.js';

/** What a journal has of some days, and of what its neighbours may name. */
export type BooksRead = {
  readonly till: string;
  readonly payments: readonly LocalPayment[];
  readonly chain: ChainState;
};

/** Which payments are wanted: those of the days and of days near them, and those of other days that are named. */
export type Wanted = {
  readonly days: Days;
  readonly named: ReadonlySet<string>;
  readonly onEvents: (count: number) => void;
};

/** A file of the days may name payments of days so near, and a late end of one of the days may lie in them. */
const nearDays = 10;
/** So few are looked up one by one: each costs the reading of a day. */
const fewNamed = 8;

type Own = {
  readonly till: string;
  readonly profile: Profile;
  readonly journal: Pick<Journal, 'segments' | 'readPieces' | 'eventsOf'>;
  readonly state: Pick<State, 'ledger'>;
};

/**
 * The till's own payments. The newest day is read first, so that what became of a payment later is known when the day is
 * read on which it was asked for: no more than one day is in memory at a time, and of that what is not settled. Where a day
 * is damaged the others are still read.
 */
export async function ownBooks(
  {till, profile, journal, state: {ledger}}: Own,
  {days, named, onEvents}: Wanted,
): Promise<BooksRead> {
  const isNear = nearness(days);
  const isWanted: IsWanted = ({reference, businessDate}) => isNear(businessDate) || named.has(reference);
  const local: Local = ({payment, skewSeconds}) =>
    localPayment(payment, {till, z: seq => zOf(ledger, seq), profile, skewSeconds});
  const payments = new Map<string, LocalPayment>();
  let later: Events = new Map();
  let chain: ChainState = {till, state: 'whole', seq: null};
  for (const date of (await journal.segments()).toReversed()) {
    if (date < firstNear(days)) break;
    const day = dayFold(isWanted);
    const {count, damage} = await readDay(journal, date, events => {
      for (const event of events) day.take(event);
      day.compact(later, local);
    });
    onEvents(count);
    if (damage !== null) chain = {till, state: 'broken', seq: damage};
    const read = day.end(later, local);
    for (const payment of read.payments) payments.set(payment.reference, payment);
    if (read.again.size > 0) {
      for (const payment of await readAgain(journal, date, {references: read.again, later, local}))
        payments.set(payment.reference, payment);
    }
    later = read.ofEarlier;
  }
  const references = new Set<string>();
  for (const reference of named)
    if (!payments.has(reference) && reference.slice(0, -12) === till) references.add(reference);
  for (const payment of await olderPayments(journal, {references, before: firstNear(days), later}, local))
    payments.set(payment.reference, payment);
  return {till, chain, payments: [...payments.values()]};
}

type Events = ReadonlyMap<string, readonly StoredEvent[]>;
type IsWanted = (begun: {readonly reference: string; readonly businessDate: string}) => boolean;

/**
 * A payment as far as its events were read, and how far our clock was from the service's at the nearest of its answers: one
 * that was long on its way says less. Changed in place.
 */
type Told = {payment: Payment; skewSeconds: number | null};
type Local = (told: Told) => LocalPayment;

/** Gives the events of a day to `take`, up to the damage if there is any: then `damage` is the number of its line. */
async function readDay(
  journal: Own['journal'],
  date: string,
  take: (events: readonly StoredEvent[]) => void,
): Promise<{readonly count: number; readonly damage: number | null}> {
  let [count, first] = [0, 0];
  try {
    for await (const events of journal.readPieces(date)) {
      if (count === 0) first = events[0]?.seq ?? 0;
      count += events.length;
      take(events);
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'journal-damaged') throw error;
    return {count, damage: first === 0 ? null : first + Number(error.facts['line']) - 1};
  }
  return {count, damage: null};
}

/** What became on the same day of payments that were settled already: they are folded once more, and as a whole. */
async function readAgain(
  journal: Own['journal'],
  date: string,
  {references, later, local}: {references: ReadonlySet<string>; later: Events; local: Local},
): Promise<readonly LocalPayment[]> {
  const day = dayFold(() => true);
  await readDay(journal, date, events => {
    for (const event of events) if (references.has(referenceIn(event) ?? '')) day.take(event);
  });
  return [...day.end(later, local).payments];
}

/** Makes payments of one day's events. */
function dayFold(isWanted: IsWanted) {
  const begun = new Map<string, Told>();
  const settled = new Map<string, LocalPayment>();
  const unwanted = new Set<string>();
  const again = new Set<string>();
  const ofEarlier = new Map<string, StoredEvent[]>();
  const isOfTheDay = (reference: string) =>
    begun.has(reference) || settled.has(reference) || unwanted.has(reference) || again.has(reference);
  return {
    take(event: StoredEvent): void {
      const reference = referenceIn(event);
      if (reference === undefined || !isKnown(event)) return;
      const told = begun.get(reference);
      if (told !== undefined) tell(told, event);
      else if (event.type === 'requested') {
        if (isOfTheDay(reference)) return;
        if (isWanted(event.data)) begun.set(reference, {payment: beginPayment(event), skewSeconds: null});
        else unwanted.add(reference);
      } else if (settled.has(reference)) {
        if (event.type !== 'slip-printed') again.add(reference);
      } else if (!unwanted.has(reference)) push(ofEarlier, reference, event);
    },
    /**
     * Makes short records of what is settled and of which nothing is told `later`: a day of a large shop would else be in
     * memory as a whole. If more is told of one on the same day, it is to be read `again`.
     */
    compact(later: Events, local: Local): void {
      for (const [reference, told] of begun) {
        if (!isSettled(told.payment) || later.has(reference)) continue;
        settled.set(reference, local(told));
        begun.delete(reference);
      }
    },
    /** The payments that were begun on the day, with what came `later`; `ofEarlier` is of days before it. */
    end(later: Events, local: Local) {
      for (const [reference, told] of begun) {
        for (const event of later.get(reference) ?? []) tell(told, event);
        settled.set(reference, local(told));
      }
      for (const [reference, events] of later) {
        if (isOfTheDay(reference)) continue;
        for (const event of events) push(ofEarlier, reference, event);
      }
      return {payments: settled.values(), again, ofEarlier: ofEarlier as Events};
    },
  };
}

function tell(told: Told, event: StoredEvent): void {
  // Asked for twice is for the opening of the journal to refuse; here the first one counts.
  if (event.type === 'requested') return;
  const heard = skewOf(event);
  if (heard !== null && (told.skewSeconds === null || Math.abs(heard) < Math.abs(told.skewSeconds)))
    told.skewSeconds = heard;
  told.payment = advance(told.payment, event);
}

/** Our clock less the service's, in whole seconds, where an answer told the time. */
function skewOf({at, data}: StoredEvent): number | null {
  if (!('answer' in data) || data.answer.kind !== 'answered' || data.answer.serverTime === undefined) return null;
  return Math.round((instantOf(at) - data.answer.serverTime) / 1000);
}

function push(events: Map<string, StoredEvent[]>, reference: string, event: StoredEvent): void {
  const known = events.get(reference);
  if (known === undefined) events.set(reference, [event]);
  else known.push(event);
}

/** Payments of days long before, one by one or, where many are named, in one sweep back to the oldest of them. */
async function olderPayments(
  journal: Own['journal'],
  {references, before, later}: {references: ReadonlySet<string>; before: string; later: Events},
  local: Local,
): Promise<readonly LocalPayment[]> {
  const found: LocalPayment[] = [];
  if (references.size <= fewNamed) {
    for (const reference of references) {
      const fold = dayFold(() => true);
      for (const event of await eventsOf(journal, reference)) fold.take(event);
      found.push(...fold.end(new Map(), local).payments);
    }
    return found;
  }
  const missing = new Set(references);
  let rest: Events = new Map([...later].filter(([reference]) => missing.has(reference)));
  for (const date of (await journal.segments()).toReversed()) {
    if (date >= before || missing.size === 0) continue;
    const day = dayFold(() => true);
    await readDay(journal, date, events => {
      for (const event of events) if (missing.has(referenceIn(event) ?? '')) day.take(event);
    });
    const {payments, ofEarlier} = day.end(rest, local);
    rest = ofEarlier;
    for (const payment of payments) {
      missing.delete(payment.reference);
      found.push(payment);
    }
  }
  return found;
}

/** What damage keeps from being read is told by `duka journal verify`; the payment is then not in the books. */
async function eventsOf(journal: Own['journal'], reference: string): Promise<readonly StoredEvent[]> {
  try {
    return await journal.eventsOf(reference);
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}

const isDamage = (error: unknown) => error instanceof Problem && error.code === 'journal-damaged';

/** The payments of another till's journal, which is only read. Throws `Problem` file-not-readable where there is none. */
export async function otherBooks(folder: string, {days, named, onEvents}: Wanted): Promise<BooksRead> {
  const copy = await openCopy(folder);
  if (copy === null) throw new Problem('file-not-readable', {file: folder, code: 'ENOENT'});
  const isNear = nearness(days);
  const fold = dayFold(({reference, businessDate}) => isNear(businessDate) || named.has(reference));
  const zs: {number: number; throughSeq: number}[] = [];
  const about: {till: string; profile?: Profile} = {till: ''};
  let lastSeq = 0;
  for await (const {events} of copy.read()) {
    for (const event of events) {
      about.till = event.till;
      if (event.type === 'segment-opened') about.profile = event.data.profile;
      if (event.type === 'z-reported') zs.push(event.data.report);
      fold.take(event);
      lastSeq = event.seq;
    }
    onEvents(events.length);
  }
  const z = (seq: number) => zs.find(({throughSeq}) => seq <= throughSeq)?.number ?? null;
  const {payments} = fold.end(new Map(), ({payment, skewSeconds}) => localPayment(payment, {...about, z, skewSeconds}));
  return {till: about.till, chain: chainOf(copy, {till: about.till, lastSeq, days}), payments: [...payments]};
}

type Copy = NonNullable<Awaited<ReturnType<typeof openCopy>>>;

function chainOf(copy: Copy, {till, lastSeq, days}: {till: string; lastSeq: number; days: Days}): ChainState {
  const damage = copy.damage();
  if (damage !== undefined) {
    return {till, state: damage.why === 'wrong-number' ? 'gap' : 'broken', seq: lastSeq + 1};
  }
  // A copy may begin late: of days before it nothing is asked.
  const missing = copy.missing();
  return {till, state: missing !== null && missing >= days.from ? 'gap' : 'whole', seq: null};
}

function referenceIn({data}: StoredEvent): string | undefined {
  const {reference} = data as {readonly reference?: unknown};
  return typeof reference === 'string' ? reference : undefined;
}

const firstNear = ({from}: Days) => shifted(from, -nearDays);

function nearness(days: Days): (date: string) => boolean {
  const [first, last] = [firstNear(days), shifted(days.to, nearDays)];
  return date => first <= date && date <= last;
}

const shifted = (date: string, by: number) => Temporal.PlainDate.from(date).add({days: by}).toString();
