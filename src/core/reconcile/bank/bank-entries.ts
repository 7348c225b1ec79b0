import type {Decimal} from '../../money/decimal.js';
import {DecimalSums, isSameWay, numberIn} from '../rows/amount.js';
import {isWithin} from '../rows/books.js';
import {dayNumber, type Inputs} from '../rows/inputs.js';
import {type Merged, type MergedFiles, mergeEqual} from '../rows/merge.js';
import {type BankRow, type Rows, rowsAt} from '../rows/row.js';
import type {ShopRule} from '../rows/rules.js';
import {listedStanding} from '../rows/standing.js';
import {mostTargets, payoutsNamed} from './bank-groups.js';
import type {Payout} from './payouts.js';

export type BankEntry = Merged<BankRow>;

/** A payout arrives on its day or up to this many days later. */
export const nearDays = 3;

/**
 * The booked entries of the bank's files. `held` may belong to a payout, and are ordered by what they say. `loose` are credits that belong
 * to no payout, and `spent` are debits that a rule of the shop covers; these are nearly all of a busy account's statement, and each is made
 * when it is asked for. `unclear` have a status word that is not known.
 */
export type BankEntries = {
  readonly merged: Omit<MergedFiles<BankRow>, 'buckets'>;
  readonly held: readonly BankEntry[];
  readonly loose: Rows<BankEntry>;
  readonly spent: Rows<BankEntry>;
  readonly unclear: readonly BankEntry[];
  /** Whether there are so many unexplained credits that some of them add up to nearly any sum. */
  readonly isCrowded: boolean;
  /** The sums of `loose` and `spent`. */
  readonly apart: DecimalSums;
};

/** Looks at each entry once. Without payouts, credits are compared with nothing, and only rules matter. Few of a kind are all held. */
export function bankEntries(
  inputs: Inputs,
  list: readonly Payout[],
  ruleOf: ((entry: BankEntry) => ShopRule | undefined) | null,
): BankEntries {
  const standingOf = listedStanding(inputs.settings.statusWords, inputs.bankFiles);
  const isAlone = inputs.payoutFiles.length === 0;
  const isOfRule = (entry: BankEntry) => ruleOf?.(entry) !== undefined;
  const mayBePayout = payoutReader(list, inputs.settings.bankTolerance);
  const {things, ...merged} = mergeEqual(inputs.bankFiles, numberIn);
  const held: BankEntry[] = [];
  const unclear: BankEntry[] = [];
  const [ofNothing, ofRules, debits, spent] = [placesIn(things), placesIn(things), placesIn(things), placesIn(things)];
  let place = -1;
  for (const entry of things) {
    place += 1;
    const standing = standingOf(entry);
    if (standing === 'unknown') unclear.push(entry);
    if (standing !== 'paid') continue;
    if (mayBePayout(entry)) held.push(entry);
    else if (entry.amount.digits <= 0n) debits.add(place, entry);
    else if (isOfRule(entry)) ofRules.add(place, entry);
    else if (!isAlone) ofNothing.add(place, entry);
  }
  // What a payout brought may be taken back, whole or in the parts in which it came.
  const brought = new Set([...held, ...list].map(({amount}) => sizeOf(amount)));
  const look = (at: number, entry: BankEntry) => {
    if (brought.has(sizeOf(entry.amount))) held.push(entry);
    else if (isOfRule(entry)) spent.add(at, entry);
  };
  if (ruleOf !== null || brought.size > 0) for (const at of debits.places) look(at, things.at(at) as BankEntry);
  const isCrowded = ofNothing.places.length > mostTargets;
  if (!isCrowded) held.push(...ofNothing.take());
  if (ofRules.places.length + spent.places.length <= mostTargets) held.push(...ofRules.take(), ...spent.take());
  const apart = new DecimalSums();
  for (const {sums} of [ofNothing, ofRules, spent])
    for (const {currency, value} of sums.amounts) apart.add(currency, value);
  const thingAt = (place: number) => things.at(place) as BankEntry;
  return {
    merged,
    held: inOrder(held, merged.files),
    loose: rowsAt([...ofNothing.places, ...ofRules.places], thingAt),
    spent: rowsAt(spent.places, thingAt),
    unclear,
    isCrowded,
    apart,
  };
}

/** Some of the entries, by their places, and their sums. */
function placesIn(things: Rows<BankEntry>) {
  const kept = {
    places: [] as number[],
    sums: new DecimalSums(),
    add(place: number, {row, amount}: BankEntry): void {
      kept.places.push(place);
      kept.sums.add(row.currency, amount);
    },
    /** Returns the entries themselves and empties the list. */
    take(): readonly BankEntry[] {
      const entries = kept.places.map(place => things.at(place) as BankEntry);
      kept.places = [];
      kept.sums = new DecimalSums();
      return entries;
    },
  };
  return kept;
}

const sizeOf = ({digits, scale}: Decimal): number => Math.abs(Number(digits)) / 10 ** scale;

/** Returns a test for whether an entry names a payout, or has the amount of a payout that may arrive on its day. */
function payoutReader(
  list: readonly Payout[],
  tolerance: Inputs['settings']['bankTolerance'],
): (entry: BankEntry) => boolean {
  if (list.length === 0) return () => false;
  const namedBy = payoutsNamed(list);
  const byDay = Map.groupBy(
    list.filter(({date}) => date !== null),
    ({date}) => dayNumber(date ?? ''),
  );
  const arriving = new Map<string, readonly Payout[]>();
  const arrivingOn = (bookedOn: string): readonly Payout[] =>
    Array.from({length: nearDays + 1}, (_, before) => byDay.get(dayNumber(bookedOn) - before) ?? []).flat();
  return entry =>
    arriving
      .getOrInsertComputed(entry.row.bookedOn, arrivingOn)
      .some(payout => isOf(payout, entry, tolerance[payout.currency])) || namedBy(entry).length > 0;
}

/** Whether an entry is of a payout, judging by its amount. */
export function isOf({currency, amount}: Payout, entry: BankEntry, tolerance: string | undefined): boolean {
  return (
    entry.row.currency === currency && isSameWay(entry.amount, amount) && isWithin(entry.amount, amount, tolerance)
  );
}

/** Sorted by everything that rows say, then by their place: neither the order of the files nor that of their rows matters. */
function inOrder(entries: readonly BankEntry[], files: BankEntries['merged']['files']): readonly BankEntry[] {
  const fileOf = ({files: [first]}: BankEntry) => (first === undefined ? -1 : files.indexOf(first));
  return entries.toSorted((a, b) => byContent(a.row, b.row) || fileOf(a) - fileOf(b) || a.row.line - b.row.line);
}

/** Compares rows by everything that they say except their line, in the order of JSON texts. */
export function byContent(a: BankRow, b: BankRow): number {
  for (const field of plainFields) if (a[field] !== b[field]) return a[field] < b[field] ? -1 : 1;
  for (const field of textFields)
    if (a[field] !== b[field]) return JSON.stringify(a[field]) < JSON.stringify(b[field]) ? -1 : 1;
  return 0;
}

/** First the fields that contain only digits and letters, then those in which a file may write anything. */
const plainFields = ['amount', 'bookedOn', 'currency'] as const;
const textFields = ['entry', 'narration', 'status'] as const;
