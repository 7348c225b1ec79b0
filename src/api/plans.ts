import type {Json} from '../core/service/answer.js';
import type {NewPlan, Service} from '../core/service/service.js';
import {amountNumber} from './amount-number.js';
import type {Http} from './http.js';

const plansPath = '/subscription/api/v1/subscription-plans';

/** The calls about plans. `headers` are the tenant's, or none, as the contract has it. */
export function createPlans(
  http: Http,
  headers: Readonly<Record<string, string>>,
): Pick<Service, 'createPlan' | 'plan' | 'plans'> {
  return {
    createPlan: async (plan, signal) => http.command({path: plansPath, headers, body: planBody(plan)}, signal),

    plan: ({planCode}, signal) => http.query({path: `${plansPath}/${encodeURIComponent(planCode)}`, headers}, signal),

    plans: ({page, size}, signal) =>
      http.query({path: plansPath, headers, query: {page: String(page), size: String(size)}}, signal),
  };
}

/** The fields of a new plan as documented; a plan without an end has no limit. */
export function planBody(plan: NewPlan): {readonly [name: string]: Json} {
  return {
    name: plan.name,
    description: plan.description,
    amount: amountNumber(plan.amount),
    currency: plan.currency,
    interval: plan.interval,
    trialPeriodDays: plan.trialPeriodDays,
    ...(plan.billingLimit === undefined ? {} : {billingLimit: plan.billingLimit}),
  };
}
