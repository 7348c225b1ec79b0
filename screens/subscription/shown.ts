import {clockText, dateText} from '../../src/core/day/business-day.js';
import type {Change} from '../../src/core/endpoints/subscription/change-subscription.js';
import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import {inZone, minuteIn} from '../../src/core/service/clock.js';
import type {Deviation} from '../../src/core/subscription/deviations.js';
import {type Enrolment, planAsked} from '../../src/core/subscription/enrolment.js';
import {
  deviationColumn,
  deviationSentences,
  priceText,
  rhythmText,
  statedAmount,
} from '../../src/core/subscription/plan-text.js';
import {
  isOver,
  type KnownSubscription,
  type Registry,
  type SubscriptionState,
  subscriptionState,
} from '../../src/core/subscription/registry.js';
import {
  deviationsOfKnown,
  isOfOtherMode,
  nextChargeOfKnown,
  planOfKnown,
  unclearChangeOf,
  wholeSubscription,
} from '../../src/core/subscription/standing.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Refreshed} from '../../src/till/subscription/plans.js';
import {compact, type FactBlock, fact, type NoticeBlock, notice, type Tone} from '../../src/views/block.js';
import type {Context} from '../kit/screen.js';
import {type Go, goTo, type Notice} from '../model.js';
import {keyText} from '../terminal/bindings.js';

type Known = Pick<KnownSubscription, 'subscription'>;

/** Returns the state of a subscription, or undefined for an unknown word or none. */
export const stateOf = ({subscription: {status}}: Known): SubscriptionState | undefined => subscriptionState(status);

/** Returns the name of the state in the person's language, or the service's word if the state is unknown. */
export function stateText(known: Known, language: Language): string {
  const {states, notKnown} = messages(language).subscriptionScreen;
  const state = stateOf(known);
  return state === undefined ? cleanText(known.subscription.status ?? notKnown, 40) : states[state];
}

/** Returns the tone of a state: an overdue one stands out, and one that is over is quiet. */
export function toneOfState(known: Known): Tone {
  const state = stateOf(known);
  if (state === 'past-due') return 'not-paid';
  if (state === undefined) return 'not-known';
  return isOver(known.subscription) ? 'quiet' : 'plain';
}

/** Returns the changes that a state allows: pausing if active; in an unknown state all, and the service decides. */
export function changesOf(known: Known): readonly Change[] {
  const state = stateOf(known);
  if (isOver(known.subscription)) return [];
  if (state === undefined) return ['pause', 'resume', 'cancel'];
  if (state === 'paused') return ['resume', 'cancel'];
  return state === 'active' ? ['pause', 'cancel'] : ['cancel'];
}

const longestText = 200;

export const whenText = (time: string, {shop}: Context): string => minuteIn(time, shop.zone);

/** Returns a day of the service with its year: `Tue 22 Dec 2026`. A text that is not a day stays as it is. */
function serviceDayText(time: string, reader: Context): string {
  const date = dayIn(time, reader);
  return date === undefined
    ? whenText(time, reader)
    : `${dateText(date, reader.language)} ${date.slice(0, 'YYYY'.length)}`;
}

/** Returns a time of the service in readable form: `Sun 22 Nov 2026, 02:28`. */
function serviceTimeText(time: string, reader: Context): string {
  const [, clock] = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/u.exec(inZone(time, reader.shop.zone)) ?? [];
  if (clock === undefined || dayIn(time, reader) === undefined) return cleanText(time, longestText);
  return `${serviceDayText(time, reader)}, ${clock}`;
}

/** Returns the date with which a text begins, or undefined if there is no such date. */
function dayIn(time: string, {shop}: Context): string | undefined {
  const date = /^\d{4}-\d\d-\d\d/u.exec(inZone(time, shop.zone))?.[0];
  return date !== undefined && Number.isFinite(Date.parse(date)) ? date : undefined;
}

/**
 * Whether the service has answered: it is being asked, or it has sent everything that is shown at some time, or has not and why.
 * `learning`: for how many subscriptions the charges are being requested, one after the other.
 */
export type Hearing =
  | {readonly kind: 'asking'}
  | ({
      readonly kind: 'heard';
      readonly at: number;
      readonly learning?: {readonly asked: number; readonly count: number};
    } & Refreshed);

export type ChangeResult =
  | {readonly kind: 'done'; readonly change: Change}
  | {readonly kind: 'added'}
  | {readonly kind: 'problem'; readonly problem: Problem; readonly isAskedAnew: boolean};

export const notFetched = (problem: Problem): Hearing => ({kind: 'heard', at: 0, isListed: false, problem});

export function sourceText(hearing: Hearing, {language, shop, messages}: Context): string {
  const {source} = messages.subscriptionScreen;
  if (hearing.kind === 'asking') return source.asking;
  const {problem, isListed, at, learning} = hearing;
  if (problem !== undefined) return source.memory({problem: problemText(problem, language)});
  const text = isListed ? source.heard({time: clockText(at, shop.zone)}) : source.notListed;
  if (learning === undefined) return text;
  return `${text} ${source.learning({at: learning.asked + 1, count: learning.count})}`;
}

export function planName(known: KnownSubscription, {till, messages}: Context): string {
  const {notKnown} = messages.subscriptionScreen;
  return cleanText(planOfKnown(till.state.registry, known)?.name ?? known.planCode ?? notKnown, 60);
}

/** Returns the same for an enrolment, whose plan may be one that the service was to make with it. */
export const planOfEnrolment = (enrolment: Enrolment, {till}: Context): string =>
  cleanText(till.state.registry.plans.get(enrolment.planCode)?.name ?? planAsked(enrolment), 60);

/** Returns the customer's e-mail address, by which the service identifies a customer. */
export const customerText = ({subscription}: KnownSubscription, {messages}: Context): string =>
  cleanText(subscription.customerEmail ?? messages.subscriptionScreen.notKnown, 80);

export function customerInFull(known: KnownSubscription, context: Context): string {
  const {firstName = null, lastName = null} = known.subscription;
  return [customerText(known, context), cleanText(`${firstName ?? ''} ${lastName ?? ''}`, 60)].join(' ').trim();
}

/** Returns the day of the next charge in at most 9 cells. A distant day is shown by its year and month. */
export function nextShort(known: KnownSubscription, context: Context): string {
  const {till, now, messages} = context;
  const next = nextChargeOfKnown(till.state.registry, known, now);
  if (next === undefined) return messages.subscriptionScreen.one.empty;
  const date = dayIn(next.at, context);
  if (date === undefined) return whenText(next.at, context);
  return Date.parse(date) - now > farMs ? date.slice(0, 7) : dayShort(next.at, context);
}

/** Returns a day of the service without weekday and year: `22 Dec`. A text that is not a day stays as it is. */
export function dayShort(time: string, reader: Context): string {
  const date = dayIn(time, reader);
  return date === undefined ? whenText(time, reader) : dateText(date, reader.language).split(' ').slice(1).join(' ');
}

const farMs = 300 * 24 * 60 * 60_000;

type Glyph = '✓' | '!' | '?' | '–' | '✗' | ' ';
const tones: Readonly<Record<Glyph, Tone>> = {
  '✓': 'paid',
  '!': 'needs-person',
  '?': 'not-known',
  '✗': 'problem',
  '–': 'quiet',
  ' ': 'plain',
};
const sentence = (id: string, glyph: Glyph, text: string): NoticeBlock =>
  notice(id, text, {glyph, tone: tones[glyph], most: 4, importance: 'standing'});

/** Returns the state of a subscription: its state and price, the next charge, and everything unusual about it. */
export function standingBlocks(known: KnownSubscription, context: Context): readonly NoticeBlock[] {
  const {till, shop, now, language, messages} = context;
  const {one} = messages.subscriptionScreen;
  const {otherMode, unclearChange} = messages.subscription;
  const {registry} = till.state;
  const plan = planOfKnown(registry, known);
  const price = plan === undefined ? one.planUnknown : priceText(plan, language);
  const mode = cleanText(known.subscription.connectionMode ?? '', 30);
  const drifts = deviationsOfKnown(registry, known, now);
  const unclear = unclearChangeOf(known);
  return compact([
    sentence('state', ' ', [stateText(known, language), planName(known, context), price].join(' · ')),
    sentence('next', ' ', nextText(known, context)),
    ...(drifts.length === 0 ? [undefined] : drifts).map((drift, at) => deviationBlock(`drift ${at}`, drift, context)),
    isOfOtherMode(known, shop.profile) &&
      sentence('mode', '!', otherMode({mode, profile: messages.frame.profiles[shop.profile]})),
    unclear !== null && sentence('unclear', '?', unclearChange[unclear]),
    known.isOwn
      ? sentence('own', ' ', one.own)
      : sentence('own', '–', one.elsewhere({key: keyText('make-own', context)})),
  ]);
}

function nextText(known: KnownSubscription, context: Context): string {
  const {till, now, messages} = context;
  const {one} = messages.subscriptionScreen;
  const next = nextChargeOfKnown(till.state.registry, known, now);
  if (next === undefined) return one.noNext;
  return (next.from === 'plan' ? one.nextByPlan : one.nextCharge)({date: serviceDayText(next.at, context)});
}

const glyphs = ['✓', '!', '?', '–'] as const;

function deviationBlock(id: string, drift: Deviation | undefined, {language, shop}: Context): NoticeBlock {
  const drifts = drift === undefined ? [] : [drift];
  const short = deviationColumn(drifts, language);
  const glyph = glyphs.find(each => short.startsWith(each)) ?? '!';
  return sentence(id, glyph, deviationSentences(drifts, language, shop.zone).join(' '));
}

export function resultBlock(result: ChangeResult, {language, messages}: Context): NoticeBlock {
  const {one} = messages.subscriptionScreen;
  switch (result.kind) {
    case 'added':
      return sentence('result', '✓', one.added);
    case 'done':
      return sentence('result', '✓', messages.subscription.done[result.change]);
    case 'problem': {
      const text = problemText(result.problem, language);
      const glyph = result.problem.code === 'subscription-unclear' ? '?' : '✗';
      return sentence('result', glyph, result.isAskedAnew ? `${text} ${one.afterRefusal}` : text);
    }
  }
}

type Field = readonly [label: string, value: string];

/** Returns every member of the service's record with its label, including those that the service has not sent. */
export function fieldsOf(known: KnownSubscription, reader: Context): readonly Field[] {
  const {fields} = reader.messages.subscription;
  const whole = wholeSubscription(known);
  const names = Object.keys(fields) as readonly (keyof typeof fields)[];
  return names.map(name => [fields[name], valueText(whole[name], reader)]);
}

export const recordBlocks = (fields: readonly Field[]): readonly FactBlock[] =>
  fields.map(([lead, value]) => fact(lead, value, {lead, most: 4, importance: 'detail'}));

export function valueText(value: unknown, reader: Context): string {
  const {yes, no, empty} = reader.messages.subscriptionScreen.one;
  if (value === null || value === undefined || value === '') return empty;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'string') return serviceTimeText(value, reader);
  return cleanText(JSON.stringify(value), longestText);
}

/** What an enrolment is opened with: the code of a known plan, a plan that the service makes with it, or neither for any plan. */
export type EnrolGiven = {readonly planCode?: string; readonly draft?: Plan};

/** Returns the step to an enrolment, or a notice if no cards are typed into the till. */
export const toEnrol = (
  given: EnrolGiven,
  {shop}: Context,
  go: (to: 'enrol', given: EnrolGiven) => Go = goTo,
): {readonly go: Go} | {readonly notice: Notice} =>
  shop.cards.areTyped ? {go: go('enrol', given)} : {notice: {kind: 'problem', problem: new Problem('cards-not-typed')}};

/** Returns the plans that the till knows, by name and then by code. */
export const plansIn = ({plans}: Pick<Registry, 'plans'>): readonly Plan[] =>
  [...plans.values()].sort((a, b) => a.name.localeCompare(b.name) || a.planCode.localeCompare(b.planCode));

/** Returns the name of a plan's state. A state that the till does not know stays as the service wrote it. */
export const planState = ({status}: Pick<Plan, 'status'>, {messages}: Pick<Context, 'messages'>): string =>
  /^active$/iu.test(status) ? messages.planScreen.plan.active : cleanText(status, 40);

/** Returns the fields of a plan in full, each with its label. The code is shown separately. */
export function planFields(plan: Plan, reader: Context): readonly (readonly [label: string, value: string])[] {
  const {language, messages} = reader;
  const {fields, noTrial, noEnd, notTold} = messages.planScreen.plan;
  const {trial, limit} = messages.subscription;
  const {trialPeriodDays: days, billingLimit: cycles} = plan;
  const given = (text: string | null) => cleanText(text ?? '', 200) || notTold;
  const timeOf = (time: string | null) => (time === null ? notTold : serviceTimeText(time, reader) || notTold);
  return [
    [fields.name, given(plan.name)],
    [fields.description, cleanText(plan.description, 200) || '–'],
    [fields.amount, statedAmount(plan.amount, plan.currency, language)],
    [fields.every, cleanText(rhythmText(plan, language), 60)],
    [fields.trial, days > 0 ? trial({days}) : noTrial],
    [fields.limit, cycles === null ? noEnd : limit({cycles})],
    [fields.state, given(planState(plan, reader))],
    [fields.createdAt, timeOf(plan.createdAt)],
    [fields.updatedAt, timeOf(plan.updatedAt)],
  ];
}
