import {type Payment, verdictOf} from '../src/core/payment/payment.js';
import type {Message, Model, Said, Shown} from './model.js';
import type {ReducerContext} from './reducer-context.js';

/** Milliseconds for which a verdict that has just come takes no key: nobody who presses one has read it. */
export const look = 800;

/**
 * What is in front after a message. What changed is new, and a verdict that came with its payment: but what a person has
 * just opened by a key is what that person wanted to see.
 */
export function shownAfter(
  before: Shown | undefined,
  focused: string | undefined,
  message: Message,
  {till}: ReducerContext,
): Shown | undefined {
  const payment = till.state.payments.get(focused ?? '');
  if (payment === undefined) return undefined;
  const {reference} = payment;
  const said = saidOf(payment);
  const isSame = before?.reference === reference;
  if (isSame && before.verdict === said.verdict && before.refunds === said.refunds && before.refund === said.refund)
    return before;
  const isNews = isSame || (message.kind !== 'key' && said.verdict !== 'not-known');
  return {reference, ...said, at: isNews ? till.monotonic() : undefined};
}

function saidOf(payment: Payment): Said {
  return {verdict: verdictOf(payment), refunds: payment.refunds.length, refund: payment.refunds.at(-1)?.status};
}

/** Whether a verdict has come so lately that a key pressed now is no answer to it. It is not kept for later either. */
export function takesNoKey({shown}: Pick<Model, 'shown'>, {till}: Pick<ReducerContext, 'till'>): boolean {
  return shown?.at !== undefined && till.monotonic() - shown.at < look;
}
