import {wholeText} from '../../src/core/books/selectors.js';
import type {State} from '../../src/core/books/state.js';
import {clockText, dateText, shortDayText} from '../../src/core/day/business-day.js';
import {type Language, type Messages, messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {badgeText} from '../../src/core/payment/badge.js';
import {tenderName} from '../../src/core/payment/tender.js';
import {countedName} from '../../src/core/present/line-rows.js';
import type {Attempt} from '../../src/core/sale/attempt.js';
import {amountOf, type SaleRow, standingText, waysOf} from '../../src/core/sale/sale.js';
import {personText} from '../../src/core/staff/name.js';
import {cleanText} from '../../src/core/text/text.js';
import {
  isAskedAtOnce,
  isPaidAtOnce,
  isPartTakenBack,
  isUnpaidWhole,
  standingOfTicket,
  type Ticket,
} from '../../src/core/ticket/ticket.js';
import {type Block, type FactBlock, fact, gap} from '../../src/views/block.js';
import type {Context} from '../kit/screen.js';
import type {OfSale} from './sale-form.js';

type Tickets = Pick<State, 'tickets' | 'payments'>;

/** Returns what is left of a ticket as text, as it is before this part. */
export function partText(
  {tickets, payments}: Tickets,
  {ticket: reference, sale}: {readonly ticket: string; readonly sale: string | undefined},
  language: Language,
): string {
  const ticket = tickets.all.get(reference);
  return ticket === undefined ? reference : leftText(ticket, {payments}, language, sale);
}

/** Returns what is left of an open ticket, and what may still be paid of it. */
export function leftText(
  ticket: Ticket,
  {payments}: Pick<State, 'payments'>,
  language: Language,
  except?: string,
): string {
  const {rest, restWaiting} = messages(language).ticketScreen;
  const {left, waiting} = standingOfTicket(ticket, payments, except);
  const facts = {left: displayMoney(left, language), total: displayMoney(ticket.total, language)};
  return waiting.minor === 0 ? rest(facts) : restWaiting({...facts, waiting: displayMoney(waiting, language)});
}

export const payingOffText = (paysOff: number, {messages: {accountScreen}, till}: Context): string =>
  accountScreen.payment({name: cleanText(till.accounts()[paysOff]?.name ?? '', 60)});

/** Returns what a sale is for, of which another attempt is made; its reference if its payment is not at hand. */
function saleText(sale: string, {till, language}: Pick<Context, 'till' | 'language'>): string {
  const its = till.state.payments.get(sale);
  return its === undefined ? sale : displayMoney(its.request.amount, language);
}

/** Returns what a form asks money for: what a customer owes, another attempt of a sale, a part of a ticket, or a new sale. */
export function saleTitle(
  {sale, ticket, paysOff}: Pick<OfSale, 'sale' | 'ticket' | 'paysOff'>,
  {nextAttempt, part, title}: Pick<Messages['cashScreen'], 'nextAttempt' | 'part' | 'title'>,
  context: Context,
): string {
  if (paysOff !== undefined) return payingOffText(paysOff, context);
  if (sale !== undefined) return nextAttempt({amount: saleText(sale, context)});
  if (ticket === undefined) return title;
  const isExchange = context.till.state.tickets.all.get(ticket)?.exchange !== undefined;
  return (isExchange ? context.messages.ticketScreen.difference : part)({ticket});
}

/** Returns the state of a ticket in one line, which is always there while a person looks at a part of it. */
export function standingBlocks(
  reference: string | undefined,
  {language, now, till, messages: words}: Context,
): readonly FactBlock[] {
  const ticket = till.state.tickets.all.get(reference ?? '');
  if (ticket === undefined || isPaidAtOnce(ticket) || isAskedAtOnce(ticket, till.state.payments)) return [];
  // Once it was sold, what is left of it is news.
  if (ticket.status === 'open' && ticket.soldBy === undefined && isUnpaidWhole(ticket, till.state.payments)) return [];
  const importance = 'standing';
  const {payments} = till.state;
  if (ticket.status === 'paid') {
    const tone = isPartTakenBack(ticket, payments) ? 'needs-person' : 'plain';
    return [fact('ticket', wholeText(ticket, {payments}, {language, now, isPast: true}), {tone, importance})];
  }
  if (ticket.abandoned !== undefined)
    return [fact('ticket', words.ticketScreen.isAbandoned(ticket.abandoned), {tone: 'quiet', importance})];
  return [fact('ticket', leftText(ticket, till.state, language), {tone: 'strong', importance})];
}

export const ticketBlocks = ({customer = '', reference}: Ticket, context: Context): readonly FactBlock[] => [
  ...(customer === ''
    ? []
    : [fact('customer', cleanText(customer, 100), {lead: context.messages.ticketScreen.columns.customer})]),
  ...standingBlocks(reference, context),
];

/** Returns what is left of a ticket if another part can be requested; otherwise undefined. */
export function restOf(
  reference: string | undefined,
  {tickets, payments}: Tickets,
): {readonly ticket: Ticket; readonly left: Money} | undefined {
  const ticket = tickets.all.get(reference ?? '');
  if (ticket === undefined) return undefined;
  const {left} = standingOfTicket(ticket, payments);
  return left.minor > 0 ? {ticket, left} : undefined;
}

/** Returns what a ticket is for, and the tip in its total; empty if it has no lines. */
export function soldBlocks(reference: string | undefined, {language, till, messages}: Context): readonly FactBlock[] {
  const lines = till.state.tickets.all.get(reference ?? '')?.lines ?? [];
  const goods = lines.filter(({kind}) => kind !== 'tip').map(line => countedName(line, language));
  const tips = lines.filter(({kind}) => kind === 'tip').map(({amount}) => displayMoney(amount, language));
  const quiet = {tone: 'quiet', importance: 'detail', isRoomy: true} as const;
  return [
    ...(goods.length === 0
      ? []
      : [fact('sold', goods.join(', '), {...quiet, lead: messages.ticketScreen.sold, most: 2})]),
    ...tips.map(tip => fact('tip', tip, {...quiet, lead: messages.receipt.tip})),
  ];
}

/** Returns the number of parts or attempts of a sale; empty if there is only one attempt. */
function countText({attempts, ticket}: SaleRow, {messages}: Context): string {
  const words = messages.sales;
  if (ticket !== undefined) return words.parts({count: ticket.parts.length});
  return attempts.length === 1 ? '' : words.attempts({count: attempts.length});
}

export function rowCells(sale: SaleRow, context: Context): readonly string[] {
  const {language, shop} = context;
  const {at, businessDate, payer, person} = sale.shown;
  const count = countText(sale, context);
  return [
    shortDayText(businessDate, language),
    clockText(at, shop.zone),
    displayMoney(amountOf(sale), language),
    standingText(sale, language) + (count === '' ? '' : ` · ${count}`),
    payer,
    waysOf(sale, language),
    personText(person, language),
  ];
}

export function rowText(sale: SaleRow, place: {readonly at: number; readonly count: number}, context: Context): string {
  const {language, shop} = context;
  const {at, businessDate, payer, person} = sale.shown;
  return context.messages.sales.row({
    at: place.at,
    count: place.count,
    state: standingText(sale, language).slice(2),
    amount: displayMoney(amountOf(sale), language),
    about: [payer, waysOf(sale, language), countText(sale, context)].filter(text => text !== '').join(', '),
    day: shortDayText(businessDate, language),
    time: clockText(at, shop.zone),
    person: personText(person, language),
  });
}

/** Returns what is known about a sale without opening it. */
export function saleDetail(row: SaleRow, context: Context): readonly Block[] {
  const {sale, badge, shown, attempts, ticket} = row;
  const {language, shop, till} = context;
  const {detail} = context.messages.sales;
  const {at, businessDate, payer, person, reference} = shown;
  const open = till.state.tickets.all.get(ticket?.reference ?? '');
  const facts: readonly (readonly [string, string])[] = [
    [ticket === undefined ? detail.sale : detail.ticket, sale],
    [detail.when, `${dateText(businessDate, language)} · ${clockText(at, shop.zone)}`],
    [detail.payer, payer],
    [detail.way, waysOf(row, language)],
    [detail.person, personText(person, language)],
  ];
  const several = fact('attempts', ticket === undefined ? detail.attempts : detail.parts, {tone: 'strong'});
  const each = attempts.map(attempt => attemptFact(attempt, reference, context));
  return [
    fact('amount', displayMoney(amountOf(row), language), {tone: 'strong'}),
    fact('state', standingText(row, language), {tone: badge}),
    ...(open === undefined ? [] : ticketBlocks(open, context)),
    gap('above'),
    ...facts.flatMap(([lead, text]) => (text === '' ? [] : [fact(lead, text, {lead})])),
    ...soldBlocks(till.state.payments.get(reference)?.request.ticket, context),
    ...(attempts.length === 1 ? [] : [gap('attempts-above'), several, ...each]),
  ];
}

/** Returns a payment of a sale as one line. `shown` is the one that decides the state of the sale. */
export function attemptFact(attempt: Attempt, shown: string, context: Context): Block {
  const {language, shop} = context;
  const {at, amount, badge, reference, tender} = attempt;
  const text = [badgeText(badge, language), displayMoney(amount, language), tenderName(tender, language)].join(' · ');
  const tone = reference === shown ? badge : 'plain';
  return fact(reference, text, {lead: clockText(at, shop.zone), tone});
}
