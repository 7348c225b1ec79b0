import type {Plan} from '../../src/core/endpoints/plans.js';
import {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';

/** `plan` is undefined where nobody knows it; with a `problem` it is as this till remembers it. */
export type PlanRead = {readonly plan: Plan | undefined; readonly problem: Problem | undefined};

/** A plan as the service has it now. Throws nothing that is a `Problem`: whoever has gone on does not want to hear of it. */
export async function readNow(till: Pick<Till, 'readPlan'>, planCode: string): Promise<PlanRead> {
  try {
    return await till.readPlan(planCode);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {plan: undefined, problem: error};
  }
}
