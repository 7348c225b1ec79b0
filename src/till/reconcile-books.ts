import type {Journal} from '../../store/journal.js';
import {openCopy} from '../../store/review-reader.js';
import {dayDigestFrom} from '../core/books/day-json.js';
import type {State} from '../core/books/state.js';
import type {StoredEvent} from '../core/events/event.js';
import type {Profile} from '../core/journal/schema.js';
import {referenceOf} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {
  type BooksRead,
  type DayFold,
  dayFold,
  daysNear,
  type Events,
  foldDigest,
  type IsWanted,
  type Wanted,
} from '../core/reconcile/result/day.js';
import type {ChainState, Days} from '../core/reconcile/rows/inputs.js';
import {type LocalPayment, localFrom, type PaymentDigest} from '../core/reconcile/rows/local.js';
import {zOf} from '../core/shift/ledger-schema.js';

/** Up to this many payments are looked up one by one; each lookup reads a whole day. */
const fewNamed = 8;

type Own = {
  readonly till: string;
  readonly profile: Profile;
  readonly journal: Pick<
    Journal,
    'segments' | 'segmentsOf' | 'readPieces' | 'eventsOf' | 'digestOf' | 'keepDigest' | 'readNaming'
  >;
  readonly state: Pick<State, 'ledger'>;
};

/**
 * Reads the till's own payments. The newest day is read first, so that what happened to a payment later is known when the day of its
 * request is read. No more than one day is in memory at a time, and of that day only what is not settled. If a day is damaged, the others
 * are still read.
 */
export async function ownBooks(
  {till, profile, journal, state: {ledger}}: Own,
  {days, named, onEvents}: Wanted,
): Promise<BooksRead> {
  const isNear = nearness(days);
  const isWanted: IsWanted = ({reference, businessDate}) => isNear(businessDate) || named.has(reference);
  const origin = {till, z: (seq: number) => zOf(ledger, seq), profile};
  const payments = new Map<string, LocalPayment>();
  const add = (digests: readonly PaymentDigest[]) => {
    for (const digest of digests) payments.set(digest.reference, localFrom(digest, origin));
  };
  let later: Events = new Map();
  let chain: ChainState = {till, state: 'whole', seq: null};
  // Events about a payment come after its request: so the till reads from the newest segment back to the first that has anything of these
  // days.
  const [first = ''] = await journal.segmentsOf({from: daysNear(days).from, to: '9999-12-31'});
  for (const date of first === '' ? [] : (await journal.segments()).toReversed()) {
    if (date < first) break;
    const day = await readDay(journal, date, {isWanted, later});
    onEvents(day.count);
    if (day.damage !== undefined) chain = {till, state: 'broken', seq: day.damage};
    add(day.payments);
    later = day.ofEarlier;
  }
  const references = new Set<string>();
  for (const reference of named)
    if (!payments.has(reference) && reference.slice(0, -12) === till) references.add(reference);
  add(await olderPayments(journal, {references, before: first, later}));
  return {till, chain, payments: [...payments.values()]};
}

/** What is wanted of a day, and the later events about its payments. */
type Sought = {readonly isWanted: IsWanted; readonly later: Events};

/** How many events of a day were read: all, or those up to the one numbered `damage`, which is null if that is unknown. */
type Extent = {readonly count: number; readonly damage?: number | null};

/** Payments requested on a day, with what happened later. `ofEarlier`: the events about payments of earlier days. */
type Day = Extent & {readonly payments: readonly PaymentDigest[]; readonly ofEarlier: Events};

async function readDay(journal: Own['journal'], date: string, sought: Sought): Promise<Day> {
  const {later} = sought;
  const {fold, ...extent} = (await ofDigest(journal, date, sought)) ?? (await ofLines(journal, date, sought));
  const {payments, again, ofEarlier} = fold.end(later);
  if (again.size === 0) return {...extent, payments, ofEarlier};
  const whole = new Map<string, PaymentDigest>();
  for (const payment of await readAgain(journal, date, {references: again, later}))
    whole.set(payment.reference, payment);
  return {...extent, payments: payments.map(payment => whole.get(payment.reference) ?? payment), ofEarlier};
}

/** Reads a day from its lines. The next reading can use the digest that is made here. */
async function ofLines(
  journal: Own['journal'],
  date: string,
  {isWanted, later}: Sought,
): Promise<Extent & {readonly fold: DayFold}> {
  const fold = dayFold(isWanted);
  const extent = await readLines(journal, date, events => {
    for (const event of events) fold.take(event);
    fold.compact(later);
  });
  if (extent.damage === undefined) await journal.keepDigest(date);
  return {fold, ...extent};
}

/** A closed day from its digest, every byte verified, with events of payments mentioned later; null if it cannot be trusted. */
async function ofDigest(
  journal: Own['journal'],
  date: string,
  {isWanted, later}: Sought,
): Promise<(Extent & {readonly fold: DayFold}) | null> {
  const stored = await journal.digestOf(date);
  const digest = stored && dayDigestFrom(stored.digest);
  if (stored === null || digest === null) return null;
  const lines = new Map<string, number>();
  for (const payment of digest.payments)
    if (later.has(payment.reference) && isWanted(payment)) lines.set(payment.reference, payment.seq);
  const named: StoredEvent[] = [];
  try {
    for await (const events of journal.readNaming(stored, new Set(lines.keys())))
      for (const event of events) if (event.seq >= (lines.get(referenceOf(event) ?? '') ?? Infinity)) named.push(event);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
  const begun = named.filter(({type}) => type === 'requested');
  if (new Set(begun.map(referenceOf)).size < lines.size) return null;
  return {fold: foldDigest(digest, {isWanted, named}), count: stored.events};
}

/** Gives the events of a day to `take`, up to the damage if there is any; `damage` is then the number of its line. */
async function readLines(
  journal: Own['journal'],
  date: string,
  take: (events: readonly StoredEvent[]) => void,
): Promise<Extent> {
  let [count, first] = [0, 0];
  try {
    for await (const events of journal.readPieces(date)) {
      if (count === 0) first = events[0]?.seq ?? 0;
      count += events.length;
      take(events);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    const {segment, line, why} = error.facts;
    // For an event that contradicts the events before it, the number is known.
    if (why === 'not-understood') return {count, damage: Number(line)};
    // The damaged line may be the first line of the next day, which states how this day ended.
    const read = segment === date ? Number(line) - 1 : count;
    return {count, damage: first === 0 ? null : first + read};
  }
  return {count};
}

/** Folds completely, once more, payments that were already settled and changed again on the same day. */
async function readAgain(
  journal: Own['journal'],
  date: string,
  {references, later}: {references: ReadonlySet<string>; later: Events},
): Promise<readonly PaymentDigest[]> {
  const day = dayFold(() => true);
  await readLines(journal, date, events => {
    for (const event of events) if (references.has(referenceOf(event) ?? '')) day.take(event);
  });
  return day.end(later).payments;
}

/** Payments of much earlier days: one by one, or, if many are named, in one pass back to the oldest of them. */
async function olderPayments(
  journal: Own['journal'],
  {references, before, later}: {references: ReadonlySet<string>; before: string; later: Events},
): Promise<readonly PaymentDigest[]> {
  const found: PaymentDigest[] = [];
  if (references.size <= fewNamed) {
    for (const reference of references) {
      const fold = dayFold(() => true);
      for (const event of await eventsOf(journal, reference)) fold.take(event);
      found.push(...fold.end(new Map()).payments);
    }
    return found;
  }
  const missing = new Set(references);
  let rest: Events = new Map([...later].filter(([reference]) => missing.has(reference)));
  for (const date of (await journal.segments()).toReversed()) {
    if ((before !== '' && date >= before) || missing.size === 0) continue;
    const isWanted: IsWanted = ({reference}) => missing.has(reference);
    const {payments, ofEarlier} = await readDay(journal, date, {isWanted, later: rest});
    for (const payment of payments) missing.delete(payment.reference);
    rest = new Map([...ofEarlier].filter(([reference]) => missing.has(reference)));
    found.push(...payments);
  }
  return found;
}

/** Events of a payment; none if damage makes them unreadable: the payment is then not in the books, as `duka journal verify` says. */
async function eventsOf(journal: Own['journal'], reference: string): Promise<readonly StoredEvent[]> {
  try {
    return await journal.eventsOf(reference);
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}

const isDamage = (error: unknown): error is Problem => error instanceof Problem && error.code === 'journal-damaged';

/** The payments in another till's journal, which is only read. Throws `Problem` file-not-readable if there is no journal. */
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
  const payments = fold.end(new Map()).payments.map(digest => localFrom(digest, {...about, z}));
  return {till: about.till, chain: chainOf(copy, {till: about.till, lastSeq, days}), payments};
}

type Copy = NonNullable<Awaited<ReturnType<typeof openCopy>>>;

function chainOf(copy: Copy, {till, lastSeq, days}: {till: string; lastSeq: number; days: Days}): ChainState {
  const damage = copy.damage();
  if (damage !== undefined) {
    return {till, state: damage.why === 'wrong-number' ? 'gap' : 'broken', seq: lastSeq + 1};
  }
  // A copy may begin late. Days before it are not wanted.
  const missing = copy.missing();
  return {till, state: missing !== null && missing >= days.from ? 'gap' : 'whole', seq: null};
}

function nearness(days: Days): (date: string) => boolean {
  const {from, to} = daysNear(days);
  return date => from <= date && date <= to;
}
