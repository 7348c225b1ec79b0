import {
  type Answer,
  amountNumber,
  type Call,
  type CallWithBody,
  type Json,
  type PageParameters,
  type Paging,
  pagingQuery,
} from '../../service/answer.js';
import {asObject, type Body} from '../../service/body.js';
import {amountOrNull, integer, integerOrNull, type Known, reading, text, textOrNull} from '../../service/members.js';
import {
  type NotDone,
  notDone,
  type Page,
  readPage,
  successBody,
  type Unanswered,
  unanswered,
  within,
} from '../../service/reply.js';

/** Makes a plan, reads one, and lists them. The calls move no money, but making a plan twice makes two plans. */

export const intervals = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUAL'] as const;
export type Interval = (typeof intervals)[number];

/** A plan to be made. `amount` is in major units; without `billingLimit` the plan has no end. */
export type NewPlan = {
  readonly name: string;
  readonly description: string;
  readonly amount: string;
  readonly currency: string;
  readonly interval: Interval;
  readonly trialPeriodDays: number;
  readonly billingLimit?: number;
};

const path = '/subscription/api/v1/subscription-plans';
export const newPlanRequest = (plan: NewPlan): CallWithBody => ({path, body: planBody(plan)});
export const planRequest = ({planCode}: {readonly planCode: string}): Call => ({
  path: `${path}/${encodeURIComponent(planCode)}`,
});
/** Pages are numbered from 0. */
export const plansRequest = (paging: Paging, names: PageParameters): Call => ({
  path,
  query: pagingQuery(paging, names),
});

/** The fields of a new plan, as documented. A plan without an end has no `billingLimit`. */
export const planBody = (plan: NewPlan): {readonly [name: string]: Json} => ({
  name: plan.name,
  description: plan.description,
  amount: amountNumber(plan.amount),
  currency: plan.currency,
  interval: plan.interval,
  trialPeriodDays: plan.trialPeriodDays,
  ...(plan.billingLimit === undefined ? {} : {billingLimit: plan.billingLimit}),
});

const planAnswer = reading({
  /** The code by which a customer is enrolled. */
  planCode: text,
  name: text,
  description: text,
  /** The price of each cycle, in major units of `currency`. */
  amount: amountOrNull,
  /** ISO 4217. */
  currency: text,
  /** `DAILY`, `WEEKLY`, `MONTHLY`, `QUARTERLY` or `ANNUAL`. A cycle is `intervalCount` of them. */
  interval: text,
  intervalCount: integer,
  trialPeriodDays: integer,
  /** The number of cycles; null for no end. */
  billingLimit: integerOrNull,
  /** `ACTIVE`. No document mentions another value. */
  status: text,
  /** In the service's time, without a zone. */
  createdAt: textOrNull,
  updatedAt: textOrNull,
});

/** A plan as the service keeps it: null for no `billingLimit`, times without a zone as they came. */
export type Plan = Known<typeof planAnswer> & {readonly amount: string};

/** The result of making a plan. After `unknown` there may be a plan whose code nobody has. */
type NewPlanOutcome = NotDone | {readonly kind: 'made'; readonly plan: Plan};

export function interpretNewPlan(answer: Answer): NewPlanOutcome {
  const plan = planOf(asObject(within(successBody(answer) ?? {})));
  return plan === undefined ? notDone(answer) : {kind: 'made', plan};
}

export function interpretPlan(
  answer: Answer,
  planCode: string,
): Unanswered | {readonly kind: 'found'; readonly plan: Plan} {
  const plan = planOf(asObject(within(successBody(answer) ?? {})));
  return plan?.planCode === planCode ? {kind: 'found', plan} : unanswered(answer, 'required');
}

/** Reads the page of the plans that was `asked` for. A service may not offer this call. */
export const interpretPlans = (answer: Answer, asked: number): Page<Plan> | Unanswered =>
  readPage(answer, {read: planOf, call: 'optional-list', asked});

/** Returns the plan in a record; undefined if the record lacks its code, its amount, its currency or its interval. */
export function planOf(record: Body): Plan | undefined {
  const {planCode, amount, currency, interval, ...rest} = planAnswer(record);
  if (planCode === undefined || amount === null || currency === undefined || interval === undefined) return undefined;
  const {name = '', description = '', intervalCount = 1, trialPeriodDays = 0, status = ''} = rest;
  const {billingLimit, createdAt, updatedAt} = rest;
  const plan = {planCode, name, description, amount, currency, interval, intervalCount, trialPeriodDays};
  return {...plan, billingLimit, status, createdAt, updatedAt};
}
