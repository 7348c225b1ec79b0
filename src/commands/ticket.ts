import {ticketKind} from '../core/books/selectors.js';
import type {State} from '../core/books/state.js';
import {date, instant} from '../core/day/schema.js';
import {marketOf} from '../core/market/markets.js';
import {type Language, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import type {Money} from '../core/money/money.js';
import {amount, amountOf, decimal} from '../core/money/schema.js';
import {badgeOf, badgeText} from '../core/payment/badge.js';
import {reference} from '../core/payment/schema.js';
import {tenderName, tenderOf} from '../core/payment/tender.js';
import {lineRows} from '../core/present/line-rows.js';
import {paymentSpec} from '../core/present/payment-json.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {count, elseNull, fields, flag, list, made, named, oneOf, orNull, text} from '../core/spec/spec.js';
import {cleanText} from '../core/text/text.js';
import {ticketLineMembers} from '../core/ticket/schema.js';
import {
  amountOfPart,
  isPartTakenBack,
  type ParkedBasket,
  parkedName,
  paymentsOfTicket,
  standingOfTicket,
  type Ticket,
  ticketsToEnd,
} from '../core/ticket/ticket.js';
import {answer} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {recallTicket} from '../till/past-ticket.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {lineOptions, linesFrom, parkedIn} from './item-lines.js';
import {toldPayment} from './payment-lines.js';
import {referenceFrom, withPerson, withReading, withTill} from './reading.js';
import {currencies, currencyFrom, moneyFrom} from './values.js';

const openOptions = {
  '--amount <amount>': 'ticketAmount',
  ...lineOptions,
  '--currency <code>': {says: 'cashCurrency', offers: currencies},
  '--customer <text>': 'ticketCustomer',
  '--anyway': 'saleAnyway',
  '--description <text>': 'description',
} satisfies OptionSpecs;
const addOptions = {...lineOptions, '--anyway': 'saleAnyway'} satisfies OptionSpecs;
const parkOptions = {...lineOptions, '--name <text>': 'parkName'} satisfies OptionSpecs;
const abandonOptions = {'--reason <text>': 'ticketReason'} satisfies OptionSpecs;

const {kind, code, name, group, unit, quantity, reason} = ticketLineMembers;
const lineSpec = fields({
  kind,
  code,
  name,
  group,
  unit,
  quantity,
  reason,
  tax: orNull(
    fields(
      {
        rate: decimal('in percent'),
        included: flag('whether the unit price has the tax in it'),
        net: amount('of the line without the tax'),
        tax: amount('of the line'),
      },
      'the tax of the line',
    ),
    'the line has no rate',
  ),
  unitPrice: amount('what one costs'),
  listPrice: orNull(amount('what one costs by the price list'), 'the price was not changed'),
  discount: orNull(amount('what is taken off the line'), 'nothing'),
  amount: amount('what the line comes to, without the discount and with the tax'),
});

const ticketAnswer = named(
  'split sale',
  fields(
    {
      ticket: made(reference('its own'), (ticket: Ticket) => ticket.reference),
      status: oneOf(['open', 'paid', 'abandoned'], 'how it stands'),
      total: amount('what it costs'),
      currency: made(text('of all amounts'), ({total}: Ticket) => total.currency),
      paid: amount('what is paid'),
      waiting: amount('what may still be paid by parts without a result'),
      left: amount('what may still be asked for'),
      customer: elseNull(text('whose it is'), 'nobody said'),
      description: text('what is sold, in a few words'),
      lines: list(lineSpec, 'what is sold; empty if a sum alone was typed'),
      parts: list(paymentSpec(), 'the payments'),
      openedAt: instant('when it was opened'),
      businessDate: date('on which it was opened'),
      person: text('who opened it'),
      abandoned: elseNull(fields({person: text('who'), reason: text('why')}, 'who gave up the rest'), 'nobody did'),
    },
    'What is sold together and paid by one payment or several.',
  ),
)();

const parkedAnswer = named(
  'parked basket',
  fields(
    {
      number: count('its own in this till'),
      name: elseNull(text('whose it is'), 'nobody said'),
      ...amountOf('what it comes to', ({total}: ParkedBasket) => total),
      lines: list(lineSpec, 'what is in it'),
      parkedAt: made(instant('when it was parked last'), ({at}: ParkedBasket) => at),
      person: text('who parked it'),
    },
    'A basket that was put aside before anything of it was sold.',
  ),
)();

export const answers = {
  'ticket open': ticketAnswer,
  'ticket show': ticketAnswer,
  'ticket list': list(ticketAnswer, 'open tickets'),
  'ticket abandon': ticketAnswer,
  'ticket add': ticketAnswer,
  'ticket park': parkedAnswer,
  'ticket parked': list(parkedAnswer, 'parked baskets, the one that was parked last first'),
  'ticket drop': parkedAnswer,
};

/** A ticket as a session tells it: with how it stands and its payments. */
const toldTicket = (session: Session, state: State, ticket: Ticket) => ({
  ...ticket,
  ...standingOfTicket(ticket, state.payments),
  parts: paymentsOfTicket(ticket, state.payments).map(payment => toldPayment(session, state, payment)),
});

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
    add: commandOf({
      arguments: ['<ticket>'],
      options: addOptions,
      examples: ['duka ticket add T7K0MZ4K8Q2RD --item BR1x2 --line "120 Tea"'],
      action: addTo,
    }),
    park: commandOf({
      options: parkOptions,
      examples: [
        'duka ticket park --item BR1x3 --line "50 Bag" --name "Table 4"',
        'duka ticket park --parked 3 --item BR1',
        'duka cash sale --parked 3',
      ],
      action: parkOne,
    }),
    parked: commandOf({examples: ['duka ticket parked'], action: listParked}),
    drop: commandOf({arguments: ['<number>'], examples: ['duka ticket drop 3'], action: dropOne}),
  },
};

async function openOne(session: Session, options: OptionsOf<typeof openOptions>): Promise<ExitCode> {
  const {amounts, country} = configOf(session);
  const currency = currencyFrom(options.currency ?? marketOf(country).currency);
  const {anyway, customer, description = ''} = options;
  const {lines, amount, parked, ...sold} = await linesFrom(session, options, currency);
  const total = lines.length > 0 && amount === undefined ? sold.total : moneyFrom(amount, sold.total.currency, amounts);
  return withTill(session, 'ticket open', async ({till}) => {
    const order = {total, lines, customer, description: description.trim(), parked, isSure: anyway};
    const reference = await till.openTicket(order);
    const ticket = await till.readTicket(reference);
    const said = messages(session.language).ticket.opened({
      ticket: reference,
      total: displayMoney(total, session.language),
    });
    return answer(session, ticketAnswer, toldTicket(session, till.state, ticket), [said]);
  });
}

/** Exits with 0 for a paid ticket, 1 for an abandoned, 3 for an open one, 4 if a part was taken back too late to open it again. */
async function showOne(session: Session, typed: string): Promise<ExitCode> {
  return withReading(session, async ({state, journal}) => {
    const ticket = await recallTicket({state, journal}, referenceFrom(typed));
    await answer(session, ticketAnswer, toldTicket(session, state, ticket), () =>
      ticketLines(state, ticket, session.language),
    );
    if (isPartTakenBack(ticket, state.payments)) return exitCodes.needsPerson;
    return {paid: exitCodes.done, abandoned: exitCodes.notPaid, open: exitCodes.notKnown}[ticket.status];
  });
}

async function listOpen(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state}) => {
    const open = ticketsToEnd(state);
    const told = open.map(ticket => toldTicket(session, state, ticket));
    return answer(session, answers['ticket list'], told, () =>
      open.length === 0
        ? [messages(session.language).ticket.none]
        : open.flatMap(ticket => ticketLines(state, ticket, session.language).slice(0, 2)),
    );
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
    const told = toldTicket(session, till.state, await till.readTicket(ticket));
    return answer(session, ticketAnswer, told, [`✓ ${said}`]);
  });
}

async function addTo(session: Session, typed: string, options: OptionsOf<typeof addOptions>): Promise<ExitCode> {
  const reference = referenceFrom(typed);
  const {lines, parked} = await linesFrom(session, options, marketOf(configOf(session).country).currency);
  return withTill(session, 'ticket add', async ({till}) => {
    await till.extendTicket(reference, {lines, parked, isSure: options.anyway});
    const ticket = await till.readTicket(reference);
    return answer(session, ticketAnswer, toldTicket(session, till.state, ticket), () =>
      ticketLines(till.state, ticket, session.language),
    );
  });
}

async function parkOne(session: Session, options: OptionsOf<typeof parkOptions>): Promise<ExitCode> {
  const {lines, parked} = await linesFrom(session, options, marketOf(configOf(session).country).currency);
  if (lines.length === 0) throw new Problem('amount-missing');
  return withTill(session, 'ticket park', async ({till}) => {
    const number = await till.parkBasket({lines, parked, name: options.name});
    const basket = parkedIn(till.state, String(number));
    return answer(session, parkedAnswer, basket, parkedLines(basket, session.language));
  });
}

async function listParked(session: Session): Promise<ExitCode> {
  const {language} = session;
  return withReading(session, async ({state}) => {
    const all = [...state.tickets.parked.values()].toReversed();
    return answer(session, answers['ticket parked'], all, () =>
      all.length === 0 ? [messages(language).ticket.noneParked] : all.flatMap(basket => parkedLines(basket, language)),
    );
  });
}

/** Drops a parked basket. Who did so is in the journal. */
async function dropOne(session: Session, typed: string): Promise<ExitCode> {
  return withTill(session, 'ticket drop', async ({till}) => {
    const basket = parkedIn(till.state, typed);
    await till.dropBasket({lines: basket.lines, parked: basket.number});
    const said = messages(session.language).basketScreen.dropped({basket: parkedName(basket)});
    return answer(session, parkedAnswer, basket, [`✓ ${said}`]);
  });
}

const parkedLines = (basket: ParkedBasket, language: Language): readonly string[] => [
  `${parkedName(basket)}   ${displayMoney(basket.total, language)}   ${cleanText(basket.person, 60)}`,
  ...linesText(basket.lines, language),
];

const linesText = (lines: Ticket['lines'], language: Language): readonly string[] =>
  lines.flatMap(line => lineRows(line, language).map(({label, amount}) => `  ${label}   ${amount}`.trimEnd()));

/** A ticket in a few lines: the ticket, what is left to pay, and its parts. */
function ticketLines(state: State, ticket: Ticket, language: Language): readonly string[] {
  const {ticket: words} = messages(language);
  const {reference, total, customer, lines, abandoned, status} = ticket;
  const show = (money: Money) => displayMoney(money, language);
  const {paid, waiting, left} = standingOfTicket(ticket, state.payments);
  const line = words.line({
    kind: ticketKind(ticket, language),
    ticket: reference,
    total: show(total),
    status: words.statuses[status],
  });
  return [
    customer === undefined ? line : `${line}   ${cleanText(customer, 100)}`,
    `  ${words.standing({paid: show(paid), waiting: show(waiting), left: show(left)})}`,
    ...linesText(lines, language),
    ...(abandoned === undefined
      ? []
      : [`  ${words.by({person: cleanText(abandoned.person, 60), reason: cleanText(abandoned.reason, 200)})}`]),
    ...paymentsOfTicket(ticket, state.payments).map(payment => {
      const how = tenderName(tenderOf(payment.request), language);
      return `  ${badgeText(badgeOf(payment), language)}   ${show(amountOfPart(payment))}   ${how}   ${payment.reference}`;
    }),
  ];
}
