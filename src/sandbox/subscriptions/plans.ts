import {written} from '../amounts.js';
import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {pageOf, readPaging} from '../paging.js';
import {isRefusal, refuse} from '../refusal.js';
import {timestamp} from '../timestamps.js';
import {readPlan, readPlanChanges} from './plan-fields.js';
import {changePlan, findPlan, insertPlan, type Plan, pageOfPlans} from './plan-records.js';

/** `POST /subscription/api/v1/subscription-plans`. It takes no reference, so the same call twice makes two plans. */
export const createPlan: ServiceHandler = (world, {body, tenant}) => {
  const asked = readPlan(body);
  if (isRefusal(asked)) return asked;
  const plan = insertPlan(world.database, asked, tenant, world.now);
  return json(200, {success: true, message: 'Subscription plan created successfully', data: planRecord(plan)});
};

/** `GET /subscription/api/v1/subscription-plans/{planCode}`. */
export const showPlan: ServiceHandler = (world, {values, tenant}) => {
  const plan = findPlan(world.database, values.planCode ?? '', tenant);
  if (plan === undefined) return noSuchPlan();
  return json(200, {success: true, message: 'Subscription plan fetched successfully', data: planRecord(plan)});
};

/** `PATCH /subscription/api/v1/subscription-plans/{planCode}`: name, description, trial and limit (documented). */
export const updatePlan: ServiceHandler = (world, {values, body, tenant}) => {
  const plan = findPlan(world.database, values.planCode ?? '', tenant);
  if (plan === undefined) return noSuchPlan();
  const changes = readPlanChanges(body, plan);
  if (isRefusal(changes)) return changes;
  const changed = changePlan(world.database, plan, changes, world.now);
  return json(200, {success: true, message: 'Subscription plan updated successfully', data: planRecord(changed)});
};

/** `GET /subscription/api/v1/subscription-plans?page&size`. */
export const listPlans: ServiceHandler = (world, {query, tenant}) => {
  const paging = readPaging(query);
  if (isRefusal(paging)) return paging;
  const data = pageOf(pageOfPlans(world.database, tenant, paging), paging, planRecord);
  return json(200, {success: true, message: 'Subscription plans fetched successfully', data});
};

/** Returns the plan resource. No document says what billingDaysOfWeek and metadata hold. */
export function planRecord(plan: Plan): Readonly<Record<string, unknown>> {
  return {
    id: plan.id,
    name: written(plan.name, plan.amount),
    description: written(plan.description, plan.amount),
    amount: plan.amount,
    currency: plan.currency,
    interval: plan.interval,
    intervalCount: 1,
    trialPeriodDays: plan.trial_period_days,
    billingLimit: plan.billing_limit,
    status: 'ACTIVE',
    planCode: plan.plan_code,
    billingDaysOfWeek: null,
    metadata: null,
    createdAt: timestamp(plan.created_at),
    updatedAt: timestamp(plan.updated_at),
  };
}

export function noSuchPlan() {
  return refuse(404, 'Subscription plan not found');
}
