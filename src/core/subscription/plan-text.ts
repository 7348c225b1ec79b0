import type {Plan} from '../endpoints/plans.js';
import type {Language} from '../messages/messages.js';
import {groupThousands} from '../money/money.js';
import {cleanText} from '../text/text.js';
import {statedText} from './json.js';
import {rhythmText} from './rhythm.js';

/** An amount of the service as people read it, in whatever currency it came; `?` for none. */
export function statedAmount(amount: string | null, currency: string | null): string {
  return amount === null ? '?' : cleanText(`${currency ?? '?'} ${groupThousands(statedText(amount, currency))}`, 40);
}

/** What a plan costs: `USD 12.50 every month`. */
export function priceText(plan: Plan, language: Language): string {
  return `${statedAmount(plan.amount, plan.currency)} ${cleanText(rhythmText(plan, language), 40)}`;
}
