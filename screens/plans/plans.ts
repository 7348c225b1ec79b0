import type {Plan} from '../../src/core/endpoints/plans.js';
import {messages} from '../../src/core/messages/messages.js';
import {decimalOf} from '../../src/core/money/decimal.js';
import {statedText} from '../../src/core/subscription/json.js';
import {priceText, statedAmount} from '../../src/core/subscription/plan-text.js';
import {rhythmText} from '../../src/core/subscription/rhythm.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Refreshed} from '../../src/till/plans.js';
import {toEnrol} from '../enrol/enrol.js';
import {fact, type ListBlock, title} from '../kit/block.js';
import {type Form, fieldBlocks} from '../kit/form.js';
import {ended, type Jumping, jumpField, jumpKeys, still} from '../kit/jump.js';
import {goTo} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import type {Context, Step} from '../kit/step.js';
import {keyText, stepAt} from '../terminal/bindings.js';
import {heardText, type ListHeard, planFields, planState, plansIn} from './shown.js';

declare module '../kit/places.js' {
  interface Places {
    plans: undefined;
  }
}

/** The plans that this till has seen, the marked one by its code, or, when that has left the list, by where it stood. */
type Plans = Jumping & {readonly selected: string | undefined; readonly heard: ListHeard};
type PlansAsks = {readonly kind: 'list'};

const plansOf = ({till}: Context) => plansIn(till.state.registry);
const hasPlans = (_: Plans, {till}: Context) => till.state.registry.plans.size > 0;

function markedIn({selected, index}: Plans, plans: readonly Plan[]): number {
  const at = plans.findIndex(({planCode}) => planCode === selected);
  return at >= 0 ? at : Math.max(0, Math.min(index, plans.length - 1));
}

/** A key that does something with the marked plan. */
const withMarked =
  (press: (planCode: string, state: Plans, context: Context) => Step<Plans, PlansAsks>) =>
  (state: Plans, context: Context): Step<Plans, PlansAsks> => {
    const plans = plansOf(context);
    const index = markedIn(state, plans);
    const selected = plans[index]?.planCode;
    return selected === undefined ? {} : press(selected, {...state, index, selected}, context);
  };

const form = (state: Plans, context: Context): Form<Plans> => {
  const plans = plansOf(context);
  const textAt = (at: number) => Object.values(textsOf(plans[at] as Plan, context)).join(' ');
  const mark = (now: Plans, index: number) => ({...now, index, selected: plans[index]?.planCode});
  const from = {...state, index: markedIn(state, plans)};
  return [jumpField(from, {count: plans.length, textAt, mark}, context)];
};

const asked = (state: Plans): Step<Plans, PlansAsks> & {readonly state: Plans} => ({
  state: {...state, heard: 'asking'},
  asks: {kind: 'list'},
});

/** Cells of a column that gives way. */
const most = 16;
const longest = 60;
const wide = 76;

function listed(state: Plans, context: Context): ListBlock {
  const {language} = context;
  const {columns, row, none} = messages(language).planScreen.list;
  const plans = plansOf(context);
  const marked = markedIn(state, plans);
  const one = plans[marked];
  const place = {at: marked + 1, count: plans.length};
  return {
    kind: 'list',
    id: 'list',
    importance: 'standing',
    // The name gives way, never the amount.
    columns: [
      {title: columns.name, grows: true},
      {title: columns.amount, align: 'right'},
      {title: columns.every, most},
      {title: columns.trial, align: 'right', from: wide},
      {title: columns.state, most, from: wide},
      {title: columns.code, most},
    ],
    count: plans.length,
    rowAt: at => {
      const plan = plans[at] as Plan;
      return {
        id: plan.planCode,
        cells: Object.values(textsOf(plan, context)),
        tone: 'plain',
      };
    },
    marked,
    markedText:
      one === undefined
        ? ''
        : `${row({
            ...place,
            name: cleanText(one.name, 60),
            price: priceText(one, language),
            code: cleanText(one.planCode, 60),
          })}, ${columns.trial} ${textsOf(one, context).trial}, ${planState(one, language)}.`,
    empty: state.heard === 'asking' ? '' : none({key: keyText('new-plan', context)}),
  };
}

/** A plan in the columns of the list. */
function textsOf(plan: Plan, context: Context) {
  const {language} = context;
  const {days} = messages(language).planScreen.list;
  return {
    name: cleanText(plan.name, 80),
    amount: amountCell(plan, context),
    every: cleanText(rhythmText(plan, language), longest),
    trial: plan.trialPeriodDays > 0 ? days({days: plan.trialPeriodDays}) : '–',
    state: cleanText(planState(plan, language), longest),
    code: cleanText(plan.planCode, longest),
  };
}

/** With room for two decimals, so that the marks stand below one another. */
function amountCell({amount, currency}: Plan, {language}: Context): string {
  const text = statedAmount(amount, currency, language);
  return decimalOf(amount) === undefined || statedText(amount, currency).includes('.') ? text : `${text}   `;
}

/** The plans, from memory at once, while the service is asked for its own. */
export const plans: Screen<'plans', Plans, PlansAsks, Refreshed> = {
  id: 'plans',
  layout: 'tall',
  open: () =>
    asked({
      ...{lines: {}, focus: 'jump', kept: undefined, wrong: undefined, ...still},
      ...{selected: undefined, index: 0, heard: 'asking'},
    }),
  form,
  aside: (state, context) => {
    const all = plansOf(context);
    const plan = all[markedIn(state, all)];
    return plan === undefined ? [] : planFields(plan, context).map(([lead, text]) => fact(lead, text, {lead}));
  },
  describe: (state, context) => {
    const {heard} = state;
    const {title: name} = messages(context.language).planScreen.list;
    const count = plansOf(context).length;
    const isOld = heard !== 'asking' && !heard.isListed;
    return [
      title(`${name}  ${count}`, {said: `${name}: ${count}.`}),
      fact('heard', heardText(heard, context), {tone: isOld ? 'not-known' : 'quiet', most: 2}),
      ...(state.isJumping ? fieldBlocks(form(state, context), state, context) : []),
      listed(state, context),
    ];
  },
  keys: [
    {
      id: 'open-marked',
      when: hasPlans,
      press: withMarked((planCode, state) => ({state: ended(state), go: goTo('plan', {planCode})})),
    },
    {
      id: 'select',
      when: hasPlans,
      press: (state, context, {place, page}) => {
        const all = plansOf(context);
        const to = markedIn(state, all) + stepAt(place, {page, all: all.length});
        const index = Math.max(0, Math.min(all.length - 1, to));
        return {state: {...state, index, selected: all[index]?.planCode}};
      },
    },
    ...jumpKeys<Plans, PlansAsks>(hasPlans, [
      {
        id: 'enrol-on',
        when: hasPlans,
        press: withMarked((planCode, state, context) => ({state, ...toEnrol({planCode}, context)})),
      },
      {
        id: 'new-plan',
        when: (_, {till}) => till.writeFailure() === undefined,
        press: () => ({go: goTo('plan-form')}),
      },
      {id: 'refresh', when: ({heard}) => heard !== 'asking', press: asked},
    ]),
  ],
  run: async (_, till, answer) => answer(await till.refreshPlans()),
  reduce: (state, heard) => ({state: {...state, heard}}),
  refused: (state, problem) => ({state: {...state, heard: {isListed: false, problem}}}),
  beginnings: [
    ['u', 'p'],
    ['u', 'p', '/', 'gym'],
    ['u', 'p', 'e'],
  ],
};
