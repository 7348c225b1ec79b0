import {type Payment, verdictOf} from '../src/core/payment/payment.js';
import type {Message, Model, Said, Shown} from './model.js';
import type {ReducerContext} from './reducer-context.js';

/** The milliseconds for which a new verdict takes no key. A person who presses a key within this time has not read it. */
export const look = 800;

/**
 * Returns which payment the screen shows after a message, and since when its verdict is new. A changed verdict is new, and so is a verdict
 * that arrived together with its payment. A payment that a person has just opened with a key is not: it is what the person wanted to see.
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

/** Whether a verdict is so new that a key pressed now cannot be an answer to it. The key is dropped. */
export function takesNoKey({shown}: Pick<Model, 'shown'>, {till}: Pick<ReducerContext, 'till'>): boolean {
  return shown?.at !== undefined && till.monotonic() - shown.at < look;
}
