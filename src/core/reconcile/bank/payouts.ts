import {addDecimals, type Decimal, subtractDecimals, zero} from '../../money/decimal.js';
import {amountOf, isZero, numberIn} from '../rows/amount.js';
import {type Books, dateOfEntry, isCounted, netOf, type ProviderEntry, placesIn} from '../rows/books.js';
import {type Finding, ofNothing, ofPayment, type RowPlace} from '../rows/discrepancy.js';
import {dateIn, type Inputs, workingDays} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';
import {agree, type Identity, type Merged, type MergedFiles, mergeFiles, placesOf} from '../rows/merge.js';
import type {PayoutRow} from '../rows/row.js';
import {fileStandingReader, laterOf, listedStanding} from '../rows/standing.js';

/** A payout that was made, in however many parts and files it is stated. */
export type Payout = {
  readonly payout: string;
  readonly currency: string;
  readonly amount: Decimal;
  /** Null if no file states it in an unambiguous form. */
  readonly date: string | null;
  readonly rows: readonly RowPlace[];
};

/** The payouts by id and currency, and the files that they come from. `unclear` have a status word that is not known. */
export type Payouts = {
  readonly merged: MergedFiles<PayoutRow>;
  readonly unclear: readonly Merged<PayoutRow>[];
  readonly list: readonly Payout[];
  readonly byKey: ReadonlyMap<string, Payout>;
};

export const payoutKey = (payout: string, currency: string): string => `${currency} ${payout}`;

/** Everything that the payout files state, except payouts that failed, were not made yet, or have an unknown status word. */
export function payoutsOf({payoutFiles, settings}: Pick<Inputs, 'payoutFiles' | 'settings'>): Payouts {
  const read = fileStandingReader(settings.statusWords);
  const identity: Identity<PayoutRow> = {
    bucketOf: ({payout}) => payout,
    isSame: (a, b) => agree(a.at, b.at),
    merge: (a, b) => (laterOf(read(a.status), read(b.status)) === read(a.status) ? a : {...a, status: b.status}),
  };
  const merged = mergeFiles(payoutFiles, identity, numberIn);
  const standing = listedStanding(settings.statusWords, payoutFiles);
  const unclear: Merged<PayoutRow>[] = [];
  const byKey = new Map<string, Payout>();
  for (const [payout, parts] of [...merged.buckets].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const part of parts) {
      const {currency, at} = part.row;
      const stands = standing(part);
      if (stands === 'unknown') unclear.push(part);
      if (stands !== 'paid') continue;
      const key = payoutKey(payout, currency);
      const known = byKey.get(key);
      const [date, before] = [dateIn(at), known?.date ?? null];
      byKey.set(key, {
        payout,
        currency,
        amount: addDecimals(known?.amount ?? zero, part.amount),
        date: date !== null && (before === null || date < before) ? date : before,
        rows: [...(known?.rows ?? []), ...placesOf(part)],
      });
    }
  }
  return {merged, unclear, byKey, list: [...byKey.values()]};
}

/** Level 3: lines against payouts. The rows of a payout are known only if rows name payouts. */
export function payoutFindings(
  books: Books,
  payouts: Payouts,
  paired: ReadonlyMap<LocalPayment, ProviderEntry>,
): readonly Finding[] {
  const unclear = payouts.unclear.map(part =>
    wordUnknown(part, part.row.payout, dateIn(part.row.at) ?? books.inputs.days.to),
  );
  if (payouts.merged.files.length === 0 || books.provider.files.length === 0) return unclear;
  const isNamed = namesPayouts(books);
  return [
    ...unclear,
    ...(isNamed ? mismatches(books, payouts) : []),
    ...(isNamed || payouts.list.length === 0 ? unsettled(books, payouts, paired) : []),
  ];
}

/** The finding for a payout or a bank entry whose status word is not known: it does not count as money. */
export function wordUnknown<Row extends {line: number; amount: string; currency: string; status: string}>(
  thing: Merged<Row>,
  subject: string,
  since: string,
): Finding {
  const {row, amount} = thing;
  return {
    ...ofNothing,
    code: 'UNKNOWN_STATUS',
    subject,
    reason: 'word-unknown',
    facts: {status: row.status},
    rows: placesOf(thing),
    provider: {currency: row.currency, value: amount},
    since,
  };
}

/** Every row of the provider's files. */
export function* allEntries({byReference, strangers, settled, movements}: Books): Generator<ProviderEntry> {
  for (const entries of byReference.values()) yield* entries;
  yield* strangers;
  for (const {entry} of settled.pairs) yield entry;
  yield* movements;
}

export const namesPayouts = (books: Books): boolean => allEntries(books).some(({row}) => row.payout !== null);

function mismatches(books: Books, {list}: Payouts): readonly Finding[] {
  const sums = new Map<string, {lines: number; net: Decimal}>();
  for (const entry of allEntries(books)) {
    const {payout, currency} = entry.row;
    if (payout === null || !entry.isTaken) continue;
    const key = payoutKey(payout, currency);
    const {lines, net} = sums.get(key) ?? {lines: 0, net: zero};
    sums.set(key, {lines: lines + 1, net: addDecimals(net, netOf(entry))});
  }
  return list.flatMap((payout): Finding[] => {
    const {currency, amount} = payout;
    const {lines, net} = sums.get(payoutKey(payout.payout, currency)) ?? {lines: 0, net: zero};
    const delta = {currency, value: subtractDecimals(amount, net)};
    if (isZero(delta.value)) return [];
    return [
      {
        ...ofNothing,
        code: 'PAYOUT_MISMATCH',
        subject: payout.payout,
        reason: lines === 0 ? 'no-lines' : 'lines-differ',
        facts: {payout: payout.payout, lines},
        rows: payout.rows,
        local: {currency, value: net},
        provider: {currency, value: amount},
        delta,
        since: payout.date ?? books.inputs.days.to,
        effects: [{term: 'payout-differences', ...delta}],
      },
    ];
  });
}

const highAfter = 5; // working days beyond T+n

function unsettled(
  books: Books,
  {byKey}: Payouts,
  paired: ReadonlyMap<LocalPayment, ProviderEntry>,
): readonly Finding[] {
  const {inputs, asOfDate} = books;
  const holidays = new Set(inputs.settings.holidays);
  const waited = new Map<string, number>();
  const findings: Finding[] = [];
  for (const [payment, entry] of paired) {
    const {payout, currency} = entry.row;
    if (!entry.isMain || !entry.isTaken || !isCounted(payment)) continue;
    if (payout !== null && byKey.has(payoutKey(payout, currency))) continue;
    const since = dateOfEntry(entry, inputs);
    const days = waited.getOrInsertComputed(since, () => workingDays(since, asOfDate, holidays));
    const over = days - inputs.settings.settlementDays;
    if (over <= 0) continue;
    findings.push({
      ...ofPayment(payment),
      code: 'UNSETTLED',
      reason: payout === null ? 'no-payout-yet' : 'payout-not-listed',
      facts: {payout: payout ?? '', workingDays: days},
      severity: over > highAfter ? 'high' : 'medium',
      rows: placesIn(entry),
      local: amountOf(payment.amount),
      since,
    });
  }
  return findings;
}
