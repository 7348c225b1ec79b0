import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {decimalOf} from '../../src/core/money/decimal.js';
import {problemText} from '../../src/core/present/problem-text.js';
import type {Problem} from '../../src/core/problem.js';
import {statedText} from '../../src/core/subscription/json.js';
import {priceText, rhythmText, statedAmount} from '../../src/core/subscription/plan-text.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Refreshed} from '../../src/till/subscription/plans.js';
import {compact, fact, gap, type ListBlock, notice, title} from '../../src/views/block.js';
import {is} from '../../src/views/text.js';
import {emptyForm} from '../kit/form.js';
import {ended, type Jumping, jumpsIn, type MarkedRow, markedList, still, unmarked} from '../kit/list.js';
import {type Context, type Screen, type StateStep, type Step, task} from '../kit/screen.js';
import {goTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {planFields, planState, plansIn, toEnrol} from './shown.js';

/** The state of the request for the service's list: under way, or its result. */
type ListFetch = 'asking' | Refreshed;

function fetchText(fetch: ListFetch, {language, messages}: Context): string {
  const {asking, listed} = messages.planScreen.list;
  const {fromMemory, notListed} = messages.subscription;
  if (fetch === 'asking') return asking;
  if (fetch.problem !== undefined) return `${fromMemory} ${problemText(fetch.problem, language)}`;
  return fetch.isListed ? listed : notListed;
}

type Plans = Jumping & MarkedRow & {readonly fetched: ListFetch};

const listedPlans = markedList<Plans, Plan>(
  (_, {till}) => plansIn(till.state.registry),
  ({planCode}) => planCode,
);

const jumps = jumpsIn<Plans, Plan>(
  listedPlans,
  (_, context) => plan => Object.values(textsOf(plan, context)).join(' '),
);

const plansAsked = (state: Plans): StateStep<Plans> => ({
  state: {...state, fetched: 'asking'},
  asks: task({
    kind: 'list',
    run: till => till.refreshPlans(),
    done: (now, fetched) => ({state: {...now, fetched}}),
    refused: (now, problem) => ({state: {...now, fetched: {isListed: false, problem}}}),
  }),
});

/** The greatest width in cells of a column that may be cut. */
const most = 16;
const longest = 60;
const wide = 76;

function listed(state: Plans, context: Context): ListBlock {
  const {language} = context;
  const {columns, row, none} = context.messages.planScreen.list;
  return listedPlans.block(state, context, {
    // The name may be cut, but never the amount.
    columns: [
      {title: columns.name, grows: true},
      {title: columns.amount, align: 'right'},
      {title: columns.every, most},
      {title: columns.trial, align: 'right', from: wide},
      {title: columns.state, most, from: wide},
      {title: columns.code, most},
    ],
    row: plan => ({cells: Object.values(textsOf(plan, context))}),
    narrated: (plan, place) => {
      const texts = {
        name: cleanText(plan.name, 60),
        price: priceText(plan, language),
        code: cleanText(plan.planCode, 60),
      };
      const said = row({...place, ...texts});
      return `${said}, ${columns.trial} ${textsOf(plan, context).trial}, ${planState(plan, context)}.`;
    },
    detail: plan => planFields(plan, context).map(([lead, text]) => fact(lead, text, {lead})),
    empty: state.fetched === 'asking' ? '' : none({key: keyText('new-plan', context)}),
  });
}

function textsOf(plan: Plan, context: Context) {
  const {days} = context.messages.planScreen.list;
  return {
    name: cleanText(plan.name, 80),
    amount: amountCell(plan, context),
    every: cleanText(rhythmText(plan, context.language), longest),
    trial: plan.trialPeriodDays > 0 ? days({days: plan.trialPeriodDays}) : '–',
    state: cleanText(planState(plan, context), longest),
    code: cleanText(plan.planCode, longest),
  };
}

/** Returns the amount with room for two decimals, so that the decimal marks are aligned. */
function amountCell({amount, currency}: Plan, {language}: Context): string {
  const text = statedAmount(amount, currency, language);
  return decimalOf(amount) === undefined || statedText(amount, currency).includes('.') ? text : `${text}   `;
}

/** The plans, shown from memory at once, while the service is asked for its own. */
export const plans: Screen<'plans', Plans> = {
  id: 'plans',
  layout: 'tall',
  open: () => plansAsked({...emptyForm('jump'), ...still, ...unmarked, fetched: 'asking'}),
  form: jumps.form,
  describe: (state, context) => {
    const {fetched: heard} = state;
    const {title: name} = context.messages.planScreen.list;
    const count = listedPlans.rowsIn(state, context).length;
    const isOld = heard !== 'asking' && !heard.isListed;
    return [
      title(`${name}  ${count}`, {said: `${name}: ${count}.`}),
      fact('heard', fetchText(heard, context), {tone: isOld ? 'not-known' : 'quiet', most: 2}),
      ...jumps.blocks(state, context),
      listed(state, context),
    ];
  },
  keys: [
    {
      id: 'open-marked',
      when: listedPlans.isFilled,
      press: listedPlans.withMarked(({planCode}, state) => ({state: ended(state), go: goTo('plan', {planCode})})),
    },
    listedPlans.selectKey,
    ...jumps.keys([
      {
        id: 'enrol-on',
        when: listedPlans.isFilled,
        press: listedPlans.withMarked(({planCode}, state, context) => ({state, ...toEnrol({planCode}, context)})),
      },
      {id: 'new-plan', press: () => ({go: goTo('plan-form')})},
      {id: 'refresh', when: ({fetched: heard}) => heard !== 'asking', press: plansAsked},
    ]),
  ],
};

type PlanState = {
  readonly planCode: string;
  readonly isNew: boolean;
  readonly isAsking: boolean;
  /** Why the plan is shown as the till remembers it. */
  readonly problem: Problem | undefined;
};

const planAsked = (state: PlanState): StateStep<PlanState> => ({
  state: {...state, isAsking: true, problem: undefined},
  asks: task({
    kind: 'read',
    isQuiet: true,
    run: till => till.readPlan(state.planCode),
    done: (now, {problem}) => read(now, problem),
    refused: read,
  }),
});

const read = (state: PlanState, problem: Problem | undefined): Step<PlanState> => ({
  state: {...state, isAsking: false, problem},
});

/** One plan with every field. `isNew`: it was made here just now. */
export const plan: Screen<['plan', {readonly planCode: string; readonly isNew?: boolean}], PlanState> = {
  id: 'plan',
  open: ({planCode, isNew = false}) => {
    const state = {planCode, isNew, isAsking: false, problem: undefined};
    return isNew ? {state} : planAsked(state);
  },
  describe: (state, context) => {
    const {planCode, isNew, isAsking, problem} = state;
    const messages = context.messages.planScreen.plan;
    const plan = context.till.state.registry.plans.get(state.planCode);
    const asking = isAsking && fact('asking', messages.asking, {tone: 'quiet'});
    const why = problem && `${messages.remembered} ${problemText(problem, context.language)}`;
    const remembered = why && fact('remembered', why, {tone: 'not-known', most: 2});
    if (plan === undefined) {
      const unknown = fact('unknown', messages.unknown({plan: planCode}), {tone: 'quiet'});
      return compact([title(messages.title), asking || unknown, remembered]);
    }
    const name = cleanText(plan.name, 60);
    const code = cleanText(plan.planCode, 80);
    return compact([
      title(`${messages.title}  ${name}`, {said: is(messages.title, name, context)}),
      isNew && notice('made', context.messages.subscription.plan.made, {tone: 'paid', glyph: '✓', most: 2}),
      asking,
      remembered,
      fact('code-label', messages.code, {tone: 'quiet', said: ''}),
      // The code is alone on its line, so that it can be copied.
      fact('code', code, {tone: 'strong', importance: 'standing', said: is(messages.code, code, context)}),
      gap('below'),
      // The title already has the plan's name, which saves a line in a low window.
      ...planFields(plan, context).map(([label, value], at) =>
        fact(`field ${at}`, value, {
          lead: label,
          most: 2,
          ...(at === 0 && {isOptional: true, importance: 'detail' as const}),
        }),
      ),
      gap('above-copy'),
      fact('copy', messages.toCopy, {tone: 'quiet', most: 2, isOptional: true, importance: 'detail'}),
    ]);
  },
  keys: [
    {
      id: 'enrol-on',
      // A person who comes back does not need to read again that the plan was made.
      press: ({planCode, ...state}, context) => ({
        state: {...state, planCode, isNew: false},
        ...toEnrol({planCode}, context),
      }),
    },
    {id: 'refresh', when: ({isAsking}) => !isAsking, press: planAsked},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
