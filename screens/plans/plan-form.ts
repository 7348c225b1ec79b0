import {intervals} from '../../src/core/endpoints/plans.js';
import type {Currency} from '../../src/core/money/money.js';
import {type PlanField, type PlanReading, readPlanForm} from '../../src/core/subscription/plan-order.js';
import type {Desk} from '../desk.js';
import {emptyLine, textOf} from '../terminal/line.js';
import type {PlanFormScreen, TypedPlanField} from './plans-screens.js';

/** The fields in the order of Tab. */
export const planFormFields: readonly PlanField[] = [
  'name',
  'description',
  'amount',
  'currency',
  'interval',
  'trialDays',
  'billingLimit',
];

export const isTypedPlan = (field: PlanField): field is TypedPlanField => field !== 'currency' && field !== 'interval';

const currenciesOf = ({shop}: Pick<Desk, 'shop'>): readonly Currency[] => shop.cards.currencies;

/** An empty form in the first currency in which the shop takes cards. */
export function planFormScreen(desk: Pick<Desk, 'shop'>): PlanFormScreen {
  return {
    kind: 'plan-form',
    lines: {
      name: emptyLine,
      description: emptyLine,
      amount: emptyLine,
      trialDays: emptyLine,
      billingLimit: emptyLine,
    },
    currency: currenciesOf(desk)[0] ?? 'USD',
    interval: 'MONTHLY',
    focus: 'name',
    wrong: undefined,
    asked: undefined,
    isSending: false,
    problem: undefined,
  };
}

/** The plan that the form makes, or what is wrong with which field. */
export function readPlanScreen({lines, currency, interval}: PlanFormScreen, desk: Pick<Desk, 'shop'>): PlanReading {
  const text = (field: TypedPlanField) => textOf(lines[field]);
  const form = {
    name: text('name'),
    description: text('description'),
    amount: text('amount'),
    currency,
    interval,
    trialDays: text('trialDays'),
    billingLimit: text('billingLimit'),
  };
  return readPlanForm(form, {currencies: currenciesOf(desk)});
}

/** The form with the next currency or interval, whichever has the focus. */
export function turnedPlan(screen: PlanFormScreen, by: 1 | -1, desk: Pick<Desk, 'shop'>): PlanFormScreen {
  if (screen.focus === 'interval')
    return {...screen, interval: beside(screen.interval, intervals, by), wrong: undefined};
  return {...screen, currency: beside(screen.currency, currenciesOf(desk), by), wrong: undefined};
}

function beside<T>(now: T, all: readonly T[], by: 1 | -1): T {
  return all[(all.indexOf(now) + by + all.length) % all.length] ?? now;
}
