import {type Verdict, verdictOf} from '../src/core/payment.js';
import type {Desk} from './desk.js';
import type {Message, Model} from './model.js';

/** Milliseconds for which a verdict that has just come takes no key: nobody who presses one has read it. */
export const look = 800;

/** The verdict of the payment in front, and since when it must be looked at; `at` is monotonic, undefined for one that was there already. */
export type Shown = {readonly reference: string; readonly verdict: Verdict; readonly at: number | undefined};

/**
 * What is in front after a message. A verdict that changed is new, and one that came with its payment: but what a person
 * has just opened by a key is what that person wanted to see.
 */
export function shownAfter(
  before: Shown | undefined,
  front: string | undefined,
  message: Message,
  {till}: Desk,
): Shown | undefined {
  const payment = till.state.payments.get(front ?? '');
  if (payment === undefined) return undefined;
  const {reference} = payment;
  const verdict = verdictOf(payment);
  const isSame = before?.reference === reference;
  if (isSame && before.verdict === verdict) return before;
  const isNews = isSame || (message.kind !== 'key' && verdict !== 'not-known');
  return {reference, verdict, at: isNews ? till.monotonic() : undefined};
}

/** Whether a verdict has come so lately that a key pressed now is no answer to it. It is not kept for later either. */
export function takesNoKey({shown}: Pick<Model, 'shown'>, {till}: Pick<Desk, 'till'>): boolean {
  return shown?.at !== undefined && till.monotonic() - shown.at < look;
}
