import {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';
import type {Message} from '../model.js';
import type {PlansEffect} from './plans-screens.js';
import {readNow} from './read-now.js';

/** Asks the service about plans. */
export async function runPlansEffect(
  till: Till,
  effect: PlansEffect,
  dispatch: (message: Message) => void,
): Promise<void> {
  if (effect.kind === 'read-plan') {
    const {planCode} = effect;
    return dispatch({kind: 'plan-read', planCode, ...(await readNow(till, planCode))});
  }
  await till.refreshPlans().catch(error => {
    if (!(error instanceof Problem)) throw error;
  });
}
