import {businessDate} from '../../src/core/day/business-day.js';
import type {Change} from '../../src/core/endpoints/subscription/change-subscription.js';
import {fill} from '../../src/core/messages/messages.js';
import {validateFreeText} from '../../src/core/payment/order.js';
import {problemOf} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import {serviceTimeFrom} from '../../src/core/service/clock.js';
import type {ChangeOrder} from '../../src/core/subscription/decide.js';
import {priceText} from '../../src/core/subscription/plan-text.js';
import type {KnownSubscription} from '../../src/core/subscription/registry.js';
import {planOfKnown} from '../../src/core/subscription/standing.js';
import {type Block, fact, gap, title} from '../../src/views/block.js';
import {entered, type Filled, fieldBlocks, formKeys, typedIn} from '../kit/form.js';
import {onlyWhile} from '../kit/question.js';
import type {Context, Form, FormField, Screen, Task} from '../kit/screen.js';
import {goBackTo} from '../model.js';
import {type LineRules, textRules} from '../terminal/line.js';
import {customerInFull, planName, stateText} from './shown.js';

/** The state of the form. No field has the focus while the question is asked and while the change is sent. */
type ChangeState = Filled<'until' | 'reason' | 'none'> & {
  readonly id: number;
  readonly change: Change;
  readonly asked: ChangeOrder | undefined;
  readonly isSending: boolean;
};

const dateRules: LineRules = {accepts: /^[0-9-]$/, longest: 10};
const wholeDate = '2026-01-01'.length;

const untilOf = (state: ChangeState) => typedIn(state, 'until').trim();
const reasonOf = (state: ChangeState) => typedIn(state, 'reason').trim();

/** Throws the `Problem` `day-invalid` if the text is not a date after today in the shop. */
function checkUntil(day: string, {till, shop}: Context): void {
  if (day === '') return;
  const today = businessDate(till.now(), shop.zone, '00:00');
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(day) && Temporal.PlainDate.compare(day, today) > 0) return;
  } catch {
    // thrown below
  }
  throw new Problem('day-invalid', {day});
}

function checkReason(reason: string, change: Change): void {
  if (change === 'cancel' && reason === '') throw new Problem('reason-missing');
  validateFreeText(reason);
}

/** Returns the form. Only a pause has an end date. */
function form(state: ChangeState, context: Context): Form<ChangeState> {
  const {fields, untilHint, untilWrong, notOffered, reasonOptional, leftEmpty} =
    context.messages.subscriptionScreen.change;
  const {change, asked} = state;
  const until: FormField<ChangeState> = {
    id: 'until',
    label: fields.until,
    rules: dateRules,
    hint: untilHint({date: exampleDate(context)}),
    fallback: asked === undefined ? '' : leftEmpty.until,
    check: () => problemOf(() => checkUntil(untilOf(state), context)),
    says: () => untilWrong({date: exampleDate(context)}),
  };
  const reason: FormField<ChangeState> = {
    id: 'reason',
    label: fields.reason,
    rules: textRules,
    hint: change === 'cancel' ? '' : reasonOptional,
    fallback: asked === undefined ? '' : leftEmpty.reason,
    check: () => problemOf(() => checkReason(reasonOf(state), change)),
    says: ({code}) => (code === 'call-not-offered' ? notOffered : undefined),
  };
  return change === 'pause' ? [until, reason] : [reason];
}

const exampleDate = ({now, shop}: Context): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.round(now))
    .toZonedDateTimeISO(shop.zone)
    .toPlainDate()
    .add({months: 1})
    .toString();

function orderOf(state: ChangeState, {shop}: Context): ChangeOrder {
  const {change} = state;
  const until = untilOf(state);
  const resumeAt = serviceTimeFrom(until, shop.zone) ?? `${until}T00:00:00`;
  return {change, reason: reasonOf(state), ...(change === 'pause' && until !== '' && {resumeAt})};
}

function willText(state: ChangeState, {till, language, messages}: Context): string {
  const {change: said, one} = messages.subscriptionScreen;
  const {registry} = till.state;
  const known = registry.subscriptions.get(state.id);
  const plan = known && planOfKnown(registry, known);
  const date = untilOf(state);
  const name = state.change === 'pause' && date.length === wholeDate ? 'pauseUntil' : state.change;
  return fill(said.will[name], {date, price: plan === undefined ? one.planUnknown : priceText(plan, language)});
}

function about(known: KnownSubscription, context: Context): Block {
  const [customer, plan, state] = [
    customerInFull(known, context),
    planName(known, context),
    stateText(known, context.language),
  ];
  const said = [customer, plan, state].join(', ');
  // The status changes while the change is sent. The result says so.
  return fact('about', [customer, plan, state].join(' · '), {tone: 'strong', said, ageless: customer});
}

/** Whether the problem means that the subscription is not, or may not be, in the state that the till assumed. */
const isAboutItsState = ({code}: Problem) =>
  code === 'subscription-refused' || code === 'subscription-unclear' || code === 'subscription-unknown';

const changing = (id: number, order: ChangeOrder): Task<ChangeState> => ({
  kind: 'change',
  run: till => till.changeSubscription(id, order),
  done: () => ({go: goBackTo('subscription', {id, result: {kind: 'done', change: order.change}})}),
  refused: (state, problem) =>
    isAboutItsState(problem)
      ? {go: goBackTo('subscription', {id, result: {kind: 'problem', problem, isAskedAnew: true}})}
      : {state: {...state, focus: 'reason', asked: undefined, isSending: false, wrong: {field: 'reason', problem}}},
});

const isFilling = ({asked}: ChangeState) => asked === undefined;

/** A change of a subscription. The screen says what will happen from the first key to the last question. The change is sent once. */
export const change: Screen<['change', {readonly id: number; readonly change: Change}], ChangeState> = {
  id: 'change',
  open: ({id, change: kind}) => ({
    state: {
      lines: {},
      focus: kind === 'pause' ? 'until' : 'reason',
      kept: undefined,
      wrong: undefined,
      id,
      change: kind,
      asked: undefined,
      isSending: false,
    },
  }),
  form,
  describe: (state, context) => {
    const {id, change, asked, isSending} = state;
    const {till, messages} = context;
    const {titles, sending} = messages.subscriptionScreen.change;
    const known = till.state.registry.subscriptions.get(id);
    const name = titles[change]({id});
    return [
      title(name, {said: name}),
      gap('above'),
      ...(known === undefined ? [] : [about(known, context)]),
      gap('about-below'),
      fact('will', willText(state, context), {
        tone: asked === undefined ? 'plain' : 'not-known',
        most: 4,
        importance: 'standing',
      }),
      gap('fields'),
      ...fieldBlocks(form(state, context), state, context),
      ...(isSending ? [gap('below'), fact('sending', sending, {tone: 'quiet'})] : []),
    ];
  },
  keys: [
    {
      id: 'do-change',
      when: ({asked, isSending}) => asked !== undefined && !isSending,
      press: state => (state.asked ? {state: {...state, isSending: true}, asks: changing(state.id, state.asked)} : {}),
    },
    {
      id: 'continue',
      when: isFilling,
      press: (state, context) => {
        const next = entered(form(state, context), state);
        if (next !== undefined) return {state: next};
        return {state: {...state, focus: 'none', wrong: undefined, asked: orderOf(state, context)}};
      },
    },
    ...formKeys(form).map(onlyWhile<ChangeState>(state => isFilling(state) && state.change === 'pause')),
    {
      id: 'back',
      when: ({isSending}) => !isSending,
      press: state => (isFilling(state) ? {go: 'back'} : {state: {...state, focus: 'reason', asked: undefined}}),
    },
  ],
};
