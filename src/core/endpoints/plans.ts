import {decimalOf, moneyFrom} from '../money/decimal.js';
import {isCurrency, type Money} from '../money/money.js';
import type {Answer} from '../service/answer.js';
import {asString, type Body} from '../service/body.js';
import {
  asInteger,
  asObject,
  type NotDone,
  notDone,
  type Page,
  readPage,
  successBody,
  type Unanswered,
  unanswered,
  within,
} from '../service/reply.js';

/**
 * A plan as the service keeps it. `amount` is a decimal text in major units, `interval` and `status` are the service's
 * words, `billingLimit` is null for no end, and instants are zoneless, as they came.
 */
export type Plan = {
  readonly planCode: string;
  readonly name: string;
  readonly description: string;
  readonly amount: string;
  readonly currency: string;
  readonly interval: string;
  readonly intervalCount: number;
  readonly trialPeriodDays: number;
  readonly billingLimit: number | null;
  readonly status: string;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
};

/** An amount of the service as money; undefined for a currency that this till does not count in, and for what is no sum in it. */
export function statedMoney(amount: string | null, currency: string | null): Money | undefined {
  const decimal = decimalOf(amount);
  return decimal === undefined || currency === null || !isCurrency(currency) ? undefined : moneyFrom(decimal, currency);
}

/** What the answer to a new plan proves. After `unknown` there may be a plan that nobody has the code of. */
export type NewPlanOutcome = NotDone | {readonly kind: 'made'; readonly plan: Plan};

/** Reads the answer to a new plan. */
export function interpretNewPlan(answer: Answer): NewPlanOutcome {
  const plan = planOf(asObject(within(successBody(answer) ?? {})));
  return plan === undefined ? notDone(answer) : {kind: 'made', plan};
}

/** Reads the answer to a question about one plan. */
export function interpretPlan(answer: Answer): Unanswered | {readonly kind: 'found'; readonly plan: Plan} {
  const plan = planOf(asObject(within(successBody(answer) ?? {})));
  return plan === undefined ? unanswered(answer, 'required') : {kind: 'found', plan};
}

/** Reads a page of the plans, which a service may not offer. */
export function interpretPlans(answer: Answer): Page<Plan> | Unanswered {
  return readPage(answer, planOf, 'optional-list');
}

/** The plan in a record; undefined for one that does not say its code, or how much it is and how often. */
export function planOf(record: Body): Plan | undefined {
  const [planCode, amount] = [asString(record['planCode']), asString(record['amount'])];
  const [currency, interval] = [asString(record['currency']), asString(record['interval'])];
  if (planCode === undefined || currency === undefined || interval === undefined) return undefined;
  if (amount === undefined || decimalOf(amount) === undefined) return undefined;
  return {
    planCode,
    name: asString(record['name']) ?? '',
    description: asString(record['description']) ?? '',
    amount,
    currency,
    interval,
    intervalCount: asInteger(record['intervalCount']) ?? 1,
    trialPeriodDays: asInteger(record['trialPeriodDays']) ?? 0,
    billingLimit: asInteger(record['billingLimit']) ?? null,
    status: asString(record['status']) ?? '',
    createdAt: asString(record['createdAt']) ?? null,
    updatedAt: asString(record['updatedAt']) ?? null,
  };
}
