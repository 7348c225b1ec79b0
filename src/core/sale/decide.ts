import {type AccountsBeside, type CustomerAccounts, homeAccounts} from '../account/account.js';
import {buyerOf, checkPayingOff} from '../account/decide.js';
import type {State} from '../books/state.js';
import {businessDateOf, type DecisionContext, type PendingEvent, usualLanguage} from '../journal/decision.js';
import {mintReference} from '../journal/reference.js';
import {checkCeiling, type Money, moneyText} from '../money/money.js';
import {type DuplicateWarning, earlierOf} from '../payment/earlier.js';
import {validateFreeText} from '../payment/order.js';
import {isByHand, payerKey, receivedOf} from '../payment/payer.js';
import {awaitsOtp, isOpen, isOtpUnclear, maySend, type Payment} from '../payment/payment.js';
import {attemptsOf, paidAttemptOf} from '../payment/payments.js';
import {resolvableIn, tooEarly} from '../payment/resolving.js';
import {personSaid, reasonSaid} from '../payment/said.js';
import {type Order, owedOf, type PaymentEvent, type PaymentRequest} from '../payment/schema.js';
import {Problem} from '../problem.js';
import type {ProviderDetails} from '../service/reply.js';
import {denominationsOf} from '../shift/drawer-cash.js';
import {isNewCash, largestSale} from '../shift/ledger.js';
import {isBeyondKnown} from '../shift/report.js';
import {checkPart} from '../ticket/decide.js';
import {mayBePaid} from '../ticket/ticket.js';
import {payableOrder} from './payable.js';

/** What a named person says about how a payment ended. */
export type PaymentResolution = {readonly as: 'paid' | 'not-paid'; readonly person: string; readonly reason: string};

/** What a named person says about how a payment was made. `code` may be empty. */
export type TenderCorrection = {readonly code: string; readonly person: string; readonly reason: string};

export type PaymentCommand =
  /**
   * `sale`: the sale whose next attempt this is; the attempt then belongs to the same ticket. `ticket`: the ticket of
   * which this pays a part. `again`: the reason for asking although an earlier payment of the same payer may still be
   * paid. `paysOff`: the account of which this pays what is owed. `isSure`: a person has confirmed an unusual amount, unlikely change, and that the same payer pays the
   * same sum again. `beside`: what the other tills of the home know of customers, where this concerns an account.
   */
  | {
      readonly type: 'begin';
      readonly asked: Order;
      readonly sale?: string | undefined;
      readonly ticket?: string | undefined;
      readonly paysOff?: number | undefined;
      readonly again?: string | undefined;
      readonly isSure?: boolean | undefined;
      readonly beside?: readonly AccountsBeside[] | undefined;
    }
  /** The request leaves, for the first time, or again after it provably did not leave. */
  | {
      readonly type: 'submit';
      readonly reference: string;
      readonly isOnceMore?: boolean;
      readonly beside?: readonly AccountsBeside[];
    }
  /** Another attempt takes the place of this one. A request that was sent cannot be recalled, so its status stays. */
  | {readonly type: 'supersede'; readonly reference: string}
  /** A one-time password leaves. `after`: how many passwords had left when this one was checked. */
  | {readonly type: 'send-code'; readonly reference: string; readonly after: number}
  /** Cash was in truth paid to the shop's own number (`code`: what the customer's message names it), or what was so recorded was cash. */
  | ({readonly type: 'correct-tender'; readonly reference: string} & TenderCorrection)
  /** `seen`: the payment as the person saw it. */
  | ({readonly type: 'resolve'; readonly seen: Payment} & PaymentResolution);

/**
 * Decides what happens to a payment and returns the events to record. Throws these `Problem`s: begin: account-pays-debt, those of `buyerOf`
 * (on the book) and of `checkPayingOff`, sale-above-ceiling, tendered-too-little, currency-new and change-unlikely (cash), till-closing,
 * text-has-card, text-too-long, sale-unusual, sale-unknown, sale-amount-differs, sale-of-another-ticket, those of `checkPart`, sale-paid,
 * earlier-payment if an earlier payment of the same payer may still be paid, and paid-just-now if the same payer has just paid the same
 * sum; submit: till-closing (only if `isOnceMore`), payment-not-resendable, and, if something else was requested in the meantime for its
 * sale, its payer, its ticket or its debt, sale-paid, earlier-payment or those of `checkPart` and of `checkPayingOff`; send-code:
 * code-not-asked; correct-tender: person-missing, reason-missing, text-has-card, text-too-long, payment-unknown, tender-not-corrected (only
 * cash and what was corrected before can be, before the close, and nothing of which money went back), received-already (a payment has that
 * code); resolve: person-missing, reason-missing, text-has-card, text-too-long, payment-unknown, payment-not-open, judged-too-early,
 * judged-unseen.
 */
export function decidePayment(
  state: State,
  command: PaymentCommand,
  given: DecisionContext,
): readonly PendingEvent<PaymentEvent>[] {
  switch (command.type) {
    case 'begin':
      return begin(state, command, given);
    case 'submit':
      return submit(state, command, given);
    case 'supersede': {
      const {reference} = command;
      return state.payments.get(reference)?.isSuperseded === false ? [{type: 'set-aside', data: {reference}}] : [];
    }
    case 'send-code': {
      const {reference, after} = command;
      const payment = state.payments.get(reference);
      // Another key press may have sent a password since this one was checked.
      if (payment?.otp.sent !== after)
        throw new Problem('code-not-asked', {reference}, {status: payment?.status ?? 'unknown'});
      return [{type: 'otp-sent', data: {reference}}];
    }
    case 'correct-tender':
      return correctTender(state, command);
    case 'resolve':
      return resolve(state, command, given);
  }
}

/**
 * Whether another tender can be recorded for a payment. What the service or its file says it has is no person's to change; after the close the
 * tender is in a Z; and what went back, or a tip, is in the books by its tender.
 */
export function mayCorrectTender({ledger, tickets}: Pick<State, 'ledger' | 'tickets'>, payment: Payment): boolean {
  const {request, status, refunds, seq} = payment;
  const isOurs = request.method === 'cash' || isByHand(request);
  const hasTip = tickets.all.get(request.ticket ?? '')?.lines.some(({kind}) => kind === 'tip') === true;
  return isOurs && status === 'paid' && refunds.length === 0 && seq > ledger.period.fromSeq && !hasTip;
}

function correctTender(
  state: State,
  {reference, code, ...said}: Command<'correct-tender'>,
): readonly PendingEvent<PaymentEvent>[] {
  const [person, reason] = [personSaid(said.person), reasonSaid(said.reason)];
  const providerReference = code.trim();
  validateFreeText(providerReference);
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Problem('payment-unknown', {reference});
  if (!mayCorrectTender(state, payment)) throw new Problem('tender-not-corrected', {reference});
  const {amount, method} = payment.request;
  const tender = method === 'cash' ? ('mobile-money' as const) : ('cash' as const);
  // Who names a code says that it was mobile money. A command that is repeated must not turn it back.
  if (tender === 'cash' && providerReference !== '') throw new Problem('tender-not-corrected', {reference});
  const isKnown = (other: Payment) =>
    receivedOf(other.request)?.providerReference.toUpperCase() === providerReference.toUpperCase();
  if (tender === 'mobile-money' && providerReference !== '' && state.payments.values().some(isKnown))
    throw new Problem('received-already');
  const data = {reference, tender, amount, providerReference: tender === 'cash' ? '' : providerReference, reason};
  return [{type: 'tender-corrected', person, data}];
}

type Command<Type extends PaymentCommand['type']> = Extract<PaymentCommand, {type: Type}>;

/**
 * Refuses cash that a person should look at again: of a currency that is new to the drawer, or with change that is as much as the largest note,
 * which the customer would have kept, or more than should be in the drawer of an open shift. Throws `Problem` currency-new (fact `currency`) and
 * change-unlikely (fact `amount`).
 */
export function checkCash(
  state: Pick<State, 'ledger'>,
  {amount, tendered}: {readonly amount: Money; readonly tendered: Money},
  {country}: {readonly country: string},
): void {
  if (isNewCash(state, amount, country)) throw new Problem('currency-new', {currency: amount.currency});
  const change = {currency: amount.currency, minor: tendered.minor - amount.minor};
  const [largest = 0] = denominationsOf(change.currency);
  const isShort = change.minor > 0 && state.ledger.shift !== null && isBeyondKnown(state, change);
  if (change.minor >= largest || isShort) throw new Problem('change-unlikely', {amount: moneyText(change)});
}

function begin(
  state: State,
  {asked, sale, again, isSure, beside = [], ...of}: Command<'begin'>,
  given: DecisionContext,
): readonly PendingEvent<PaymentEvent>[] {
  if (given.isClosing) throw new Problem('till-closing');
  if (again !== undefined) validateFreeText(again);
  const before = sale === undefined ? [] : attemptsBefore(state, sale, asked.amount);
  const ticket = ticketOf(of.ticket, before[0]);
  const payable = payableOrder(state, asked, {ticket, sale}, given.settings);
  const paysOff = of.paysOff ?? before[0]?.request.paysOff;
  const accounts = homeAccounts(state.accounts, beside);
  const onBook = payable.method === 'account' ? buyerIn(accounts, payable, {paysOff, isSure}) : {};
  if (payable.method === 'cash') checkTendered(payable);
  if (payable.method === 'cash' && isSure !== true) checkCash(state, payable, given.settings);
  const {lastReference: last} = state;
  const reference = mintReference({till: given.settings.till, nowMs: given.now, last, random: given.chance(8)});
  const customerLanguage = asked.customerLanguage ?? before.at(-1)?.request.customerLanguage;
  const request = {
    ...payable,
    ...onBook,
    ...(paysOff === undefined ? {} : {paysOff}),
    ...(customerLanguage === undefined ? usualLanguage(asked.country, given) : {customerLanguage}),
    reference,
    sale: sale ?? reference,
    ticket,
    description: asked.description === '' ? `Sale ${reference}` : asked.description,
    businessDate: businessDateOf(state, given),
    again: null,
  } as PaymentRequest;
  checkNotPaid(state, request.sale);
  if (paysOff !== undefined) checkPayingOff(accounts, paysOff, owedOf(request));
  if (ticket !== undefined) checkPart(state, {ticket, sale, amount: owedOf(request)});
  else if (sale === undefined && isSure !== true) checkUsual(state, asked.amount, given.settings);
  const earlier = inTheWay(state, request, given, beside);
  if (earlier?.guard === 'ask' && again === undefined) throw askedBefore(earlier.payment);
  if (earlier?.guard === 'warn' && again === undefined && isSure !== true)
    throw new Problem('paid-just-now', {
      reference: earlier.payment.reference,
      amount: moneyText(earlier.payment.request.amount),
    });
  const because = earlier && again !== undefined ? {reason: again, earlier: earlier.payment.reference} : null;
  const superseded = before.filter(attempt => !attempt.isSuperseded && isOpen(attempt));
  return [
    ...superseded.map(attempt => ({type: 'set-aside' as const, data: {reference: attempt.reference}})),
    {type: 'requested', data: {...request, again: because}},
  ];
}

/** The earlier payment that a request would have to name: of the same payer, or one with which more of a debt would come than is owed. */
function inTheWay(
  state: State,
  request: PaymentRequest,
  given: DecisionContext,
  beside: readonly AccountsBeside[],
): DuplicateWarning | undefined {
  const earlier = earlierPayment(state, request, given);
  return earlier?.guard === 'ask' ? earlier : (alsoPayingOff(state, request, beside) ?? earlier);
}

/** A payment that may still come and pays off the same debt: with this one the customer would pay more than is owed. */
function alsoPayingOff(
  state: Pick<State, 'accounts' | 'payments'>,
  {paysOff, sale, ...request}: PaymentRequest,
  beside: readonly AccountsBeside[],
) {
  if (paysOff === undefined) return undefined;
  const account = homeAccounts(state.accounts, beside)[paysOff];
  const waiting = new Map<string, Payment>();
  for (const {accounts, payments} of [state, ...beside])
    for (const payment of payments.values())
      if (
        accounts[payment.request.paysOff ?? 0]?.phone === account?.phone &&
        payment.request.paysOff !== undefined &&
        payment.sale !== sale &&
        mayBePaid(payment)
      )
        waiting.set(payment.sale, payment);
  const sum = [...waiting.values()].reduce(
    (all, payment) => all + owedOf(payment.request).minor,
    owedOf(request).minor,
  );
  const newest = [...waiting.values()].at(-1);
  return newest === undefined || sum <= (account?.balance ?? 0)
    ? undefined
    : ({guard: 'ask', payment: newest} as const);
}

/** Who owes what is put on the book, and by how much more than the limit. Throws what `buyerOf` throws, and account-pays-debt. */
function buyerIn(
  accounts: CustomerAccounts,
  asked: Extract<Order, {method: 'account'}>,
  {paysOff, isSure}: Pick<Command<'begin'>, 'paysOff' | 'isSure'>,
) {
  if (paysOff !== undefined) throw new Problem('account-pays-debt');
  return buyerOf(accounts, asked, isSure === true);
}

/** Refuses an amount that is unusual here, such as a code. Throws `Problem` sale-above-ceiling, and sale-unusual (`amount`, `largest`). */
export function checkUsual(
  {ledger}: Pick<State, 'ledger'>,
  amount: Money,
  settings: {readonly saleCeiling: Readonly<Record<string, number>>},
): void {
  checkCeiling(amount, settings);
  const largest = largestSale(ledger, amount.currency);
  if (amount.minor > timesLargest * largest.minor)
    throw new Problem('sale-unusual', {amount: moneyText(amount), largest: moneyText(largest)});
}

const timesLargest = 100;

/** All attempts of a part belong to one ticket. */
function ticketOf(ticket: string | undefined, first: Payment | undefined): string | undefined {
  const its = first?.request.ticket;
  if (first !== undefined && ticket !== undefined && ticket !== its)
    throw new Problem('sale-of-another-ticket', {sale: first.sale, ticket});
  return ticket ?? its;
}

function checkTendered({tendered, amount}: Extract<Order, {method: 'cash'}>): void {
  if (tendered.currency !== amount.currency || tendered.minor < amount.minor)
    throw new Problem('tendered-too-little', {tendered: moneyText(tendered), amount: moneyText(amount)});
}

function attemptsBefore(state: State, sale: string, asked: Money): readonly Payment[] {
  const first = state.payments.get(sale);
  if (first === undefined) throw new Problem('sale-unknown', {sale});
  const owed = owedOf(first.request);
  if (owed.currency !== asked.currency || owed.minor !== asked.minor)
    throw new Problem('sale-amount-differs', {sale, amount: moneyText(owed)});
  return attemptsOf(state, sale);
}

/** Throws `Problem` sale-paid if an attempt of the sale is paid. */
function checkNotPaid(state: State, sale: string): void {
  const paid = paidAttemptOf(state, sale);
  if (paid !== undefined) throw new Problem('sale-paid', {sale, reference: paid.reference});
}

/** Returns the earlier payment of the same payer that a new request would have to name, and what it calls for. */
export const earlierPayment = (
  state: State,
  request: Order,
  {now, settings: {cooldownMinutes}}: Pick<DecisionContext, 'now' | 'settings'>,
): DuplicateWarning | undefined =>
  earlierOf(state, {payer: payerKey(request), sum: request.amount}, {now, cooldownMinutes});

const askedBefore = ({reference, request, status}: Payment) =>
  new Problem('earlier-payment', {reference, amount: moneyText(request.amount)}, {status});

function submit(
  state: State,
  {reference, isOnceMore, beside = []}: Command<'submit'>,
  given: DecisionContext,
): readonly PendingEvent<PaymentEvent>[] {
  if (isOnceMore === true && given.isClosing) throw new Problem('till-closing');
  const payment = state.payments.get(reference);
  // A payment that was superseded before it left never leaves, so nobody has to wait for it.
  if (payment?.isSuperseded && payment.status === 'requested') return [{type: 'never-left', data: {reference}}];
  if (payment === undefined || !maySend(payment)) throw new Problem('payment-not-resendable', {reference});
  if (payment.sends.begun > 0) checkAlone(state, payment, given, beside);
  return [{type: 'sent', data: {reference}}];
}

/**
 * Throws `Problem` sale-paid, those of `checkPart` and of `checkPayingOff`, and earlier-payment if another request of the same sale, to the
 * same payer or for the same debt may be on its way. A payment that provably did not leave is not itself open.
 */
function checkAlone(state: State, payment: Payment, given: DecisionContext, beside: readonly AccountsBeside[]): void {
  checkNotPaid(state, payment.sale);
  const {ticket, paysOff} = payment.request;
  if (ticket !== undefined) checkPart(state, {ticket, amount: owedOf(payment.request), sale: payment.sale});
  if (paysOff !== undefined) checkPayingOff(homeAccounts(state.accounts, beside), paysOff, owedOf(payment.request));
  const other = attemptsOf(state, payment.sale).find(attempt => isOpen(attempt) && !attempt.isSuperseded);
  if (other !== undefined) throw askedBefore(other);
  const earlier = inTheWay(state, payment.request, given, beside);
  if (earlier?.guard === 'ask') throw askedBefore(earlier.payment);
}

/** A typed one-time password. `isOther`: it is said not to be the lost one. `isLost`: whether the till knows that one is. */
type TypedCode = {readonly typed: string; readonly isOther: boolean; readonly isLost: (code: string) => boolean};

/**
 * Returns the digits of a one-time password that may be sent, and what the service said about sending it. Throws `Problem` code-unclear,
 * code-not-asked, sale-paid, code-wrong-length, or code-not-other, because the same password never leaves twice.
 */
export function checkCode(
  state: State,
  payment: Payment,
  {typed, isOther, isLost}: TypedCode,
): {readonly code: string; readonly details: ProviderDetails} {
  const {reference, details, otp} = payment;
  const code = typed.replaceAll(/[\s-]/g, '');
  if (isOtpUnclear(payment)) throw new Problem('code-unclear', {reference});
  if (!awaitsOtp(payment) || details === undefined)
    throw new Problem('code-not-asked', {reference}, {status: payment.status});
  checkNotPaid(state, payment.sale);
  const wanted = details.otpLength;
  if (!/^\d+$/.test(code) || (wanted > 0 ? code.length !== wanted : code.length < 4 || code.length > 8))
    throw new Problem('code-wrong-length', {digits: wanted > 0 ? wanted : '4-8'});
  if (otp.hasLost && (isLost(code) || !isOther)) throw new Problem('code-not-other', {reference});
  return {code, details};
}

function resolve(
  state: State,
  {seen, as, ...said}: Command<'resolve'>,
  given: DecisionContext,
): readonly PendingEvent<PaymentEvent>[] {
  const [person, reason] = [personSaid(said.person), reasonSaid(said.reason)];
  const {reference} = seen;
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Problem('payment-unknown', {reference});
  const wait = resolvableIn(payment, given.now);
  if (wait === undefined) throw new Problem('payment-not-open', {reference}, {status: payment.status});
  if (wait > 0) throw tooEarly(state, {reference, wait}, given);
  if (payment.status !== seen.status || payment.finals.last !== seen.finals.last)
    throw new Problem('judged-unseen', {reference});
  const last = payment.steps.at(-1);
  const evidence = `${payment.status}; not found ${payment.notFound.count}; last ${last?.rule ?? 'none'} ${last?.raw ?? ''}`;
  return [{type: 'resolved', person, data: {reference, as, reason, evidence: evidence.trim()}}];
}
