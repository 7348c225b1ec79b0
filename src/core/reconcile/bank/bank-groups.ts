import {equalDecimals} from '../../money/decimal.js';
import {onlySum, withoutShared} from '../matching/groups.js';
import {isSameWay, minorOf} from '../rows/amount.js';
import {dayNumber} from '../rows/inputs.js';
import type {Merged} from '../rows/merge.js';
import type {BankRow} from '../rows/row.js';
import type {Payout} from './payouts.js';

type Entry = Merged<BankRow>;

/** Payouts of the bank's entries, of which one may be several payouts, or one payout several entries. */
export type BankGroup = {readonly payouts: readonly Payout[]; readonly entries: readonly Entry[]};

/** With more unnamed items than this, some of them add up to nearly any sum. */
export const mostTargets = 300;

/**
 * Groups by amount only, for a person to judge: the one set of payouts that sums to an entry, or of entries that sums to a payout. `isNear`
 * says whether an entry booked on a day can be of a payout. Groups that share a part are left out.
 */
export function fittingGroups(
  payouts: readonly Payout[],
  entries: readonly Entry[],
  isNear: (payout: Payout, bookedOn: number) => boolean,
): readonly BankGroup[] {
  const ours = payouts.filter(({currency, amount}) => (minorOf({currency, value: amount}) ?? 0) > 0);
  const theirs = entries.filter(entry => (minorOfEntry(entry) ?? 0) > 0);
  if (ours.length > mostTargets || theirs.length > mostTargets) return [];
  const isBeside = (payout: Payout, {row}: Entry) =>
    payout.currency === row.currency && isNear(payout, dayNumber(row.bookedOn));
  const found: BankGroup[] = [];
  for (const entry of theirs) {
    const near = ours.filter(payout => isBeside(payout, entry));
    const set = onlySum(minorOfEntry(entry) ?? 0, {batches: [], near, minorIn: minorOfPayout});
    if (set !== null) found.push({payouts: set.items, entries: [entry]});
  }
  for (const payout of ours) {
    const near = theirs.filter(entry => isBeside(payout, entry));
    const set = onlySum(minorOfPayout(payout), {batches: [], near, minorIn: entry => minorOfEntry(entry) ?? 0});
    if (set !== null) found.push({payouts: [payout], entries: set.items});
  }
  return withoutShared(found, group => [...group.payouts, ...group.entries]);
}

const minorOfEntry = ({row, amount}: Entry): number | null => minorOf({currency: row.currency, value: amount});
const minorOfPayout = ({currency, amount}: Payout): number => minorOf({currency, value: amount}) ?? 0;

const shortestName = 4;

/** Runs of letters and digits in capitals, so that `PSTK_12` is found in `TRF/pstk-12/DUKA` and not in `PSTK_123`. */
function tokensOf(text: string): readonly string[] {
  const capitals = text.toUpperCase();
  return capitals.match(beyondAscii.test(capitals) ? /[\p{L}\p{N}]+/gu : /[A-Z0-9]+/g) ?? [];
}

/** Most texts have only ASCII characters, for which the simpler pattern takes a third of the time. */
const beyondAscii = /[^\0-\x7f]/;

/** Returns a function for the payouts that an entry of the bank names by their ids, in its narration or in its own reference. */
export function payoutsNamed(list: readonly Payout[]): (entry: Merged<BankRow>) => readonly Payout[] {
  const byWord = Map.groupBy(list, ({payout}) => tokensOf(payout).join(' '));
  const ids = [...byWord.keys()].map(word => word.split(' '));
  const longest = Math.max(0, ...ids.map(({length}) => length));
  const firsts = new Set(ids.map(([first = '']) => first));
  return entry => {
    const {narration, entry: own} = entry.row;
    const [inText, inOwn] = [tokensOf(narration), tokensOf(own)];
    if (![...inText, ...inOwn].some(word => firsts.has(word))) return [];
    const words = [...inText, '|', ...inOwn];
    const named = new Set<Payout>();
    for (const [start, first] of words.entries()) {
      if (!firsts.has(first)) continue;
      for (let count = 1; count <= longest && start + count <= words.length; count += 1) {
        for (const payout of byWord.get(words.slice(start, start + count).join(' ')) ?? [])
          if (mayBeNamed(payout, entry)) named.add(payout);
      }
    }
    return [...named];
  };
}

/** A short id may be a date or a room number, so it counts only together with the payout's amount. */
function mayBeNamed({payout, currency, amount}: Payout, {row, amount: moved}: Merged<BankRow>): boolean {
  if (currency !== row.currency || !isSameWay(amount, moved)) return false;
  return payout.length >= shortestName || equalDecimals(amount, moved);
}
