import {
  interpretNewPlan,
  interpretPlan,
  interpretPlans,
  type NewPlan,
  type Plan,
} from '../../core/endpoints/subscription/plans.js';
import {Problem} from '../../core/problem.js';
import type {Answer} from '../../core/service/answer.js';
import type {NotDone, Page, Unanswered} from '../../core/service/reply.js';
import {decideSubscription} from '../../core/subscription/decide.js';
import {observe, type TillContext} from '../context.js';
import {allow, perform, record} from '../handler.js';

/** `problem` says why only what the journal holds is known. `isListed` says that the service sent its own list. */
export type Refreshed = {readonly isListed: boolean; readonly problem: Problem | undefined};

const pageSize = 100;
const mostPages = 50;

/**
 * Makes a plan. It moves no money, but sending it twice would make a second plan, so it is never sent again automatically.
 *
 * Throws `Problem` sign-in-needed, approval-needed, not-allowed, plan-refused, plan-unclear, service-unreachable, key-refused, and the
 * journal's problems.
 */
export async function createPlan(context: TillContext, order: NewPlan): Promise<Plan> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  const {name: plan, amount, currency, interval} = order;
  await allow(context, {verb: 'subscription-change', facts: {plan, amount, currency, interval}});
  const answer = await context.service.createPlan(order, context.leaving);
  observe(context, answer);
  const outcome = interpretNewPlan(answer);
  if (outcome.kind === 'made') {
    await record(context, {type: 'plan-seen', data: {plan: outcome.plan}});
    return outcome.plan;
  }
  throw outcome.kind === 'unknown'
    ? new Problem('plan-unclear', {text: outcome.text})
    : notDoneProblem(outcome, 'plan-refused');
}

/** A plan as the service, or else the journal, has it. Throws `Problem` plan-unknown, or why the service could not be asked. */
export async function readPlan(
  context: TillContext,
  planCode: string,
): Promise<{readonly plan: Plan; readonly problem: Problem | undefined}> {
  const known = context.state.registry.plans.get(planCode);
  const answer = await context.service.plan({planCode}, context.leaving);
  observe(context, answer);
  const found = interpretPlan(answer, planCode);
  if (found.kind === 'found') {
    await notePlans(context, [found.plan]);
    return {plan: found.plan, problem: undefined};
  }
  const problem = unansweredProblem(found, new Problem('plan-unknown', {plan: planCode}));
  if (known === undefined || found.kind === 'not-found') throw problem;
  return {plan: known, problem};
}

/** Reads the service's list of plans into the registry, if the service has one. Throws only the journal's problems. */
export const refreshPlans = (context: TillContext): Promise<Refreshed> =>
  refreshed(context, {
    ask: page => context.service.plans(page, context.leaving),
    interpret: interpretPlans,
    note: plans => notePlans(context, plans),
    mostPages,
  });

type List<Row> = {
  readonly ask: (page: {readonly page: number; readonly size: number}) => Promise<Answer>;
  readonly interpret: (answer: Answer, asked: number) => Page<Row> | Unanswered;
  readonly note: (rows: readonly Row[]) => Promise<void>;
  readonly mostPages: number;
};

/** Reads a list of the service page by page, and notes the rows of each page. */
export async function refreshed<Row>(
  context: TillContext,
  {ask, interpret, note, mostPages: most}: List<Row>,
): Promise<Refreshed> {
  for (let page = 0; page < most; page += 1) {
    const answer = await ask({page, size: pageSize});
    observe(context, answer);
    const outcome = interpret(answer, page);
    if (outcome.kind !== 'page') return notListed(outcome);
    await note(outcome.rows);
    if (outcome.isLast) break;
  }
  return {isListed: true, problem: undefined};
}

/** A service without the list counts as one whose list has not changed: the journal's own is shown. */
function notListed(outcome: Unanswered): Refreshed {
  if (outcome.kind === 'not-offered' || outcome.kind === 'not-found') return {isListed: false, problem: undefined};
  return {isListed: false, problem: unansweredProblem(outcome, new Problem('call-not-offered'))};
}

async function notePlans(context: TillContext, plans: readonly Plan[]): Promise<void> {
  await perform(context, decideSubscription, {type: 'note-plans', plans});
}

/** The problem of an order that was certainly not carried out. */
export function notDoneProblem(
  outcome: Exclude<NotDone, {kind: 'unknown'}>,
  refused: 'plan-refused' | 'subscription-refused',
): Problem {
  if (outcome.kind === 'not-sent') return new Problem('service-unreachable', {code: outcome.text});
  return outcome.why === 'credentials' ? new Problem('key-refused') : new Problem(refused, {text: outcome.text});
}

/** The problem of a question without an answer; `missing` if the service says that there is no such thing. */
export function unansweredProblem(outcome: Unanswered, missing: Problem): Problem {
  switch (outcome.kind) {
    case 'not-found':
      return missing;
    case 'not-offered':
      return new Problem('call-not-offered');
    case 'no-answer':
      return new Problem('service-unreachable', {code: outcome.text});
    case 'question-failed': {
      if (outcome.why === 'credentials') return new Problem('key-refused');
      if (outcome.why === 'other-page') return new Problem('page-differs', {page: outcome.text});
      return new Problem(outcome.why === 'busy' ? 'service-busy' : 'service-unclear');
    }
  }
}
