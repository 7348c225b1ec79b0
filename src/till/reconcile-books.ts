import type {Journal} from '../../store/journal.js';
import {openCopy} from '../../store/review-reader.js';
import {isKnown, type StoredEvent} from '../core/event.js';
import {zOf} from '../core/ledger.js';
import {advance, beginPayment, type Payment} from '../core/payment.js';
import {Problem} from '../core/problem.js';
import type {ChainState, Days} from '../core/reconcile/inputs.js';
import {type LocalPayment, localPayment, type Profile} from '../core/reconcile/local.js';
import type {State} from '../core/state.js';

/** What a journal has of some days, and of what its neighbours may name. */
export type BooksRead = {
  readonly till: string;
  readonly payments: readonly LocalPayment[];
  readonly chain: ChainState;
};

/** Which payments are wanted: those of the days and of days near them, and those of other days that are named. */
export type Wanted = {
  readonly days: Days;
  readonly named: readonly string[];
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
 * read on which it was asked for: no more than one day is in memory at a time. Where a day is damaged the others are still
 * read.
 */
export async function ownBooks(
  {till, profile, journal, state: {ledger}}: Own,
  {days, named, onEvents}: Wanted,
): Promise<BooksRead> {
  const isNear = nearness(days);
  const wanted = new Set(named);
  const local = (payment: Payment) => localPayment(payment, {till, z: seq => zOf(ledger, seq), profile});
  const payments = new Map<string, LocalPayment>();
  let later: Events = new Map();
  let chain: ChainState = {till, state: 'whole', seq: null};
  for (const date of (await journal.segments()).toReversed()) {
    if (date < firstNear(days)) break;
    const day = dayFold(({reference, businessDate}) => isNear(businessDate) || wanted.has(reference));
    let [count, first] = [0, 0];
    try {
      for await (const events of journal.readPieces(date)) {
        if (count === 0) first = events[0]?.seq ?? 0;
        count += events.length;
        for (const event of events) day.take(event);
      }
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'journal-damaged') throw error;
      chain = {till, state: 'broken', seq: first === 0 ? null : first + Number(error.facts['line']) - 1};
    }
    onEvents(count);
    later = day.end(later, payment => payments.set(payment.reference, local(payment)));
  }
  const older = named.filter(reference => reference.slice(0, -12) === till && !payments.has(reference));
  for (const payment of await olderPayments(journal, {references: new Set(older), before: firstNear(days), later}))
    payments.set(payment.reference, local(payment));
  return {till, chain, payments: [...payments.values()]};
}

type Events = ReadonlyMap<string, readonly StoredEvent[]>;
type Begun = {readonly reference: string; readonly businessDate: string};

/** Makes payments of one day's events. */
function dayFold(isWanted: (begun: Begun) => boolean) {
  const begun = new Map<string, Payment | null>();
  const ofEarlier = new Map<string, StoredEvent[]>();
  return {
    take(event: StoredEvent): void {
      const reference = referenceIn(event);
      if (reference === undefined || !isKnown(event)) return;
      if (event.type === 'requested') {
        if (!begun.has(reference)) begun.set(reference, isWanted(event.data) ? beginPayment(event) : null);
        return;
      }
      const payment = begun.get(reference);
      if (payment) begun.set(reference, advance(payment, event));
      else if (payment === undefined) push(ofEarlier, reference, event);
    },
    /** Gives each payment that was begun on the day, with what came `later`; the rest is of days before it. */
    end(later: Events, give: (payment: Payment) => void): Events {
      for (const [reference, payment] of begun) {
        if (payment !== null) give((later.get(reference) ?? []).reduce(advance, payment));
      }
      for (const [reference, events] of later) {
        if (begun.has(reference)) continue;
        for (const event of events) push(ofEarlier, reference, event);
      }
      return ofEarlier;
    },
  };
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
): Promise<readonly Payment[]> {
  const found: Payment[] = [];
  const folded = (events: readonly StoredEvent[]) => {
    const day = dayFold(() => true);
    for (const event of events) day.take(event);
    day.end(new Map(), payment => found.push(payment));
  };
  if (references.size <= fewNamed) {
    for (const reference of references) folded(await eventsOf(journal, reference));
    return found;
  }
  const missing = new Set(references);
  let rest = new Map([...later].filter(([reference]) => missing.has(reference))) as Events;
  for (const date of (await journal.segments()).toReversed()) {
    if (date >= before || missing.size === 0) continue;
    const day = dayFold(() => true);
    try {
      for await (const events of journal.readPieces(date))
        for (const event of events) if (missing.has(referenceIn(event) ?? '')) day.take(event);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    rest = day.end(rest, payment => {
      missing.delete(payment.reference);
      found.push(payment);
    });
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
  const wanted = new Set(named);
  const day = dayFold(({reference, businessDate}) => isNear(businessDate) || wanted.has(reference));
  const zs: {number: number; throughSeq: number}[] = [];
  const about: {till: string; profile?: Profile} = {till: ''};
  let lastSeq = 0;
  for await (const {events} of copy.read()) {
    for (const event of events) {
      about.till = event.till;
      if (event.type === 'segment-opened') about.profile = event.data.profile;
      if (event.type === 'z-reported') zs.push(event.data.report);
      day.take(event);
      lastSeq = event.seq;
    }
    onEvents(events.length);
  }
  const z = (seq: number) => zs.find(({throughSeq}) => seq <= throughSeq)?.number ?? null;
  const payments: LocalPayment[] = [];
  day.end(new Map(), payment => payments.push(localPayment(payment, {...about, z})));
  return {till: about.till, chain: chainOf(copy, {till: about.till, lastSeq, days}), payments};
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

const referenceIn = ({data}: StoredEvent) =>
  'reference' in data && typeof data.reference === 'string' ? data.reference : undefined;

const firstNear = ({from}: Days) => shifted(from, -nearDays);

function nearness(days: Days): (date: string) => boolean {
  const [first, last] = [firstNear(days), shifted(days.to, nearDays)];
  return date => first <= date && date <= last;
}

const shifted = (date: string, by: number) => Temporal.PlainDate.from(date).add({days: by}).toString();
