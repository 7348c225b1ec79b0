import {minorOf} from '../rows/amount.js';
import {isCounted, type ProviderEntry} from '../rows/books.js';
import type {Finding} from '../rows/discrepancy.js';
import {dateIn, dayNumber, type Inputs, instantIn} from '../rows/inputs.js';
import {tailOf} from '../rows/local.js';
import {contentOf} from '../rows/merge.js';
import {parted, type Rows} from '../rows/row.js';
import type {Matched} from './match.js';

/** The search is limited, so that the file of another shop costs no more than one of this shop's. */
const mostTargets = 300;
const batchDays = 3;
/** A payment may be the sum of some of this many rows; of more rows, nearly any sum can be made. */
export const mostRowsOfOne = mostTargets * batchDays;
/** How far the time of a row may be from that of its payment. */
export const nearMs = 10 * 60_000;

/** Rows and payments with the same sum, with a single one on one side. A person has to judge them; they are never matched by themselves. */
export type Together = {
  readonly rows: readonly UnmatchedRow[];
  readonly payments: readonly Loose[];
  readonly basis: GroupBasis;
};

/** What they have in common besides the sum: one batch of the provider, all of a day, one payer, or only the time. */
export type GroupBasis = 'batch' | 'whole-day' | 'phone' | 'near';

type UnmatchedRow = Matched['looseRows'][number];
type Loose = Matched['loosePayments'][number];

/**
 * Loose rows that are several loose payments, and loose payments that are several loose rows. A group is only made if a single set has the
 * sum and no other group uses a part of it. `taken` are findings that may match something by themselves.
 */
export function groups(inputs: Inputs, matched: Matched, taken: ReadonlySet<Finding>): readonly Together[] {
  const isFree = ({finding}: {readonly finding: Finding | null}) => finding === null || !taken.has(finding);
  const rows = matched.looseRows.filter(isFree).filter(({entry}) => entry.amount.digits > 0n);
  const payments = matched.loosePayments.filter(isFree).filter(({payment}) => isCounted(payment));
  if (rows.length === 0 || payments.length === 0) return [];
  const found = [
    ...rowsOfMany(rows, payments, inputs.settings.providerZone),
    ...(matched.strangers.length > 0 ? [] : paymentsOfMany(rows, payments)),
  ];
  return withoutShared<Together>(found, each => [...each.rows, ...each.payments]);
}

/** The groups of which no other uses a part. */
export function withoutShared<Group>(groups: readonly Group[], partsOf: (group: Group) => readonly object[]) {
  const uses = Map.groupBy(groups.flatMap(partsOf), part => part);
  return groups.filter(group => partsOf(group).every(part => uses.get(part)?.length === 1));
}

const minorOfEntry = ({row, amount}: ProviderEntry) => minorOf({currency: row.currency, value: amount});

const inOrder = <T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] =>
  items
    .map(item => ({item, name: nameOf(item)}))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({item}) => item);

const entryName = ({row}: ProviderEntry) => `${contentOf(row)} ${String(row.line).padStart(12, '0')}`;
const rowName = ({entry}: UnmatchedRow) => entryName(entry);

/** Of more rows than one payment may have: those that are searched, each of which may be several payments; and the others. */
export function firstRowsOfMany(rows: Rows<ProviderEntry>): readonly [readonly ProviderEntry[], Rows<ProviderEntry>] {
  let first: {readonly name: string; readonly at: number}[] = [];
  let last: string | undefined;
  let at = -1;
  for (const entry of rows) {
    at += 1;
    if (entry.amount.digits <= 0n) continue;
    const name = entryName(entry);
    if (last !== undefined && name > last) continue;
    first.push({name, at});
    if (first.length < 2 * mostTargets) continue;
    first = first.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, mostTargets);
    last = first.at(-1)?.name;
  }
  const taken = new Set(
    first
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, mostTargets)
      .map(each => each.at),
  );
  let place = -1;
  return parted(rows, () => {
    place += 1;
    return taken.has(place);
  });
}
const paymentName = ({payment}: Loose) => payment.reference;

/** Beyond these sizes some set has nearly any sum, so a match would prove nothing. */
const mostNear = 24;
const mostMembers = 8;
const mostSteps = 20_000;

type SumSearch<T> = {
  /** Sets that stand on their own, such as a day or a payout. Each counts as a whole, however large it is. */
  readonly batches: readonly (readonly T[])[];
  /** The items of which a smaller set may be made. */
  readonly near: readonly T[];
  readonly minorIn: (item: T) => number;
};

/**
 * The only set of two or more items that has the sum: a batch, or some of `near`. Null if there is none, if there are two, or if the search
 * would exceed its limits. If `near` has more than 24 items, it is not searched, and a batch that has the sum is returned.
 */
export function onlySum<T>(
  sum: number,
  {batches, near, minorIn}: SumSearch<T>,
): {readonly items: readonly T[]; readonly isBatch: boolean} | null {
  const whole = batches.filter(batch => batch.length > 1 && totalOf(batch, minorIn) === sum);
  const [batch, ...others] = whole;
  if (batch !== undefined && others.some(other => !isSameSet(batch, other))) return null;
  const found = near.length > mostNear ? (batch === undefined ? null : []) : setsOf(sum, near, minorIn);
  if (found === null) return null;
  if (batch !== undefined) return found.every(set => isSameSet(batch, set)) ? {items: batch, isBatch: true} : null;
  const [only] = found;
  return only === undefined || found.length > 1 ? null : {items: only, isBatch: false};
}

const totalOf = <T>(items: readonly T[], minorIn: (item: T) => number) =>
  items.reduce((total, item) => total + minorIn(item), 0);

const isSameSet = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length;

/** Up to two sets with the sum; null if the search would take too long. Large items are tried first, so that most searches end early. */
function setsOf<T>(sum: number, items: readonly T[], minorIn: (item: T) => number): readonly (readonly T[])[] | null {
  const sorted = items
    .map((item, place) => ({item, place, value: minorIn(item)}))
    .filter(({value}) => value > 0 && value < sum)
    .sort((a, b) => b.value - a.value || a.place - b.place);
  const rest = new Array<number>(sorted.length + 1).fill(0);
  for (let at = sorted.length - 1; at >= 0; at -= 1) rest[at] = (rest[at + 1] ?? 0) + (sorted[at]?.value ?? 0);
  const found: T[][] = [];
  const chosen: T[] = [];
  let steps = 0;
  const look = (from: number, missing: number): void => {
    if (missing === 0) {
      found.push([...chosen]);
      return;
    }
    for (let at = from; at < sorted.length && found.length < 2; at += 1) {
      const next = sorted[at];
      if ((rest[at] ?? 0) < missing || next === undefined || chosen.length === mostMembers) return;
      steps += 1;
      if (steps > mostSteps) return;
      if (next.value > missing) continue;
      chosen.push(next.item);
      look(at + 1, missing - next.value);
      chosen.pop();
    }
  };
  look(0, sum);
  return steps > mostSteps ? null : found;
}

/** One row for several payments: of one payer, all of a day (or of one till or method on it), or close to it in time. */
function rowsOfMany(
  all: readonly UnmatchedRow[],
  payments: readonly Loose[],
  zone: string | null,
): readonly Together[] {
  const byDay = Map.groupBy(inOrder(payments, paymentName), ({payment}) =>
    [payment.amount.currency, dayNumber(payment.businessDate)].join(' '),
  );
  const rows = all.length > mostTargets ? inOrder(all, rowName).slice(0, mostTargets) : all;
  return rows.flatMap((row): readonly Together[] => {
    const target = minorOfEntry(row.entry);
    const date = dateIn(row.entry.row.at);
    if (target === null || date === null) return [];
    const last = dayNumber(date);
    const ofDay = (day: number) => byDay.get([row.entry.row.currency, day].join(' ')) ?? [];
    const batches = Array.from({length: batchDays + 1}, (_, before) => ofDay(last - before)).flatMap(dayBatches);
    const instant = instantIn(row.entry.row.at, zone);
    const tail = tailOf(row.entry.row.phone);
    const isNear = ({payment}: Loose) =>
      (instant === null || payment.requestedAt <= instant + nearMs) &&
      (tail === '' || payment.digits === '' || tailOf(payment.digits) === tail);
    const near = [...ofDay(last - 1), ...ofDay(last)].filter(isNear);
    const found = onlySum(target, {batches, near, minorIn: ({payment}) => payment.amount.minor});
    if (found === null) return [];
    const isOnePayer = tail !== '' && found.items.every(({payment}) => tailOf(payment.digits) === tail);
    const basis = isOnePayer ? 'phone' : found.isBatch ? 'whole-day' : 'near';
    return [{rows: [row], payments: found.items, basis}];
  });
}

/** What may be paid out together for a day: all payments, those of a till, those of a method. */
function dayBatches(payments: readonly Loose[]): readonly (readonly Loose[])[] {
  if (payments.length < 2) return [];
  const byTill = Map.groupBy(payments, ({payment}) => payment.till);
  const byTender = Map.groupBy(payments, ({payment}) => payment.method);
  return [payments, ...byTill.values(), ...byTender.values()];
}

/** One payment for several rows: of one batch or payout of the provider, of one payer, or close to it in time. */
function paymentsOfMany(all: readonly UnmatchedRow[], payments: readonly Loose[]): readonly Together[] {
  const rows = inOrder(all.length > mostRowsOfOne ? [] : all, rowName).filter(
    ({entry}) => minorOfEntry(entry) !== null,
  );
  if (rows.length < 2) return [];
  const ofBatch = Map.groupBy(rows, ({entry: {row}}) => row.serviceReference ?? row.payout ?? '');
  ofBatch.delete('');
  const targets = payments.length > mostTargets ? inOrder(payments, paymentName).slice(0, mostTargets) : payments;
  return targets.flatMap((loose): readonly Together[] => {
    const {amount, businessDate, digits} = loose.payment;
    const first = dayNumber(businessDate);
    const mayBe = ({entry: {row}}: UnmatchedRow) => {
      const date = dateIn(row.at);
      const day = date === null ? null : dayNumber(date) - first;
      return row.currency === amount.currency && day !== null && day >= -1 && day <= batchDays;
    };
    const isOfPayer = ({entry: {row}}: UnmatchedRow) =>
      digits === '' || tailOf(row.phone) === '' || tailOf(row.phone) === tailOf(digits);
    const found = onlySum(amount.minor, {
      batches: [...ofBatch.values()].map(batch => batch.filter(mayBe)),
      near: rows.filter(row => mayBe(row) && isOfPayer(row)),
      minorIn: ({entry}) => minorOfEntry(entry) ?? 0,
    });
    if (found === null) return [];
    const isOnePayer = digits !== '' && found.items.every(({entry}) => tailOf(entry.row.phone) === tailOf(digits));
    const basis = found.isBatch ? 'batch' : isOnePayer ? 'phone' : 'near';
    return [{rows: found.items, payments: [loose], basis}];
  });
}
