import {hasCents} from '../amounts.js';
import type {Body} from '../call.js';
import {isRefusal, type Refusal, refuse} from '../refusal.js';
import {type Interval, intervals} from './periods.js';
import type {NewPlan, PlanChanges} from './plan-records.js';

const longestText = 255;

/** The sandbox's own limits, since no document names any. They keep every instant within the range of a calendar. */
const longestTrial = 3650;
const largestLimit = 10_000;

const fixed = ['amount', 'currency', 'interval'];

type Terms = Pick<NewPlan, 'trial_period_days' | 'billing_limit'>;

/** Returns the fields of a plan, or a refusal for the first bad field. No document says which fields are required. */
export function readPlan(body: Body): NewPlan | Refusal {
  const {name, description = '', amount, currency, interval} = body;
  const texts = checkTexts({name, description});
  if (texts !== undefined) return texts;
  if (typeof amount !== 'number') return refuse(400, 'amount is required');
  if (amount < 0) return refuse(400, 'amount must be greater than or equal to 0');
  if (!hasCents(amount)) return refuse(400, 'amount can have 2 decimals at most');
  if (typeof currency !== 'string' || currency === '') return refuse(400, 'currency is required');
  if (!/^[A-Z]{3}$/.test(currency)) return refuse(400, 'currency must be a 3-letter ISO 4217 code');
  if (interval === undefined) return refuse(400, 'interval is required');
  if (!isInterval(interval)) return refuse(400, `interval must be one of ${intervals.join(', ')}`);
  const terms = readTerms(body, {trial_period_days: 0, billing_limit: null});
  if (isRefusal(terms)) return terms;
  return {name: name as string, description: description as string, amount, currency, interval, ...terms};
}

/** Returns the changes of a plan, or a refusal. Its amount, currency and interval cannot change: customers have agreed to them. */
export function readPlanChanges(body: Body, present: Terms): PlanChanges | Refusal {
  const changed = fixed.find(field => body[field] !== undefined);
  if (changed !== undefined) return refuse(400, `${changed} cannot be changed`);
  const {name, description} = body;
  const given = {...(name === undefined ? {} : {name}), ...(description === undefined ? {} : {description})};
  const texts = checkTexts(given);
  if (texts !== undefined) return texts;
  const terms = readTerms(body, present);
  return isRefusal(terms) ? terms : {...(given as PlanChanges), ...terms};
}

function checkTexts(texts: {readonly name?: unknown; readonly description?: unknown}): Refusal | undefined {
  for (const [field, value] of Object.entries(texts)) {
    const isEmpty = typeof value !== 'string' || (field === 'name' && value.trim() === '');
    if (isEmpty) return refuse(400, field === 'name' ? 'name is required' : `${field} must be a text`);
    if (value.length > longestText) return refuse(400, `${field} cannot be longer than ${longestText} characters`);
  }
  return undefined;
}

/** An empty billingLimit means no end (documented). */
function readTerms({trialPeriodDays, billingLimit}: Body, usual: Terms): Terms | Refusal {
  const days = trialPeriodDays ?? usual.trial_period_days;
  if (!isCount(days, 0, longestTrial)) {
    return refuse(400, `trialPeriodDays must be a whole number from 0 to ${longestTrial}`);
  }
  const empty = billingLimit === null || billingLimit === '';
  const limit = billingLimit === undefined ? usual.billing_limit : empty ? null : billingLimit;
  if (limit !== null && !isCount(limit, 1, largestLimit)) {
    return refuse(400, `billingLimit must be a whole number from 1 to ${largestLimit}, or empty`);
  }
  return {trial_period_days: days, billing_limit: limit};
}

function isCount(value: unknown, from: number, to: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;
}

function isInterval(value: unknown): value is Interval {
  return intervals.some(interval => interval === value);
}
