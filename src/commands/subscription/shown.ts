import {intervals, type Plan} from '../../core/endpoints/subscription/plans.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {type ExitCode, Problem} from '../../core/problem.js';
import {minuteIn} from '../../core/service/clock.js';
import {subscriptionSpec, toldSubscription} from '../../core/subscription/json.js';
import {deviationColumn, deviationSentences, priceText} from '../../core/subscription/plan-text.js';
import type {KnownSubscription, Registry} from '../../core/subscription/registry.js';
import {
  deviationsOfKnown,
  isOfOtherMode,
  nextChargeOfKnown,
  planOfKnown,
  unclearChangeOf,
  wholeSubscription,
} from '../../core/subscription/standing.js';
import {cleanText} from '../../core/text/text.js';
import {fit, widthOf} from '../../core/text/width.js';
import {answer, jsonText, note, noteProblem} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {Refreshed} from '../../till/subscription/plans.js';
import type {Till} from '../../till/till.js';
import type {OptionSpecs} from '../define.js';
import {currencies} from '../values.js';

export function subscriptionCells(session: Session, registry: Registry, known: KnownSubscription): readonly string[] {
  const {language, face} = session;
  const {id, customerEmail, status} = wholeSubscription(known);
  const now = face.world.now();
  const plan = planOfKnown(registry, known);
  const next = nextChargeOfKnown(registry, known, now);
  return [
    String(id),
    customerEmail,
    plan?.name || (known.planCode ?? '?'),
    status,
    next === undefined ? '–' : timeText(session, next.at).slice(0, 'YYYY-MM-DD'.length),
    deviationColumn(deviationsOfKnown(registry, known, now), language),
  ];
}

/** Prints a subscription in one line, and its next charge on another. */
export const writeSubscription = (session: Session, registry: Registry, known: KnownSubscription): Promise<ExitCode> =>
  answer(session, subscriptionAnswer, toldSubscription(registry, known, session.face.world.now()), () =>
    shortLines(session, registry, known),
  );

export const subscriptionAnswer = subscriptionSpec();

export const shortLines = (session: Session, registry: Registry, known: KnownSubscription): readonly string[] => [
  headOf(session, registry, known),
  `  ${nextLine(session, registry, known)}`,
];

/** A subscription in one line: its number, status, customer, plan and price. */
export function headOf(session: Session, registry: Registry, known: KnownSubscription): string {
  const [id = '', email = '', plan = '', status = ''] = subscriptionCells(session, registry, known);
  const price = planOfKnown(registry, known);
  const parts = [id, status, email, plan, price === undefined ? '' : priceText(price, session.language)];
  return parts
    .filter(text => text !== '')
    .map(text => cleanText(text, 80))
    .join('   ');
}

/** When it is charged next, according to the service or the plan. */
export function nextLine(session: Session, registry: Registry, known: KnownSubscription): string {
  const {language, face} = session;
  const {nextCharge, nextByPlan, noNextCharge} = messages(language).subscription;
  const next = nextChargeOfKnown(registry, known, face.world.now());
  if (next === undefined) return noNextCharge;
  return (next.from === 'plan' ? nextByPlan : nextCharge)({date: timeText(session, next.at)});
}

/** A subscription with every member of the service's record, its plan, and a sentence for each deviation from it. */
export function wholeLines(session: Session, registry: Registry, known: KnownSubscription): readonly string[] {
  const {language, face} = session;
  const words = messages(language).subscription;
  const whole = wholeSubscription(known);
  const names = Object.keys(words.fields) as (keyof typeof words.fields)[];
  const plan = planOfKnown(registry, known);
  const command = `duka plan show ${known.planCode ?? '…'}`;
  const rows: (readonly [string, string])[] = [
    [
      words.planField,
      plan ? `${plan.name}, ${priceText(plan, language)}, ${plan.planCode}` : words.plan.unknown({command}),
    ],
    ...names.map(name => [words.fields[name], valueText(session, whole[name])] as const),
  ];
  const width = Math.max(...rows.map(([label]) => widthOf(label)));
  return [
    headOf(session, registry, known),
    ...rows.map(([label, value]) => `  ${fit(label, width)}  ${cleanText(value, 200)}`.trimEnd()),
    nextLine(session, registry, known),
    ...deviationSentences(deviationsOfKnown(registry, known, face.world.now()), language, configOf(session).zone),
  ];
}

function valueText(session: Session, value: unknown): string {
  if (value === null || value === '') return '–';
  if (typeof value !== 'string') return typeof value === 'boolean' ? (value ? '✓' : '✗') : jsonText(value);
  return timeText(session, value);
}

/** Notes whose the record is, that it belongs to another environment, or that the result of a change is not known. */
export function noteStanding(session: Session, known: KnownSubscription): void {
  const words = messages(session.language).subscription;
  const {id, connectionMode} = wholeSubscription(known);
  const {profile} = configOf(session);
  if (isOfOtherMode(known, profile)) note(session, `! ${words.otherMode({mode: connectionMode ?? '?', profile})}`);
  const unclear = unclearChangeOf(known);
  if (unclear !== null) note(session, `! ${words.unclearChange[unclear]}`);
  note(session, known.isOwn ? words.own : words.elsewhere({command: `duka subscription show ${id} --add`}));
}

export const planOptions = {
  '--description <text>': 'planDescription',
  '--amount <amount>': 'planAmount',
  '--currency <code>': {says: 'cardCurrency', offers: currencies},
  '--interval <interval>': {says: 'interval', offers: intervals},
  '--trial-days <days>': 'trialDays',
  '--billing-limit <times>': 'billingLimit',
} satisfies OptionSpecs;

/** The cells of a plan in a list. Its code is last, so that it can be copied. */
export function planCells(plan: Plan, language: Language): readonly string[] {
  return [plan.name, priceText(plan, language), termsText(plan, language), plan.status, plan.planCode];
}

/** A plan in full. Its code is on a line of its own, so that it can be copied. */
export function planLines(plan: Plan, language: Language): readonly string[] {
  const {description, planCode} = plan;
  const head = [plan.name, priceText(plan, language), termsText(plan, language), plan.status].map(text =>
    cleanText(text, 80),
  );
  return [
    head.filter(text => text !== '').join('   '),
    ...(description === '' ? [] : [`  ${cleanText(description, 200)}`]),
    cleanText(planCode, 80),
  ];
}

function termsText({trialPeriodDays: days, billingLimit}: Plan, language: Language): string {
  const {trial, limit} = messages(language).subscription;
  const terms = [
    ...(days > 0 ? [trial({days})] : []),
    ...(billingLimit === null ? [] : [limit({cycles: billingLimit})]),
  ];
  return terms.join(', ');
}

/** The service's number of a subscription. Throws `Problem` subscription-id-invalid. */
export function idFrom(typed: string): number {
  const id = /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : 0;
  if (id < 1) throw new Problem('subscription-id-invalid', {id: typed.slice(0, 30)});
  return id;
}

/** A time of the service for a person, to the minute and in the shop's zone. */
export const timeText = (session: Session, time: string): string => minuteIn(time, configOf(session).zone);

/** If the service did not give the data just now, says why the till shows what it remembers. */
export function noteMemory(session: Session, refreshed: Refreshed): void {
  const words = messages(session.language).subscription;
  if (refreshed.problem !== undefined) noteProblem(session, refreshed.problem);
  if (!refreshed.isListed) note(session, `! ${refreshed.problem === undefined ? words.notListed : words.fromMemory}`);
}

/** For data that was read only from the journal. */
export const noted: Refreshed = {isListed: true, problem: undefined};

/** Records this till's renewals among the newest charges. A problem with the service is only reported. Returns whether they were read. */
export async function learn(session: Session, till: Till, id: number): Promise<boolean> {
  try {
    await till.learnCharges(id);
    return true;
  } catch (error) {
    if (!(error instanceof Problem) || till.writeFailure() !== undefined) throw error;
    noteProblem(session, error);
    return false;
  }
}
