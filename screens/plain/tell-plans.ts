import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import type {PlanField} from '../../src/core/subscription/plan-order.js';
import {priceText} from '../../src/core/subscription/plan-text.js';
import {cleanText} from '../../src/core/text/text.js';

import {isTypedPlan, planFormFields} from '../plans/plan-form.js';
import {planQuestion, shownInterval, shownPlanAmount} from '../plans/plan-form-shown.js';
import {markedPlan} from '../plans/plans-logic.js';
import type {PlanFormScreen, PlanScreen, PlansScreen} from '../plans/plans-screens.js';
import {heardText, planFields, plansIn} from '../plans/shown.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** The plans: where the list comes from, how many, and the marked one. */
export function tellPlans(screen: PlansScreen, ear: Ear, keys: string): Telling {
  const {language, till} = ear;
  const {title, none, row} = messages(language).planScreen.list;
  const plans = plansIn(till.state.registry);
  const index = markedPlan(
    screen,
    plans.map(({planCode}) => planCode),
  );
  const marked = plans[index];
  const {length: count} = plans;
  const empty = screen.heard === 'asking' ? [] : [fact(none({key: keyText('new-plan', ear)}))];
  const name = cleanText(marked?.name ?? '', 60);
  return {
    facts: [
      standing(`${title}: ${count}.`),
      fact(clauses(heardText(screen.heard, ear), language)),
      ...(marked === undefined
        ? empty
        : [
            standing(
              `${row({at: index + 1, count, name, price: priceText(marked, ear.language), code: marked.planCode})}.`,
            ),
          ]),
    ],
    prompt: keys,
  };
}

/** One plan, and its code. */
export function tellPlan(screen: PlanScreen, ear: Ear, keys: string): Telling {
  const {language, till} = ear;
  const words = messages(language).planScreen.plan;
  const plan = till.state.registry.plans.get(screen.planCode);
  const problem = screen.problem === undefined ? [] : [problemText(screen.problem, language)];
  const {made} = messages(language).subscription.plan;
  const unknown = screen.isAsking ? [] : [fact(words.unknown({plan: screen.planCode}))];
  const [name, ...fields] = plan === undefined ? [] : planFields(plan, ear);
  return {
    facts: [
      ...(screen.isNew ? [fact(clauses(made, language))] : []),
      ...problem.map(text => fact(clauses(`${words.remembered} ${text}`, language))),
      ...(name === undefined ? unknown : [standing(is(words.title, name[1], ear))]),
      ...fields.map(([label, value]) => fact(is(label, value, ear))),
      ...(screen.isAsking ? [fact(words.asking)] : []),
      ...(plan === undefined ? [] : [standing(is(words.code, cleanText(plan.planCode, 80), ear))]),
    ],
    prompt: keys,
  };
}

/** A plan being made, field by field, and the one question. */
export function tellPlanForm(screen: PlanFormScreen, ear: Ear, keys: string): Telling {
  const {language} = ear;
  const {title, lead, fields, movesNothing, sending, mayExist} = messages(language).planScreen.form;
  const {asked: question, isSending, problem, wrong, focus} = screen;
  if (question !== undefined) {
    const warning = problem?.code === 'plan-unclear' ? [standing(clauses(mayExist, language))] : [];
    return {
      facts: [
        standing(clauses(planQuestion(question.plan, ear).join(' '), language)),
        ...warning,
        fact(clauses(isSending ? sending : movesNothing, language)),
      ],
      prompt: keys,
    };
  }
  const typed = planFormFields.filter(field => field !== focus && saidAs(field, screen, ear) !== '');
  return {
    facts: [
      ...(wrong === undefined
        ? []
        : [standing(`${fields[wrong.field]}: ${clauses(problemText(wrong.problem, language), language)}`)]),
      ...(problem === undefined ? [] : [standing(clauses(problemText(problem, language), language))]),
      standing(`${title}.`),
      fact(clauses(lead, language)),
      ...typed.map((field): Fact => {
        const text = is(fields[field], saidAs(field, screen, ear), ear);
        return isTypedPlan(field) ? fact(text) : detail(text);
      }),
    ],
    prompt: prompt(screen, ear),
  };
}

function saidAs(field: PlanField, screen: PlanFormScreen, ear: Ear): string {
  if (field === 'currency') return screen.currency;
  if (field === 'interval') return shownInterval(screen, ear);
  if (isEmpty(screen.lines[field])) return '';
  return field === 'amount' ? shownPlanAmount(screen, ear) : textOf(screen.lines[field]);
}

function prompt(screen: PlanFormScreen, ear: Ear): string {
  const {focus, lines, currency} = screen;
  const {ask, askIn, askHinted, choose} = messages(ear.language).narration;
  const {fields, hints} = messages(ear.language).planScreen.form;
  const label = fields[focus];
  if (!isTypedPlan(focus)) return choose({label, key: keyText('choose', ear), value: saidAs(focus, screen, ear)});
  if (focus === 'amount') return asked(askIn({label, currency}), lines.amount);
  if (focus === 'name' || !isEmpty(lines[focus])) return asked(ask({label}), lines[focus]);
  return asked(askHinted({label, hint: hints[focus]}), lines[focus]);
}
