import {businessDateOf, type DecisionContext, type OpenShift, type PendingEvent} from '../journal/decision.js';
import {mintReference} from '../journal/reference.js';
import {checkCeiling, type Money, moneyText} from '../money/money.js';
import {validateFreeText} from '../payment/order.js';
import type {Payments} from '../payment/payments.js';
import {personSaid, reasonSaid} from '../payment/said.js';
import {Problem} from '../problem.js';
import {checkTip, lineOf, mostLines, sumSold, totalOfLines} from './line.js';
import type {TicketEvent, TicketLine} from './schema.js';
import {mayBePaid, paymentsOfTicket, standingOfTicket, type Ticket, type Tickets} from './ticket.js';

type State = Pick<Payments, 'payments'> &
  OpenShift & {readonly tickets: Tickets; readonly lastReference: string | undefined};

/** What is sold. With empty `lines` it is only a sum. An empty description becomes `Ticket <reference>`. */
export type TicketOrder = {
  readonly total: Money;
  readonly lines: readonly TicketLine[];
  /** Whose ticket it is: a name or a note. */
  readonly customer?: string | undefined;
  readonly description: string;
  /** The number under which it was parked as a basket. */
  readonly parked?: number | undefined;
  /** The payment of an earlier sale of which goods come back for these. */
  readonly exchange?: string | undefined;
  /** The number of the refund for them. */
  readonly refund?: number | undefined;
  /** Whether a person has confirmed a total above the shop's ceiling. */
  readonly isSure?: boolean | undefined;
};

/** Lines of a basket, and the number under which it was parked. */
export type BasketLines = Pick<TicketOrder, 'lines' | 'parked'>;

type TicketCommand =
  | ({readonly type: 'open'} & TicketOrder)
  | ({readonly type: 'drop-basket'} & BasketLines)
  /** `name`: whose basket it is, for a person who looks for it; empty if it has none. */
  | ({readonly type: 'park-basket'; readonly name: string} & BasketLines)
  | ({readonly type: 'extend'; readonly ticket: string} & BasketLines & Pick<TicketOrder, 'isSure'>)
  | {readonly type: 'abandon'; readonly ticket: string; readonly person: string; readonly reason: string};

/**
 * Decides what happens to a ticket and returns the events to record. Throws these `Problem`s: open: till-closing, amount-not-positive,
 * sale-above-ceiling, ticket-lines-differ, tip-above-sale, line-currency-differs, amount-above-maximum, text-has-card, text-too-long,
 * clock-impossible; extend: till-closing, ticket-unknown, ticket-paid (also for a ticket that was paid and is open again, because it counts
 * as sold), ticket-abandoned, tip-with-ticket, line-currency-differs, sale-above-ceiling, amount-not-positive, basket-full, basket-unknown,
 * and those of open for lines; park-basket, drop-basket: basket-unknown (nothing is parked under the number), text-has-card, text-too-long;
 * abandon: person-missing, reason-missing, text-has-card, text-too-long, ticket-unknown, ticket-paid, ticket-abandoned, ticket-waiting.
 */
export function decideTicket(
  state: State,
  command: TicketCommand,
  given: DecisionContext,
): readonly PendingEvent<TicketEvent>[] {
  if (command.type === 'abandon') return abandon(state, command);
  if (command.type === 'drop-basket' || command.type === 'park-basket') return putAside(state, command);
  if (given.isClosing) throw new Problem('till-closing');
  if (command.type === 'extend') return extend(state, command, given);
  checkParked(state, command);
  const {total, lines, description} = command;
  const customer = command.customer?.trim() ?? '';
  if (total.minor <= 0) throw new Problem('amount-not-positive');
  if (command.isSure !== true) checkCeiling(total, given.settings);
  checkLines(total, lines);
  for (const words of [customer, description]) validateFreeText(words);
  const {lastReference: last} = state;
  const ticket = mintReference({till: given.settings.till, nowMs: given.now, last, random: given.chance(8)});
  const data = {
    ticket,
    total,
    lines: [...lines],
    businessDate: businessDateOf(state, given),
    ...(customer === '' ? {} : {customer}),
    description: description === '' ? `Ticket ${ticket}` : description,
    ...(command.exchange === undefined ? {} : {exchange: command.exchange}),
    ...(command.refund === undefined ? {} : {refund: command.refund}),
    ...parkedOf(command),
  };
  return [{type: 'ticket-opened', data}];
}

const parkedOf = ({parked}: Pick<TicketOrder, 'parked'>) => (parked === undefined ? {} : {parked});

/** A basket is sold or dropped once: another window or command may have done so meanwhile. Throws `Problem` basket-unknown. */
function checkParked({tickets}: Pick<State, 'tickets'>, {parked}: Pick<TicketOrder, 'parked'>): void {
  if (parked !== undefined && !tickets.parked.has(parked)) throw new Problem('basket-unknown', {number: parked});
}

function putAside(
  state: State,
  command: Extract<TicketCommand, {type: 'drop-basket' | 'park-basket'}>,
): readonly PendingEvent<TicketEvent>[] {
  const {lines} = command;
  const [first] = lines;
  if (first === undefined) return [];
  checkParked(state, command);
  const data = {lines: [...lines], total: totalOfLines(lines, first.amount.currency)};
  if (command.type === 'drop-basket') return [{type: 'basket-dropped', data: {...data, ...parkedOf(command)}}];
  const name = command.name.trim();
  validateFreeText(name);
  const number = command.parked ?? state.tickets.lastParked + 1;
  return [{type: 'basket-parked', data: {number, ...(name === '' ? {} : {name}), ...data}}];
}

/** A ticket of a sum alone gets a line of that sum first, so that its lines come to its total. */
function extend(
  state: State,
  command: Extract<TicketCommand, {type: 'extend'}>,
  given: DecisionContext,
): readonly PendingEvent<TicketEvent>[] {
  const {ticket: reference, lines} = command;
  const ticket = openTicketOf(state, reference);
  if (ticket.soldBy !== undefined) throw new Problem('ticket-paid', {ticket: reference});
  checkParked(state, command);
  if (lines.some(({kind}) => kind === 'tip')) throw new Problem('tip-with-ticket');
  const sum = ticket.lines.length > 0 ? [] : [lineOf(sumSold(ticket.total, ticket.description))];
  const added = [...sum, ...lines];
  const all = [...ticket.lines, ...added];
  const total = totalOfLines(all, ticket.total.currency);
  if (total.minor <= ticket.total.minor) throw new Problem('amount-not-positive');
  if (all.length > mostLines) throw new Problem('basket-full', {lines: mostLines});
  if (command.isSure !== true) checkCeiling(total, given.settings);
  checkLines(total, all);
  return [{type: 'ticket-extended', data: {ticket: reference, lines: added, total, ...parkedOf(command)}}];
}

function checkLines(total: Money, lines: readonly TicketLine[]): void {
  if (lines.length === 0) return;
  const sum = totalOfLines(lines, total.currency);
  const isWhole = lines.every(({tax, amount}) => tax === null || tax.net.minor + tax.tax.minor === amount.minor);
  if (!isWhole || sum.minor !== total.minor)
    throw new Problem('ticket-lines-differ', {sum: moneyText(sum), total: moneyText(total)});
  checkTips(total, lines);
  for (const {name, reason} of lines) for (const words of [name, reason ?? '']) validateFreeText(words);
}

/** A ticket has one tip, beside something else, without tax, discount, list price and group. Throws ticket-lines-differ, tip-above-sale. */
function checkTips(total: Money, lines: readonly TicketLine[]): void {
  const [tip, ...more] = lines.filter(({kind}) => kind === 'tip');
  if (tip === undefined) return;
  const sold = {...total, minor: total.minor - tip.amount.minor};
  if (more.length > 0 || (tip.tax ?? tip.discount ?? tip.listPrice ?? tip.group) !== null)
    throw new Problem('ticket-lines-differ', {sum: moneyText(tip.amount), total: moneyText(total)});
  checkTip(tip.amount, sold);
}

/** Returns the ticket if it is open. Throws `Problem` ticket-unknown, ticket-paid, ticket-abandoned. */
function openTicketOf({tickets}: State, reference: string): Ticket {
  const ticket = tickets.all.get(reference);
  if (ticket === undefined) throw new Problem('ticket-unknown', {ticket: reference});
  if (ticket.status === 'paid') throw new Problem('ticket-paid', {ticket: reference});
  if (ticket.status === 'abandoned') throw new Problem('ticket-abandoned', {ticket: reference});
  return ticket;
}

/** A payment for a ticket. `sale` is the part whose next attempt it is, if it is one. */
type PartRequest = {readonly ticket: string; readonly amount: Money; readonly sale: string | undefined};

/** Throws a `Problem` for a payment that does not fit an open ticket: of `openTicketOf`, ticket-currency-differs, ticket-above-left. */
export function checkPart(state: State, {ticket: reference, amount, sale}: PartRequest): void {
  const ticket = openTicketOf(state, reference);
  const {currency} = ticket.total;
  if (amount.currency !== currency) throw new Problem('ticket-currency-differs', {ticket: reference, currency});
  const {left, waiting} = standingOfTicket(ticket, state.payments, sale);
  if (amount.minor > left.minor)
    throw new Problem('ticket-above-left', {
      ticket: reference,
      amount: moneyText(amount),
      left: moneyText(left),
      waiting: moneyText(waiting),
    });
}

function abandon(
  state: State,
  {ticket: reference, ...said}: Extract<TicketCommand, {type: 'abandon'}>,
): readonly PendingEvent<TicketEvent>[] {
  const [person, reason] = [personSaid(said.person), reasonSaid(said.reason)];
  const ticket = openTicketOf(state, reference);
  const waiting = paymentsOfTicket(ticket, state.payments).find(mayBePaid);
  if (waiting !== undefined)
    throw new Problem('ticket-waiting', {ticket: reference, reference: waiting.reference}, {status: waiting.status});
  return [{type: 'ticket-abandoned', person, data: {ticket: reference, reason}}];
}
