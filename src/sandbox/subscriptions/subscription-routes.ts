import {subscriptionDialect as dialect} from '../refusal.js';
import type {ServiceRoute} from '../service-route.js';
import {createSubscription} from './create-subscription.js';
import {cancelSubscription, pauseSubscription, resumeSubscription} from './lifecycle.js';
import {createPlan, listPlans, showPlan, updatePlan} from './plans.js';
import {listCharges, listSubscriptions, showSubscription} from './show-subscriptions.js';

const plans = '/subscription/api/v1/subscription-plans';
const subscriptions = '/subscription/api/v1/subscriptions';

/** The contract shows these calls with Authorization only; a guide also sets the tenant. */
const headers = {tenant: 'optional', product: false, badKeyStatus: 401} as const;

/** The calls about plans and subscriptions. */
export const subscriptionRoutes: readonly ServiceRoute[] = [
  {name: 'create-plan', method: 'POST', path: plans, headers, dialect, handle: createPlan},
  {name: 'plans', method: 'GET', path: plans, headers, dialect, optional: true, handle: listPlans},
  {name: 'plan', method: 'GET', path: `${plans}/{planCode}`, headers, dialect, handle: showPlan},
  {name: 'plan', method: 'PATCH', path: `${plans}/{planCode}`, headers, dialect, handle: updatePlan},
  {name: 'create-subscription', method: 'POST', path: subscriptions, headers, dialect, handle: createSubscription},
  {
    name: 'subscriptions',
    method: 'GET',
    path: subscriptions,
    headers,
    dialect,
    optional: true,
    handle: listSubscriptions,
  },
  {
    name: 'subscription',
    method: 'GET',
    path: `${subscriptions}/{id}`,
    headers,
    dialect,
    optional: true,
    handle: showSubscription,
  },
  {
    name: 'subscription-charges',
    method: 'GET',
    path: `${subscriptions}/{id}/charges`,
    headers,
    dialect,
    handle: listCharges,
  },
  {
    name: 'cancel-subscription',
    method: 'PATCH',
    path: `${subscriptions}/{id}/cancel`,
    headers,
    dialect,
    handle: cancelSubscription,
  },
  {
    name: 'resume-subscription',
    method: 'PATCH',
    path: `${subscriptions}/{id}/resume`,
    headers,
    dialect,
    handle: resumeSubscription,
  },
  {
    name: 'pause-subscription',
    method: 'PATCH',
    path: `${subscriptions}/{id}/pause`,
    headers,
    dialect,
    optional: true,
    handle: pauseSubscription,
  },
];
