import type {Plan} from '../endpoints/plans.js';
import type {Language} from '../messages/messages.js';
import {displayStated} from '../money/display.js';
import {cleanText} from '../text/text.js';
import {statedText} from './json.js';
import {rhythmText} from './rhythm.js';

/** An amount of the service as people read it, in whatever currency it came; `?` for none. */
export function statedAmount(amount: string | null, currency: string | null, language: Language): string {
  return amount === null ? '?' : cleanText(displayStated(currency ?? '?', statedText(amount, currency), language), 40);
}

/** What a plan costs: `USD 12.50 every month`. */
export function priceText(plan: Plan, language: Language): string {
  return `${statedAmount(plan.amount, plan.currency, language)} ${cleanText(rhythmText(plan, language), 40)}`;
}
