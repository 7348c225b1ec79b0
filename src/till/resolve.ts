import {checkWords} from '../core/order.js';
import {mayResolve} from '../core/payment.js';
import {Problem} from '../core/problem.js';
import {type Context, paymentOf, record} from './context.js';

export type Judging = {readonly as: 'paid' | 'not-paid'; readonly person: string; readonly reason: string};

/**
 * A named person says how a payment ended that the service cannot tell. It is journaled as a judgement, with the
 * evidence of that moment; contrary evidence later makes the payment disputed. Sends nothing.
 *
 * Throws `Problem` person-missing, reason-missing, text-has-card, payment-unknown, payment-not-open.
 */
export async function resolve(context: Context, reference: string, {as, person, reason}: Judging): Promise<void> {
  if (person.trim() === '') throw new Problem('person-missing');
  if (reason.trim() === '') throw new Problem('reason-missing');
  checkWords(reason);
  const payment = await paymentOf(context, reference);
  if (!mayResolve(payment)) throw new Problem('payment-not-open', {reference, status: payment.status});
  const {count} = payment.notFound;
  const last = payment.steps.at(-1);
  const evidence = `${payment.status}; not found ${count}; last ${last?.rule ?? 'none'} ${last?.raw ?? ''}`.trim();
  await record(context, {
    type: 'resolved',
    person: person.trim(),
    data: {reference, as, reason: reason.trim(), evidence},
  });
}
