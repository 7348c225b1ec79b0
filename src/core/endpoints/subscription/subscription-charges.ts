import {type Answer, type Call, type PageParameters, type Paging, pagingQuery} from '../../service/answer.js';
import type {Body} from '../../service/body.js';
import {
  amountOrNull,
  anythingOrNull,
  flagOrNull,
  integer,
  integerOrNull,
  type Known,
  reading,
  text,
  textOrNull,
} from '../../service/members.js';
import {type Page, readPage, type Unanswered} from '../../service/reply.js';

/** Lists the charges of a subscription. The call moves no money. Pages are numbered from 0. */
export const chargesRequest = ({id, ...paging}: Paging & {readonly id: number}, names: PageParameters): Call => ({
  path: `/subscription/api/v1/subscriptions/${id}/charges`,
  query: pagingQuery(paging, names),
});

const chargeAnswer = reading({
  id: integer,
  subscriptionId: integerOrNull,
  /** From 1; cycle 1 is the charge of the enrolment. */
  cycleNumber: integerOrNull,
  /** From 1. */
  attemptNumber: integerOrNull,
  transactionReference: textOrNull,
  /** Major units of `currency`. */
  amount: amountOrNull,
  currency: textOrNull,
  description: textOrNull,
  /** `SUCCESS`. No document mentions another value. */
  status: text,
  respCode: textOrNull,
  failureReason: textOrNull,
  isRetriable: flagOrNull,
  isExternal: flagOrNull,
  /** In the service's time, without a zone. */
  chargedAt: textOrNull,
  nextRetryAt: textOrNull,
  cardServiceResponse: anythingOrNull,
  createdAt: textOrNull,
  updatedAt: textOrNull,
});
/** A charge of a subscription. Amounts and times have the form that they have in a plan. */
export type SubscriptionCharge = Known<typeof chargeAnswer>;

/** Reads the page of the charges of the subscription `id`. A page with the charge of another one is none of it. */
export function interpretCharges(
  answer: Answer,
  {id, page: asked}: {readonly id: number; readonly page: number},
): Page<SubscriptionCharge> | Unanswered {
  const page = readPage(answer, {read: chargeOf, call: 'required', asked});
  const other = page.kind === 'page' ? page.rows.find(({subscriptionId}) => (subscriptionId ?? id) !== id) : undefined;
  return other === undefined ? page : {kind: 'question-failed', why: 'other', text: String(other.subscriptionId)};
}

function chargeOf(record: Body): SubscriptionCharge | undefined {
  const charge = chargeAnswer(record);
  const {id, status} = charge;
  return id === undefined || status === undefined ? undefined : {...charge, id, status};
}
