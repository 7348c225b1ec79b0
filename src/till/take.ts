import {businessDate} from '../core/business-day.js';
import type {EventData} from '../core/event.js';
import {hasProvablyNotLeft} from '../core/follow-up.js';
import {displayMoney, jsonAmount} from '../core/money.js';
import type {Order} from '../core/order.js';
import {isOpen, maySend, type Payment} from '../core/payment.js';
import {Problem} from '../core/problem.js';
import {mintReference} from '../core/reference.js';
import type {Collection} from '../core/service.js';
import {attemptsOf} from '../core/state.js';
import {type Context, observe, paymentOf, record, underWay} from './context.js';

const minute = 60_000;
const failedRecently = 15 * minute;

export type TakeOptions = {
  /** The id of a sale whose earlier attempt this one follows; absent for a new sale. */
  readonly sale?: string;
  /** Why to go on although the same wallet was asked a short while ago. */
  readonly again?: string;
};

/**
 * Asks for money: the intent is on the disk when this resolves with the reference, and `finished` resolves when the
 * answer is. Throws `Problem` earlier-payment (nothing written, nothing sent) during the cool-down, sale-unknown,
 * sale-amount-differs, and the journal's problems.
 */
export async function take(
  context: Context,
  order: Order,
  options: TakeOptions = {},
): Promise<{reference: string; finished: Promise<void>}> {
  if (context.poison !== undefined) throw context.poison;
  const earlier = order.wallet === null ? undefined : earlierPayment(context, order.wallet);
  if (earlier !== undefined && options.again === undefined) {
    throw new Problem('earlier-payment', {
      reference: earlier.reference,
      amount: displayMoney(earlier.request.amount),
      status: earlier.status,
    });
  }
  const before = options.sale === undefined ? [] : await attemptsBefore(context, options.sale, order);
  const reference = mintReference({
    till: context.settings.till,
    nowMs: context.world.now(),
    last: context.state.lastReference,
    random: context.world.random(8),
  });
  const again =
    earlier !== undefined && options.again !== undefined ? {reason: options.again, earlier: earlier.reference} : null;
  const request = requestOf(context, order, {reference, sale: options.sale ?? reference, again});
  const asides = before.filter(attempt => !attempt.setAside && isOpen(attempt));
  await record(
    context,
    ...asides.map(attempt => ({type: 'set-aside' as const, data: {reference: attempt.reference}})),
    {type: 'requested', data: request},
  );
  return {reference, finished: underWay(context, send(context, reference))};
}

/** The earlier payment to the same wallet that could still take the customer's money, or only just failed to. */
export function earlierPayment({state, world, settings}: Context, wallet: string): Payment | undefined {
  const now = world.now();
  return (state.byWallet.get(wallet) ?? [])
    .flatMap(reference => state.payments.get(reference) ?? [])
    .findLast(payment => {
      if (isOpen(payment)) return now - payment.requestedAt < settings.cooldownMinutes * minute;
      return payment.status === 'failed' && now - payment.since < failedRecently && !hasProvablyNotLeft(payment);
    });
}

async function attemptsBefore(context: Context, sale: string, order: Order): Promise<readonly Payment[]> {
  if (attemptsOf(context.state, sale).length === 0) {
    await paymentOf(context, sale).catch(() => {
      throw new Problem('sale-unknown', {sale});
    });
  }
  const attempts = attemptsOf(context.state, sale);
  const first = attempts[0];
  if (first === undefined) throw new Problem('sale-unknown', {sale});
  const {currency, minor} = first.request.amount;
  if (currency !== order.amount.currency || minor !== order.amount.minor) {
    throw new Problem('sale-amount-differs', {sale, amount: displayMoney(first.request.amount)});
  }
  return attempts;
}

function requestOf(
  context: Context,
  order: Order,
  about: {reference: string; sale: string; again: EventData<'requested'>['again']},
): EventData<'requested'> {
  const {zone, dayStartsAt} = context.settings;
  const {amount, market, network, wallet, phone, email, firstName, lastName, returnUrl} = order;
  return {
    ...about,
    method: 'mobile-money',
    amount,
    country: market.country,
    network: network.id,
    bankCode: network.code,
    wallet,
    phone,
    email,
    firstName,
    lastName,
    description: order.description === '' ? `Sale ${about.reference}` : order.description,
    returnUrl,
    businessDate: businessDate(context.world.now(), zone, dayStartsAt),
  };
}

/** Sends a request that provably never left once more, under its own reference, because a person asked for it. */
export async function sendAgain(context: Context, reference: string): Promise<void> {
  const payment = await paymentOf(context, reference);
  if (!maySend(payment)) throw new Problem('payment-not-resendable', {reference});
  await underWay(context, send(context, reference));
}

/** The one place where a collection leaves: first the `sent` event on the disk, then the bytes. */
async function send(context: Context, reference: string): Promise<void> {
  const payment = context.state.payments.get(reference);
  if (payment === undefined || !maySend(payment)) throw new Error(`${reference} may not be sent`);
  await record(context, {type: 'sent', data: {reference}});
  const answer = await context.service.collect(collectionOf(payment), context.leaving);
  observe(context, answer);
  await record(context, {type: 'answered', data: {reference, answer}});
}

function collectionOf({request}: Payment): Collection {
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
  const payment = await paymentOf(context, reference);
  if (!payment.setAside) await record(context, {type: 'set-aside', data: {reference}});
}

/** At opening: what was decided and never sent has failed, since nothing that moves money is sent by starting. */
export async function closeNeverLeft(context: Context): Promise<void> {
  const waiting = [...context.state.open].filter(
    reference => context.state.payments.get(reference)?.status === 'requested',
  );
  if (waiting.length > 0)
    await record(context, ...waiting.map(reference => ({type: 'never-left' as const, data: {reference}})));
}
