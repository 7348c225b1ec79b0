import {clockText, dateText, shortDayText} from '../../src/core/day/business-day.js';
import {displayMoney} from '../../src/core/money/display.js';
import {badgeText} from '../../src/core/payment/badge.js';
import {tenderName} from '../../src/core/payment/tender.js';
import type {Attempt} from '../../src/core/sale/attempt.js';
import {amountOf, type SaleRow, standingText, waysOf} from '../../src/core/sale/sale.js';
import {personText} from '../../src/core/staff/name.js';
import {type Block, fact, gap} from '../../src/views/block.js';
import type {Context} from '../kit/step.js';
import {soldBlocks, ticketBlocks} from './standing.js';

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

/** Returns the same as a sentence. */
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
