import {amountOf} from '../rows/amount.js';
import {type Books, isCounted, isForeignProfile, isInDays, type ProviderEntry, placesIn} from '../rows/books.js';
import {type Finding, ofNothing, ofPayment} from '../rows/discrepancy.js';
import {type Inputs, instantIn} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';

/** Two paid payments of one payer and amount within this time may be one that was requested twice. */
export const samePayerMs = 10 * 60_000;

/** What the journals show, with the paired rows for the times. */
export function journalFindings(books: Books, paired: ReadonlyMap<LocalPayment, ProviderEntry>): readonly Finding[] {
  const own = [...books.payments.values()];
  const inDays = own.filter(({businessDate}) => isInDays(books.inputs, businessDate));
  return [
    ...chains(books.inputs),
    ...foreignProfiles(books.inputs),
    ...twiceFromOnePayer(own, books.inputs),
    ...inDays.filter(payment => payment.isLate).map(late),
    ...clocks(books, paired, inDays),
    ...laterThere(books, paired),
  ];
}

function chains({chains: states, days}: Inputs): readonly Finding[] {
  return states
    .filter(({state}) => state !== 'whole')
    .map(({till, state, seq}) => ({
      ...ofNothing,
      code: state === 'gap' ? ('SEQUENCE_GAP' as const) : ('CHAIN_BROKEN' as const),
      subject: `${till}/${seq ?? ''}`,
      reason: state === 'gap' ? ('numbers-missing' as const) : ('hash-wrong' as const),
      facts: {till, seq: seq ?? '?'},
      till,
      since: days.to,
    }));
}

const about = (payment: LocalPayment) => ({...ofPayment(payment), local: amountOf(payment.amount)});

const foreignProfiles = (inputs: Inputs): readonly Finding[] =>
  inputs.payments
    .filter(payment => isForeignProfile(payment, inputs) && isInDays(inputs, payment.businessDate))
    .map(payment => ({
      ...about(payment),
      code: 'TEST_IN_LIVE' as const,
      reason: 'other-profile' as const,
      facts: {profile: payment.profile ?? ''},
    }));

const late = (payment: LocalPayment): Finding => ({
  ...about(payment),
  code: 'LATE_COMPLETION',
  reason: 'after-its-z',
  facts: {z: payment.z ?? ''},
  status: 'matched',
});

/** The later one of two paid payments of one payer and amount within ten minutes, neither of which was refunded in full. */
function twiceFromOnePayer(payments: readonly LocalPayment[], inputs: Inputs): readonly Finding[] {
  const byPayer = new Map<string, LocalPayment | LocalPayment[]>();
  for (const payment of payments) {
    if (payment.payer === null || !isCounted(payment) || isGivenBack(payment)) continue;
    const others = byPayer.get(payment.payer);
    if (others === undefined) byPayer.set(payment.payer, payment);
    else if (Array.isArray(others)) others.push(payment);
    else byPayer.set(payment.payer, [others, payment]);
  }
  const groups = [...byPayer.values()].filter(Array.isArray).flatMap(byAmount);
  return groups.flatMap(group => {
    const sorted = group.sort((a, b) => a.requestedAt - b.requestedAt || (a.reference < b.reference ? -1 : 1));
    return sorted.flatMap((payment, index): Finding[] => {
      const before = sorted[index - 1];
      if (before === undefined || payment.requestedAt - before.requestedAt > samePayerMs) return [];
      if (!isInDays(inputs, payment.businessDate)) return [];
      const minutes = Math.floor((payment.requestedAt - before.requestedAt) / 60_000);
      const facts = {other: before.reference, minutes};
      return [{...about(payment), code: 'DUPLICATE_SAME_CUSTOMER', reason: 'same-payer', facts}];
    });
  });
}

function byAmount(payments: readonly LocalPayment[]): LocalPayment[][] {
  const key = ({amount}: LocalPayment) => `${amount.currency} ${amount.minor}`;
  return [...Map.groupBy(payments, key).values()].filter(({length}) => length > 1);
}

function isGivenBack({refunds, amount}: LocalPayment): boolean {
  const done = refunds.filter(({status}) => status === 'done');
  return done.length > 0 && done.reduce((sum, refund) => sum + refund.amount.minor, 0) >= amount.minor;
}

/** One finding for each till: by the service's clock in its answers, and by rows that are older than their request. */
function clocks(
  {inputs}: Books,
  paired: ReadonlyMap<LocalPayment, ProviderEntry>,
  payments: readonly LocalPayment[],
): readonly Finding[] {
  const worst = new Map<string, {seconds: number; count: number; since: string}>();
  for (const payment of payments) {
    const seconds = clockOf(inputs, payment, paired.get(payment));
    if (seconds === 0) continue;
    const known = worst.get(payment.till) ?? {seconds, count: 0, since: payment.businessDate};
    worst.set(payment.till, {
      seconds: isWorse(seconds, known.seconds) ? seconds : known.seconds,
      count: known.count + 1,
      since: [payment.businessDate, known.since].sort()[0] ?? known.since,
    });
  }
  return [...worst].map(([till, {seconds, count, since}]) => ({
    ...ofNothing,
    code: 'CLOCK_SKEW',
    subject: till,
    reason: 'clock-off',
    facts: {till, seconds, count},
    till,
    since,
  }));
}

/** By how many seconds the till's clock is ahead, by the service's answers or by the row; 0 if that is within the tolerance. */
export function clockOf(
  {settings: {clockToleranceSeconds, providerZone}}: Pick<Inputs, 'settings'>,
  {requestedAt, skewSeconds}: LocalPayment,
  entry: ProviderEntry | undefined,
): number {
  const at = instantIn(entry?.row.at ?? null, providerZone);
  const ahead = at === null ? 0 : Math.max(0, Math.round((requestedAt - at) / 1000));
  const skew = skewSeconds ?? 0;
  const seconds = Math.abs(skew) >= ahead ? skew : ahead;
  return Math.abs(seconds) <= clockToleranceSeconds ? 0 : seconds;
}

const isWorse = (a: number, b: number) => Math.abs(a) > Math.abs(b) || (Math.abs(a) === Math.abs(b) && a > b);

/** Up to this many payments of a till are listed one by one; if there are more, the provider's file probably uses another time zone. */
const mostNamed = 20;

/** Payments that the provider dates long after the till requested them. Earlier ones are a matter of the clock. */
function laterThere({inputs}: Books, paired: ReadonlyMap<LocalPayment, ProviderEntry>): readonly Finding[] {
  const late: {readonly payment: LocalPayment; readonly entry: ProviderEntry; readonly minutes: number}[] = [];
  for (const [payment, entry] of paired) {
    if (!isCounted(payment) || !isInDays(inputs, payment.businessDate)) continue;
    const minutes = minutesLater(inputs, payment, entry);
    if (minutes > 0) late.push({payment, entry, minutes});
  }
  const byTill = Map.groupBy(late, ({payment}) => payment.till);
  return [...byTill].flatMap(([till, ofTill]): readonly Finding[] =>
    ofTill.length > mostNamed
      ? [manyLater(till, ofTill)]
      : ofTill.map(({payment, entry, minutes}) => ({
          ...about(payment),
          code: 'TIME_DIFFERS',
          reason: 'time-later',
          facts: {at: entry.row.at ?? '', minutes},
          rows: placesIn(entry),
        })),
  );
}

/** How many minutes after the request the row dates the payment; 0 if that is within the tolerance. */
export function minutesLater(
  {settings: {timeToleranceMinutes, providerZone}}: Pick<Inputs, 'settings'>,
  {requestedAt}: LocalPayment,
  entry: ProviderEntry,
): number {
  const at = instantIn(entry.row.at, providerZone);
  const minutes = at === null ? 0 : Math.floor((at - requestedAt) / 60_000);
  return minutes > timeToleranceMinutes ? minutes : 0;
}

function manyLater(till: string, late: readonly {readonly payment: LocalPayment; readonly minutes: number}[]): Finding {
  let [least, most, since] = [Infinity, 0, '9999'];
  for (const {payment, minutes} of late) {
    least = Math.min(least, minutes);
    most = Math.max(most, minutes);
    if (payment.businessDate < since) since = payment.businessDate;
  }
  return {
    ...ofNothing,
    code: 'TIME_DIFFERS',
    subject: till,
    reason: 'times-later',
    facts: {till, count: late.length, least, most},
    till,
    since,
  };
}
