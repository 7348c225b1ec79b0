import {cancelRequest, pauseRequest, resumeRequest} from '../core/endpoints/change-subscription.js';
import {enrolmentRequest, type NewSubscription} from '../core/endpoints/create-subscription.js';
import type {Service} from '../core/endpoints/service.js';
import {chargesRequest} from '../core/endpoints/subscription-charges.js';
import {subscriptionRequest, subscriptionsRequest} from '../core/endpoints/subscriptions.js';
import type {Call, PageParameters} from '../core/service/request.js';
import type {Http} from './http.js';
import {cardLengths as lengths, redactCard, redactCardLike, spellingsOf} from './redact-card.js';

/** Members that the service numbers or names itself. If they were hidden, no subscription could be found again. */
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
 * Makes the calls about subscriptions. `headers` are the tenant's, or none, as the contract says; `names` are those of the paging parameters. No answer has a card number in it,
 * neither of this card nor of another.
 */
export function createSubscriptions(
  http: Http,
  headers: Readonly<Record<string, string>>,
  names: PageParameters,
): SubscriptionCalls {
  const hiding = {headers, lengths, redact: redactCardLike([], own)};
  const query = (call: Call, signal?: AbortSignal) => http.query({...call, ...hiding}, signal);
  const change = (call: Call, signal?: AbortSignal) => http.command({...call, method: 'PATCH', ...hiding}, signal);
  return {
    createSubscription: async (order, card, signal) => {
      const redact = redactCard(card, unredactedOf(order), own);
      return http.command({...enrolmentRequest(order, card), headers, lengths, redact}, signal);
    },

    subscription: (question, signal) => query(subscriptionRequest(question), signal),
    subscriptions: (question, signal) => query(subscriptionsRequest(question, names), signal),
    subscriptionCharges: (question, signal) => query(chargesRequest(question, names), signal),
    cancelSubscription: (order, signal) => change(cancelRequest(order), signal),
    resumeSubscription: (order, signal) => change(resumeRequest(order), signal),
    pauseSubscription: (order, signal) => change(pauseRequest(order), signal),
  };
}

/** The texts that are sent together with the card and may contain the digits of its code. */
function unredactedOf({customerEmail, plan}: NewSubscription): readonly string[] {
  const {planCode, name, description, amount} = {planCode: '', name: '', description: '', amount: '', ...plan};
  const texts = [customerEmail, planCode, name, description];
  return [...texts.filter(text => text !== ''), ...(amount === '' ? [] : spellingsOf(amount))];
}
