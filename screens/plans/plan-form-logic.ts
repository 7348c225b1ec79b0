import {draftPlan} from '../../src/core/subscription/plan-order.js';
import type {Desk} from '../desk.js';
import {enrolDraftScreen} from '../enrol/enrol-form.js';
import {type Acting, type Logic, pop, replace, type Step, still} from '../model.js';
import {amountLine} from '../sale/amount-line.js';
import {codeRules, type LineRules, numberRules, textOf, textRules} from '../terminal/line.js';
import {isTypedPlan, planFormFields, readPlanScreen, turnedPlan} from './plan-form.js';
import type {PlanFormScreen, TypedPlanField} from './plans-screens.js';
import {wordsLine} from './words-line.js';

const rules: Readonly<Record<TypedPlanField, LineRules>> = {
  name: textRules,
  description: textRules,
  amount: numberRules,
  trialDays: codeRules,
  billingLimit: codeRules,
};

export const planFormLogic: Logic<PlanFormScreen> = {
  field: ({focus, asked}) => (asked !== undefined || !isTypedPlan(focus) ? undefined : rules[focus]),
  edit: (screen, change) => {
    const {focus, lines, wrong: before} = screen;
    if (!isTypedPlan(focus)) return screen;
    const changed = change(lines[focus]);
    if (changed === lines[focus]) return screen;
    const isWords = rules[focus] === textRules;
    const {line, problem} = isWords
      ? wordsLine(changed)
      : amountLine({line: lines[focus], problem: before?.problem}, changed);
    return {...screen, lines: {...lines, [focus]: line}, wrong: problem && {field: focus, problem}};
  },
  offers: ({focus, asked, isSending}) => {
    if (isSending) return [];
    if (asked !== undefined) return ['make-plan', 'enrol-on', 'back'];
    return ['continue', 'next-field', 'previous-field', ...(isTypedPlan(focus) ? [] : (['choose'] as const)), 'back'];
  },
  act: acting => {
    const {model, screen, action, place, desk} = acting;
    const to = (next: PlanFormScreen): Step => still(replace(model, next));
    switch (action) {
      case 'continue':
        return proceed(acting);
      case 'next-field':
        return to(moved(screen, 1, desk));
      case 'previous-field':
        return to(moved(screen, -1, desk));
      case 'choose':
        return to(turnedPlan(screen, place === 0 ? -1 : 1, desk));
      case 'make-plan':
        return make(acting);
      case 'enrol-on':
        return enrolOn(acting);
      case 'back':
        return screen.asked === undefined ? still(pop(model)) : to({...screen, asked: undefined});
      default:
        return still(model);
    }
  },
};

/** Leaving a field says what is wrong with it, unless it is empty: it may not have had its turn yet. */
function moved(screen: PlanFormScreen, by: 1 | -1, desk: Desk): PlanFormScreen {
  const {focus: left, lines} = screen;
  const at = planFormFields.indexOf(left) + by + planFormFields.length;
  const focus = planFormFields[at % planFormFields.length] ?? left;
  const isFilled = isTypedPlan(left) && textOf(lines[left]).trim() !== '';
  const problem = isFilled ? readPlanScreen(screen, desk).problems[left] : undefined;
  return {...screen, focus, wrong: problem && {field: left, problem}};
}

/** Enter: through the fields, to the first that is wrong; after the last one to the question. */
function proceed({model, screen, key, desk}: Acting<PlanFormScreen>): Step {
  const {focus} = screen;
  const {plan, problems} = readPlanScreen(screen, desk);
  const own = problems[focus];
  if (own !== undefined) return still(replace(model, {...screen, wrong: {field: focus, problem: own}}));
  const isLast = planFormFields.at(-1) === focus;
  if (!isLast) return still(replace(model, moved(screen, 1, desk)));
  if (plan !== undefined) {
    return still(replace(model, {...screen, wrong: undefined, asked: {plan, chunk: key.chunk}}));
  }
  const field = planFormFields.find(each => problems[each] !== undefined);
  const problem = field && problems[field];
  if (field === undefined || problem === undefined) return still(model);
  return still(replace(model, {...screen, focus: field, wrong: {field, problem}}));
}

/** Nothing is sent: the service makes the plan with the enrolment, and the form that it was typed in has done its work. */
function enrolOn({model, screen, desk}: Acting<PlanFormScreen>): Step {
  const {asked} = screen;
  if (asked === undefined || !desk.shop.cards.areTyped) return still(model);
  return still(replace(model, enrolDraftScreen(draftPlan(asked.plan))), {kind: 'refresh-plans'});
}

/** One Enter makes one plan; one that waited with the Enter before it is no answer to the question. */
function make({model, screen, key, desk}: Acting<PlanFormScreen>): Step {
  const {asked, isSending} = screen;
  if (asked === undefined || isSending || key.chunk === asked.chunk || desk.till.poison() !== undefined)
    return still(model);
  return still(replace(model, {...screen, isSending: true, problem: undefined}), {kind: 'make-plan', plan: asked.plan});
}
