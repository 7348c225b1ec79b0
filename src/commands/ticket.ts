import type {State} from '../core/books/state.js';
import {marketOf} from '../core/market/markets.js';
import {type Language, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {decimalText, type Money} from '../core/money/money.js';
import {badgeOf, badgeText} from '../core/payment/badge.js';
import {tenderName, tenderOf} from '../core/payment/tender.js';
import {lineRows} from '../core/present/line-rows.js';
import {paymentAsJson} from '../core/present/payment-json.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import {
  amountOfPart,
  isPaidAtOnce,
  isPartTakenBack,
  paymentsOfTicket,
  standingOfTicket,
  type Ticket,
  ticketsToEnd,
} from '../core/ticket/ticket.js';
import {writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {recallTicket} from '../till/past-ticket.js';
import {currencyFrom, moneyFrom} from './counts.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {lineOptions, linesFrom} from './item-lines.js';
import {referenceFrom, withPerson, withReading, withTill} from './reading.js';
import {currencies} from './values.js';

const openOptions = {
  '--amount <amount>': 'ticketAmount',
  ...lineOptions,
  '--currency <code>': {says: 'cashCurrency', offers: currencies},
  '--customer <text>': 'ticketCustomer',
  '--anyway': 'saleAnyway',
  '--description <text>': 'description',
} satisfies OptionSpecs;
const abandonOptions = {'--reason <text>': 'ticketReason'} satisfies OptionSpecs;

export const command: CommandSpec = {
  examples: ['duka ticket open --amount 1000', 'duka ticket list'],
  commands: {
    open: commandOf({
      options: openOptions,
      examples: [
        'duka ticket open --amount 1000',
        'duka ticket open --line "3x120 Bread" --line "0.25x800 Tomatoes" --tax-rate 16',
        'duka ticket open --item BR1x3 --item 5901234123457 --line "50 Bag"',
        'duka ticket open --amount 25000 --customer "Amina, sofa" --json',
        'duka cash sale --amount 5000 --ticket T7K0MZ4K8Q2RD',
      ],
      action: openOne,
    }),
    show: commandOf({arguments: ['<ticket>'], examples: ['duka ticket show T7K0MZ4K8Q2RD --json'], action: showOne}),
    list: commandOf({examples: ['duka ticket list'], action: listOpen}),
    abandon: commandOf({
      arguments: ['<ticket>'],
      options: abandonOptions,
      examples: ['duka ticket abandon T7K0MZ4K8Q2RD --person Amina --reason "changed her mind"'],
      action: abandonOne,
    }),
  },
};

/** Opens a ticket. Under `--json` the ticket as in `show`. */
async function openOne(session: Session, options: OptionsOf<typeof openOptions>): Promise<ExitCode> {
  const {amounts, country} = configOf(session);
  const currency = currencyFrom(options.currency ?? marketOf(country).currency);
  const {anyway, customer, description = ''} = options;
  const {lines, amount, ...sold} = await linesFrom(session, options, currency);
  const total = lines.length > 0 && amount === undefined ? sold.total : moneyFrom(amount, sold.total.currency, amounts);
  return withTill(session, 'ticket open', async ({till}) => {
    const reference = await till.openTicket({total, lines, customer, description: description.trim(), isSure: anyway});
    const ticket = await till.readTicket(reference);
    const said = messages(session.language).ticket.opened({
      ticket: reference,
      total: displayMoney(total, session.language),
    });
    if (session.isJson) writeJson(session, ticketAsJson(session, till.state, ticket));
    else writeLines(session, [said]);
    return exitCodes.done;
  });
}

/**
 * Shows a ticket. The exit code is 0 for a paid ticket, 1 for an abandoned one, 3 while it is open, and 4 if a part of a paid ticket was taken
 * back so long ago that the ticket is not open again.
 */
async function showOne(session: Session, typed: string): Promise<ExitCode> {
  return withReading(session, async ({state, journal}) => {
    const ticket = await recallTicket({state, journal}, referenceFrom(typed));
    if (session.isJson) writeJson(session, ticketAsJson(session, state, ticket));
    else writeLines(session, ticketLines(state, ticket, session.language));
    if (isPartTakenBack(ticket, state.payments)) return exitCodes.needsPerson;
    return {paid: exitCodes.done, abandoned: exitCodes.notPaid, open: exitCodes.notKnown}[ticket.status];
  });
}

/** Lists the open tickets. Under `--json` a list of tickets as in `show`. */
async function listOpen(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state}) => {
    const open = ticketsToEnd(state);
    if (session.isJson)
      writeJson(
        session,
        open.map(ticket => ticketAsJson(session, state, ticket)),
      );
    else if (open.length === 0) writeLines(session, [messages(session.language).ticket.none]);
    else
      writeLines(
        session,
        open.flatMap(ticket => ticketLines(state, ticket, session.language).slice(0, 2)),
      );
    return exitCodes.done;
  });
}

async function abandonOne(
  session: Session,
  typed: string,
  {reason = ''}: {readonly reason?: string},
): Promise<ExitCode> {
  const ticket = referenceFrom(typed);
  return withPerson(session, 'ticket abandon', async ({till}, person) => {
    await till.abandonTicket(ticket, {person, reason});
    const said = messages(session.language).ticket.wasAbandoned({ticket});
    if (session.isJson) writeJson(session, ticketAsJson(session, till.state, await till.readTicket(ticket)));
    else writeLines(session, [`✓ ${said}`]);
    return exitCodes.done;
  });
}

/** A ticket in a few lines: the ticket, what is left to pay, and its parts. */
function ticketLines(state: State, ticket: Ticket, language: Language): readonly string[] {
  const {ticket: words} = messages(language);
  const {reference, total, customer, lines, abandoned, status} = ticket;
  const show = (money: Money) => displayMoney(money, language);
  const {paid, waiting, left} = standingOfTicket(ticket, state.payments);
  const line = (isPaidAtOnce(ticket) ? words.lineAtOnce : words.line)({
    ticket: reference,
    total: show(total),
    status: words.statuses[status],
  });
  return [
    customer === undefined ? line : `${line}   ${cleanText(customer, 100)}`,
    `  ${words.standing({paid: show(paid), waiting: show(waiting), left: show(left)})}`,
    ...lines.flatMap(line => lineRows(line, language).map(({label, amount}) => `  ${label}   ${amount}`.trimEnd())),
    ...(abandoned === undefined
      ? []
      : [`  ${words.by({person: cleanText(abandoned.person, 60), reason: cleanText(abandoned.reason, 200)})}`]),
    ...paymentsOfTicket(ticket, state.payments).map(payment => {
      const how = tenderName(tenderOf(payment.request), language);
      return `  ${badgeText(badgeOf(payment), language)}   ${show(amountOfPart(payment))}   ${how}   ${payment.reference}`;
    }),
  ];
}

/** A ticket for scripts: names are stable, money is decimal text, instants are UTC. */
function ticketAsJson({language, face}: Session, state: State, ticket: Ticket) {
  const {reference, status, total, customer, description, lines, businessDate, openedAt, person, abandoned} = ticket;
  const {paid, waiting, left} = standingOfTicket(ticket, state.payments);
  return {
    ticket: reference,
    status,
    total: decimalText(total),
    currency: total.currency,
    paid: decimalText(paid),
    waiting: decimalText(waiting),
    left: decimalText(left),
    customer: customer ?? null,
    description,
    lines: lines.map(({amount, unitPrice, listPrice, discount, tax, ...line}) => ({
      ...line,
      tax: tax === null ? null : {...tax, net: decimalText(tax.net), tax: decimalText(tax.tax)},
      unitPrice: decimalText(unitPrice),
      listPrice: listPrice === null ? null : decimalText(listPrice),
      discount: discount === null ? null : decimalText(discount),
      amount: decimalText(amount),
    })),
    parts: paymentsOfTicket(ticket, state.payments).map(payment =>
      paymentAsJson(state, payment, {language, now: face.world.now()}),
    ),
    openedAt: Temporal.Instant.fromEpochMilliseconds(openedAt).toString(),
    businessDate,
    person,
    abandoned: abandoned ?? null,
  };
}
