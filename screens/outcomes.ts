import {type Effect, type Message, type Model, nextStep, type TillStep} from './model.js';
import {withChallenge} from './payment/challenges.js';

/** What is so when an effect could not do its work. */
export function failed(model: Model, {effect, problem}: Extract<Message, {kind: 'failed'}>): TillStep {
  if (effect.kind === 'challenge') {
    const challenges = withChallenge(model.challenges, effect.reference, {kind: 'failed', problem});
    return nextStep({...model, challenges});
  }
  // A question that failed for want of a journal is told by the banner; a list of networks has the table behind it.
  if (effect.kind === 'check' || effect.kind === 'networks' || effect.kind === 'items' || effect.kind === 'front')
    return nextStep(model);
  return nextStep({...model, notice: {kind: 'problem', problem}});
}

/** The browser opens by itself once, when there is one. */
export function served(model: Model, {reference, page}: Extract<Message, {kind: 'challenge'}>): TillStep {
  if (page === undefined) return nextStep(model);
  const challenges = withChallenge(model.challenges, reference, {kind: 'served', page});
  const opening: readonly Effect[] = page.opensBrowser ? [{kind: 'open-page', url: page.url}] : [];
  return nextStep({...model, challenges}, ...opening);
}
