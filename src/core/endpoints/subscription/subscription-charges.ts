import {
  type Answer,
  type Call,
  type Json,
  type PageParameters,
  type Paging,
  pagingQuery,
} from '../../service/answer.js';
import type {Body} from '../../service/body.js';
import {
  amountOrNull,
  anythingOrNull,
  flagOrNull,
  integer,
  integerOrNull,
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

/** A charge of a subscription. Cycle 1 is the charge of the enrolment. Amounts and times have the form that they have in a plan. */
export type SubscriptionCharge = {
  readonly id: number;
  readonly subscriptionId: number | null;
  readonly cycleNumber: number | null;
  readonly attemptNumber: number | null;
  readonly transactionReference: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly description: string | null;
  readonly status: string;
  readonly respCode: string | null;
  readonly failureReason: string | null;
  readonly isRetriable: boolean | null;
  readonly isExternal: boolean | null;
  readonly chargedAt: string | null;
  readonly nextRetryAt: string | null;
  readonly cardServiceResponse: Json;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
};

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

export const interpretCharges = (answer: Answer, asked: number): Page<SubscriptionCharge> | Unanswered =>
  readPage(answer, {read: chargeOf, call: 'required', asked});

function chargeOf(record: Body): SubscriptionCharge | undefined {
  const charge = chargeAnswer(record);
  const {id, status} = charge;
  return id === undefined || status === undefined ? undefined : {...charge, id, status};
}
