import {isCurrency, type Money, parseAmount, sumByCurrency} from '../core/money/money.js';
import {type Payment, type Verdict, verdictOf} from '../core/payment/payment.js';
import type {MomentName} from './aim.js';
import type {Finding} from './compare.js';
import type {Books} from './practice-service.js';
/** The result of all rounds. */
export type Outcome = {
  readonly seed: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly kills: Readonly<Record<MomentName, number>>;
  readonly sales: Sales;
  /** The number of states that were acknowledged before a kill and looked for afterwards. */
  readonly acknowledged: number;
  /** The number of kills that left an unfinished last line. */
  readonly torn: number;
  /** Milliseconds from the start of the program after a kill to the open till. */
  readonly restarts: readonly number[];
  /** The slowest round, in milliseconds. */
  readonly slowest: number;
  readonly findings: readonly Finding[];
};

export type Sales = {
  /** Sales begun by the till's processes, whether or not they lived to record them. */
  readonly begun: number;
  readonly written: number;
  readonly byMethod: Readonly<Record<string, number>>;
  readonly byVerdict: Readonly<Record<Verdict, number>>;
  /** The number of rows in the service's books. */
  readonly rows: number;
  readonly refunds: number;
  /**
   * What was paid without cash, by the journal and by the service's books, except payments that need a person, about which the two may
   * disagree.
   */
  readonly paidHere: readonly Money[];
  readonly paidThere: readonly Money[];
};

/** The sums of all tills in both books. */
export function salesOf(payments: readonly Payment[], books: Books, begun: number): Sales {
  const count = (holds: (payment: Payment) => boolean) => payments.filter(holds).length;
  const verdict = (wanted: Verdict) => count(payment => verdictOf(payment) === wanted);
  const disputed = new Set(payments.filter(({status}) => status === 'disputed').map(({reference}) => reference));
  const mispaid = new Set(payments.filter(({status}) => status === 'mispaid').map(({reference}) => reference));
  const rows = books.transactions.filter(
    ({transaction_reference: reference, status}) =>
      status === 'Completed' && !disputed.has(reference) && !mispaid.has(reference),
  );
  const methods = [...new Set(payments.map(({request}) => request.method))].sort();
  return {
    begun,
    written: payments.length,
    byMethod: Object.fromEntries(methods.map(method => [method, count(({request}) => request.method === method)])),
    byVerdict: {
      paid: verdict('paid'),
      'not-paid': verdict('not-paid'),
      'not-known': verdict('not-known'),
      'needs-person': verdict('needs-person'),
    },
    rows: books.transactions.length,
    refunds: books.refunds.length,
    paidHere: sumByCurrency(
      payments
        .filter(({status, request}) => status === 'paid' && request.method !== 'cash')
        .map(({request}) => request.amount),
    ),
    paidThere: sumByCurrency(rows.map(({amount, currency}) => moneyOf(amount, currency))),
  };
}

/** The service writes an amount as a JSON number, whose shortest text is the amount that was requested. */
function moneyOf(amount: number, currency: string): Money {
  if (!isCurrency(currency)) throw new Error(`${currency} is no currency of a practice sale`);
  return parseAmount(String(amount), currency);
}
