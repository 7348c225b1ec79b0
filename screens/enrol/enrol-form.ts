import {type Card, readCard, wipeCard} from '../../src/core/card/card.js';
import {businessDate} from '../../src/core/day/business-day.js';
import type {Plan} from '../../src/core/endpoints/plans.js';
import {marketOf} from '../../src/core/market/markets.js';
import {checkEmail, checkWords} from '../../src/core/payment/order.js';
import {Problem} from '../../src/core/problem.js';
import type {EnrolOrder} from '../../src/core/subscription/decide.js';
import {fitting} from '../bank/pick.js';
import type {Desk} from '../desk.js';
import {isChargeable, plansIn} from '../plans/shown.js';
import {emptyLine, lineOf, secretLine, textOf} from '../terminal/line.js';
import type {EnrolField, EnrolScreen} from './enrol-screens.js';

/** An empty form; with the code of a plan that is being asked for. */
export function enrolScreen(planCode?: string): EnrolScreen {
  return {
    kind: 'enrol',
    lines: {
      plan: lineOf(planCode ?? ''),
      email: emptyLine,
      number: emptyLine,
      expiry: emptyLine,
      securityCode: emptyLine,
      holder: emptyLine,
    },
    plan: undefined,
    asking: planCode,
    index: 0,
    focus: planCode === undefined ? 'plan' : 'email',
    wrong: undefined,
  };
}

/** A form on a plan that the service is to make with the enrolment. */
export function enrolDraftScreen(plan: Plan): EnrolScreen {
  const empty = enrolScreen();
  return {...empty, lines: {...empty.lines, plan: lineOf(plan.name)}, plan, focus: 'email'};
}

/** The form without what was typed of its card. */
export function withoutEnrolCard({lines, ...screen}: EnrolScreen): EnrolScreen {
  const empty = {number: emptyLine, expiry: emptyLine, securityCode: emptyLine, holder: emptyLine};
  return {...screen, lines: {...lines, ...empty}};
}

/** The form with its card again, for whoever comes back from the question. */
export function withEnrolCard({lines, ...screen}: EnrolScreen, card: Card): EnrolScreen {
  const {number, expiryMonth, expiryYear, securityCode, holder = ''} = card;
  const typed = {
    number: secretLine(number),
    expiry: lineOf(`${expiryMonth}/${expiryYear}`),
    securityCode: secretLine(securityCode),
    holder: lineOf(holder),
  };
  return {...screen, lines: {...lines, ...typed}};
}

/** The known plans that what was typed may mean. */
export function plansFitting(
  {lines}: EnrolScreen,
  {till}: {readonly till: Pick<Desk['till'], 'state'>},
): readonly Plan[] {
  return fitting(plansIn(till.state.registry), textOf(lines.plan), ({name, planCode}) => [name, planCode]);
}

export type EnrolReading = {
  readonly order: EnrolOrder | undefined;
  readonly card: Card | undefined;
  readonly problems: Readonly<Partial<Record<EnrolField, Problem>>>;
};

type Where = {readonly shop: Desk['shop']; readonly till: Pick<Desk['till'], 'now'>};

/** The order and the card that the form makes, or what is wrong with which field. */
export function readEnrol({lines, plan}: EnrolScreen, {shop, till}: Where): EnrolReading {
  const text = (field: EnrolField) => textOf(lines[field]);
  const problems: Partial<Record<EnrolField, Problem>> = {};
  const attempt = (field: EnrolField, check: () => void) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems[field] = error;
    }
  };
  if (plan === undefined) problems.plan = new Problem('plan-not-seen', {plan: text('plan').trim() || '…'});
  else if (!isChargeable(plan)) {
    problems.plan = new Problem('plan-not-chargeable', {plan: plan.planCode, currency: plan.currency});
  }
  attempt('email', () => checkWords(checkEmail(text('email'))));
  const read = readCard(
    {
      number: lines.number.secret ?? '',
      expiry: text('expiry'),
      securityCode: lines.securityCode.secret ?? '',
      pin: '',
      holder: text('holder'),
    },
    {month: businessDate(till.now(), shop.zone, '00:00').slice(0, 'YYYY-MM'.length), pin: 'none'},
  );
  if (text('holder').trim() === '') problems.holder = new Problem('card-holder-missing');
  const {number, expiry, securityCode, holder} = read.problems;
  const ofCard = {
    ...(number && {number}),
    ...(expiry && {expiry}),
    ...(securityCode && {securityCode}),
    ...(holder && {holder}),
  };
  const all = {...problems, ...ofCard};
  const isRight = Object.keys(all).length === 0 && plan !== undefined;
  const order = isRight
    ? {customerEmail: text('email').trim(), plan, country: marketOf(shop.country).country}
    : undefined;
  if (!isRight && read.card !== undefined) wipeCard(read.card);
  return {order, card: isRight ? read.card : undefined, problems: all};
}
