import {ticketKind} from '../../src/core/books/selectors.js';
import {businessDate, clockText, dateText, shortDayText} from '../../src/core/day/business-day.js';
import {displayMoney, moneyColumn, moneyWidth} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {badgeOf, glyphs} from '../../src/core/payment/badge.js';
import {maskPayer} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {owedOf} from '../../src/core/payment/schema.js';
import {channelName} from '../../src/core/payment/tender.js';
import {attemptOf} from '../../src/core/sale/attempt.js';
import {cleanText} from '../../src/core/text/text.js';
import {
  amountOfPart,
  mayBePaid,
  paymentsOfTicket,
  standingOfTicket,
  type Ticket,
  ticketsToEnd,
} from '../../src/core/ticket/ticket.js';
import {type Block, fact, gap, type ListBlock, title} from '../../src/views/block.js';
import {nextCardForm, partCardForm} from '../card/card-form.js';
import {amountTyped} from '../kit/amount.js';
import {type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {keptPerson, personField, reasonField, writingForm} from '../kit/question.js';
import type {Context, Form, Screen} from '../kit/screen.js';
import {type Go, goAlone, goTo, type ReducerContext} from '../model.js';
import {formFor, marketIn, newForm, nextAttemptForm, partForm, sameWalletForm} from '../order/sale-form.js';
import {attemptFact, leftText, restOf, soldBlocks, standingBlocks, ticketBlocks} from '../order/standing.js';

type Shown = {readonly reference: string; readonly index: number};

const ticketOf = ({reference}: Shown, {till}: Context): Ticket | undefined => till.state.tickets.all.get(reference);

const parts = markedList<Shown, Payment>(
  (state, context) => {
    const ticket = ticketOf(state, context);
    return ticket === undefined ? [] : paymentsOfTicket(ticket, context.till.state.payments);
  },
  ({reference}) => reference,
  {least: 2},
);

const widths = {amount: 16, state: 24, digits: 8} as const;

function partList(state: Shown, context: Context): ListBlock {
  const {language, messages} = context;
  const {columns, noParts, row} = messages.ticketScreen;
  const amounts = parts.rowsIn(state, context).map(amountOfPart);
  const money = moneyWidth(amounts, language, widths.amount);
  const cellsOf = (payment: Payment) => {
    const badge = badgeOf(payment);
    return {badge, state: messages.payment.verdicts[badge], method: channelName(payment.request, language)};
  };
  const text = (payment: Payment) => {
    const {state: stands, method} = cellsOf(payment);
    return [displayMoney(amountOfPart(payment), language), stands, method].join(', ');
  };
  return parts.block(state, context, {
    id: 'parts',
    columns: [
      {title: columns.amount, width: money, align: 'right'},
      {title: columns.state, width: widths.state},
      {title: '', width: widths.digits, from: 60},
      {title: columns.method, grows: true},
    ],
    row: payment => {
      const {badge, state: stands, method} = cellsOf(payment);
      const amount = moneyColumn(amountOfPart(payment), money, language);
      return {cells: [amount, `${glyphs[badge]} ${stands}`, maskPayer(payment.request), method], tone: badge};
    },
    narrated: (payment, place) => row({...place, text: text(payment)}),
    empty: noParts,
  });
}

/** Whether more can be sold on it: it is open, and was never paid. */
const mayExtend = (ticket: Ticket | undefined): boolean => ticket?.status === 'open' && ticket.soldBy === undefined;

const restIn = ({reference}: Shown, {till}: Context) => restOf(reference, till.state);

type Abandon = Filled<'person' | 'reason'> & {readonly reference: string; readonly isWriting: boolean};

const fields = (state: Abandon, context: Context): Form<Abandon> => {
  const {person, reason} = context.messages.ticketScreen.fields;
  return [personField(state, person, context), reasonField(state, 'reason', reason)];
};

const asked = writingForm<Abandon>({
  fields,
  yes: 'write-down',
  write: state => {
    const said = {person: typedIn(state, 'person'), reason: typedIn(state, 'reason')};
    return {
      state: {...state, isWriting: true},
      asks: {
        kind: 'abandon',
        run: till => till.abandonTicket(state.reference, said),
        done: () => ({go: 'back'}),
        refused: (now, problem) => ({state: {...now, isWriting: false, wrong: {field: 'reason', problem}}}),
      },
    };
  },
});

/** A named person states that the rest of a ticket will not be requested. */
export const abandon: Screen<['abandon', {readonly reference: string}], Abandon> = {
  ...asked,
  id: 'abandon',
  layout: 'beside',
  open: ({reference}, context) => {
    const person = keptPerson(context.till.actor()?.name ?? '');
    const focus = person.kept === undefined ? 'person' : 'reason';
    return {state: {...person, focus, wrong: undefined, reference, isWriting: false}};
  },
  describe: (state, context) => {
    const {ticketScreen: messages} = context.messages;
    return [
      title(messages.abandon({ticket: state.reference})),
      ...standingBlocks(state.reference, context),
      gap('above'),
      ...fieldBlocks(fields(state, context), state, context),
      gap('below'),
      state.isWriting
        ? fact('writing', messages.saving, {tone: 'not-known'})
        : fact('note', messages.keptPaid, {tone: 'quiet', most: 2}),
    ];
  },
};

/** Returns the steps to sell the same again: its lines at today's prices or its amount, and the wallet of a mobile-money `payment`. */
export function toSellAgain(
  {payment, ticket}: {readonly payment: Payment | undefined; readonly ticket: Ticket | undefined},
  reducerContext: ReducerContext,
): readonly Go[] {
  const amount = ticket?.total ?? (payment && owedOf(payment.request));
  if (amount === undefined) return [];
  const isWallet = payment?.request.method === 'mobile-money';
  const form = isWallet ? sameWalletForm(payment, reducerContext) : formFor(amount.currency, reducerContext);
  if (ticket !== undefined && ticket.lines.length > 0)
    return [goAlone('sale', form), goTo('basket', {sale: form, again: ticket.lines})];
  const lines = {...form.lines, amount: amountTyped(amount, reducerContext.shop.language)};
  return [goAlone('sale', {...form, kept: 'amount', lines})];
}

/** Returns the screens for the next attempt of a payment's sale, for the method that was used last. */
export function nextAttempt(payment: Payment, reducerContext: ReducerContext): readonly Go[] {
  const sale = goAlone('sale', nextAttemptForm(payment, reducerContext));
  const card = payment.request.method === 'card' ? nextCardForm(payment.sale, reducerContext) : undefined;
  return card === undefined ? [sale] : [sale, goTo('card', card)];
}

/** Returns the steps to a ticket's next part: by wallet if a market has its currency, else by card if taken in it, else in cash. */
export function toNextPart(ticket: Ticket, left: Money, reducerContext: ReducerContext): readonly Go[] {
  const form = partForm(ticket, left, reducerContext);
  const sale = goAlone('sale', form);
  if (marketIn(form).market.currency === left.currency) return [sale];
  const card = partCardForm(form, typedIn(form, 'amount'), reducerContext);
  return [sale, card === undefined ? goTo('cash', form) : goTo('card', card)];
}

export const ticket: Screen<['ticket', {readonly reference: string}], Shown> = {
  id: 'ticket',
  layout: 'tall',
  open: ({reference}) => ({state: {reference, index: 0}}),
  describe: (state, context) => {
    const ticket = ticketOf(state, context);
    if (ticket === undefined) return [fact('gone', context.messages.paymentScreen.notOpenHere)];
    return [
      title(`${ticketKind(ticket, context.language)} ${ticket.reference}`),
      ...ticketBlocks(ticket, context),
      ...soldBlocks(ticket.reference, context),
      gap('above'),
      partList(state, context),
    ];
  },
  keys: [
    {id: 'open', when: parts.isFilled, press: parts.withMarked(({reference}) => ({go: goTo('payment', {reference})}))},
    {
      id: 'other-part',
      when: (state, context) => restIn(state, context) !== undefined,
      press: (state, context) => {
        const rest = restIn(state, context);
        return rest === undefined ? {} : {go: toNextPart(rest.ticket, rest.left, context)};
      },
    },
    {
      id: 'add-lines',
      when: (state, context) => mayExtend(ticketOf(state, context)),
      press: ({reference}, context) => ({go: goTo('basket', {sale: newForm(context), ticket: reference})}),
    },
    parts.selectKey,
    {
      id: 'abandon',
      when: (state, context) =>
        ticketOf(state, context)?.status === 'open' && !parts.rowsIn(state, context).some(mayBePaid),
      press: ({reference}) => ({go: goTo('abandon', {reference})}),
    },
    {
      id: 'sell-again',
      when: (state, context) => ticketOf(state, context) !== undefined,
      press: (state, context) => ({go: toSellAgain({payment: undefined, ticket: ticketOf(state, context)}, context)}),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

type Listed = {readonly index: number};

const rows = markedList<Listed, Ticket>(
  (_, {till}) => ticketsToEnd(till.state).toReversed(),
  ({reference}) => reference,
  {least: 2},
);

function ticketList(state: Listed, context: Context): ListBlock {
  const {language, till, messages} = context;
  const {columns, row} = messages.ticketScreen;
  const standingOf = (one: Ticket) => standingOfTicket(one, till.state.payments);
  const isWaiting = rows.rowsIn(state, context).some(one => standingOf(one).waiting.minor > 0);
  const text = (one: Ticket) =>
    [
      openedOn(one, context),
      customerOf(one),
      leftText(one, till.state, language),
      displayMoney(one.total, language),
    ].join(', ');
  return rows.block(state, context, {
    id: 'tickets',
    columns: [
      {title: columns.when, align: 'right'},
      {title: columns.total, align: 'right', givesWay: true},
      {title: columns.left, align: 'right'},
      ...(isWaiting ? [{title: columns.waiting, align: 'right'} as const] : []),
      {title: columns.customer, grows: true, width: 20},
    ],
    row: one => {
      const {left, waiting} = standingOf(one);
      const sums = [one.total, left, ...(isWaiting ? [waiting] : [])].map(sum => displayMoney(sum, language));
      return {cells: [openedOn(one, context), ...sums, customerOf(one)]};
    },
    narrated: (one, place) => row({...place, text: text(one)}),
    detail: one => detail(one, context),
    empty: messages.ticket.none,
  });
}

const customerOf = ({customer, reference}: Ticket): string => cleanText(customer ?? reference, 100);
const openedOn = ({openedAt}: Ticket, {language, shop}: Context): string =>
  shortDayText(businessDate(openedAt, shop.zone, shop.dayStartsAt), language);

/** Returns what is known about a ticket without opening it. */
function detail(ticket: Ticket, context: Context): readonly Block[] {
  const {language, shop, till, messages} = context;
  const {reference, openedAt, person, total} = ticket;
  const {parts, person: by, ticket: name, when} = messages.sales.detail;
  const payments = paymentsOfTicket(ticket, till.state.payments);
  const date = businessDate(openedAt, shop.zone, shop.dayStartsAt);
  const opened = `${dateText(date, language)} · ${clockText(openedAt, shop.zone)}`;
  return [
    fact('amount', displayMoney(total, language), {tone: 'strong'}),
    ...ticketBlocks(ticket, context),
    gap('above'),
    fact('reference', reference, {lead: name}),
    fact('opened', opened, {lead: when}),
    fact('person', cleanText(person, 60), {lead: by}),
    ...soldBlocks(reference, context),
    ...(payments.length === 0 ? [] : [gap('parts-above'), fact('parts', parts, {tone: 'strong'})]),
    ...payments.map(each => attemptFact(attemptOf(each), '', context)),
  ];
}

const describe = (state: Listed, context: Context): readonly Block[] => [
  title(context.messages.ticketScreen.list),
  ticketList(state, context),
];

/** The tickets to which a person returns: deposits, and sales whose parts are still requested. The newest is first. */
export const tickets: Screen<'tickets', Listed> = {
  id: 'tickets',
  layout: 'tall',
  open: () => ({state: {index: 0}}),
  describe,
  keys: [
    {id: 'open', when: rows.isFilled, press: rows.withMarked(({reference}) => ({go: goTo('ticket', {reference})}))},
    rows.selectKey,
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
