import {wholeText} from '../../src/core/books/selectors.js';
import type {State} from '../../src/core/books/state.js';
import {type Language, type Messages, messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {countedName} from '../../src/core/present/line-rows.js';
import {cleanText} from '../../src/core/text/text.js';
import {
  isAskedAtOnce,
  isPaidAtOnce,
  isPartTakenBack,
  isUnpaidWhole,
  standingOfTicket,
  type Ticket,
} from '../../src/core/ticket/ticket.js';
import {type FactBlock, fact} from '../../src/views/block.js';
import {saleText} from '../kit/amount.js';
import type {Context} from '../kit/step.js';
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

/** Returns whose debt a payment pays. */
export function payingOffText(paysOff: number, {messages: {accountScreen}, till}: Context): string {
  return accountScreen.payment({name: cleanText(till.accounts()[paysOff]?.name ?? '', 60)});
}

/** Returns what a form asks money for: what a customer owes, another attempt of a sale, a part of a ticket, or a new sale. */
export function saleTitle(
  {sale, ticket, paysOff}: Pick<OfSale, 'sale' | 'ticket' | 'paysOff'>,
  {nextAttempt, part, title}: Pick<Messages['cashScreen'], 'nextAttempt' | 'part' | 'title'>,
  context: Context,
): string {
  if (paysOff !== undefined) return payingOffText(paysOff, context);
  if (sale !== undefined) return nextAttempt({amount: saleText(sale, context)});
  return ticket === undefined ? title : part({ticket});
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
