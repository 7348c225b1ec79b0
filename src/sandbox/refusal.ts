import {type Answer, json} from './answer.js';

/** A request that is turned down, before it is worded in the dialect of its family of calls. */
export type Refusal = {
  readonly refused: {readonly status: number; readonly code: '06' | '96'; readonly message: string};
};

/** Turns an outcome into the answer that one family of the interface would give. */
export type RefusalWriter = (refusal: Refusal) => Answer;

/** `06` is a failure of the payment, `96` one of the service or of the question. Documented by the service. */
export function refuse(status: number, message: string, code: '06' | '96' = '06'): Refusal {
  return {refused: {status, code, message}};
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'refused' in outcome;
}

/** Collections and one-time passwords. */
export const collectionDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {response_code: refused.code, response_message: refused.message});

/** The collection status query: it knows only `96`, since a failed question is no failed payment (observed). */
export const statusDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {response_code: '96', response_message: refused.message});

/** Bank codes. */
export const bankDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {message: refused.message, status: false, retry_count: 0});

/** The queries about cards, by the merchant's reference and about refunds. */
export const queryDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {message: refused.message, success: false});

/** Orders of refunds and their history. */
export const refundDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {message: refused.message, success: false, status: false});

/** Plans and subscriptions. No document shows such a body; `success` is what the family's answers have. */
export const subscriptionDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {success: false, message: refused.message, data: null});

/** Account name enquiry: 500 in the body is documented, for a question that was wrong as for a failure. */
export const accountDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {response_code: 500, response_message: refused.message});
