import type {Card} from '../core/card/card.js';
import type {Json} from '../core/service/answer.js';
import type {NewSubscription, Service} from '../core/service/service.js';
import {spellingsOf} from './amount-number.js';
import type {Sent} from './body-bytes.js';
import type {Http} from './http.js';
import {planBody} from './plans.js';
import {cardLengths as lengths, redactCard, redactCardLike} from './redact-card.js';

const subscriptionsPath = '/subscription/api/v1/subscriptions';

/** What the service counts and names by itself; without these no subscription could be found again. */
const own: ReadonlySet<string> = new Set([
  'id',
  'planCode',
  'amount',
  'fees',
  'trialPeriodDays',
  'billingLimit',
  'enrollmentReference',
  'enrollmentTxnReference',
  'transactionReference',
]);

type SubscriptionCalls = Pick<
  Service,
  | 'createSubscription'
  | 'subscription'
  | 'subscriptions'
  | 'subscriptionCharges'
  | 'cancelSubscription'
  | 'resumeSubscription'
  | 'pauseSubscription'
>;

/**
 * The calls about subscriptions. `headers` are the tenant's, or none, as the contract has it. No answer has a number of a
 * card in it, of this card or another.
 */
export function createSubscriptions(http: Http, headers: Readonly<Record<string, string>>): SubscriptionCalls {
  const hiding = {headers, lengths, redact: redactCardLike([], own)};
  const change = (id: number, what: string, body: {readonly [name: string]: Json} | undefined, signal?: AbortSignal) =>
    http.command(
      {method: 'PATCH', path: `${subscriptionsPath}/${id}/${what}`, ...hiding, ...(body === undefined ? {} : {body})},
      signal,
    );
  return {
    createSubscription: async (order, card, signal) => {
      const body = enrolmentBody(order, card);
      const redact = redactCard(card, keptOf(order), own);
      return http.command({path: subscriptionsPath, headers, lengths, body, redact}, signal);
    },

    subscription: ({id}, signal) => http.query({path: `${subscriptionsPath}/${id}`, ...hiding}, signal),

    subscriptions: ({page, size, status}, signal) => {
      const query = {page: String(page), size: String(size), ...(status === undefined ? {} : {status})};
      return http.query({path: subscriptionsPath, query, ...hiding}, signal);
    },

    subscriptionCharges: ({id, page, size}, signal) => {
      const query = {page: String(page), size: String(size)};
      return http.query({path: `${subscriptionsPath}/${id}/charges`, query, ...hiding}, signal);
    },

    cancelSubscription: ({id, reason}, signal) => change(id, 'cancel', {reason}, signal),
    resumeSubscription: ({id}, signal) => change(id, 'resume', undefined, signal),
    pauseSubscription: ({id, resumeAt}, signal) =>
      change(id, 'pause', resumeAt === undefined ? {} : {resumeAt}, signal),
  };
}

/** The body of an enrolment as documented: the plan by its code or by its fields, and the card, which has no PIN here. */
function enrolmentBody({customerEmail, plan}: NewSubscription, card: Card): {readonly [name: string]: Sent} {
  return {
    customerEmail,
    ...('planCode' in plan ? {planCode: plan.planCode} : planBody(plan)),
    cardDetails: {
      cardNumber: card.number,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      securityCode: card.securityCode,
      cardHolderName: card.holder ?? '',
      present: true,
    },
  };
}

/** What is sent beside the card, and may have the digits of its code in it. */
function keptOf({customerEmail, plan}: NewSubscription): readonly string[] {
  const {planCode, name, description, amount} = {planCode: '', name: '', description: '', amount: '', ...plan};
  const texts = [customerEmail, planCode, name, description];
  return [...texts.filter(text => text !== ''), ...(amount === '' ? [] : spellingsOf(amount))];
}
