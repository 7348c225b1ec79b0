import type {Journal} from '../../store/journal.js';
import {openCopy} from '../../store/review-reader.js';
import type {Profile, StoredEvent} from '../core/journal/event.js';
import type {State} from '../core/journal/state.js';
import {Problem} from '../core/problem.js';
import {type DayFold, dayFold, type Events, foldDigest, type IsWanted, referenceOf} from '../core/reconcile/day.js';
import {dayDigestFrom} from '../core/reconcile/day-json.js';
import type {ChainState, Days} from '../core/reconcile/inputs.js';
import {type LocalPayment, localFrom, type PaymentDigest} from '../core/reconcile/local.js';
import {type BooksRead, daysNear, type Wanted} from '../core/reconcile/wanted.js';
import {zOf} from '../core/shift/ledger.js';

/** So few are looked up one by one: each costs the reading of a day. */
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
  const origin = {till, z: (seq: number) => zOf(ledger, seq), profile};
  const payments = new Map<string, LocalPayment>();
  const add = (digests: readonly PaymentDigest[]) => {
    for (const digest of digests) payments.set(digest.reference, localFrom(digest, origin));
  };
  let later: Events = new Map();
  let chain: ChainState = {till, state: 'whole', seq: null};
  // What is told of a payment lies behind it: from the newest segment back to the first that has anything of these days.
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

/** What is looked for in a day, and what was told of its payments after it. */
type Sought = {readonly isWanted: IsWanted; readonly later: Events};

/** How many events of a day were read: all, or those up to the event with the number `damage`, null where nobody knows it. */
type Extent = {readonly count: number; readonly damage?: number | null};

/** The payments that were asked for on a day, with what became of them later; `ofEarlier` is told of those of days before. */
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

/** A day from its lines, of which the next reading takes the digest. */
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

/**
 * A closed day from its digest. That no byte of the day has changed since is verified all the same; payments that later days
 * speak of are folded from their events. Null: the day has to be read, since nothing can be believed here.
 */
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

/** Gives the events of a day to `take`, up to the damage if there is any: then `damage` is the number of its line. */
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
    // Of what contradicts the lines before it, the number is known.
    if (why === 'not-understood') return {count, damage: Number(line)};
    // The line that says how the day ended, the first one of the next day, may be the damaged one.
    const read = segment === date ? Number(line) - 1 : count;
    return {count, damage: first === 0 ? null : first + read};
  }
  return {count};
}

/** What became on the same day of payments that were settled already: they are folded once more, and as a whole. */
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

/** Payments of days long before, one by one or, where many are named, in one sweep back to the oldest of them. */
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

/** What damage keeps from being read is told by `duka journal verify`; the payment is then not in the books. */
async function eventsOf(journal: Own['journal'], reference: string): Promise<readonly StoredEvent[]> {
  try {
    return await journal.eventsOf(reference);
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}

const isDamage = (error: unknown): error is Problem => error instanceof Problem && error.code === 'journal-damaged';

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
  const payments = fold.end(new Map()).payments.map(digest => localFrom(digest, {...about, z}));
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

function nearness(days: Days): (date: string) => boolean {
  const {from, to} = daysNear(days);
  return date => from <= date && date <= to;
}
