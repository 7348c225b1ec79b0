import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {statedMoney} from '../../src/core/money/decimal.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {rhythmText, statedAmount} from '../../src/core/subscription/plan-text.js';
import type {Registry} from '../../src/core/subscription/registry.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Refreshed} from '../../src/till/subscription/plans.js';
import type {Context} from '../kit/step.js';
import {serviceTimeText} from './shown.js';

/** The state of the request for the service's list: under way, or its result. */
export type ListFetch = 'asking' | Refreshed;

/** Returns the plans that the till knows, by name and then by code. */
export function plansIn({plans}: Pick<Registry, 'plans'>): readonly Plan[] {
  return [...plans.values()].sort((a, b) => a.name.localeCompare(b.name) || a.planCode.localeCompare(b.planCode));
}

/** Whether the till can calculate with what a plan charges. */
export const isChargeable = ({amount, currency}: Plan): boolean => statedMoney(amount, currency) !== undefined;

/** Returns the name of a plan's state. A state that the till does not know stays as the service wrote it. */
export const planState = ({status}: Pick<Plan, 'status'>, {messages}: Pick<Context, 'messages'>): string =>
  /^active$/iu.test(status) ? messages.planScreen.plan.active : cleanText(status, 40);

export function fetchText(fetch: ListFetch, {language, messages}: Context): string {
  const {asking, listed} = messages.planScreen.list;
  const {fromMemory, notListed} = messages.subscription;
  if (fetch === 'asking') return asking;
  if (fetch.problem !== undefined) return `${fromMemory} ${problemText(fetch.problem, language)}`;
  return fetch.isListed ? listed : notListed;
}

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
