import {Problem} from '../../src/core/problem.js';
import {findSubscriptions, type KnownSubscription} from '../../src/core/subscription/registry.js';
import {isOver} from '../../src/core/subscription/state.js';
import type {Till} from '../../src/till/till.js';
import type {Message} from '../model.js';
import type {SubscriptionEffect} from './screens.js';

type Ways = {
  readonly dispatch: (message: Message) => void;
  /** Tells when the work is done, or why it could not be. */
  readonly settle: (work: Promise<unknown>) => void;
  readonly fail: (error: unknown) => void;
};

/** Does in the world what was decided about subscriptions and enrolments. */
export function subscriptionEffects(till: Till): (effect: SubscriptionEffect, ways: Ways) => void {
  return (effect, {dispatch, settle, fail}) => {
    switch (effect.kind) {
      case 'refresh-subscriptions':
        return void refresh(till, dispatch).catch(fail);
      case 'read-subscription': {
        const {id} = effect;
        hear(till, id).then(problem => dispatch({kind: 'subscription-heard', id, at: till.now(), problem}), fail);
        return;
      }
      case 'add-subscription':
        return settle(add(till, effect.id));
      case 'read-charges': {
        const {id, paging} = effect;
        till.chargesOf(id, paging).then(page => dispatch({kind: 'charges-read', id, page}), fail);
        return;
      }
      case 'change-subscription':
        return settle(till.changeSubscription(effect.id, effect.order));
      case 'look-for-enrolment': {
        const {enrolment} = effect;
        till.lookForEnrolment(enrolment).then(looked => {
          const {subscription = null} = till.state.registry.enrolments.get(enrolment) ?? {};
          dispatch({kind: 'enrolment-looked', enrolment, looked, subscription});
        }, fail);
        return;
      }
      case 'judge-enrolment':
        return settle(till.resolveEnrolment(effect.enrolment, effect.judging));
    }
  };
}

/** How many subscriptions a refreshed list asks the charges of: a link may be paid for by the byte. */
const mostLearnt = 10;
/** For as long what was heard of charges is not asked again by itself. */
const freshMs = 12 * 60 * 60_000;

/** Reads the service's list, and then the charges of those that nobody has asked about lately, until there is a problem. */
async function refresh(till: Till, dispatch: Ways['dispatch']): Promise<void> {
  const refreshed = await till.refreshSubscriptions();
  dispatch({kind: 'subscriptions-heard', at: till.now(), refreshed});
  if (refreshed.problem !== undefined) return;
  const due = dueOf(till);
  try {
    for (const [asked, id] of due.entries()) {
      dispatch({kind: 'charges-asked', asked, count: due.length});
      await till.learnCharges(id);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  dispatch({kind: 'charges-asked', asked: due.length, count: due.length});
}

function dueOf(till: Till): readonly number[] {
  const known = findSubscriptions(till.state.registry, '');
  const isDue = ({subscription, chargesAt}: KnownSubscription) =>
    !isOver(subscription) && (chargesAt === null || till.now() - chargesAt > freshMs);
  return known
    .filter(isDue)
    .slice(0, mostLearnt)
    .map(({subscription}) => subscription.id);
}

/** Reads the subscription, its plan where that is not known, and its newest charges; the first problem ends it. */
async function hear(till: Till, id: number): Promise<Problem | undefined> {
  const {subscriptions, plans} = till.state.registry;
  try {
    const {problem} = await till.readSubscription(id);
    if (problem !== undefined) return problem;
    const {planCode = null} = subscriptions.get(id) ?? {};
    if (planCode !== null && !plans.has(planCode)) await till.readPlan(planCode);
    await till.learnCharges(id);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error;
  }
}

/** A till that could not ask has not made it its own. */
async function add(till: Till, id: number): Promise<void> {
  const {known, problem} = await till.readSubscription(id, {adds: true});
  if (problem !== undefined && !known.isOwn) throw problem;
}
