import type {Decided} from '../core/decision.js';
import {isOnItsWay} from '../core/payment/otp.js';
import type {RefundStatus} from '../core/refund/refund.js';
import {openEnrolments} from '../core/subscription/registry.js';
import type {Context} from './context.js';
import {record} from './handler.js';

type Step = Decided;

/** The process that waited for the answer is gone. */
const answer = {kind: 'no-answer', code: 'ERR_ABORTED'} as const;

/**
 * At opening: what was decided and never sent has failed, since nothing that moves money is sent by starting. In a copy
 * nobody knows that it was never sent: the till that the copy is of may have gone on. There it counts as sent, and is asked
 * about. A refund, a code or an enrolment that was sent has lost its answer with the process that waited for it: unlike an
 * open payment nobody would see it wait.
 */
export async function closeNeverLeft(context: Context): Promise<void> {
  const {open, payments, registry} = context.state;
  const {isCopy} = context.journal;
  const refundsOf = (wanted: RefundStatus) =>
    [...payments.values()].flatMap(({reference, refunds}) =>
      refunds.filter(({status}) => status === wanted).map(({number}) => ({reference, refund: number})),
    );
  const events: Step[] = [];
  for (const {reference: enrolment, status} of openEnrolments(registry)) {
    if (status === 'requested' && !isCopy) events.push({type: 'enrolment-never-left', data: {enrolment}});
    if (status === 'requested' && isCopy) events.push({type: 'enrolment-sent', data: {enrolment}});
    if (status === 'sent' || (status === 'requested' && isCopy))
      events.push({type: 'enrolment-answered', data: {enrolment, answer}});
  }
  for (const reference of open) {
    const payment = payments.get(reference);
    if (isOnItsWay(payment?.otp)) events.push({type: 'otp-answered', data: {reference, answer}});
    if (payment?.status !== 'requested') continue;
    if (!isCopy) events.push({type: 'never-left', data: {reference}});
    else events.push({type: 'sent', data: {reference}}, {type: 'answered', data: {reference, answer}});
  }
  for (const data of refundsOf('requested')) {
    if (!isCopy) events.push({type: 'refund-never-left', data});
    else events.push({type: 'refund-sent', data}, {type: 'refund-answered', data: {...data, answer}});
  }
  for (const data of refundsOf('sent')) events.push({type: 'refund-answered', data: {...data, answer}});
  if (events.length > 0) await record(context, ...events);
}
