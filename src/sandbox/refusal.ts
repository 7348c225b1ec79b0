import {type Answer, json} from './answer.js';

/** A refused request, before the refusal is written in the dialect of its family of calls. */
export type Refusal = {
  readonly refused: {readonly status: number; readonly code: '06' | '96'; readonly message: string};
};

/** Returns the answer of one family of the interface to a refused request. */
export type RefusalWriter = (refusal: Refusal) => Answer;

/** Returns a refusal. `06` is a failure of the payment, `96` one of the service or of the query (documented by the service). */
export function refuse(status: number, message: string, code: '06' | '96' = '06'): Refusal {
  return {refused: {status, code, message}};
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'refused' in outcome;
}

/** The dialect of collections and one-time passwords. */
export const collectionDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {response_code: refused.code, response_message: refused.message});

/** The dialect of the collection status query. It only has `96`, since a failed query is not a failed payment (observed). */
export const statusDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {response_code: '96', response_message: refused.message});

/** The dialect of bank codes. */
export const bankDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {message: refused.message, status: false, retry_count: 0});

/** The dialect of the queries about cards, by the merchant's reference and about refunds. */
export const queryDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {message: refused.message, success: false});

/** The dialect of refund requests and of the refund history. */
export const refundDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {message: refused.message, success: false, status: false});

/** The dialect of plans and subscriptions. No document shows such a body; `success` is part of all answers of this family. */
export const subscriptionDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {success: false, message: refused.message, data: null});

/** The dialect of the account name enquiry. 500 in the body is documented, both for a bad query and for a failure. */
export const accountDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {response_code: 500, response_message: refused.message});
