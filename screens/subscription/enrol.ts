import {markOf} from '../../src/core/card/card.js';
import {businessDate, clockText, dateText} from '../../src/core/day/business-day.js';
import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {statedMoney} from '../../src/core/money/decimal.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Verdict} from '../../src/core/payment/payment.js';
import {Problem} from '../../src/core/problem.js';
import {type Enrolment, isEnrolmentOpen, planAsked, refusalText} from '../../src/core/subscription/enrolment.js';
import {chargeText, priceText, rhythmText} from '../../src/core/subscription/plan-text.js';
import {openEnrolmentOf, standingSubscriptionOf} from '../../src/core/subscription/registry.js';
import {hasBegun} from '../../src/core/subscription/standing.js';
import {cleanText} from '../../src/core/text/text.js';
import type {EnrolOptions} from '../../src/till/subscription/enrol.js';
import {type Block, compact, fact, gap, type ListBlock, notice, title} from '../../src/views/block.js';
import {is} from '../../src/views/text.js';
import {SealedCard, withCard, withoutCard} from '../card/card-form.js';
import {mustConfirmClock} from '../confirm/confirm.js';
import {fieldBlocks, formKeys, moved, typedIn} from '../kit/form.js';
import {fitting, markedList} from '../kit/list.js';
import {onlyWhile} from '../kit/question.js';
import {type Context, type Pressed, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goInstead, goTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {emptyLine, lineOf} from '../terminal/line.js';
import {type Enrol, type EnrolRequest, enrolForm, mustSayWhy, nextWrong, readEnrol} from './enrol-form.js';
import {type EnrolGiven, plansIn, stateText} from './shown.js';

const isTyped = ({asked, sent}: Enrol) => asked === undefined && sent === undefined;

/** Returns an empty form, with a plan that is requested by its code, or one that the service makes with the enrolment. */
function newEnrol({planCode, draft}: {readonly planCode?: string; readonly draft?: Plan}): Enrol {
  const typed = draft?.name ?? planCode;
  return {
    lines: typed === undefined ? {} : {plan: lineOf(typed)},
    focus: typed === undefined ? 'plan' : 'email',
    kept: undefined,
    wrong: undefined,
    plan: draft,
    asking: planCode,
    index: 0,
    asked: undefined,
    isSending: false,
    isLeaving: false,
    sent: undefined,
  };
}

const fittingPlans = markedList<Enrol, Plan>(
  (state, {till}) =>
    fitting(plansIn(till.state.registry), typedIn(state, 'plan'), ({name, planCode}) => [name, planCode]),
  ({planCode}) => planCode,
);

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

const day = 24 * 60 * 60_000;

/** Returns the last day, with its year, of a trial that begins at an instant. */
function trialEnd(begun: number, days: number, {language, shop}: Context): string {
  const date = businessDate(begun + days * day, shop.zone, '00:00');
  return `${dateText(date, language)} ${date.slice(0, 'YYYY'.length)}`;
}

const charged = (plan: Plan, context: Context): string =>
  chargeText(plan, trialEnd(context.now, plan.trialPeriodDays, context), context.language);

/** Returns what to know about a customer before enrolling: an enrolment with an unknown outcome, or a subscription that goes on. */
function customerWarnings(email: string, {language, till, messages}: Context): readonly string[] {
  const {blocked, hasOne} = messages.planScreen.enrol;
  const {registry} = till.state;
  if (email.trim() === '') return [];
  if (openEnrolmentOf(registry, email) !== undefined) return [blocked({email: email.trim()})];
  const standing = standingSubscriptionOf(registry, email);
  if (standing === undefined) return [];
  const {id} = standing.subscription;
  return [hasOne({email: email.trim(), id, state: stateText(standing, language)})];
}

const unclearProblem = (
  {customerEmail, requestedAt, reference}: Enrolment,
  {zone}: Pick<Context['shop'], 'zone'>,
): Problem =>
  new Problem('enrolment-unclear', {email: customerEmail, time: clockText(requestedAt, zone), enrolment: reference});

function enrolmentVerdict(
  enrolment: Enrolment,
  {messages, till}: Context,
): {readonly verdict: Verdict; readonly word: string} {
  const {states} = messages.subscription;
  const word = states[enrolment.status];
  if (isEnrolmentOpen(enrolment)) return {verdict: 'not-known', word};
  if (enrolment.status === 'made' && !hasBegun(till.state.registry, enrolment))
    return {verdict: 'not-known', word: states.waiting};
  return {verdict: enrolment.status === 'made' ? 'paid' : 'not-paid', word};
}

function enrolmentTexts(enrolment: Enrolment, context: Context): readonly string[] {
  const {language, messages} = context;
  const {sending, number, noReference, safe} = messages.planScreen.enrol;
  const words = messages.subscription;
  const {status, customerEmail: email, trialPeriodDays: days, subscription: id, amount} = enrolment;
  if (status === 'requested' || status === 'sent') return [sending];
  if (status === 'unknown') {
    const isDuplicate = enrolment.proof?.kind === 'duplicate';
    return [(isDuplicate ? words.unclearDuplicate : words.unclear)({email})];
  }
  if (status === 'not-made') {
    const why = refusalText(enrolment, language);
    return enrolment.proof?.kind === 'duplicate' ? [why] : [why, safe];
  }
  const made = number({id: id ?? '?'});
  const isBegun = hasBegun(context.till.state.registry, enrolment);
  const billed = isBegun ? [] : [messages.payment.stillBilled({id: id ?? '?'})];
  if (amount.minor === 0 && isBegun) return [made];
  if (days <= 0 || !isBegun) return [made, noReference({id: id ?? '?'}), ...billed];
  const {newPlan} = enrolment;
  const plan = context.till.state.registry.plans.get(enrolment.planCode) ?? (newPlan && {...newPlan, intervalCount: 1});
  const facts = {
    days,
    date: trialEnd(enrolment.requestedAt, days, context),
    amount: displayMoney(amount, language),
    every: plan === undefined ? '' : rhythmText(plan, language),
  };
  return [made, words.freeUntil(facts)];
}

function describe(state: Enrol, context: Context): readonly Block[] {
  const {asked, sent} = state;
  if (sent !== undefined) return result(sent, context);
  return asked === undefined ? filled(state, context) : question(state, asked, context);
}

/** Returns the form. No more than the last four digits of the card number are ever shown. */
function filled(state: Enrol, context: Context): readonly Block[] {
  const {plan} = state;
  const fields = fieldBlocks(enrolForm(state, context), state, context);
  return [
    title(context.messages.planScreen.enrol.title),
    gap('above'),
    ...fields.flatMap(block => (block.id === 'plan' ? [block, ...planBlocks(state, context)] : [block])),
    ...(plan === undefined ? [] : [gap('above-charge'), fact('charge', charged(plan, context), {tone: 'strong'})]),
    gap('below'),
    ...warnings(typedIn(state, 'email'), context),
    fact('not-kept', context.messages.cardScreen.sale.notKept, {tone: 'quiet', most: 2, isOptional: true}),
  ];
}

const warnings = (email: string, context: Context): readonly Block[] =>
  customerWarnings(email, context).map((text, at) => notice(`warning ${at}`, text, {tone: 'not-known', glyph: '!'}));

/** Returns the notice that the service is being asked, or the plans that match what is typed. */
function planBlocks(state: Enrol, context: Context): readonly Block[] {
  const {noPlans, noMatch, asking} = context.messages.planScreen.enrol;
  const quiet = (text: string) => [fact('plans', text, {tone: 'quiet', most: 2})];
  if (state.asking !== undefined) return quiet(asking);
  if (state.focus !== 'plan' || state.plan !== undefined) return [];
  if (fittingPlans.isFilled(state, context)) return [listed(state, context)];
  const isNone = context.till.state.registry.plans.size === 0;
  return quiet(isNone ? noPlans : noMatch({key: keyText('continue', context)}));
}

function listed(state: Enrol, context: Context): ListBlock {
  const {language, messages} = context;
  const cellsOf = (plan: Plan) =>
    [cleanText(plan.name, 30), priceText(plan, language), cleanText(plan.planCode, 40)] as const;
  return fittingPlans.block(state, context, {
    id: 'plans',
    columns: [{title: ''}, {title: ''}, {title: '', grows: true}],
    row: plan => ({cells: cellsOf(plan)}),
    narrated: (plan, place) => {
      const [name, price, code] = cellsOf(plan);
      return `${messages.planScreen.list.row({...place, name, price, code})}.`;
    },
    empty: '',
  });
}

function question(state: Enrol, {order, mark}: EnrolRequest, context: Context): readonly Block[] {
  const {messages} = context;
  const {question: ask, rows, madeWith, cannotRecall, sending} = messages.planScreen.enrol;
  const {isSending} = state;
  const {plan, customerEmail} = order;
  const money = statedMoney(plan.amount, plan.currency);
  const card = `${messages.cardScreen.sale.endingIn({lastFour: mark.lastFour})}, ${mark.brand}`;
  const about = (label: string, text: string, said?: string) =>
    fact(label, cleanText(text, 120), {
      lead: label,
      tone: 'strong',
      importance: 'standing',
      ...(said !== undefined && {said: is(label, said, context)}),
    });
  return compact([
    title(ask),
    gap('above'),
    money !== undefined && ({kind: 'amount', id: 'amount', said: '', money, tone: 'strong', beside: []} as const),
    fact('charge', charged(plan, context), {tone: 'strong', importance: 'standing'}),
    plan.billingLimit !== null && fact('limit', messages.planScreen.form.limit({cycles: plan.billingLimit})),
    gap('middle'),
    about(rows.card, `${mark.brand} •••• ${mark.lastFour}`, card),
    about(rows.email, customerEmail),
    about(rows.plan, `${plan.name}  ${plan.planCode || madeWith}`),
    gap('below'),
    ...warnings(customerEmail, context),
    ...fieldBlocks(enrolForm(state, context), state, context),
    fact('recall', isSending ? sending : cannotRecall, {tone: isSending ? 'not-known' : 'quiet'}),
  ]);
}

/** Returns the result of an enrolment that was sent: its status, what that means, and what to do. */
function result(reference: string, context: Context): readonly Block[] {
  const {language, till, messages} = context;
  const {registry} = till.state;
  const enrolment = registry.enrolments.get(reference);
  if (enrolment === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
  const {verdict, word} = enrolmentVerdict(enrolment, context);
  const {result: on, waiting} = messages.planScreen.enrol;
  const {status, card, amount} = enrolment;
  const isOnItsWay = status === 'requested' || status === 'sent';
  const email = cleanText(enrolment.customerEmail, 60);
  const ending = messages.cardScreen.sale.endingIn({lastFour: card.lastFour});
  const plan = cleanText(registry.plans.get(enrolment.planCode)?.name ?? planAsked(enrolment), 60);
  const stands = isOnItsWay ? `${word}, ${waiting}` : word;
  return [
    title(on({plan})),
    gap('above'),
    {
      kind: 'amount',
      id: 'amount',
      said: displayMoney(amount, language),
      money: amount,
      tone: 'strong',
      beside: [
        {text: word, tone: verdict, badge: verdict},
        {text: isOnItsWay ? waiting : '', tone: 'quiet'},
      ],
    },
    fact('who', `${email} · ${card.brand} •••• ${card.lastFour}`, {
      tone: 'quiet',
      importance: 'standing',
      said: `${stands}: ${email}, ${card.brand}, ${ending}.`,
    }),
    gap('below'),
    ...enrolmentTexts(enrolment, context).map((text, at) =>
      fact(`text ${at}`, text, {tone: at === 0 ? 'strong' : 'plain', most: 4, importance: 'standing'}),
    ),
  ];
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
    return {state: withCard({...state, asked: undefined, focus: asked.from, wrong: undefined}, asked.card.unseal())};
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
