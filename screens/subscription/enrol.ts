import {markOf} from '../../src/core/card/card.js';
import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {Problem} from '../../src/core/problem.js';
import {isEnrolmentOpen} from '../../src/core/subscription/enrolment.js';
import type {EnrolOptions} from '../../src/till/subscription/enrol.js';
import {SealedCard, withCard, withoutCard} from '../card/card-form.js';
import {mustConfirmClock} from '../confirm/confirm.js';
import {formKeys, moved, typedIn} from '../kit/form.js';
import {onlyWhile} from '../kit/question.js';
import {type Context, type Pressed, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goInstead, goTo} from '../model.js';
import {emptyLine, lineOf} from '../terminal/line.js';
import {describe, unclearProblem} from './describe-enrol.js';
import {
  type Enrol,
  type EnrolRequest,
  enrolForm,
  fittingPlans,
  mustSayWhy,
  newEnrol,
  nextWrong,
  readEnrol,
} from './enrol-form.js';
import type {EnrolGiven} from './shown.js';

const isTyped = ({asked, sent}: Enrol) => asked === undefined && sent === undefined;
const isPicking = (state: Enrol, context: Context) =>
  isTyped(state) && state.focus === 'plan' && fittingPlans.rowsIn(state, context).length > 1;
const inForm = (state: Enrol, context: Context) => isTyped(state) && !isPicking(state, context);

/** Takes the marked plan, or else the typed code. The service is asked for that plan as it is now. */
function takePlan(state: Enrol, context: Context): Step<Enrol> {
  const planCode = fittingPlans.markedIn(state, context)?.planCode ?? typedIn(state, 'plan').trim();
  if (planCode === '') return {};
  const lines = {...state.lines, plan: lineOf(planCode)};
  return askPlan({...state, lines, focus: 'email', wrong: undefined}, planCode);
}

const askPlan = (state: Enrol, planCode: string): Step<Enrol> => ({
  state: {...state, plan: undefined, asking: planCode},
  asks: reading(planCode),
});

function reading(planCode: string): Task<Enrol> {
  // The focus does not move, whatever was typed meanwhile. The field of the plan shows what is wrong with it.
  const read = (state: Enrol, problem: Problem | undefined, plan?: Plan): Step<Enrol> => {
    if (state.asking !== planCode) return {};
    const now = {...state, asking: undefined};
    return {state: problem === undefined ? {...now, plan} : {...now, wrong: {field: 'plan', problem}}};
  };
  return task({
    kind: 'plan',
    isQuiet: true,
    run: till => till.readPlan(planCode),
    done: (state, {plan, problem}) => read(state, problem, plan),
    refused: (state, problem) => read(state, problem),
  });
}

/** Goes to the next field that is needed or the first that is wrong, or to the question when the form is complete. */
function proceed(state: Enrol, context: Context): Step<Enrol> {
  const {focus, plan, asking} = state;
  if (focus === 'plan' && plan === undefined && asking === undefined) return takePlan(state, context);
  if (context.till.writeFailure() !== undefined || focus === 'reason') return {};
  const read = readEnrol(state, context);
  if (read.order !== undefined) {
    const {order, card} = read;
    const asked = {order, mark: markOf(card), card: new SealedCard(card), from: focus};
    const form = withoutCard(state);
    return {state: {...form, lines: {...form.lines, reason: emptyLine}, focus: 'reason', wrong: undefined, asked}};
  }
  const field = nextWrong(focus, read.problems);
  const problem = field && read.problems[field];
  if (field === undefined || problem === undefined) return {};
  // Everything else is complete, but the service has not sent the plan yet.
  if (field === 'plan' && asking !== undefined) return {};
  const isNext = field !== focus && typedIn(state, field).trim() === '';
  return {state: {...state, focus: field, wrong: isNext ? undefined : {field, problem}}};
}

function send(state: Enrol, context: Context, {chunk}: Pressed): Step<Enrol> {
  const {asked} = state;
  if (asked === undefined) return {};
  if (mustConfirmClock(context)) return {go: goTo('clock', {chunk})};
  const isAgain = mustSayWhy(asked.order, context);
  const again = typedIn(state, 'reason').trim();
  if (isAgain && again === '')
    return {state: {...state, wrong: {field: 'reason', problem: new Problem('reason-missing')}}};
  const asks = enrolling(asked, isAgain ? {again} : {});
  return {state: {...state, isSending: true, wrong: undefined}, asks};
}

const enrolling = ({order, card}: EnrolRequest, options: EnrolOptions): Task<Enrol> =>
  task({
    kind: 'enrol',
    isUrgent: true,
    run: async (till, begun: (reference: string) => void) => {
      const {enrolment, finished} = await till.enrol(order, card.unseal(), options);
      begun(enrolment);
      await finished;
      return enrolment;
    },
    reduce: (state, sent) => ({
      state: {...state, asked: undefined, isSending: false, sent},
      ...(state.isLeaving && {go: 'back'}),
    }),
    done: (state, reference, context) => (reference === state.sent ? over(reference, context) : {}),
    // A person who has gone on to another screen is told if the enrolment did not succeed.
    late: (reference, {till, shop}) => {
      const enrolment = till.state.registry.enrolments.get(reference);
      if (enrolment === undefined || enrolment.status === 'made') return undefined;
      const problem = isEnrolmentOpen(enrolment)
        ? unclearProblem(enrolment, shop)
        : new Problem('subscription-refused', {text: enrolment.proof?.text ?? ''});
      return {kind: 'problem', problem};
    },
    refused: (state, problem, context) =>
      state.asked === undefined ? {notice: {kind: 'problem', problem}} : notBegun(state, problem, context),
  });

/** Goes back. From the question, the form gets its card back. From a refusal, it can take another, and its plan is requested again. */
function back(state: Enrol, context: Context): Step<Enrol> {
  const {asked, isSending, sent} = state;
  if (isSending) return {state: {...state, isLeaving: true}};
  if (asked !== undefined)
    return {
      state: withCard({...state, asked: undefined, focus: asked.from, wrong: undefined}, asked.card.unseal()),
    };
  const enrolment = context.till.state.registry.enrolments.get(state.sent ?? '');
  if (sent === undefined || enrolment?.status !== 'not-made') return {go: 'back'};
  const form: Enrol = {...state, sent: undefined, focus: 'number', wrong: undefined};
  return enrolment.planCode === '' ? {state: form} : askPlan(form, enrolment.planCode);
}

/** Returns what follows the answer: the payment that the enrolment makes, or the screen to settle one with an unknown outcome. */
function over(reference: string, {till}: Context): Step<Enrol> {
  if (till.state.payments.has(reference)) return {go: goInstead('payment', {reference})};
  const enrolment = till.state.registry.enrolments.get(reference);
  return enrolment !== undefined && isEnrolmentOpen(enrolment) ? {go: goInstead('enrolment', {reference})} : {};
}

/** Handles that nothing was sent. The card was handed over and no longer exists, so it has to be typed again. */
function notBegun(state: Enrol, problem: Problem, {till}: Context): Step<Enrol> {
  const reference = String(problem.facts['enrolment']);
  const earlier = till.state.registry.enrolments.get(reference);
  const isUnclear = problem.code === 'enrolment-unclear' && earlier !== undefined && isEnrolmentOpen(earlier);
  return {
    state: {...state, asked: undefined, isSending: false, isLeaving: false, focus: 'number'},
    notice: {kind: 'problem', problem},
    ...(isUnclear && {go: goTo('enrolment', {reference})}),
  };
}

/** The enrolment of a customer: the form, one question before the card is sent, which sends once, and the outcome. */
export const enrol: Screen<['enrol', EnrolGiven], Enrol> = {
  id: 'enrol',
  open: given => {
    const {planCode} = given;
    // If the list cannot be recorded because the journal cannot be written, the banner says so.
    const plans: Task<Enrol> = {kind: 'plans', run: till => till.refreshPlans(), refused: () => ({})};
    return {state: newEnrol(given), asks: planCode === undefined ? plans : [plans, reading(planCode)]};
  },
  form: enrolForm,
  describe,
  keys: [
    {id: 'do-enrol', when: ({asked, isSending}) => asked !== undefined && !isSending, press: send},
    {id: 'pick-marked', when: isPicking, press: proceed},
    {...fittingPlans.selectKey, when: isPicking},
    {
      id: 'leave-list',
      when: isPicking,
      press: (state, context, {place}) => ({state: moved(enrolForm(state, context), state, place === 0 ? 1 : -1)}),
    },
    {id: 'continue', when: inForm, press: proceed},
    ...formKeys(enrolForm).map(onlyWhile<Enrol>(inForm)),
    {id: 'back', press: back},
  ],
  focused: ({sent}) => sent,
  secrets: ({lines, asked}) => [
    ...Object.values(lines).flatMap(({secret}) => secret ?? []),
    ...(asked === undefined ? [] : [asked.card]),
  ],
};
