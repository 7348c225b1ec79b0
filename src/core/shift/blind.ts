import type {DayTotals, MoneySums, State} from '../journal/state.js';
import {addMoney, type Currency, type Money} from '../money/money.js';
import type {Payment} from '../payment/payment.js';
import type {Refund} from '../refund/refund.js';
import type {Ledger} from './ledger.js';

/**
 * The drawer is counted blind: before it is counted, nobody is told a sum from which what should be in it follows. Such are
 * the cash of the period that no Z has told yet, and every sum that has it in it, since the rest is known. Each sale, and
 * what a person has typed, is nobody's secret: floats, single payments and how many there were.
 */

/** The currencies of the drawers that have to be counted before their cash is told. A count stands until cash moves. */
export function blindCurrencies({period: {drawers, counted}}: Ledger): ReadonlySet<string> {
  const isCounted = (currency: string) => counted?.some(each => each.currency === currency) === true;
  return new Set(Object.keys(drawers).filter(currency => !isCounted(currency)));
}

/** Of single payments and refunds: whether a sum that has one in it may be told. */
export function disclosureIn(ledger: Ledger): {
  readonly payment: (payment: Payment) => boolean;
  readonly refund: (payment: Payment, refund: Refund) => boolean;
} {
  const blind = blindCurrencies(ledger);
  const isOpen = (seq: number) => seq > ledger.period.fromSeq;
  return {
    payment: ({request: {method, amount}, seq}) => !(method === 'cash' && blind.has(amount.currency) && isOpen(seq)),
    refund: ({steps}, {method, amount, number}) => {
      if (method !== 'cash' || !blind.has(amount.currency)) return true;
      const given = steps.find(({rule, facts}) => rule === 'refund-in-cash' && facts['refund'] === number);
      return given !== undefined && !isOpen(given.seq);
    },
  };
}

/** What of a day's sums may be told, and the currencies of which there is cash beside it. */
export type DisclosedTotals = Pick<DayTotals, 'sums' | 'quarters' | 'refunded'> & {
  readonly withheld: readonly Currency[];
};

/** The sums of a business day without the cash of drawers that have to be counted still. */
export function disclosedTotals({ledger}: Pick<State, 'ledger'>, totals: DayTotals): DisclosedTotals {
  const {sums, quarters, refunded, unreported} = totals;
  const blind = blindCurrencies(ledger);
  const hidden = (of: MoneySums) => [...of.values()].filter(({currency, minor}) => blind.has(currency) && minor !== 0);
  const hiddenCurrencies = new Set(
    [...hidden(unreported.sums), ...hidden(unreported.refunded)].map(({currency}) => currency),
  );
  if (hiddenCurrencies.size === 0) return {sums, quarters, refunded, withheld: []};
  return {
    sums: less(sums, hidden(unreported.sums)),
    refunded: less(refunded, hidden(unreported.refunded)),
    quarters: new Map(
      [...quarters].map(([quarter, own]) => [
        quarter,
        less(own, hidden(unreported.quarters.get(quarter) ?? new Map())),
      ]),
    ),
    withheld: [...hiddenCurrencies],
  };
}

/** A currency that nothing is left of is not there. */
function less(sums: MoneySums, hidden: readonly Money[]): MoneySums {
  const left = new Map(sums);
  for (const {currency, minor} of hidden) {
    const rest = addMoney(left.get(currency) ?? {currency, minor: 0}, {currency, minor: -minor});
    if (rest.minor === 0) left.delete(currency);
    else left.set(currency, rest);
  }
  return left;
}
