import {newPlanRequest, planRequest, plansRequest} from '../core/endpoints/plans.js';
import type {Service} from '../core/endpoints/service.js';
import type {PageParameters} from '../core/service/request.js';
import type {Http} from './http.js';

/** Makes the calls about plans. `headers` are the tenant's, or none, as the contract says; `names` are those of the paging parameters. */
export function createPlans(
  http: Http,
  headers: Readonly<Record<string, string>>,
  names: PageParameters,
): Pick<Service, 'createPlan' | 'plan' | 'plans'> {
  return {
    createPlan: async (plan, signal) => http.command({...newPlanRequest(plan), headers}, signal),
    plan: (question, signal) => http.query({...planRequest(question), headers}, signal),
    plans: (paging, signal) => http.query({...plansRequest(paging, names), headers}, signal),
  };
}
