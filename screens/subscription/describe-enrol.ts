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
import {type Block, compact, fact, gap, type ListBlock, notice, title} from '../../src/views/block.js';
import {is} from '../../src/views/text.js';
import {fieldBlocks, typedIn} from '../kit/form.js';
import type {Context} from '../kit/screen.js';
import {keyText} from '../terminal/bindings.js';
import {type Enrol, type EnrolRequest, enrolForm, fittingPlans} from './enrol-form.js';
import {stateText} from './shown.js';

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

export const unclearProblem = (
  {customerEmail, requestedAt, reference}: Enrolment,
  {zone}: Pick<Context['shop'], 'zone'>,
): Problem =>
  new Problem('enrolment-unclear', {
    email: customerEmail,
    time: clockText(requestedAt, zone),
    enrolment: reference,
  });

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

export function describe(state: Enrol, context: Context): readonly Block[] {
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
