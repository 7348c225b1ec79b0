import {intervals} from '../../core/endpoints/subscription/plans.js';
import {messages} from '../../core/messages/messages.js';
import {Problem} from '../../core/problem.js';
import {minuteIn} from '../../core/service/clock.js';
import {subscriptionSpec} from '../../core/subscription/json.js';
import {deviationColumn, priceText} from '../../core/subscription/plan-text.js';
import type {KnownSubscription, Registry} from '../../core/subscription/registry.js';
import {
  deviationsOfKnown,
  nextChargeOfKnown,
  planOfKnown,
  wholeSubscription,
} from '../../core/subscription/standing.js';
import {cleanText} from '../../core/text/text.js';
import {note, noteProblem} from '../../session/print.js';
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

export const planOptions = {
  '--description <text>': 'planDescription',
  '--amount <amount>': 'planAmount',
  '--currency <code>': {says: 'cardCurrency', offers: currencies},
  '--interval <interval>': {says: 'interval', offers: intervals},
  '--trial-days <days>': 'trialDays',
  '--billing-limit <times>': 'billingLimit',
} satisfies OptionSpecs;

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
