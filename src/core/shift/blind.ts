import {addMoney, type Currency, type Money} from '../money/money.js';
import type {Payment} from '../payment/payment.js';
import type {Refund} from '../payment/refund.js';
import type {DayTotals, MoneySums} from './day-totals.js';
import {isOpenCash, isOpenCashRefund} from './ledger.js';
import type {Ledger} from './ledger-schema.js';

/**
 * The drawer is counted blind: until it is counted, nobody is told a sum from which they could work out what should be in it. This concerns
 * the cash of the open period, which is not in a Z yet, and every sum that includes it, since the other parts of the sum are known. Single
 * sales and what a person typed are not secret: floats, single payments and the number of payments.
 */

/** The currencies whose drawers must be counted before their cash may be shown. A count is valid until cash moves. */
export function blindCurrencies({period: {drawers, counted}}: Ledger): ReadonlySet<string> {
  const isCounted = (currency: string) => counted?.some(each => each.currency === currency) === true;
  return new Set(Object.keys(drawers).filter(currency => !isCounted(currency)));
}

/** Returns tests for single payments and refunds: whether a sum that includes the payment or refund may be shown. */
export function disclosureIn(ledger: Ledger): {
  readonly payment: (payment: Payment) => boolean;
  readonly refund: (payment: Payment, refund: Refund) => boolean;
} {
  const blind = blindCurrencies(ledger);
  return {
    payment: payment => !(blind.has(payment.request.amount.currency) && isOpenCash(ledger, payment)),
    refund: (payment, refund) => !(blind.has(refund.amount.currency) && isOpenCashRefund(ledger, payment, refund)),
  };
}

/** The part of a day's sums that may be shown. `withheld` are the currencies in which there is cash besides. */
type DisclosedTotals = Pick<DayTotals, 'sums' | 'quarters' | 'refunded'> & {readonly withheld: readonly Currency[]};

/** The sums of a business day without the cash of drawers that still have to be counted. */
export function disclosedTotals({ledger}: {readonly ledger: Ledger}, totals: DayTotals): DisclosedTotals {
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

/** A currency whose rest is zero is removed. */
function less(sums: MoneySums, hidden: readonly Money[]): MoneySums {
  const left = new Map(sums);
  for (const {currency, minor} of hidden) {
    const rest = addMoney(left.get(currency) ?? {currency, minor: 0}, {currency, minor: -minor});
    if (rest.minor === 0) left.delete(currency);
    else left.set(currency, rest);
  }
  return left;
}
