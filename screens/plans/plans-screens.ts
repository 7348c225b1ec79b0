import type {Plan} from '../../src/core/endpoints/plans.js';
import type {Problem} from '../../src/core/problem.js';

export type PlansEffect = {readonly kind: 'refresh-plans'} | {readonly kind: 'read-plan'; readonly planCode: string};

export type PlansMessage =
  /** `plan` is undefined where nobody knows it; with a `problem` it is as this till remembers it. */
  {
    readonly kind: 'plan-read';
    readonly planCode: string;
    readonly plan: Plan | undefined;
    readonly problem: Problem | undefined;
  };
