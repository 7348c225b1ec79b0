import type {Desk} from '../desk.js';
import {openEnrol} from '../enrol/enrol-logic.js';
import {type Acting, type Logic, type Model, pop, push, replace, type Step, still} from '../model.js';
import {stepAt} from '../terminal/bindings.js';
import {planFormScreen} from './plan-form.js';
import type {PlanScreen, PlansScreen} from './plans-screens.js';
import {plansIn} from './shown.js';

/** The list of plans, from memory at once, while the service is asked for its own. */
export function openPlans(model: Model): Step {
  const screen: PlansScreen = {kind: 'plans', selected: undefined, index: 0, heard: 'asking'};
  return still(push(model, screen), {kind: 'refresh-plans'});
}

export const planScreen = (planCode: string, isNew = false): PlanScreen => ({
  kind: 'plan',
  planCode,
  isNew,
  isAsking: !isNew,
  problem: undefined,
});

/** Rows of the list that a body of this height has room for beside its title, heading and the line about the list. */
export const plansHeight = (bodyHeight: number): number => Math.max(1, bodyHeight - 6);

/** Where the mark stands: on its plan, or, when that has left the list, where it stood. */
export function markedPlan({selected, index}: PlansScreen, codes: readonly string[]): number {
  const at = selected === undefined ? -1 : codes.indexOf(selected);
  return at >= 0 ? at : Math.max(0, Math.min(index, codes.length - 1));
}

const codesIn = ({till}: Desk): readonly string[] => plansIn(till.state.registry).map(({planCode}) => planCode);

export const plansLogic: Logic<PlansScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({heard}, desk) => [
    ...(codesIn(desk).length > 0 ? (['open-marked', 'select', 'enrol-on'] as const) : []),
    ...(desk.till.poison() === undefined ? (['new-plan'] as const) : []),
    ...(heard === 'asking' ? [] : (['refresh'] as const)),
    'back',
  ],
  act: acting => {
    const {model, screen, action, desk} = acting;
    const codes = codesIn(desk);
    const code = codes[markedPlan(screen, codes)];
    switch (action) {
      case 'open-marked':
        if (code === undefined) return still(model);
        return still(push(replace(model, {...screen, selected: code}), planScreen(code)), {
          kind: 'read-plan',
          planCode: code,
        });
      case 'enrol-on':
        return code === undefined ? still(model) : openEnrol(model, desk, code);
      case 'new-plan':
        return still(push(model, planFormScreen(desk)));
      case 'refresh':
        return still(replace(model, {...screen, heard: 'asking'}), {kind: 'refresh-plans'});
      case 'select':
        return select(acting, codes);
      default:
        return still(pop(model));
    }
  },
};

function select({model, screen, place, size}: Acting<PlansScreen>, codes: readonly string[]): Step {
  const by = stepAt(place, {page: plansHeight(size.rows - 5), all: codes.length});
  const index = Math.max(0, Math.min(codes.length - 1, markedPlan(screen, codes) + by));
  return still(replace(model, {...screen, index, selected: codes[index]}));
}

export const planLogic: Logic<PlanScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({isAsking}) => ['enrol-on', ...(isAsking ? [] : (['refresh'] as const)), 'back'],
  act: ({model, screen, action, desk}) => {
    const {planCode} = screen;
    // Whoever comes back from there has something newer to read than that the plan was made.
    if (action === 'enrol-on') return openEnrol(replace(model, {...screen, isNew: false}), desk, planCode);
    if (action === 'back') return still(pop(model));
    return still(replace(model, {...screen, isAsking: true, problem: undefined}), {kind: 'read-plan', planCode});
  },
};
