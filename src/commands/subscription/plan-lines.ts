import type {Plan} from '../../core/endpoints/plans.js';
import {intervals} from '../../core/endpoints/plans.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {priceText} from '../../core/subscription/plan-text.js';
import {cleanText} from '../../core/text/text.js';
import type {OptionSpecs} from '../define.js';
import {currencies} from '../values.js';

/** The options that describe a plan. */
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
