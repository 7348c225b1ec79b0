import type {Decimal} from '../money/decimal.js';
import {DecimalSums, isSameWay, numberIn} from './amount.js';
import {mostTargets} from './bank-groups.js';
import {payoutsNamed} from './bank-names.js';
import {isWithin} from './books.js';
import {dayNumber} from './calendar.js';
import type {Inputs} from './inputs.js';
import {type Merged, type MergedFiles, mergeEqual} from './merge.js';
import type {Payout} from './payouts.js';
import {type BankRow, madeRows, type Rows} from './row.js';
import type {ShopRule} from './rules.js';
import {listedStanding} from './standing.js';

export type BankEntry = Merged<BankRow>;

/** A payout arrives on its day or so many days later. */
export const nearDays = 3;

/**
 * The entries of the bank's files that were made. `held` may be of a payout, and stand in the order of what they say.
 * `loose` are credits of none and `spent` debits that a rule of the shop is of: nearly all of a statement of a busy account,
 * which are made when they are asked for. `unclear` stand in a word that nobody knows.
 */
export type BankEntries = {
  readonly merged: Omit<MergedFiles<BankRow>, 'buckets'>;
  readonly held: readonly BankEntry[];
  readonly loose: Rows<BankEntry>;
  readonly spent: Rows<BankEntry>;
  readonly unclear: readonly BankEntry[];
  /** There are so many credits that nothing is of that some of them come to nearly any sum. */
  readonly isCrowded: boolean;
  /** What `loose` and `spent` come to. */
  readonly apart: DecimalSums;
};

/**
 * Looks at each entry once. Without a file of payouts nothing is compared with credits, and those alone matter that a rule
 * is of. A few are held, whatever they are of.
 */
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
  // What a payout brought may go back again.
  const brought = new Set(held.map(({amount}) => sizeOf(amount)));
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
  const loose = [...ofNothing.places, ...ofRules.places];
  const made = (places: readonly number[]) => madeRows(places.length, at => things.at(places[at] ?? 0) as BankEntry);
  return {
    merged,
    held: inOrder(held, merged.files),
    loose: made(loose),
    spent: made(spent.places),
    unclear,
    isCrowded,
    apart,
  };
}

/** Some of the entries, by where they are, and what they come to. */
function placesIn(things: Rows<BankEntry>) {
  const kept = {
    places: [] as number[],
    sums: new DecimalSums(),
    add(place: number, {row, amount}: BankEntry): void {
      kept.places.push(place);
      kept.sums.add(row.currency, amount);
    },
    /** The entries themselves, of which none is left. */
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

/** Whether an entry names a payout, or is of the amount of one that arrives on its day. */
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
  const arrivingOn = (bookedOn: string): readonly Payout[] => {
    const known = arriving.get(bookedOn);
    if (known !== undefined) return known;
    const day = dayNumber(bookedOn);
    const found = Array.from({length: nearDays + 1}, (_, before) => byDay.get(day - before) ?? []).flat();
    arriving.set(bookedOn, found);
    return found;
  };
  return entry =>
    arrivingOn(entry.row.bookedOn).some(payout => isOf(payout, entry, tolerance[payout.currency])) ||
    namedBy(entry).length > 0;
}

/** Whether an entry is of a payout by its amount. */
export function isOf({currency, amount}: Payout, entry: BankEntry, tolerance: string | undefined): boolean {
  return (
    entry.row.currency === currency && isSameWay(entry.amount, amount) && isWithin(entry.amount, amount, tolerance)
  );
}

/** By all that rows say, then by their place: neither the order of files nor that of their rows decides anything. */
function inOrder(entries: readonly BankEntry[], files: BankEntries['merged']['files']): readonly BankEntry[] {
  const fileOf = ({files: [first]}: BankEntry) => (first === undefined ? -1 : files.indexOf(first));
  return entries.toSorted((a, b) => byContent(a.row, b.row) || fileOf(a) - fileOf(b) || a.row.line - b.row.line);
}

/** By all that rows say but their line, as texts of JSON are ordered: what each of them says ends in a quotation mark. */
export function byContent(a: BankRow, b: BankRow): number {
  for (const field of plainFields) if (a[field] !== b[field]) return a[field] < b[field] ? -1 : 1;
  for (const field of textFields)
    if (a[field] !== b[field]) return JSON.stringify(a[field]) < JSON.stringify(b[field]) ? -1 : 1;
  return 0;
}

/** Figures and letters alone, then what a file may write in any way. */
const plainFields = ['amount', 'bookedOn', 'currency'] as const;
const textFields = ['entry', 'narration', 'status'] as const;
