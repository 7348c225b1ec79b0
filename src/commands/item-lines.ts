import type {State} from '../core/books/state.js';
import {itemLineOf, soldAgain, sumLine, takenUp} from '../core/item/basket.js';
import {itemOfAmount} from '../core/item/code.js';
import type {AmountRules} from '../core/market/markets.js';
import {messages} from '../core/messages/messages.js';
import {type Currency, decimalText, type Money, parseAmount} from '../core/money/money.js';
import type {Payment} from '../core/payment/payment.js';
import {owedOf} from '../core/payment/schema.js';
import {Problem, unless} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import {
  discountedLines,
  mostLines,
  readTip,
  taxTyped,
  tipLine,
  totalOfLines,
  typedLines,
  type WholeDiscount,
} from '../core/ticket/line.js';
import type {TicketLine} from '../core/ticket/schema.js';
import type {ParkedBasket} from '../core/ticket/ticket.js';
import {configOf, type Session} from '../session/session.js';
import {readPriceList} from '../till/items.js';
import {type Reading, tillFolder} from '../till/opened-journal.js';

import {namedTill} from '../till/own-till.js';
import {recallTicket} from '../till/past-ticket.js';
import type {AttemptOptions} from '../till/payment.js';
import type {OptionSpecs, OptionsOf} from './define.js';
import {readPayment, referenceFrom, withReading} from './reading.js';
import {moneyFrom} from './values.js';

/** What is sold, line by line: items of the price list, and lines that are typed. */
export const lineOptions = {
  '--item <code>': {says: 'item', isRepeatable: true},
  '--line <text>': {says: 'ticketLine', isRepeatable: true},
  '--tax-rate <rate>': 'ticketTaxRate',
  '--same-as <id>': 'sameAs',
  '--parked <number>': 'parked',
  '--discount <amount>': 'wholeDiscount',
  '--discount-reason <text>': 'wholeDiscountReason',
  '--tip <amount>': 'tip',
} satisfies OptionSpecs;
type LineOptions = OptionsOf<typeof lineOptions>;

/** The folder in which the till of this command has its price list. */
export function listFolder(session: Session): string {
  const config = configOf(session);
  return tillFolder(config, namedTill(config) ?? 'none');
}

/** An earlier sale: what was sold, what it cost, and the payment if one was named. */
export type SoldBefore = {
  readonly lines: readonly TicketLine[];
  readonly amount: Money;
  readonly payment: Payment | undefined;
};

/** The sale with this reference. Throws `Problem` sale-unknown, also for a payment that a subscription charged. */
async function soldBefore(reading: Reading, typed: string): Promise<SoldBefore> {
  const payment = await readPayment(reading, typed).catch(unlessUnknown);
  const reference = payment === undefined ? referenceFrom(typed) : payment.request.ticket;
  const ticket = reference === undefined ? undefined : await recallTicket(reading, reference).catch(unlessUnknown);
  const amount = ticket?.total ?? (payment && owedOf(payment.request));
  if (amount === undefined || payment?.request.method === 'subscription')
    throw new Problem('sale-unknown', {sale: referenceFrom(typed)});
  return {lines: ticket?.lines ?? [], amount, payment};
}

const unlessUnknown = unless('payment-unknown', 'ticket-unknown');

/** The parked basket with this number, with or without its `#`. Throws `Problem` basket-unknown. */
export function parkedIn({tickets}: Pick<State, 'tickets'>, typed: string): ParkedBasket {
  const basket = tickets.parked.get(Number(typed.trim().replace(/^#/u, '')));
  if (basket === undefined) throw new Problem('basket-unknown', {number: cleanText(typed, 20)});
  return basket;
}

/** The lines for listed items and those of an earlier sale. What is no longer sold is refused, since nobody would notice its absence. */
async function listedLines(
  session: Session,
  {codes, sameAs, parked}: {readonly codes: readonly string[]} & Record<'sameAs' | 'parked', string | undefined>,
): Promise<{
  readonly lines: readonly TicketLine[];
  readonly before: SoldBefore | undefined;
  readonly parked: number | undefined;
}> {
  if (codes.length === 0 && (sameAs ?? parked) === undefined) return {lines: [], before: undefined, parked: undefined};
  const {taxRates: rates, labels} = configOf(session);
  return withReading(session, async reading => {
    const list = await readPriceList({folder: listFolder(session), state: reading.state, labels});
    const before = sameAs === undefined ? undefined : await soldBefore(reading, sameAs);
    const aside = parked === undefined ? undefined : parkedIn(reading.state, parked);
    const again = [soldAgain(before?.lines ?? [], {list, rates}), takenUp(aside?.lines ?? [], {list, rates})];
    const gone = again.flatMap(each => each.gone);
    if (gone.length > 0) throw new Problem('items-not-sold', {items: gone.join(', ')});
    const items = codes.map(code => itemLineOf(list, code, rates));
    const lines = [...again.flatMap(({basket}) => basket?.lines ?? []), ...items].map(({line}) => line);
    return {lines, before, parked: aside?.number};
  });
}

type DiscountIn = {readonly currency: Currency; readonly amounts: AmountRules};

const wholeDiscount = (typed: string, reason = '', {currency, amounts}: DiscountIn): WholeDiscount => ({
  discount: typed.trim().endsWith('%')
    ? {percent: typed.trim().slice(0, -1).trim().replace(',', '.')}
    : parseAmount(typed, currency, amounts),
  reason,
});

/**
 * The lines, and their total with the tip, in the currency of the first line. If there is only a tip, the `amount` becomes a line. If no
 * `amount` is given, it is that of the earlier sale if that has no lines.
 * Throws `Problem` tips-off, item-unknown, items-not-sold, sale-unknown, basket-full, tax-rate-without-lines, tax-rate-invalid,
 * line-currency-differs, and what `readPriceList`, `typedLines`, `totalOfLines`, `moneyFrom` and `readTip` throw.
 */
export async function linesFrom(
  session: Session,
  {
    item: codes = [],
    line: texts = [],
    taxRate: rate,
    tip,
    sameAs,
    parked: aside,
    discount,
    discountReason,
    amount: said,
    currency: named,
  }: LineOptions & {readonly amount?: string | undefined; readonly currency?: string | undefined},
  usual: Currency,
): Promise<{
  readonly lines: readonly TicketLine[];
  readonly total: Money;
  readonly amount: string | undefined;
  readonly before: SoldBefore | undefined;
  readonly parked: number | undefined;
}> {
  if (rate !== undefined && texts.length === 0) throw new Problem('tax-rate-without-lines');
  const {taxRates: rates, amounts, tips: offered} = configOf(session);
  if (tip !== undefined && offered.length === 0) throw new Problem('tips-off');
  const tax = taxTyped(rates, rate);
  const {lines: items, before, parked} = await listedLines(session, {codes, sameAs, parked: aside});
  const currency = items[0]?.amount.currency ?? before?.amount.currency ?? usual;
  if (before !== undefined && named !== undefined && named.trim().toUpperCase() !== currency)
    throw new Problem('line-currency-differs', {currency});
  const listed = [...items, ...typedLines(texts, {currency, tax, marks: amounts}).lines];
  if (listed.length > mostLines) throw new Problem('basket-full', {lines: mostLines});
  const isSum = listed.length === 0;
  const amount = said ?? (isSum && before !== undefined ? textTyped(before.amount, amounts) : undefined);
  const {sale} = messages(session.language).receipt;
  const isSumSold = isSum && (tip ?? discount) !== undefined;
  const all = isSumSold ? [sumLine(moneyFrom(amount, currency, amounts), sale).line] : listed;
  const sold =
    discount === undefined ? all : discountedLines(all, wholeDiscount(discount, discountReason, {currency, amounts}));
  const tips = tip === undefined ? [] : [tipLine(readTip(tip, totalOfLines(sold, currency), amounts))];
  const lines = [...sold, ...tips];
  return {lines, total: totalOfLines(lines, currency), amount: isSumSold ? undefined : amount, before, parked};
}

/** Returns an amount as a person of the shop types it. */
const textTyped = (money: Money, {decimalMark = '.'}: AmountRules): string =>
  decimalText(money).replace('.', decimalMark);

type AmountOptions = {
  readonly amount?: string;
  readonly sale?: string;
  readonly ticket?: string;
  readonly anyway?: boolean;
};

/** Throws `Problem` amount-is-item if the amount of a new sale is the code of an item and nobody has said that it is meant. */
async function checkNoCode(session: Session, {amount = '', sale, ticket, anyway}: AmountOptions): Promise<void> {
  if (anyway === true || (sale ?? ticket) !== undefined || !/^\d{4,}$/u.test(amount.trim())) return;
  const list = await withReading(session, ({state}) =>
    // A price list that cannot be read keeps nobody from selling.
    readPriceList({folder: listFolder(session), state, labels: configOf(session).labels}).catch(() => undefined),
  );
  const item = list && itemOfAmount(list, amount);
  if (item !== undefined) throw new Problem('amount-is-item', {typed: amount.trim(), item: cleanText(item.name, 60)});
}

/** What a payment sells, of `before` too. If an amount is given, the payment is the first part of that total. */
export async function sellingFrom<
  Options extends LineOptions & {readonly currency?: string; readonly description?: string} & AmountOptions,
>(
  session: Session,
  options: Options,
  usual: Currency,
): Promise<{
  readonly options: Options;
  readonly sells: AttemptOptions['sells'];
  readonly before: SoldBefore | undefined;
}> {
  const {item = [], line = [], tip, sameAs, parked: aside, discount, taxRate, description = ''} = options;
  if (item.length + line.length === 0 && (tip ?? sameAs ?? aside ?? discount) === undefined) {
    if (taxRate !== undefined) throw new Problem('tax-rate-without-lines');
    await checkNoCode(session, options);
    return {options, sells: undefined, before: undefined};
  }
  const {lines, total, amount: said, before, parked} = await linesFrom(session, options, usual);
  const {currency = total.currency} = options;
  const amount = said ?? textTyped(total, configOf(session).amounts);
  const sells = lines.length === 0 ? undefined : {lines, total, parked, description: description.trim()};
  return {options: {...options, amount, currency}, sells, before};
}
