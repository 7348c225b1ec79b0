import type {Money} from '../../src/core/money/money.js';
import type {Payment} from '../../src/core/payment/payment.js';
import type {Ticket} from '../../src/core/ticket/ticket.js';
import {nextCardForm, partCardForm} from '../card/card-form.js';
import {amountTyped} from '../kit/amount.js';
import {typedIn} from '../kit/form.js';
import {formFor, marketIn, nextAttemptForm, partForm, sameWalletForm} from '../order/sale-form.js';
import {type Go, goAlone, goTo} from '../places.js';
import type {ReducerContext} from '../reducer-context.js';

/**
 * Returns the steps to a new sale of the same: the same lines at today's prices, or the same amount, which typing replaces. The wallet is
 * the same if `payment` was by mobile money.
 */
export function toSellAgain(
  {payment, ticket}: {readonly payment: Payment | undefined; readonly ticket: Ticket | undefined},
  reducerContext: ReducerContext,
): readonly Go[] {
  const amount = ticket?.total ?? payment?.request.amount;
  if (amount === undefined) return [];
  const isWallet = payment?.request.method === 'mobile-money';
  const form = isWallet ? sameWalletForm(payment, reducerContext) : formFor(amount.currency, reducerContext);
  if (ticket !== undefined && ticket.lines.length > 0)
    return [goAlone('sale', form), goTo('basket', {sale: form, again: ticket.lines})];
  const lines = {...form.lines, amount: amountTyped(amount, reducerContext.shop.language)};
  return [goAlone('sale', {...form, kept: 'amount', lines})];
}

/** Returns the screens for the next attempt of a payment's sale, for the method that was used last. */
export function nextAttempt(payment: Payment, reducerContext: ReducerContext): readonly Go[] {
  const sale = goAlone('sale', nextAttemptForm(payment, reducerContext));
  const card = payment.request.method === 'card' ? nextCardForm(payment.sale, reducerContext) : undefined;
  return card === undefined ? [sale] : [sale, goTo('card', card)];
}

/**
 * Returns the steps to the next part of a ticket: by wallet if a market has its currency, else by card if cards are taken in it, else in
 * cash.
 */
export function toNextPart(ticket: Ticket, left: Money, reducerContext: ReducerContext): readonly Go[] {
  const form = partForm(ticket, left, reducerContext);
  const sale = goAlone('sale', form);
  if (marketIn(form).market.currency === left.currency) return [sale];
  const card = partCardForm(form, typedIn(form, 'amount'), reducerContext);
  return [sale, card === undefined ? goTo('cash', form) : goTo('card', card)];
}
