import {attentionsOf, explain, isPartPaid, nextOf, releasesGoods, sayTo} from '../books/selectors.js';
import type {State} from '../books/state.js';
import {cardMark} from '../card/schema.js';
import {date, instant} from '../day/schema.js';
import {marketOf} from '../market/markets.js';
import type {Language} from '../messages/messages.js';
import {amount, amountOf, decimal} from '../money/schema.js';
import {badgeOf, badges} from '../payment/badge.js';
import {isByCard} from '../payment/payer.js';
import {type Payment, verdictNames, verdictOf} from '../payment/payment.js';
import {attemptsOf} from '../payment/payments.js';
import type {Refund} from '../payment/refund.js';
import {returnedLineMembers} from '../payment/refund-schema.js';
import {method, reference} from '../payment/schema.js';
import {
  choice,
  count,
  elseNull,
  fields,
  flag,
  type Given,
  list,
  made,
  named,
  oneOf,
  optional,
  orNull,
  positive,
  type Spec,
  type Specified,
  text,
} from '../spec/spec.js';
import {plainBlanks} from '../text/text.js';

const {line, tip, name, group, unit, quantity} = returnedLineMembers;
const returnedSpec = fields({
  line,
  tip,
  name,
  group,
  unit,
  quantity,
  kind: elseNull(oneOf(['tip'], 'it was given on top'), 'it was sold'),
  amount: amount('what is given back for it, with its tax'),
  tax: orNull(
    fields(
      {rate: decimal('in percent'), net: amount('without the tax'), tax: amount('the tax')},
      'the tax in the amount',
    ),
    'the line has no rate',
  ),
});

export const refundSpec = named(
  'refund',
  fields(
    {
      refund: made(positive('among those of its payment, from 1'), ({number}: Refund) => number),
      status: text('`requested`, `sent`, `pending`, `done`, `failed` or `unknown`'),
      ...amountOf('of the refund', (refund: Refund) => refund.amount),
      rounding: made(
        optional(amount('the amount less what it is for, where cash cannot pay that'), 'it was not rounded'),
        ({rounding}: Refund) => rounding,
      ),
      lines: list(
        returnedSpec,
        'what was returned of the sale, which adds up to the amount without its rounding; empty if the refund names no lines',
      ),
      why: made(text('why it was given back'), ({reason}: Refund) => reason),
      reason: made(
        elseNull(text('why it failed'), 'it did not'),
        ({failure}: Refund) => failure && (failure.text || failure.reason),
      ),
      serviceReference: elseNull(text('what the service calls it'), 'not known'),
      fromHistory: made(
        flag('whether only the service knows of it: this journal has no request for it'),
        ({isFromHistory}: Refund) => isFromHistory,
      ),
      createdAt: made(instant('when it was asked for'), ({requestedAt}: Refund) => requestedAt),
      businessDate: date('the business day on which it was asked for'),
    },
    'Money that is given back.',
  ),
);

const before = optional(text('what the service says first'), 'nothing');
const after = optional(text('what the service says then'), 'nothing');
export const nextSpec = choice(
  'kind',
  {
    otp: fields(
      {kind: oneOf(['otp']), length: count('digits of the code'), before, after},
      'the customer got a one-time password: `duka otp`',
    ),
    redirect: fields(
      {kind: oneOf(['redirect']), url: text('the page'), before, after},
      'the customer has to open a page',
    ),
    challenge: fields(
      {kind: oneOf(['challenge']), url: optional(text('the page'), 'it is not served now')},
      'the card’s bank asks its customer on a page that the till serves',
    ),
    prompt: fields({kind: oneOf(['prompt']), before, after}, 'the customer approves on the phone'),
    none: fields({kind: oneOf(['none'])}, 'nothing, or nothing but to wait'),
  },
  'what to do next',
);

/** A payment as it is told. `now` is in epoch milliseconds; `served` is the address of the bank's page while the till serves it. */
export type ToldPayment = {
  readonly state: State;
  readonly payment: Payment;
  readonly language: Language;
  readonly now: number;
  readonly served?: string | undefined;
};
const of = <S extends Spec>(spec: S, get: (payment: Payment, whole: ToldPayment) => Given<S>) =>
  made(spec, (whole: ToldPayment) => get(whole.payment, whole));

/** What to do next, with the address of the bank's page while it is served. */
export function nextTold({payment, served}: ToldPayment): Specified<typeof nextSpec> {
  const next = nextOf(payment);
  return next.kind === 'challenge' && served !== undefined ? {...next, url: served} : next;
}

/** The members of a payment that was asked for in one way; null for the others. */
const wallet = ({request}: Payment) => (request.method === 'mobile-money' ? request : undefined);
const charge = ({request}: Payment) => (request.method === 'subscription' ? request : undefined);

export const paymentMembers = {
  reference: of(reference('its own'), payment => payment.reference),
  sale: of(reference('of the first attempt to be paid for the sale'), payment => payment.sale),
  ticket: of(elseNull(reference('that it is a part of'), 'a sale of its own'), ({request}) => request.ticket),
  method: of(method, ({request}) => request.method),
  status: of(text('what became of it, in detail'), ({status}) => status),
  verdict: of(oneOf(verdictNames, 'what that means for the sale'), verdictOf),
  badge: of(oneOf(badges, 'the verdict as the till shows it'), badgeOf),
  judgedBy: of(elseNull(text('who recorded the result by hand'), 'nobody'), ({resolution}) => resolution?.person),
  releaseGoods: of(flag('whether the goods may go'), (payment, {state}) => releasesGoods(state, payment)),
  isPartPaid: of(flag('whether it is paid and its ticket is not'), (payment, {state}) => isPartPaid(state, payment)),
  attention: of(list(text(), 'what a person should look at'), (payment, {state, now}) =>
    attentionsOf(state, payment, now),
  ),
  ...amountOf('that was asked for', ({payment}: ToldPayment) => payment.request.amount),
  rounding: of(
    optional(amount('the amount less what it is for, where cash or the wallet cannot pay that'), 'it was not rounded'),
    ({request}) => request.rounding,
  ),
  country: of(text('the customer’s, alpha-2; of a card, the shop’s'), ({request}) => marketOf(request.country).country),
  network: of(elseNull(text('of the wallet'), 'no mobile money'), payment => wallet(payment)?.bankCode),
  wallet: of(elseNull(text('the customer’s'), 'no mobile money'), payment => wallet(payment)?.wallet),
  tendered: of(elseNull(amount('what the customer handed over'), 'no cash'), ({request}) =>
    request.method === 'cash' ? request.tendered : null,
  ),
  card: of(orNull(cardMark(), 'no card, or a renewal whose card nobody knows'), ({request}) =>
    isByCard(request) ? request.card : null,
  ),
  subscription: of(elseNull(count('that was charged'), 'no subscription'), payment => charge(payment)?.subscription),
  transactionReference: of(
    elseNull(text('of the charge, by the service'), 'no subscription'),
    payment => charge(payment)?.transactionReference,
  ),
  refunds: of(list(refundSpec(), 'in the order in which they were asked for'), ({refunds}) => refunds),
  reason: of(
    elseNull(text('why it stands as it does, in the language of the reader'), 'nothing to say'),
    (payment, {language}) => plainBlanks(explain(payment, language)) || null,
  ),
  say: of(text('to the customer, in the customer’s language'), (payment, {state}) =>
    sayTo(payment, attemptsOf(state, payment.sale)),
  ),
  next: made(nextSpec, nextTold),
  earlier: of(
    optional(reference('of the earlier payment that stood in the way'), 'none did'),
    ({request}) => request.again?.earlier,
  ),
  setAside: of(flag('whether another attempt replaced it'), ({isSuperseded}) => isSuperseded),
  createdAt: of(instant('when it was asked for'), ({requestedAt}) => requestedAt),
  businessDate: of(date('of the sale'), ({request}) => request.businessDate),
  provider: of(
    fields(
      {
        status: elseNull(text('of the record'), 'there is no record'),
        code: elseNull(text('of the record'), 'none'),
        amount: elseNull(text('as the service states it, in major units'), 'none'),
        fee: elseNull(text('as the service states it, in major units'), 'none'),
      },
      'the record of the service',
    ),
    ({record}) => record ?? {},
  ),
};

export const paymentSpec = named('payment', fields(paymentMembers, 'A payment.'));
