import {judgeableIn} from '../core/payment/judging.js';
import type {Payment} from '../core/payment/payment.js';
import {personSaid, reasonSaid} from '../core/payment/said.js';
import {Problem} from '../core/problem.js';
import {type Context, paymentOf, recordAfterAll} from './context.js';

export type Judging = {readonly as: 'paid' | 'not-paid'; readonly person: string; readonly reason: string};

/**
 * A named person says how a payment ended that the service cannot tell. It is journaled as a judgement, with the
 * evidence of that moment; contrary evidence later makes the payment disputed. Sends nothing.
 *
 * Throws `Problem` person-missing, reason-missing, text-has-card, payment-unknown, payment-not-open, judged-too-early,
 * judged-unseen.
 */
export async function resolve(context: Context, reference: string, {as, ...said}: Judging): Promise<void> {
  const [person, reason] = [personSaid(said.person), reasonSaid(said.reason)];
  const seen = await paymentOf(context, reference);
  // An answer that is on its way to the disk is not known to the person, and must not be judged over.
  await recordAfterAll(context, () => {
    const evidence = evidenceOf(context, seen);
    return [{type: 'resolved', person, data: {reference, as, reason, evidence}}];
  });
}

function evidenceOf(context: Context, {reference, status, finals}: Payment): string {
  const payment = context.state.payments.get(reference);
  if (payment === undefined) throw new Problem('payment-unknown', {reference});
  const wait = judgeableIn(payment, context.world.now());
  if (wait === undefined) throw new Problem('payment-not-open', {reference, status: payment.status});
  if (wait > 0) throw tooEarly(context, reference, wait);
  if (payment.status !== status || payment.finals.last !== finals.last) throw new Problem('judged-unseen', {reference});
  const last = payment.steps.at(-1);
  return `${payment.status}; not found ${payment.notFound.count}; last ${last?.rule ?? 'none'} ${last?.raw ?? ''}`.trim();
}

/** That nobody may judge yet, and the minute from which on somebody may. */
export function tooEarly({world, settings, state}: Context, reference: string, wait: number): Problem {
  const {zone} = state.ledger.shift ?? settings;
  const from = Temporal.Instant.fromEpochMilliseconds(Math.round(world.now() + wait)).toZonedDateTimeISO(zone);
  const time = from.round({smallestUnit: 'minute', roundingMode: 'ceil'}).toPlainDateTime().toString();
  return new Problem('judged-too-early', {reference, time: time.slice(0, 16).replace('T', ' ')});
}
