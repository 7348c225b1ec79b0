import type {Desk} from './desk.js';
import {type Effect, type Message, type Model, pop, replace, type Step, still, topOf} from './model.js';
import {withChallenge} from './payment/challenges.js';
import {reconcileFailed} from './reconcile/reconcile-outcomes.js';
import {shiftDone, shiftFailed} from './shift/shift-outcomes.js';
import {subscriptionDone, subscriptionFailed} from './subscription/subscription-outcomes.js';

/** What is so when an effect has done its work. */
export function done(model: Model, effect: Effect, desk: Desk): Step {
  const top = topOf(model);
  switch (effect.kind) {
    case 'confirm-clock':
      return still(top.kind === 'clock' ? pop(model) : model);
    default:
      return shiftDone(model, effect, desk) ?? subscriptionDone(model, effect) ?? still(model);
  }
}

/** What is so when it could not. */
export function failed(before: Model, {effect, problem}: Extract<Message, {kind: 'failed'}>): Step {
  const ofReconciliation = reconcileFailed(before, effect, problem);
  if (ofReconciliation !== undefined) return still(ofReconciliation);
  const ofShift = shiftFailed(before, effect, problem);
  if (ofShift !== undefined) return still(ofShift);
  const ofSubscription = subscriptionFailed(before, effect, problem);
  if (ofSubscription !== undefined) return ofSubscription;
  const isOfQuestion = effect.kind === 'collect' || effect.kind === 'charge';
  const model = isOfQuestion && topOf(before).kind === 'help' ? pop(before) : before;
  const top = topOf(model);
  if (effect.kind === 'collect' && top.kind === 'confirm') {
    const earlier = problem.code === 'earlier-payment' ? String(problem.facts['reference']) : top.earlier;
    return still(replace(model, {...top, isSending: false, problem, earlier}));
  }
  if (effect.kind === 'charge' && top.kind === 'confirm') {
    // The card was handed on and is nowhere: it has to be typed again.
    return still({...pop(model), notice: {kind: 'problem', problem}});
  }
  if (effect.kind === 'challenge') {
    const challenges = withChallenge(model.challenges, effect.reference, {kind: 'failed', problem});
    return still({...model, challenges});
  }
  // A question that failed for want of a journal is told by the banner; a list of networks has the table behind it.
  if (effect.kind === 'check' || effect.kind === 'networks' || effect.kind === 'front') return still(model);
  return still({...model, notice: {kind: 'problem', problem}});
}

/** The browser opens by itself once, when there is one. */
export function served(model: Model, {reference, page}: Extract<Message, {kind: 'challenge'}>): Step {
  if (page === undefined) return still(model);
  const challenges = withChallenge(model.challenges, reference, {kind: 'served', page});
  const opening: readonly Effect[] = page.opensBrowser ? [{kind: 'open-page', url: page.url}] : [];
  return still({...model, challenges}, ...opening);
}
