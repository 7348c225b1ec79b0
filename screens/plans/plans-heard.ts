import {type Model, replace, topOf} from '../model.js';
import {changed, withoutHelp} from '../shift/heard.js';
import {planScreen} from './plans-logic.js';
import type {PlansMessage} from './plans-screens.js';

/** What comes of a question about plans, or of a new one. */
export function plansHeard(model: Model, message: PlansMessage): Model {
  switch (message.kind) {
    case 'plans-heard': {
      const heard = message.refreshed;
      const listed = changed(model, 'plans', screen => ({...screen, heard}));
      return changed(listed, 'enrol', screen => ({...screen, heard}));
    }
    case 'plan-read':
      return read(model, message);
    case 'plan-made': {
      const now = withoutHelp(model);
      const shown = planScreen(message.plan.planCode, true);
      return topOf(now).kind === 'plan-form' ? replace(now, shown) : model;
    }
    case 'plan-not-made':
      return changed(model, 'plan-form', screen => ({
        ...screen,
        asked: undefined,
        isSending: false,
        problem: message.problem,
      }));
  }
}

/** Nothing that was typed meanwhile moves: the plan of an enrolment says beside itself what is wrong with it. */
function read(model: Model, {planCode, plan, problem}: Extract<PlansMessage, {kind: 'plan-read'}>): Model {
  const shown = changed(model, 'plan', screen =>
    screen.planCode === planCode ? {...screen, isAsking: false, problem} : screen,
  );
  return changed(shown, 'enrol', screen => {
    if (screen.asking !== planCode) return screen;
    if (plan !== undefined && problem === undefined) return {...screen, asking: undefined, plan};
    return {...screen, asking: undefined, wrong: problem && {field: 'plan', problem}};
  });
}
