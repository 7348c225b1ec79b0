import type {Interval, NewPlan, Plan} from '../../src/core/endpoints/plans.js';
import type {Currency} from '../../src/core/money/money.js';
import type {Problem} from '../../src/core/problem.js';
import type {PlanField} from '../../src/core/subscription/plan-order.js';
import type {Refreshed} from '../../src/till/plans.js';
import type {Line} from '../terminal/line.js';

/** How the service's own list stands: being asked for, or what came of that. */
export type ListHeard = 'asking' | Refreshed;

/** The plans that this till has seen, the marked one by its code. */
export type PlansScreen = {
  readonly kind: 'plans';
  readonly selected: string | undefined;
  readonly index: number;
  readonly heard: ListHeard;
};

/** One plan with every field. */
export type PlanScreen = {
  readonly kind: 'plan';
  readonly planCode: string;
  /** It was made here just now. */
  readonly isNew: boolean;
  readonly isAsking: boolean;
  /** Why it is shown as this till remembers it. */
  readonly problem: Problem | undefined;
};

export type TypedPlanField = Exclude<PlanField, 'currency' | 'interval'>;

/** A plan being made: the form, and the one question before it is sent. */
export type PlanFormScreen = {
  readonly kind: 'plan-form';
  readonly lines: Readonly<Record<TypedPlanField, Line>>;
  readonly currency: Currency;
  readonly interval: Interval;
  readonly focus: PlanField;
  readonly wrong: {readonly field: PlanField; readonly problem: Problem} | undefined;
  /** What the question is about, and the chunk of input that brought it. */
  readonly asked: {readonly plan: NewPlan; readonly chunk: number} | undefined;
  readonly isSending: boolean;
  /** Why the last try made none, or nobody knows whether it did. */
  readonly problem: Problem | undefined;
};

export type PlansEffect =
  | {readonly kind: 'refresh-plans'}
  | {readonly kind: 'read-plan'; readonly planCode: string}
  | {readonly kind: 'make-plan'; readonly plan: NewPlan};

export type PlansMessage =
  | {readonly kind: 'plans-heard'; readonly refreshed: Refreshed}
  /** `plan` is undefined where nobody knows it; with a `problem` it is as this till remembers it. */
  | {
      readonly kind: 'plan-read';
      readonly planCode: string;
      readonly plan: Plan | undefined;
      readonly problem: Problem | undefined;
    }
  | {readonly kind: 'plan-made'; readonly plan: Plan}
  | {readonly kind: 'plan-not-made'; readonly problem: Problem};
