import type {Model} from '../model.js';
import {changed} from '../shift/heard.js';
import type {PlansMessage} from './plans-screens.js';

/** Nothing that was typed meanwhile moves: the plan of an enrolment says beside itself what is wrong with it. */
export const plansHeard = (model: Model, {planCode, plan, problem}: PlansMessage): Model =>
  changed(model, 'enrol', screen => {
    if (screen.asking !== planCode) return screen;
    if (plan !== undefined && problem === undefined) return {...screen, asking: undefined, plan};
    return {...screen, asking: undefined, wrong: problem && {field: 'plan', problem}};
  });
