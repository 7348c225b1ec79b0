import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {decimalOf} from '../../src/core/money/decimal.js';
import {statedText} from '../../src/core/subscription/json.js';
import {priceText, rhythmText, statedAmount} from '../../src/core/subscription/plan-text.js';
import {cleanText} from '../../src/core/text/text.js';
import {fact, type ListBlock, title} from '../../src/views/block.js';
import {emptyForm} from '../kit/form.js';
import {ended, type Jumping, jumpsIn, type MarkedRow, markedList, still, unmarked} from '../kit/list.js';
import {type Context, type Screen, type StateStep, task} from '../kit/screen.js';
import {goTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {fetchText, type ListFetch, planFields, planState, plansIn, toEnrol} from './shown.js';

type Plans = Jumping & MarkedRow & {readonly fetched: ListFetch};

const listedPlans = markedList<Plans, Plan>(
  (_, {till}) => plansIn(till.state.registry),
  ({planCode}) => planCode,
);

const jumps = jumpsIn<Plans, Plan>(
  listedPlans,
  (_, context) => plan => Object.values(textsOf(plan, context)).join(' '),
);

const asked = (state: Plans): StateStep<Plans> => ({
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
  const {language} = context;
  const {days} = context.messages.planScreen.list;
  return {
    name: cleanText(plan.name, 80),
    amount: amountCell(plan, context),
    every: cleanText(rhythmText(plan, language), longest),
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
  open: () =>
    asked({
      ...emptyForm('jump'),
      ...still,
      ...unmarked,
      fetched: 'asking',
    }),
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
      {id: 'refresh', when: ({fetched: heard}) => heard !== 'asking', press: asked},
    ]),
  ],
};
