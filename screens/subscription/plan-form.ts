import {type Interval, intervals, type NewPlan} from '../../src/core/endpoints/subscription/plans.js';
import {type Currency, parseAmount} from '../../src/core/money/money.js';
import {problemText} from '../../src/core/present/problem-text.js';
import type {Problem} from '../../src/core/problem.js';
import {draftPlan, type PlanField, type PlanReading, readPlanForm} from '../../src/core/subscription/plan-order.js';
import {rhythmText, statedAmount} from '../../src/core/subscription/plan-text.js';
import {type Block, compact, fact, gap, notice, title} from '../../src/views/block.js';
import {amountShown} from '../kit/amount.js';
import {beside, emptyForm, entered, type Filled, fieldBlocks, formKeys, typedIn} from '../kit/form.js';
import {onlyWhile} from '../kit/question.js';
import {type Context, type Form, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goInstead} from '../model.js';
import {amountLine, wordsLine} from '../order/masks.js';
import {codeRules, type Line, numberRules, textRules} from '../terminal/line.js';
import {toEnrol} from './shown.js';

/** The state of a plan being made: the form, and the one question before it is sent. */
type PlanForm = Filled<PlanField> & {
  readonly currency: Currency;
  readonly interval: Interval;
  readonly asked: NewPlan | undefined;
  readonly isSending: boolean;
  /** Why the last attempt made no plan, or left unknown whether it did. */
  readonly problem: Problem | undefined;
};

function readForm(state: PlanForm, {shop}: Context): PlanReading {
  const {currency, interval} = state;
  const text = (field: PlanField) => typedIn(state, field);
  const form = {
    name: text('name'),
    description: text('description'),
    amount: text('amount'),
    currency,
    interval,
    trialDays: text('trialDays'),
    billingLimit: text('billingLimit'),
  };
  return readPlanForm(form, {currencies: shop.cards.currencies});
}

function shownAmount(state: PlanForm, {language}: Context): string {
  const {currency} = state;
  const typed = typedIn(state, 'amount');
  return amountShown(() => parseAmount(typed, currency, {mayBeZero: true}), {typed, currency, language});
}

const everyText = (interval: Interval, {language}: Context) => rhythmText({interval, intervalCount: 1}, language);

function fields(state: PlanForm, context: Context): Form<PlanForm> {
  const {fields: labels, hints} = context.messages.planScreen.form;
  const {currency, interval} = state;
  const named = (id: PlanField) => ({id, label: labels[id], check: () => readForm(state, context).problems[id]});
  // A card number must not be saved as the name of a plan.
  const words = {rules: textRules, guard: (_: unknown, line: Line) => wordsLine(line)};
  return [
    {...named('name'), ...words},
    {...named('description'), ...words, hint: hints.description},
    {...named('amount'), rules: numberRules, unit: currency, shown: shownAmount(state, context), guard: amountLine},
    {
      ...named('currency'),
      value: currency,
      turn: by => ({...state, currency: beside(context.shop.cards.currencies, currency, by)}),
      importance: 'detail',
    },
    {
      ...named('interval'),
      value: everyText(interval, context),
      turn: by => ({...state, interval: beside(intervals, interval, by)}),
      importance: 'detail',
    },
    {...named('trialDays'), rules: codeRules, hint: hints.trialDays},
    {...named('billingLimit'), rules: codeRules, hint: hints.billingLimit},
  ];
}

const form = (state: PlanForm, context: Context): Form<PlanForm> =>
  state.asked === undefined ? fields(state, context) : [];

function proceed(state: PlanForm, context: Context): Step<PlanForm> {
  const next = entered(form(state, context), state);
  if (next !== undefined) return {state: next};
  return {state: {...state, wrong: undefined, asked: readForm(state, context).plan}};
}

/** Opens the enrolment. Nothing is sent yet: the service makes the plan with the enrolment, which replaces this form. */
const enrolOn = ({asked}: PlanForm, context: Context): Step<PlanForm> =>
  asked === undefined ? {} : toEnrol({draft: draftPlan(asked)}, context, goInstead);

function question({isSending, problem}: PlanForm, plan: NewPlan, context: Context): readonly Block[] {
  const messages = context.messages.planScreen.form;
  const {name, currency, trialPeriodDays: days, billingLimit: cycles} = plan;
  const amount = statedAmount(plan.amount, currency, context.language);
  const more = {importance: 'standing'} as const;
  return compact([
    gap('above'),
    fact('question', messages.question({name, amount, every: everyText(plan.interval, context)}), {
      ...more,
      tone: 'strong',
    }),
    days > 0 && fact('trial', messages.trial({days}), more),
    fact('limit', cycles === undefined ? messages.noLimit : messages.limit({cycles}), more),
    gap('below'),
    problem?.code === 'plan-unclear' &&
      notice('may-exist', messages.mayExist, {...more, tone: 'not-known', glyph: '!'}),
    fact('moves-nothing', isSending ? messages.sending : messages.movesNothing, {tone: 'quiet'}),
  ]);
}

const isFilling = ({asked}: PlanForm) => asked === undefined;
const isAsked = ({asked, isSending}: PlanForm) => asked !== undefined && !isSending;

const filling = onlyWhile<PlanForm>(isFilling);

const making = (plan: NewPlan): Task<PlanForm> =>
  task({
    kind: 'make',
    run: till => till.createPlan(plan),
    done: (_, {planCode}) => ({go: goInstead('plan', {planCode, isNew: true})}),
    refused: (state, problem) => ({state: {...state, asked: undefined, isSending: false, problem}}),
  });

export const planForm: Screen<'plan-form', PlanForm> = {
  id: 'plan-form',
  // In the first currency in which the shop takes cards.
  open: (_, {shop}) => ({
    state: {
      ...emptyForm('name'),
      currency: shop.cards.currencies[0] ?? 'USD',
      interval: 'MONTHLY',
      asked: undefined,
      isSending: false,
      problem: undefined,
    },
  }),
  form,
  describe: (state, context) => {
    const {language} = context;
    const messages = context.messages.planScreen.form;
    const {asked, problem} = state;
    if (asked !== undefined) return [title(messages.title), ...question(state, asked, context)];
    return [
      title(messages.title),
      fact('lead', messages.lead, {tone: 'quiet'}),
      gap('above'),
      ...fieldBlocks(fields(state, context), state, context),
      gap('below'),
      ...(problem === undefined ? [] : [notice('problem', problemText(problem, language), {importance: 'standing'})]),
    ];
  },
  keys: [
    {
      id: 'make-plan',
      when: isAsked,
      press: state =>
        state.asked ? {state: {...state, isSending: true, problem: undefined}, asks: making(state.asked)} : {},
    },
    {id: 'enrol-on', when: isAsked, press: enrolOn},
    {id: 'continue', when: isFilling, press: proceed},
    ...formKeys(form).map(filling),
    {
      id: 'back',
      when: ({isSending}) => !isSending,
      press: state => (isFilling(state) ? {go: 'back'} : {state: {...state, asked: undefined}}),
    },
  ],
};
