import {isDeepStrictEqual} from 'node:util';
import type {State} from '../../src/core/books/state.js';
import {decimalText} from '../../src/core/money/money.js';
import {isSettled} from '../../src/core/payment/follow-up.js';
import {isOfShop, providerReferenceOf} from '../../src/core/payment/payer.js';
import {isOpen, isReceived, type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {isRefundedWhole} from '../../src/core/payment/refund.js';
import {openEnrolments} from '../../src/core/subscription/registry.js';
import type {Counter} from './counter.js';
import type {Findings} from './findings.js';
import type {Entry, SimulatedService} from './service.js';
import {checkCharges} from './subscription-checks.js';
import {checkTickets, checkTicketsOnOpen} from './ticket-checks.js';
import {checkReceived} from './unasked.js';

/** What a payment of the till may be called at any moment, by the service's books and by what it was called before. */
export class StateChecks {
  readonly #counter: Counter;
  readonly #service: SimulatedService;
  readonly #findings: Findings;
  /** Every payment as a cashier was last told of it. */
  readonly #told = new Map<string, Payment>();
  readonly judged = new Set<string>();
  /** Payments of which another machine may know more: it had them too, and its last lines came to no office. */
  readonly #shared = new Set<string>();
  /** No other machine sells as this till. */
  isAlone = true;
  #seen = '';

  constructor(counter: Counter, service: SimulatedService, findings: Findings) {
    this.#counter = counter;
    this.#service = service;
    this.#findings = findings;
  }

  /** A machine takes the place of one that was lost: what that had sent to the office is at hand here. */
  takeOver(lost: Counter): void {
    const {log, orders} = this.#counter;
    for (const payment of log.state.payments.values()) {
      this.#told.set(payment.reference, payment);
      this.#shared.add(payment.reference);
    }
    orders.takeOver(
      lost.orders,
      [...log.state.payments.values()].filter(isOpen).map(({reference}) => reference),
    );
  }

  /** Looks at all payments, if anything has changed since the last look. */
  look(): void {
    const {till, log, changes} = this.#counter;
    if (till === undefined) return;
    const now = `${changes} ${log.events.length} ${this.#service.changes}`;
    if (this.#seen === now) return;
    this.#seen = now;
    const {payments} = till.state;
    for (const payment of payments.values()) {
      if (this.#told.get(payment.reference) !== payment) {
        this.#checkMove(payment);
        this.#told.set(payment.reference, payment);
      }
      if (!isOfShop(payment.request) && !isReceived(payment.request)) this.#checkTruth(payment);
    }
    for (const payment of this.#told.values()) {
      if (!payments.has(payment.reference) && !isSettled(payment)) this.#report('lost', payment, 'is not at hand');
    }
    this.#checkPaidTwice([...payments.values()]);
    checkTickets(this.#counter, this.#findings);
    checkReceived(this.#counter, this.#findings);
    checkCharges(this.#counter, this.#service, this.#findings);
  }

  /** A till that has opened knows what the whole journal says, though it read only the end of it. */
  onOpen(): void {
    const {till, log, id} = this.#counter;
    if (till === undefined) return;
    this.#seen = '';
    for (const payment of till.state.payments.values()) {
      const whole = log.state.payments.get(payment.reference);
      if (!isDeepStrictEqual(payment, whole))
        this.#report('state-differs', payment, `the whole journal says ${whole?.status}`);
    }
    if (!isDeepStrictEqual(till.state.ledger, log.state.ledger))
      this.#findings.report('state-differs', `${id}: the ledger`);
    checkTicketsOnOpen(this.#counter, this.#findings);
    this.#checkDay(till.state, log.state);
    const [own, whole] = [till.state.registry, log.state.registry];
    if (!isDeepStrictEqual(own.subscriptions, whole.subscriptions))
      this.#findings.report('state-differs', `${id}: the subscriptions`);
    if (!isDeepStrictEqual(openEnrolments(own), openEnrolments(whole)))
      this.#findings.report('state-differs', `${id}: the enrolments that are open`);
  }

  /** However much of the day was summed up, it counts, and needs a person, as the whole journal says. */
  #checkDay(own: State, whole: State): void {
    const told = ({days, needPerson, lastReference, lastAt, clockConfirmedAt}: State) => ({
      lastReference,
      lastAt,
      needPerson: [...needPerson].sort(),
      days: new Map([...days].filter(([date]) => date >= own.wholeFrom)),
      ...(own.wholeFrom === '' && {clockConfirmedAt}),
    });
    if (!isDeepStrictEqual(told(own), told(whole)))
      this.#findings.report('state-differs', `${this.#counter.id}: the day, or what needs a person`);
  }

  #checkMove(payment: Payment): void {
    const before = this.#told.get(payment.reference);
    if (before === undefined || before.status === payment.status) return;
    this.#findings.trace(`${this.#counter.id} ${payment.reference} ${before.status} -> ${payment.status}`);
    const isJudged = payment.resolution !== undefined && payment.resolution !== before.resolution;
    if (before.status === 'paid' && payment.status !== 'disputed' && !isJudged)
      this.#report('demoted', payment, 'was paid');
    if (before.status === 'disputed' && !isJudged) this.#report('demoted', payment, 'was disputed');
  }

  #checkTruth(payment: Payment): void {
    const {status, resolution, reference} = payment;
    const entry = this.#service.entries.get(providerReferenceOf(payment.request));
    const isPaid = entry !== undefined && hasPaid(entry, payment);
    if (verdictOf(payment) === 'paid' && !isPaid && !this.judged.has(`${reference} paid`))
      this.#report('paid-without-money', payment, `the books say ${entry?.status} ${entry?.amount}`);
    if (!this.isAlone) return; // of what another machine does with the same payments it hears nothing
    if (status === 'failed' && resolution === undefined && entry !== undefined && !entry.hasFailed)
      this.#report('failed-but-stands', payment, `the books say ${entry.status}`);
    if (!this.#shared.has(reference)) this.#checkRefunds(payment);
  }

  #checkRefunds(payment: Payment): void {
    if (payment.refunds.length === 0) return;
    const known = providerReferenceOf(payment.request);
    const booked = this.#service.refunds.filter(each => each.payment_transaction_reference === known);
    const byCard = payment.refunds.filter(({method}) => method === 'card');
    const done = byCard.filter(({status, resolution}) => status === 'done' && resolution === undefined).length;
    const made = booked.filter(({status}) => status === 'Success').length;
    if (done > made) this.#report('refund-untrue', payment, `${done} done, ${made} in the books`);
    const standing = booked.filter(({status}) => status !== 'Failed').length;
    const counted = byCard.filter(({status, resolution}) => status !== 'failed' || resolution !== undefined).length;
    if (standing > counted) this.#report('refund-untrue', payment, `${standing} in the books, ${counted} here`);
  }

  #checkPaidTwice(payments: readonly Payment[]): void {
    const paid = payments.filter(payment => payment.status === 'paid' && !isRefundedWhole(payment));
    for (const payment of paid) {
      const isTwice = paid.some(other => other !== payment && other.sale === payment.sale);
      if (isTwice && this.#counter.till?.state.needPerson.has(payment.reference) !== true)
        this.#report('paid-twice-unseen', payment, `of sale ${payment.sale}`);
    }
  }

  #report(checker: Parameters<Findings['report']>[0], {reference, status}: Payment, what: string): void {
    this.#findings.report(checker, `${this.#counter.id} ${reference} ${status}: ${what}`);
  }
}

/** Whether the books ever said that the payment was paid as it was asked. */
export function hasPaid({paid, currency}: Entry, {request: {amount}}: Payment): boolean {
  return currency === amount.currency && paid.has(Number(decimalText(amount)));
}
