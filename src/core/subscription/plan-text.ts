import type {Plan} from '../endpoints/subscription/plans.js';
import {fill, fillFrom, type Language, type Messages, messages} from '../messages/messages.js';
import {statedMoney} from '../money/decimal.js';
import {displayMoney, displayStated} from '../money/display.js';
import {inZone} from '../service/clock.js';
import {cleanText} from '../text/text.js';
import type {Deviation} from './deviations.js';
import {statedText} from './json.js';

/** An amount of the service for people, in whatever currency it came; `?` for null. */
export const statedAmount = (amount: string | null, currency: string | null, language: Language): string =>
  amount === null ? '?' : cleanText(displayStated(currency ?? '?', statedText(amount, currency), language), 40);

/** How often a plan charges: `every month`. An interval that the till does not know is shown as it came. */
export function rhythmText(
  {interval, intervalCount: count}: Pick<Plan, 'interval' | 'intervalCount'>,
  language: Language,
): string {
  const {every, everyMany, everyOther} = messages(language).subscription;
  const name = interval.toUpperCase();
  if (!isInterval(name, every)) return everyOther({interval, count});
  return count === 1 ? every[name] : everyMany[name]({count});
}

const isInterval = (name: string, every: object): name is keyof Messages['subscription']['every'] =>
  Object.hasOwn(every, name);

/** What a plan costs: `USD 12.50 every month`. */
export const priceText = (plan: Plan, language: Language): string =>
  `${statedAmount(plan.amount, plan.currency, language)} ${cleanText(rhythmText(plan, language), 40)}`;

/** What an enrolment on a plan charges and when: now and every month, after a trial that ends on `trialEnd`, or nothing. */
export function chargeText(plan: Plan, trialEnd: string, language: Language): string {
  const {chargedNow, freeUntil, free} = messages(language).subscription;
  const money = statedMoney(plan.amount, plan.currency);
  const amount = money ? displayMoney(money, language) : statedAmount(plan.amount, plan.currency, language);
  const facts = {amount, every: rhythmText(plan, language)};
  const days = plan.trialPeriodDays;
  if (money?.minor === 0) return free(facts);
  return days > 0 ? freeUntil({...facts, days, date: trialEnd}) : chargedNow(facts);
}

/** The deviations for a column, in at most 16 cells: the most pressing one, with the number of cycles of its kind. */
export function deviationColumn(drifts: readonly Deviation[], language: Language): string {
  const {asPlanned, column} = messages(language).deviation;
  const [first] = drifts;
  if (first === undefined) return asPlanned;
  const alike = drifts.filter(({kind}) => kind === first.kind);
  const count = alike.reduce((sum, drift) => sum + cyclesIn(drift), 0);
  return fill(column[columnNameOf(first)], {cycles: count > 999 ? '999+' : count});
}

/** One sentence for each deviation; a single sentence if everything is as planned. */
export function deviationSentences(drifts: readonly Deviation[], language: Language, zone: string): readonly string[] {
  if (drifts.length === 0) return [messages(language).deviation.asPlannedSentence];
  return drifts.map(drift => fillFrom(messages(language).deviation.sentences[nameOf(drift)], factsOf(drift, zone)));
}

function columnNameOf(drift: Deviation) {
  const name = nameOf(drift);
  return name === 'missedUndated' || name === 'missedMany' || name === 'missedManyUndated' ? 'missed' : name;
}

function nameOf(drift: Deviation): keyof Messages['deviation']['sentences'] {
  switch (drift.kind) {
    case 'duplicated':
      return 'duplicated';
    case 'missed':
      if (drift.toCycle > drift.fromCycle) return drift.dueAt === null ? 'missedManyUndated' : 'missedMany';
      return drift.dueAt === null ? 'missedUndated' : 'missed';
    case 'failed':
      return ({due: 'retryDue', overdue: 'retryOverdue', none: 'failed'} as const)[drift.retry];
    case 'past-due':
      return 'pastDue';
    case 'waiting':
      return 'waiting';
    case 'card-expiring':
      return 'cardExpiring';
    case 'paused':
      return drift.resumesAt === null ? 'paused' : 'pausedUntil';
    case 'ended':
      return drift.why;
    case 'unknown-plan':
      return 'unknownPlan';
    case 'unknown-status':
      return 'unknownStatus';
    case 'unknown-charges':
      return 'unknownCharges';
  }
}

function factsOf(drift: Deviation, zone: string): Readonly<Record<string, string | number>> {
  switch (drift.kind) {
    case 'duplicated': {
      const references = drift.references.map(reference => reference ?? '?').join(', ');
      return {from: drift.cycle, count: drift.references.length, references};
    }
    case 'missed':
      return {from: drift.fromCycle, to: drift.toCycle, count: cyclesIn(drift), date: dayOf(drift.dueAt, zone)};
    case 'failed':
      return {from: drift.cycle, date: dayOf(drift.nextRetryAt, zone)};
    case 'paused':
      return {date: dayOf(drift.resumesAt, zone)};
    case 'unknown-status':
      return {status: drift.status};
    default:
      return {};
  }
}

const cyclesIn = (drift: Deviation) => (drift.kind === 'missed' ? drift.toCycle - drift.fromCycle + 1 : 1);

/** The ISO day in a zone of a time of the service. */
const dayOf = (time: string | null, zone: string) => (time === null ? '?' : inZone(time, zone).slice(0, 10));
