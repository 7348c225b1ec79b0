import {type Card, markOf, wipeCard} from '../core/card/card.js';
import type {CardOrder} from '../core/card/order.js';
import {isKnown, type MobileMoneyRequest, type PaymentRequest} from '../core/journal/event.js';
import {mintReference} from '../core/journal/reference.js';
import {attemptsOf} from '../core/journal/state.js';
import {displayMoney, jsonAmount, type Money} from '../core/money/money.js';
import {type Earlier, earlierOf} from '../core/payment/earlier.js';
import {checkWords, type Order} from '../core/payment/order.js';
import {payerKey} from '../core/payment/payer.js';
import {isOpen, maySend, type Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {isRefundedWhole} from '../core/refund/refund.js';
import type {Answer} from '../core/service/answer.js';
import type {Collection} from '../core/service/service.js';
import {type Context, dateOf, inTurn, observe, paymentOf, record, underWay} from './context.js';

export type TakeOptions = {
  /** The id of a sale whose earlier attempt this one follows; absent for a new sale. */
  readonly sale?: string;
  /** Why to go on although an earlier payment of the same wallet or card may still be paid. */
  readonly again?: string;
};

/**
 * A payment that was decided: its intent is on the disk, and `finished` resolves when the answer is. `noted` is an earlier
 * payment of the same wallet or card that has ended a short while ago.
 */
export type Taken = {
  readonly reference: string;
  readonly noted: Payment | undefined;
  readonly finished: Promise<void>;
};

/**
 * Asks a wallet for money. Resolves when the intent is on the disk. Throws `Problem` earlier-payment (nothing written,
 * nothing sent) for one that may still be paid, sale-unknown, sale-amount-differs, sale-paid, and the journal's problems.
 */
export async function take(context: Context, order: Order, options: TakeOptions = {}): Promise<Taken> {
  const {market, network, warnings: _, ...asked} = order;
  const channel = {country: market.country, network: network.id, bankCode: network.code};
  const decision = {...asked, ...channel, method: 'mobile-money'} as const;
  const decided = await inTurn(context, () => decide(context, decision, options));
  return {...decided, finished: underWay(context, send(context, decided.reference))};
}

/**
 * Charges a card, as `take` asks a wallet. The card is handed on once and wiped, whatever comes of it: a charge that
 * provably did not leave is another attempt of the sale, with the card typed again.
 */
export async function charge(
  context: Context,
  order: CardOrder,
  card: Card,
  options: TakeOptions = {},
): Promise<Taken> {
  const decision = {...order, method: 'card', card: markOf(card)} as const;
  const decided = await inTurn(context, () => decide(context, decision, options)).catch(problem => {
    wipeCard(card);
    throw problem;
  });
  const sending = sendCharge(context, decided.reference, card).finally(() => wipeCard(card));
  return {...decided, finished: underWay(context, sending)};
}

type About = 'reference' | 'sale' | 'businessDate' | 'again';
type DecisionOf<R> = R extends PaymentRequest ? Omit<R, About> : never;

/** Writes down that money is asked for or taken, and takes the sale's open attempts off the front. */
export async function decide(
  context: Context,
  decision: DecisionOf<PaymentRequest>,
  options: TakeOptions,
): Promise<Pick<Taken, 'reference' | 'noted'>> {
  if (context.poison !== undefined) throw context.poison;
  if (context.isClosing) throw new Problem('till-closing');
  if (options.again !== undefined) checkWords(options.again);
  const {till} = context.settings;
  const now = context.world.now();
  const before = options.sale === undefined ? [] : await attemptsBefore(context, options.sale, decision.amount);
  const {lastReference: last} = context.state;
  const reference = mintReference({till, nowMs: now, last, random: context.world.random(8)});
  const request: PaymentRequest = {
    ...decision,
    reference,
    sale: options.sale ?? reference,
    description: decision.description === '' ? `Sale ${reference}` : decision.description,
    businessDate: dateOf(context),
    again: null,
  };
  checkNotPaid(context, request);
  const earlier = earlierPayment(context, payerKey(request), request.amount);
  if (earlier?.guard === 'ask' && options.again === undefined) throw askedBefore(earlier.payment);
  const again =
    earlier && options.again !== undefined ? {reason: options.again, earlier: earlier.payment.reference} : null;
  const asides = before.filter(attempt => !attempt.setAside && isOpen(attempt));
  await record(
    context,
    ...asides.map(attempt => ({type: 'set-aside' as const, data: {reference: attempt.reference}})),
    {type: 'requested', data: {...request, again}},
  );
  return {reference, noted: earlier?.guard === 'note' ? earlier.payment : undefined};
}

/** Throws `Problem` sale-paid when another attempt of the sale has the money and has not given it back. */
export function checkNotPaid({state}: Context, {reference, sale}: Pick<Payment, 'reference' | 'sale'>): void {
  const paid = attemptsOf(state, sale).find(
    attempt => attempt.reference !== reference && attempt.status === 'paid' && !isRefundedWhole(attempt),
  );
  if (paid !== undefined) throw new Problem('sale-paid', {sale, reference: paid.reference});
}

function askedBefore({reference, request, status}: Payment): Problem {
  return new Problem('earlier-payment', {reference, amount: displayMoney(request.amount), status});
}

/** The earlier payment of the same wallet or card (`payerKey`) that a new one of this sum would have to name. */
export function earlierPayment(
  {state, world, settings}: Context,
  payer: string | null,
  sum: Money,
): Earlier | undefined {
  return earlierOf(state, {payer, sum}, {now: world.now(), cooldownMinutes: settings.cooldownMinutes});
}

async function attemptsBefore(context: Context, sale: string, asked: Money): Promise<readonly Payment[]> {
  const first = await paymentOf(context, sale).catch(() => {
    throw new Problem('sale-unknown', {sale});
  });
  await recallAttempts(context, first);
  const attempts = attemptsOf(context.state, sale);
  const {currency, minor} = first.request.amount;
  if (currency !== asked.currency || minor !== asked.minor) {
    throw new Problem('sale-amount-differs', {sale, amount: displayMoney(first.request.amount)});
  }
  return attempts;
}

/** Reads the attempts of a sale that are of older segments than what is at hand: one of them may have been paid. */
async function recallAttempts(context: Context, {sale, seq}: Payment): Promise<void> {
  const {journal} = context;
  for (const date of (await journal.segmentsSince(seq)).slice(0, -1)) {
    for await (const event of journal.readSegment(date))
      if (isKnown(event) && event.type === 'requested' && event.data.sale === sale)
        await paymentOf(context, event.data.reference);
  }
}

/**
 * Sends a request that provably never left once more, under its own reference, because a person asked for it. Throws
 * `Problem` payment-unknown, payment-not-resendable, till-closing, earlier-payment and sale-paid when its wallet or its sale
 * has been asked otherwise since, and the journal's.
 */
export async function sendAgain(context: Context, reference: string): Promise<void> {
  if (context.isClosing) throw new Problem('till-closing');
  await paymentOf(context, reference);
  await underWay(context, send(context, reference));
}

/** Throws `Problem` sale-paid, and earlier-payment when another request of its sale or to its wallet may be on its way. */
function checkAlone(context: Context, payment: Payment): void {
  checkNotPaid(context, payment);
  const {reference, sale, request} = payment;
  const attempts = attemptsOf(context.state, sale).filter(attempt => attempt.reference !== reference);
  const other = attempts.find(attempt => isOpen(attempt) && !attempt.setAside);
  if (other !== undefined) throw askedBefore(other);
  const earlier = earlierPayment(context, payerKey(request), request.amount);
  if (earlier?.guard === 'ask') throw askedBefore(earlier.payment);
}

async function send(context: Context, reference: string): Promise<void> {
  const {request} = sendable(context, reference);
  if (request.method !== 'mobile-money') throw new Problem('payment-not-resendable', {reference});
  await leave(context, reference, () => context.service.collect(collectionOf(request), context.leaving));
}

async function sendCharge(context: Context, reference: string, card: Card): Promise<void> {
  const {request} = sendable(context, reference);
  if (request.method !== 'card') throw new Error(`${reference} is no card payment`);
  const {callbackUrl} = context.settings;
  const {amount, description, email, firstName, lastName, phone} = request;
  const order = {
    reference,
    amount: jsonAmount(amount),
    description,
    currency: amount.currency,
    email,
    firstName,
    lastName,
    phone,
    ...(callbackUrl === undefined ? {} : {callbackUrl}),
  };
  await leave(context, reference, () => context.service.charge(order, card, context.leaving));
}

function sendable({state}: Context, reference: string): Payment {
  const payment = state.payments.get(reference);
  if (payment === undefined || !maySend(payment)) throw new Problem('payment-not-resendable', {reference});
  return payment;
}

/** The one place where a request for money leaves: first the `sent` event on the disk, then the bytes. */
async function leave(context: Context, reference: string, ask: () => Promise<Answer>): Promise<void> {
  await inTurn(context, async () => {
    const now = context.state.payments.get(reference);
    // Set aside before it left, it never will: nobody has to wait for it.
    if (now?.setAside && now.status === 'requested') await record(context, {type: 'never-left', data: {reference}});
    const payment = sendable(context, reference); // another press may have sent it meanwhile
    if (payment.sends.begun > 0) checkAlone(context, payment);
    await record(context, {type: 'sent', data: {reference}});
  });
  const answer = await ask();
  observe(context, answer);
  await record(context, {type: 'answered', data: {reference, answer}});
}

function collectionOf(request: MobileMoneyRequest): Collection {
  const {reference, amount, bankCode, description, email, firstName, lastName, phone, country, wallet, returnUrl} =
    request;
  const base = {
    reference,
    amount: jsonAmount(amount),
    bankCode,
    description,
    currency: amount.currency,
    email,
    firstName,
    lastName,
    phone,
    country,
  };
  if (wallet === null) {
    if (returnUrl === null) throw new Error(`${reference} has no return address`);
    return {...base, variant: 'zar', returnUrl};
  }
  if (amount.currency !== 'XOF') return {...base, variant: 'momo', wallet};
  return {...base, variant: 'xof', wallet, ...(returnUrl === null ? {} : {returnUrl})};
}

/** Takes an attempt off the front of its sale. Its status stays what it is: a prompt that was sent cannot be recalled. */
export async function setAside(context: Context, reference: string): Promise<void> {
  await inTurn(context, async () => {
    const payment = await paymentOf(context, reference); // not while it is about to leave
    if (!payment.setAside) await record(context, {type: 'set-aside', data: {reference}});
  });
}
