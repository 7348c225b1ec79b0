import {type Plan, planOf} from '../../../src/core/endpoints/subscription/plans.js';
import {type Subscription, subscriptionOf} from '../../../src/core/endpoints/subscription/subscriptions.js';
import type {ChargeMark, Deviation} from '../../../src/core/subscription/deviations.js';
import {dayText, monthsLater} from './plain-calendar.js';
import {planRecordOf, subscriptionRecordOf} from './subscription-samples.js';

export const planWith = (more: Partial<Plan> = {}) => ({...(planOf(planRecordOf()) as Plan), ...more});
export const subscriptionWith = (more: Partial<Subscription> = {}) => ({
  ...(subscriptionOf(subscriptionRecordOf()) as Subscription),
  ...more,
});

/** A monthly subscription from 1 July 2026 at 10:20 on, and its charges. */
const july = {year: 2026, month: 7, day: 1};
export const on = (month: number, day = 1, time = '10:20:00') =>
  `${dayText(monthsLater({...july, day}, month - 7))}T${time}`;
export const epochOf = (text: string) => Date.parse(`${text}Z`);
export const paid = (cycle: number, more: Partial<ChargeMark> = {}): ChargeMark => ({
  cycleNumber: cycle,
  attemptNumber: 1,
  status: 'SUCCESS',
  chargedAt: on(cycle + 6),
  nextRetryAt: null,
  isRetriable: null,
  transactionReference: `SUB-${cycle}`,
  ...more,
});
export const missed = (fromCycle: number, toCycle: number, dueAt: string | null): Deviation => ({
  kind: 'missed',
  fromCycle,
  toCycle,
  dueAt,
});
