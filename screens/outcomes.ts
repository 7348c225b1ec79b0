import type {Desk} from './desk.js';
import {type Effect, type Message, type Model, type Step, still} from './model.js';
import {withChallenge} from './payment/challenges.js';
import {shiftDone, shiftFailed} from './shift/shift-outcomes.js';

/** What is so when an effect has done its work. */
export function done(model: Model, effect: Effect, desk: Desk): Step {
  return shiftDone(model, effect, desk) ?? still(model);
}

/** What is so when it could not. */
export function failed(model: Model, {effect, problem}: Extract<Message, {kind: 'failed'}>): Step {
  const ofShift = shiftFailed(model, effect, problem);
  if (ofShift !== undefined) return still(ofShift);
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
