import {equalDecimals} from '../../money/decimal.js';
import {isSameWay} from '../rows/amount.js';
import type {Merged} from '../rows/merge.js';
import type {BankRow} from '../rows/row.js';
import type {Payout} from './payouts.js';

const shortestName = 4;

/** Runs of letters and digits in capitals, so that `PSTK_12` is found in `TRF/pstk-12/DUKA` and not in `PSTK_123`. */
export function tokensOf(text: string): readonly string[] {
  const capitals = text.toUpperCase();
  return capitals.match(beyondAscii.test(capitals) ? /[\p{L}\p{N}]+/gu : /[A-Z0-9]+/g) ?? [];
}

/** Most texts have only ASCII characters, for which the simpler pattern takes a third of the time. */
const beyondAscii = /[^\0-\x7f]/;

/** Returns a function for the payouts that an entry of the bank names by their ids, in its narration or in its own reference. */
export function payoutsNamed(list: readonly Payout[]): (entry: Merged<BankRow>) => readonly Payout[] {
  const byWord = new Map<string, Payout[]>();
  for (const payout of list) {
    const word = tokensOf(payout.payout).join(' ');
    byWord.set(word, [...(byWord.get(word) ?? []), payout]);
  }
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
