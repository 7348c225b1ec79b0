import {
  compareDecimals,
  type Decimal,
  decimalOf,
  plainDecimal,
  subtractDecimals,
  sumDecimals,
  zero,
} from '../money/decimal.js';
import type {Money} from '../money/money.js';
import type {Payment} from '../payment/payment.js';
import {refundRest} from '../payment/refund.js';
import type {ReturnedLine} from '../payment/refund-schema.js';
import {tenderOf} from '../payment/tender.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';
import {quantityOf} from '../ticket/line.js';
import type {TicketLine} from '../ticket/schema.js';
import {mayBePaid, paymentsOfTicket, type Ticket} from '../ticket/ticket.js';

/** A line of a sale that comes back, by its place from 1, and the quantity; by default all that is left of the line. */
export type LineChoice = {readonly line: number; readonly quantity?: string | undefined};

export type Returned = {readonly reference: string; readonly lines: readonly LineChoice[]};

/** What of a line of a sale has not come back yet: the quantity, and what was paid for it. */
export type LineLeft = {
  readonly line: number;
  readonly sold: TicketLine;
  readonly quantity: string;
  readonly amount: Money;
  /** The tax in the amount, in minor units. */
  readonly tax: number;
  /** Only for a tip: the person and the tender of the last payment of the sale, to which the tip belongs. */
  readonly tip: ReturnedLine['tip'];
};

const exactly = (text: string): Decimal => decimalOf(text) ?? zero;

/** Returns the lines of a sale with what is left of them. A refund counts unless it failed, whichever part of the sale it belongs to. */
export function linesLeft(ticket: Ticket, payments: ReadonlyMap<string, Payment>): readonly LineLeft[] {
  const back = paymentsOfTicket(ticket, payments)
    .flatMap(({refunds}) => refunds)
    .flatMap(({status, lines}) => (status === 'failed' ? [] : lines));
  const last = payments.get(ticket.soldBy ?? '');
  const paidBy = last && {person: last.person, ...tenderOf(last.request)};
  return ticket.lines.map((sold, at) => {
    const own = back.filter(({line}) => line === at + 1);
    const quantity = own.reduce((left, each) => subtractDecimals(left, exactly(each.quantity)), exactly(sold.quantity));
    const sum = (of: (line: ReturnedLine) => number) => own.reduce((total, each) => total + of(each), 0);
    const minor = sold.amount.minor - sum(({amount}) => amount.minor);
    const tax = (sold.tax?.tax.minor ?? 0) - sum(each => each.tax?.tax.minor ?? 0);
    return {
      line: at + 1,
      sold,
      quantity: plainDecimal(compareDecimals(quantity, zero) < 0 ? zero : quantity),
      amount: {...sold.amount, minor: Math.max(0, minor)},
      tax: Math.max(0, tax),
      tip: sold.kind === 'tip' ? paidBy : undefined,
    };
  });
}

export const isLineLeft = ({quantity, amount}: LineLeft): boolean => quantity !== '0' || amount.minor > 0;

/** Returns a payment's sale if its lines can come back: the sale was paid in full, and this payment counts towards it. */
export function itemisedSale({reference, request}: Payment, tickets: ReadonlyMap<string, Ticket>): Ticket | undefined {
  const ticket = tickets.get(request.ticket ?? '');
  const counts = ticket?.soldBy !== undefined && ticket.held.some(each => each.reference === reference);
  return counts && ticket.lines.length > 0 ? ticket : undefined;
}

/** Returns the lines of a payment's sale with what is left of them; none if the sale has no lines that can come back. */
export function linesOf(
  payment: Payment,
  tickets: ReadonlyMap<string, Ticket>,
  payments: ReadonlyMap<string, Payment>,
): readonly LineLeft[] {
  const sale = itemisedSale(payment, tickets);
  return sale === undefined ? [] : linesLeft(sale, payments);
}

/** Whether the shop keeps no money of the sale after giving all of this payment back. The other parts may have been given back earlier. */
export function isAllOfSale(payment: Payment, sale: Ticket, payments: ReadonlyMap<string, Payment>): boolean {
  const parts = new Set(sale.held.map(({reference}) => reference));
  const others = paymentsOfTicket(sale, payments).filter(
    ({reference}) => reference !== payment.reference && parts.has(reference),
  );
  const hasMore = (other: Payment) => mayBePaid(other) || (other.status === 'paid' && refundRest(other).minor > 0);
  return !others.some(hasMore);
}

/**
 * Returns what comes back of the chosen lines. Their sum is what the refund is for: the worth of the lines, or `most` if that is less. In
 * that case each line gets its share, and the rest is left for a refund of another part of the sale. If a line comes back in several steps,
 * each step is rounded so that all steps together come to the amount of the line. Throws `Problem` refund-line-unknown,
 * refund-line-above-left, quantity-invalid.
 */
export function returnedLines(
  left: readonly LineLeft[],
  chosen: readonly LineChoice[],
  most: Money,
): readonly ReturnedLine[] {
  const worth = [...new Set(chosen.map(({line}) => line))].map(line => {
    const own = left.find(each => each.line === line);
    if (own === undefined) throw new Problem('refund-line-unknown', {number: line, lines: lineNames(left)});
    const quantity = quantityBack(
      own,
      chosen.filter(each => each.line === line),
    );
    return {own, quantity, minor: worthOf(own, quantity)};
  });
  const shares = sharesOf(
    worth.map(({minor}) => minor),
    most.minor,
  );
  return worth.map(({own, quantity}, at) => returned(own, quantity, shares[at] ?? 0));
}

/** Returns all that is left of the lines for what the refund is for; none if the lines are worth less. */
export function allReturned(left: readonly LineLeft[], amount: Money): readonly ReturnedLine[] {
  const chosen = left.filter(isLineLeft).map(({line}) => ({line}));
  const lines = returnedLines(left, chosen, amount);
  return sumOfReturned(lines) === amount.minor ? lines : [];
}

export const sumOfReturned = (lines: readonly ReturnedLine[]): number =>
  lines.reduce((sum, {amount}) => sum + amount.minor, 0);

/** The names of the lines that there are, at most 20, so that they fit into a sentence. */
const lineNames = (left: readonly LineLeft[]): string =>
  left
    .slice(0, 20)
    .map(({line, sold}) => `${line} ${cleanText(sold.name, 30)}`)
    .join(', ');

function quantityBack(own: LineLeft, chosen: readonly LineChoice[]): Decimal {
  const left = exactly(own.quantity);
  const quantity = chosen.some(each => each.quantity === undefined)
    ? left
    : sumDecimals(chosen.map(each => exactly(quantityOf(each.quantity ?? ''))));
  const isNothing = compareDecimals(quantity, zero) <= 0 && (compareDecimals(left, zero) > 0 || own.amount.minor === 0);
  if (isNothing || compareDecimals(quantity, left) > 0)
    throw new Problem('refund-line-above-left', {
      number: own.line,
      name: cleanText(own.sold.name, 60),
      quantity: own.quantity,
    });
  return quantity;
}

/** What is due for all of the line that has come back, less what was given back before; with its last, all that is left. */
function worthOf({sold, quantity: left, amount}: LineLeft, quantity: Decimal): number {
  const whole = exactly(sold.quantity);
  if (whole.digits === 0n) return amount.minor;
  const gone = subtractDecimals(whole, subtractDecimals(exactly(left), quantity));
  const numerator = BigInt(sold.amount.minor) * gone.digits * 10n ** BigInt(whole.scale);
  const denominator = whole.digits * 10n ** BigInt(gone.scale);
  const due = Number((2n * numerator + denominator) / (2n * denominator));
  return between(0, due - (sold.amount.minor - amount.minor), amount.minor);
}

const between = (least: number, minor: number, most: number) => Math.max(least, Math.min(minor, most));

/** Returns the amounts as they are, or, if they come to more than `most`, their shares of `most`, exact to the last unit. */
function sharesOf(amounts: readonly number[], most: number): readonly number[] {
  const sum = amounts.reduce((total, each) => total + each, 0);
  if (sum <= most) return amounts;
  let seen = 0;
  let given = 0;
  return amounts.map(each => {
    seen += each;
    const until = Number((BigInt(seen) * BigInt(most)) / BigInt(sum));
    const share = until - given;
    given = until;
    return share;
  });
}

/** The tax is the amount's share of the tax left, rounded once, so that neither tax nor net can exceed what is left. */
function returned(
  {line, sold, amount: left, tax: taxLeft, tip}: LineLeft,
  quantity: Decimal,
  minor: number,
): ReturnedLine {
  const {kind, name, group, unit, amount, tax} = sold;
  const part =
    left.minor === 0 ? 0n : (2n * BigInt(taxLeft) * BigInt(minor) + BigInt(left.minor)) / (2n * BigInt(left.minor));
  const taxed = Number(part);
  const money = (of: number): Money => ({currency: amount.currency, minor: of});
  return {
    line,
    ...(kind === 'tip' && {kind}),
    ...(tip && {tip}),
    name,
    group,
    unit,
    quantity: plainDecimal(quantity),
    amount: money(minor),
    tax: tax === null ? null : {rate: tax.rate, net: money(minor - taxed), tax: money(taxed)},
  };
}
