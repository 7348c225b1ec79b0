import type {StoredEvent} from '../events/event.js';
import type {PendingEvent} from '../journal/decision.js';
import {isOnItsWay} from '../payment/otp.js';
import type {RefundStatus} from '../payment/refund.js';
import {openEnrolments} from '../subscription/registry.js';
import type {State} from './state.js';

const answer = {kind: 'no-answer', code: 'ERR_ABORTED'} as const;

/**
 * Decides, when the till opens, what became of requests that were in progress when it stopped. A request that was decided but never sent
 * has failed, since starting a till sends nothing that moves money. In a copy this is not certain, because the original till may have gone
 * on; there the request counts as sent, and the service is asked about it. A refund, a code or an enrolment that was sent has lost its
 * answer together with the process that waited for it; unlike an open payment, it would otherwise wait unnoticed.
 */
export function decideNotSubmitted(
  {open, payments, registry}: State,
  {isCopy}: {readonly isCopy: boolean},
): readonly PendingEvent<StoredEvent>[] {
  const refundsOf = (wanted: RefundStatus) =>
    [...payments.values()].flatMap(({reference, refunds}) =>
      refunds.filter(({status}) => status === wanted).map(({number}) => ({reference, refund: number})),
    );
  const events: PendingEvent<StoredEvent>[] = [];
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
  return events;
}
