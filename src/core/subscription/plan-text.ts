import type {Plan} from '../endpoints/subscription/plans.js';
import {type Language, type Messages, messages} from '../messages/messages.js';
import {statedMoney} from '../money/decimal.js';
import {displayMoney, displayStated} from '../money/display.js';
import {cleanText} from '../text/text.js';
import {statedText} from './json.js';

/** An amount of the service for people, in whatever currency it came; `?` for null. */
export function statedAmount(amount: string | null, currency: string | null, language: Language): string {
  return amount === null ? '?' : cleanText(displayStated(currency ?? '?', statedText(amount, currency), language), 40);
}

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
export function priceText(plan: Plan, language: Language): string {
  return `${statedAmount(plan.amount, plan.currency, language)} ${cleanText(rhythmText(plan, language), 40)}`;
}

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
