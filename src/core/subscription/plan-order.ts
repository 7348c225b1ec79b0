import {type Interval, intervals, type NewPlan, type Plan} from '../endpoints/subscription/plans.js';
import {fieldReader, required} from '../form.js';
import {type Currency, jsonAmount, parseAmount} from '../money/money.js';
import {cardCurrencyOf, validateFreeText} from '../payment/order.js';
import {Problem} from '../problem.js';

/** A plan as a person typed it; every text may be empty or wrong. */
export type PlanForm = {
  readonly name: string;
  readonly description: string;
  readonly amount: string;
  readonly currency: string;
  readonly interval: string;
  /** Empty: no trial. */
  readonly trialDays: string;
  /** Empty: no end. */
  readonly billingLimit: string;
};
export type PlanField = keyof PlanForm;
const fields = ['name', 'description', 'amount', 'currency', 'interval', 'trialDays', 'billingLimit'] as const;

export type PlanReading = {readonly plan?: NewPlan; readonly problems: Readonly<Partial<Record<PlanField, Problem>>>};

const mostTrialDays = 730;
const mostCycles = 10_000;

/** Reads a form into a plan, or into a problem for each wrong field. `currencies` are those of the shop's cards. */
export function readPlanForm(form: PlanForm, {currencies}: {readonly currencies: readonly Currency[]}): PlanReading {
  const {problems, attempt, hasProblems} = fieldReader<PlanField>();
  const name = attempt('name', () => nameOf(form.name));
  attempt('description', () => validateFreeText(form.description));
  const currency = attempt('currency', () => cardCurrencyOf(form.currency, currencies));
  const amount = currency && attempt('amount', () => parseAmount(form.amount, currency, {mayBeZero: true}));
  const interval = attempt('interval', () => intervalOf(form.interval));
  const trialPeriodDays = attempt('trialDays', () => countOf(form.trialDays, 'days-invalid', [0, mostTrialDays])) ?? 0;
  const billingLimit = attempt('billingLimit', () => countOf(form.billingLimit, 'cycles-invalid', [1, mostCycles]));
  if (hasProblems() || !name || !amount || !interval) return {problems};
  const plan: NewPlan = {
    name,
    description: form.description.trim(),
    amount: jsonAmount(amount),
    currency: amount.currency,
    interval,
    trialPeriodDays,
    ...(billingLimit === undefined ? {} : {billingLimit}),
  };
  return {plan, problems};
}

/** A plan that the service has not made yet. It has no code; the service makes it together with an enrolment on it. */
export function draftPlan(order: NewPlan): Plan {
  const {billingLimit = null, ...plan} = order;
  return {...plan, billingLimit, planCode: '', intervalCount: 1, status: '', createdAt: null, updatedAt: null};
}

/** Like `readPlanForm`, for a caller that wants one result: throws the first `Problem` in the order of the fields. */
export function requirePlan(form: PlanForm, rules: {readonly currencies: readonly Currency[]}): NewPlan {
  const {plan, problems} = readPlanForm(form, rules);
  return required(plan, problems, fields);
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name === '') throw new Problem('plan-name-missing');
  validateFreeText(name);
  return name;
}

/** Reads an interval in capital or small letters. Throws `Problem` interval-unknown. */
function intervalOf(text: string): Interval {
  const interval = intervals.find(each => each === text.trim().toUpperCase());
  if (interval === undefined) throw new Problem('interval-unknown', {interval: text, intervals: intervals.join(', ')});
  return interval;
}

function countOf(
  text: string,
  code: 'days-invalid' | 'cycles-invalid',
  [least, most]: readonly [number, number],
): number | undefined {
  if (text.trim() === '') return undefined;
  const count = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(count >= least && count <= most)) throw new Problem(code, {given: text, least, most});
  return count;
}
