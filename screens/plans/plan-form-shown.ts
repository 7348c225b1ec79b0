import type {NewPlan} from '../../src/core/endpoints/plans.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {parseAmount} from '../../src/core/money/money.js';
import {statedAmount} from '../../src/core/subscription/plan-text.js';
import {rhythmText} from '../../src/core/subscription/rhythm.js';

import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import type {PlanFormScreen} from './plans-screens.js';

/** What was typed as it is understood; as it stands where it is not. */
export function shownPlanAmount({lines, currency}: PlanFormScreen, {language}: Pick<Ear, 'language'>): string {
  try {
    return displayMoney(parseAmount(textOf(lines.amount), currency, {mayBeZero: true}), language);
  } catch {
    return `${currency} ${textOf(lines.amount)}`;
  }
}

/** The chosen interval in words. */
export const shownInterval = ({interval}: Pick<PlanFormScreen, 'interval'>, {language}: Pick<Ear, 'language'>) =>
  rhythmText({interval, intervalCount: 1}, language);

/** The question before a plan is made: exactly what, from when, and for how long. */
export function planQuestion(plan: NewPlan, ear: Pick<Ear, 'language'>): readonly string[] {
  const {question, trial, limit, noLimit} = messages(ear.language).planScreen.form;
  const {name, currency, trialPeriodDays: days, billingLimit: cycles} = plan;
  const amount = statedAmount(plan.amount, currency, ear.language);
  return [
    question({name, amount, every: shownInterval(plan, ear)}),
    ...(days > 0 ? [trial({days})] : []),
    cycles === undefined ? noLimit : limit({cycles}),
  ];
}
