import {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';
import type {Message} from '../model.js';
import type {PlansEffect, PlansMessage} from './plans-screens.js';

/** Asks the service about plans, or to make one. What cannot be done is told on the screen that asked. */
export async function runPlansEffect(
  till: Till,
  effect: PlansEffect,
  dispatch: (message: Message) => void,
): Promise<void> {
  const tell = async (work: Promise<PlansMessage>, failed: (problem: Problem) => PlansMessage) => {
    try {
      dispatch(await work);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      dispatch(failed(error));
    }
  };
  switch (effect.kind) {
    case 'refresh-plans':
      return tell(
        till.refreshPlans().then(refreshed => ({kind: 'plans-heard', refreshed})),
        problem => ({kind: 'plans-heard', refreshed: {isListed: false, problem}}),
      );
    case 'read-plan': {
      const {planCode} = effect;
      return tell(
        till.readPlan(planCode).then(read => ({kind: 'plan-read', planCode, ...read})),
        problem => ({kind: 'plan-read', planCode, plan: undefined, problem}),
      );
    }
    case 'make-plan':
      return tell(
        till.createPlan(effect.plan).then(plan => ({kind: 'plan-made', plan})),
        problem => ({kind: 'plan-not-made', problem}),
      );
  }
}
