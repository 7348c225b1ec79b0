import type {State} from '../../src/core/books/state.js';
import {type Card, type CardMark, securityCodeLength, wipeCard} from '../../src/core/card/card.js';
import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {marketOf} from '../../src/core/market/markets.js';
import {statedMoney} from '../../src/core/money/decimal.js';
import {checkEmail, validateFreeText} from '../../src/core/payment/order.js';
import {problemOf} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import type {EnrolOrder} from '../../src/core/subscription/decide.js';
import {standingSubscriptionOf} from '../../src/core/subscription/registry.js';
import {cleanText} from '../../src/core/text/text.js';
import {expiryField, numberField, readTypedCard, type SealedCard, secretField} from '../card/card-form.js';
import {type Filled, typedIn} from '../kit/form.js';
import type {Context, Form} from '../kit/screen.js';
import {beginningOf, wordsLine} from '../order/masks.js';
import {emptyLine, type Line, textRules} from '../terminal/line.js';

const enrolFields = ['plan', 'email', 'number', 'expiry', 'securityCode', 'holder'] as const;
export type EnrolField = (typeof enrolFields)[number];

/** What the question is about. `from`: the field that had the focus. */
export type EnrolRequest = {
  readonly order: EnrolOrder;
  readonly mark: CardMark;
  readonly card: SealedCard;
  readonly from: EnrolField;
};

/** An enrolment being typed. The typed card is nowhere else, and is dropped when the screen is left. */
export type Enrol = Filled<EnrolField | 'reason'> & {
  /** The plan as the service has it now. No customer is charged by a price that the till only remembers. */
  readonly plan: Plan | undefined;
  /** The code of the plan that the service is being asked for. */
  readonly asking: string | undefined;
  readonly index: number;
  readonly asked: EnrolRequest | undefined;
  readonly isSending: boolean;
  /** Esc was pressed while the enrolment was recorded: the screen is left after that, and a notice says how it ended. */
  readonly isLeaving: boolean;
  /** The enrolment that was sent. Its reference is also that of the payment that it makes. */
  readonly sent: string | undefined;
};

type EnrolProblems = Readonly<Partial<Record<EnrolField, Problem>>>;
export type EnrolReading =
  | {readonly order: EnrolOrder; readonly card: Card; readonly problems?: undefined}
  | {readonly order?: undefined; readonly problems: EnrolProblems};

/** Returns the order and the card of the form, or the problem of each wrong field. The caller must wipe the card. */
export function readEnrol(state: Enrol, {shop, till}: Context): EnrolReading {
  const {plan} = state;
  const text = (field: EnrolField) => typedIn(state, field);
  const read = readTypedCard(state, 'none', {shop, till});
  const {number, expiry, securityCode} = read.problems;
  const holder = text('holder').trim() === '' ? new Problem('card-holder-missing') : read.problems.holder;
  const found = {
    plan: planProblem(state),
    email: problemOf(() => validateFreeText(checkEmail(text('email')))),
    number,
    expiry,
    securityCode,
    holder,
  };
  const isRight = Object.values(found).every(problem => problem === undefined);
  if (isRight && plan !== undefined && read.card !== undefined) {
    const order = {customerEmail: text('email').trim(), plan, country: marketOf(shop.country).country};
    return {order, card: read.card};
  }
  if (read.card !== undefined) wipeCard(read.card);
  return {problems: found as EnrolProblems};
}

const isChargeable = ({amount, currency}: Plan): boolean => statedMoney(amount, currency) !== undefined;

function planProblem(state: Enrol): Problem | undefined {
  const {plan} = state;
  if (plan === undefined) return new Problem('plan-not-seen', {plan: typedIn(state, 'plan').trim() || '…'});
  const {planCode, currency} = plan;
  return isChargeable(plan) ? undefined : new Problem('plan-not-chargeable', {plan: planCode, currency});
}

function problemsIn(state: Enrol, context: Context): EnrolProblems {
  const read = readEnrol(state, context);
  if (read.order !== undefined) wipeCard(read.card);
  return read.problems ?? {};
}

/** Returns the next wrong field: with the focus, then below it, and only then above, so that no typing lands in an unexpected field. */
export function nextWrong(focus: EnrolField, problems: EnrolProblems): EnrolField | undefined {
  const at = enrolFields.indexOf(focus);
  return [...enrolFields.slice(at), ...enrolFields.slice(0, at)].find(each => problems[each] !== undefined);
}

/** Returns the plan as the service has it, or as the till remembers it while the service is being asked. */
const planOf = ({plan, asking}: Enrol, {till}: Context): Plan | undefined =>
  plan ?? (asking === undefined ? undefined : till.state.registry.plans.get(asking));

/** Whether the customer already has a subscription, so that a reason must be typed. */
export const mustSayWhy = (
  {customerEmail}: Pick<EnrolOrder, 'customerEmail'>,
  {till}: {readonly till: {readonly state: Pick<State, 'registry'>}},
): boolean => standingSubscriptionOf(till.state.registry, customerEmail) !== undefined;

/** Returns the fields: with the question only a reason, if the customer already has a subscription; after sending none. */
export function enrolForm(state: Enrol, context: Context): Form<Enrol> {
  if (state.sent !== undefined) return [];
  if (state.asked === undefined) return formFields(state, context);
  if (state.isSending || !mustSayWhy(state.asked.order, context)) return [];
  return [{id: 'reason', label: context.messages.confirmScreen.reason, rules: textRules}];
}

function formFields(state: Enrol, context: Context): Form<Enrol> {
  const {sale} = context.messages.cardScreen;
  const {fields, planHint} = context.messages.planScreen.enrol;
  const {lines, focus} = state;
  const lineIn = (field: EnrolField) => lines[field] ?? emptyLine;
  const checked = <F extends EnrolField>(id: F, label: string) => ({
    id,
    label,
    check: () => problemsIn(state, context)[id],
  });
  // A card number belongs only in its own field.
  const words = {rules: textRules, guard: (_: unknown, line: Line) => wordsLine(line)};
  const codeHint = sale.codeHint({length: securityCodeLength(beginningOf(lineIn('number')))});
  return [
    {
      ...words,
      id: 'plan',
      label: fields.plan,
      hint: planHint,
      note: cleanText(planOf(state, context)?.name ?? '', 40),
      edited: now => ({...now, plan: undefined, asking: undefined, index: 0}),
    },
    {...checked('email', fields.email), ...words},
    {...checked('number', sale.fields.number), ...numberField(focus === 'number', lineIn('number'), sale)},
    {...checked('expiry', sale.fields.expiry), ...expiryField(lineIn('expiry'), sale)},
    {
      ...checked('securityCode', sale.fields.securityCode),
      ...secretField(focus === 'securityCode', lineIn('securityCode'), sale),
      note: focus === 'securityCode' || typedIn(state, 'securityCode') === '' ? codeHint : '',
    },
    {...checked('holder', fields.holder), rules: textRules},
  ];
}
