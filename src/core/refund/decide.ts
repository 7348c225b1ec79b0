import type {State} from '../books/state.js';
import {interpretRefundHistory, isAmong, type RefundRow} from '../endpoints/refund.js';
import {businessDateOf, type DecisionContext, type PendingEvent} from '../journal/decision.js';
import {statedMoney} from '../money/decimal.js';
import {cashStepOf, downToStep, type Money, moneyText, type PayableSteps, toStep} from '../money/money.js';
import {validateFreeText} from '../payment/order.js';
import {isByCard, notGivenBack, providerReferenceOf} from '../payment/payer.js';
import type {Payment} from '../payment/payment.js';
import {
  isLost,
  isRefundUnclear,
  leftToGiveBack,
  type Refund,
  refundedOf,
  refundRest,
  rowOfRefund,
  worthBackOf,
} from '../payment/refund.js';
import type {RefundEvent, ReturnedLine} from '../payment/refund-schema.js';
import {lostRefund, refundResolvableIn, tooEarly} from '../payment/resolving.js';
import {personSaid, reasonSaid} from '../payment/said.js';
import {isSold} from '../payment/schema.js';
import {Problem} from '../problem.js';
import type {Answer} from '../service/answer.js';
import {isKeyRefused} from '../service/reply.js';
import {
  allReturned,
  isAllOfSale,
  itemisedSale,
  type LineChoice,
  linesLeft,
  returnedLines,
  sumOfReturned,
} from './lines.js';

/**
 * Without `amount`, all that is left is given back. `lines` name what of the sale comes back. The amount is then the
 * sum of these lines, and an `amount` given as well is the one that a person was told. Without `lines`, a refund of all
 * that is left of the sale names all that is left of its lines. `unheard`: the reason why money may leave although the
 * service does not say which refunds of the payment it has; without it, no money may leave then.
 */
export type RefundOptions = {
  readonly amount?: Money | undefined;
  readonly lines?: readonly LineChoice[] | undefined;
  readonly reason: string;
  readonly unheard?: string | undefined;
};
/** What a named person says about how a refund ended. */
export type RefundResolution = {readonly as: 'done' | 'failed'; readonly person: string; readonly reason: string};

/** How money goes back: through the service to the card, or out of the drawer. What is on the book is taken off what is owed instead. */
export type Way = 'card' | 'cash';

export type RefundCommand =
  /** Records what the service's history adds: about refunds whose answer was lost (`note-lost`), or that are new (`note-strange`). */
  | {readonly type: 'note-lost' | 'note-strange'; readonly reference: string; readonly history: Answer}
  /** `seen`: the payment as the person saw it. `history`: the answer with its refunds, undefined if the service can have none. */
  | ({
      readonly type: 'give-back';
      readonly way: Way;
      readonly seen: Payment;
      readonly history: Answer | undefined;
    } & RefundOptions)
  /** `seen`: the refund that could be resolved, as the person saw it. */
  | ({readonly type: 'resolve'; readonly reference: string; readonly seen: Refund | undefined} & RefundResolution);

/** A refund that the service has and the journal does not. */
type StrangeRefund = {readonly amount: Money; readonly serviceReference: string; readonly status: string};

/** Returns the history's rows about a payment if all are there with usable amounts; undefined if an unread row may be missing. */
export function wholeHistory(answer: Answer, payment: Payment): readonly RefundRow[] | undefined {
  const page = interpretRefundHistory(answer);
  if (page === undefined || !page.isWhole || page.unread > 0) return undefined;
  const rows = page.rows.filter(row => row.payment === providerReferenceOf(payment.request));
  return rows.every(row => amountIn(row, payment) !== undefined) ? rows : undefined;
}

/** Returns the numbers of the till's refunds whose answer was lost and which the history contains. */
function lostInHistory(payment: Payment, rows: readonly RefundRow[]): readonly number[] {
  const lost = payment.refunds.filter(isLost);
  return lost.filter(refund => typeof rowOfRefund(rows, payment, refund) === 'object').map(({number}) => number);
}

/**
 * Returns the refunds in the history that the journal does not have. If several rows may be a refund whose answer was
 * lost, one row is set aside for each such refund; which one makes no difference to the amount that is left. A failed
 * refund gave nothing back, so it is left out.
 */
export function strangeRefunds(payment: Payment, rows: readonly RefundRow[]): readonly StrangeRefund[] {
  const {refunds} = payment;
  const known = new Set(refunds.flatMap(({serviceReference}) => serviceReference ?? []));
  const spare = new Map<number, number>();
  for (const {amount} of refunds.filter(isLost)) spare.set(amount.minor, (spare.get(amount.minor) ?? 0) + 1);
  const strange: StrangeRefund[] = [];
  for (const row of rows) {
    const amount = amountIn(row, payment);
    if (amount === undefined || row.status === 'failed' || isAmong(known, row.serviceReference)) continue;
    known.add(row.serviceReference);
    const left = spare.get(amount.minor) ?? 0;
    if (left > 0) spare.set(amount.minor, left - 1);
    else strange.push({amount, serviceReference: row.serviceReference, status: row.text});
  }
  return strange;
}

/** The facts on which a person decides to give money back: the amount that is left, and the refunds so far. */
export function refundFacts(payment: Payment): string {
  const refunds = payment.refunds.map(({number, status}: Refund) => `${number}${status === 'unknown' ? '?' : ''}`);
  return [refundRest(payment).minor, ...refunds].join(' ');
}

function amountIn({amount, currency}: RefundRow, {request}: Payment): Money | undefined {
  const money = statedMoney(amount, currency?.toUpperCase() ?? request.amount.currency);
  return money === undefined || money.currency !== request.amount.currency || money.minor < 0 ? undefined : money;
}

/**
 * Decides what happens to the refunds of a payment and returns the events to record. Throws these `Problem`s: note-lost, note-strange:
 * payment-unknown; note-strange also clock-impossible; give-back: reason-missing, text-has-card, text-too-long, payment-unknown,
 * refund-changed (the payment is not what the person saw), refund-history-unheard, key-refused, clock-impossible, and those of
 * `whatComesBack`; resolve: person-missing, reason-missing, text-has-card, text-too-long, payment-unknown, payment-not-open,
 * judged-too-early, judged-unseen.
 */
export function decideRefund(
  state: State,
  command: RefundCommand,
  given: DecisionContext,
): readonly PendingEvent<RefundEvent>[] {
  switch (command.type) {
    case 'note-lost': {
      const {reference, history: answer} = command;
      const payment = paymentIn(state, reference);
      const about = {reference, question: 'refund-history' as const, answer, repeated: 0};
      return lostInHistory(payment, wholeHistory(answer, payment) ?? []).map(refund => ({
        type: 'refund-status-answered',
        data: {...about, refund},
      }));
    }
    case 'note-strange': {
      const {reference, history} = command;
      const payment = paymentIn(state, reference);
      const {length} = payment.refunds;
      return strangeRefunds(payment, wholeHistory(history, payment) ?? []).map((row, index) => ({
        type: 'refund-seen',
        data: {reference, refund: length + index + 1, businessDate: businessDateOf(state, given), ...row},
      }));
    }
    case 'give-back':
      return giveBack(state, command, given);
    case 'resolve':
      return resolve(state, command, given);
  }
}

type Command<Type extends RefundCommand['type']> = Extract<RefundCommand, {type: Type}>;

function paymentIn({payments}: State, reference: string): Payment {
  const payment = payments.get(reference);
  if (payment === undefined) throw new Problem('payment-unknown', {reference});
  return payment;
}

function giveBack(
  state: State,
  {seen, history, ...command}: Command<'give-back'>,
  given: DecisionContext,
): readonly PendingEvent<RefundEvent>[] {
  const {way} = command;
  const {reason, unheard} = validateReasons(command);
  const {reference} = seen;
  const payment = paymentIn(state, reference);
  if (payment.refunds.some(isRefundUnclear)) checkGivingBack(payment, way, command.amount);
  if (refundFacts(payment) !== refundFacts(seen))
    throw new Problem('refund-changed', {reference, rest: moneyText(refundRest(payment))});
  const {amount, rounding, lines} = whatComesBack(state, payment, command, given.settings);
  const isHistoryKnown = history === undefined || wholeHistory(history, payment) !== undefined;
  if (!isHistoryKnown && unheard === undefined) throw historyProblem(reference, history);
  const data = {
    reference,
    refund: payment.refunds.length + 1,
    amount,
    ...(rounding && {rounding}),
    reason,
    businessDate: businessDateOf(state, given),
    ...(isHistoryKnown ? {} : {unheard}),
    ...(lines.length === 0 ? {} : {lines}),
  };
  if (way === 'card') return [{type: 'refund-requested', data}];
  return [{type: payment.request.method === 'account' ? 'refund-on-book' : 'refund-in-cash', data}];
}

/** What goes back: the amount, as this way can pay it, and its rounding; `lines` are those of the sale for which it is. */
type GoingBack = {readonly amount: Money; readonly rounding?: Money; readonly lines: readonly ReturnedLine[]};

/**
 * Returns the amount of a payment that is given back, and the lines of its sale for which it is. All that is left gives back what was taken,
 * as far as cash can pay it. Throws the `Problem`s of `checkGivingBack` and `returnedLines`, and refund-lines-not-sold, refund-changed (the
 * lines come to another amount than the person was told), amount-not-positive.
 */
export function whatComesBack(
  {payments, tickets}: Pick<State, 'payments' | 'tickets'>,
  payment: Payment,
  {way, amount, lines: chosen = []}: Pick<RefundOptions, 'amount' | 'lines'> & {readonly way: Way},
  steps: Pick<PayableSteps, 'cashStep'>,
): GoingBack {
  const {reference, request} = payment;
  checkGivingBack(payment, way, chosen.length === 0 ? amount : undefined);
  const left = leftToGiveBack(payment);
  const step = way === 'cash' && request.method !== 'account' ? cashStepOf(request.amount.currency, steps) : 1;
  const all = mostPayable(left.amount, step);
  if (all.minor === 0) throw new Problem('refund-above-rest', {reference, rest: moneyText(left.amount)});
  const sale = itemisedSale(payment, tickets.all);
  if (chosen.length === 0) {
    const back = Math.min(all.minor, toStep(amount ?? all, step).minor);
    const isAll = back === all.minor;
    const lines =
      isAll && sale !== undefined && isAllOfSale(payment, sale, payments)
        ? allReturned(linesLeft(sale, payments), left.worth)
        : [];
    return {...rounded({...all, minor: back}, isAll ? left.worth.minor : Math.min(back, left.worth.minor)), lines};
  }
  if (sale === undefined) throw new Problem('refund-lines-not-sold', {reference});
  const lines = returnedLines(linesLeft(sale, payments), chosen, left.worth);
  const worth = sumOfReturned(lines);
  if (worth === 0) throw new Problem('amount-not-positive');
  // What goes back in several steps is rounded so that all steps together come to what they are for.
  const before = step === 1 ? 0 : worthBackOf(payment, 'made').minor - refundedOf(payment, 'made').minor;
  const due = toStep({...all, minor: Math.max(0, before + worth)}, step).minor;
  const minor = worth === left.worth.minor ? all.minor : Math.min(all.minor, due);
  if (amount !== undefined && amount.minor !== minor)
    throw new Problem('refund-changed', {reference, rest: moneyText(left.amount)});
  return {...rounded({...all, minor}, worth), lines};
}

/** The most that can be paid in steps of what is left: the nearest amount, or the one below if that is more than is left. */
function mostPayable(left: Money, step: number): Money {
  const nearest = toStep(left, step);
  return nearest.minor <= left.minor ? nearest : downToStep(left, step);
}

function rounded(amount: Money, worth: number): Pick<GoingBack, 'amount' | 'rounding'> {
  const minor = amount.minor - worth;
  return {amount, ...(minor === 0 ? {} : {rounding: {...amount, minor}})};
}

/** Returns the reason of a refund as it is recorded. Throws `Problem` reason-missing, text-has-card, text-too-long. */
export function validateReasons({reason, unheard = ''}: Pick<RefundOptions, 'reason' | 'unheard'>) {
  const said = reasonSaid(reason);
  validateFreeText(unheard);
  return {reason: said, unheard: unheard.trim() || undefined};
}

/**
 * Checks that `amount`, or all that is left, can be given back of the payment in this way. Throws `Problem`
 * refund-not-offered, refund-not-unasked or refund-not-by-page (a refund to a card for a payment without one),
 * refund-not-paid, refund-unclear (an earlier refund may have been made), refund-above-rest.
 */
function checkGivingBack(payment: Payment, way: Way, amount: Money | undefined): void {
  const {reference, status, refunds, request} = payment;
  if (way === 'card' && !isByCard(request)) throw notGivenBack(request);
  if (!isSold(payment)) throw new Problem('refund-not-paid', {reference}, {status});
  const unclear = refunds.find(isRefundUnclear);
  if (unclear !== undefined) throw new Problem('refund-unclear', {reference, refund: unclear.number});
  const rest = refundRest(payment);
  const asked = amount ?? rest;
  if (asked.currency !== rest.currency || asked.minor > rest.minor || asked.minor <= 0)
    throw new Problem('refund-above-rest', {reference, rest: moneyText(rest)});
}

/** Throws `Problem` exchange-on-book: what is only owed pays for no other goods. */
export function checkExchange({reference, request}: Payment): void {
  if (request.method === 'account') throw new Problem('exchange-on-book', {reference});
}

const historyProblem = (reference: string, answer: Answer): Problem =>
  isKeyRefused(answer) ? new Problem('key-refused') : new Problem('refund-history-unheard', {reference});

function resolve(
  state: State,
  {reference, seen, as, ...said}: Command<'resolve'>,
  given: DecisionContext,
): readonly PendingEvent<RefundEvent>[] {
  const [person, reason] = [personSaid(said.person), reasonSaid(said.reason)];
  const payment = paymentIn(state, reference);
  const waits = payment.refunds.flatMap(each => refundResolvableIn(each, given.now) ?? []);
  const open = lostRefund(payment, given.now);
  if (waits.length === 0) throw new Problem('payment-not-open', {reference}, {status: payment.status});
  if (open === undefined && seen === undefined) throw tooEarly(state, {reference, wait: Math.min(...waits)}, given);
  if (open === undefined || open.number !== seen?.number || open.status !== seen.status)
    throw new Problem('judged-unseen', {reference});
  const evidence = `${open.status}; ${open.serviceReference ?? 'no reference of the service'}`;
  return [{type: 'refund-resolved', person, data: {reference, refund: open.number, as, reason, evidence}}];
}
