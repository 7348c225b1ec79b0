import {marketOf} from '../market/markets.js';
import {cashStepOf, downToStep, type Money, type PayableSteps, toStep} from '../money/money.js';
import type {Payments} from '../payment/payments.js';
import type {Order, PaymentRequest} from '../payment/schema.js';
import {standingOfTicket, type Tickets} from '../ticket/ticket.js';

/** What is about to be paid: by which means, where, and how much. */
type Asked = Pick<Order, 'method' | 'country' | 'amount'> & {readonly tendered?: Money};
/** What an order is for: a ticket of which it pays a part, and the sale whose next attempt it is. */
type For = Readonly<Record<'ticket' | 'sale', string | undefined>>;

/** The step of what this means can pay, in minor units. Cards and subscriptions pay any amount. */
function stepOf({method, country, amount: {currency}}: Asked, steps: PayableSteps): number {
  if (method === 'cash') return cashStepOf(currency, steps);
  return method === 'mobile-money' ? (steps.walletStep[currency] ?? marketOf(country).step) : 1;
}

/**
 * Returns an order with the amount that its means can pay. For a sale, and for all that is left of a ticket, the difference is the
 * `rounding`. Any other part of a ticket pays a smaller or larger part of it, and the rest stays exact. A part that leaves less than the means
 * can pay is all that is left; that may then be nothing in cash.
 */
export function payableOrder<O extends Asked>(
  {payments, tickets}: Pick<Payments, 'payments'> & {readonly tickets: Pick<Tickets, 'all'>},
  asked: O,
  {ticket, sale}: For,
  steps: PayableSteps,
): O & Pick<PaymentRequest, 'rounding'> {
  const step = stepOf(asked, steps);
  const own = toStep(asked.amount, step);
  const its = tickets.all.get(ticket ?? payments.get(sale ?? '')?.request.ticket ?? '');
  const left = its && standingOfTicket(its, payments, sale).left;
  if (its === undefined || left === undefined || left.minor === 0 || left.currency !== own.currency)
    return withAmount(asked, own, {of: asked.amount, step});
  const rest = toStep(left, step, {mayBeZero: asked.method === 'cash' && left.minor < its.total.minor});
  const isMore = asked.amount.minor > left.minor && own.minor > rest.minor;
  if (isMore || own.minor < rest.minor) return withAmount(asked, own, {of: own, step});
  return withAmount(asked, rest, {of: left, step});
}

/** Returns how an exchange ends: what is left to pay for what goes out, or what the drawer gives; by coins, as in any cash sale. */
export function exchangeDifference(
  sold: Money,
  back: Money,
  step: number,
): Readonly<Record<'toPay' | 'toGive', Money>> {
  const due = toStep(sold, step).minor;
  const isEnough = due <= back.minor;
  return {
    toPay: {...sold, minor: isEnough ? 0 : sold.minor - back.minor},
    toGive: {...back, minor: isEnough ? back.minor - due : 0},
  };
}

function withAmount<O extends Asked>(
  asked: O,
  amount: Money,
  {of, step}: {readonly of: Money; readonly step: number},
): O & Pick<PaymentRequest, 'rounding'> {
  const {tendered} = asked;
  const isExact = tendered?.minor === asked.amount.minor && tendered.currency === asked.amount.currency;
  const minor = amount.minor - of.minor;
  return {
    ...asked,
    amount,
    ...(tendered === undefined ? {} : {tendered: isExact ? amount : downToStep(tendered, step)}),
    ...(minor === 0 ? {} : {rounding: {...amount, minor}}),
  };
}
