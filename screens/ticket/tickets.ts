import {businessDate, clockText, dateText, shortDayText} from '../../src/core/day/business-day.js';
import {displayMoney} from '../../src/core/money/display.js';
import {attemptOf} from '../../src/core/sale/attempt.js';
import {cleanText} from '../../src/core/text/text.js';
import {paymentsOfTicket, standingOfTicket, type Ticket, ticketsToEnd} from '../../src/core/ticket/ticket.js';
import {type Block, fact, gap, type ListBlock, title} from '../../src/views/block.js';
import {markedList} from '../kit/list.js';
import type {Context, Screen} from '../kit/screen.js';
import {goTo} from '../model.js';
import {attemptFact, leftText, soldBlocks, ticketBlocks} from '../order/standing.js';

type Listed = {readonly index: number};

const rows = markedList<Listed, Ticket>(
  (_, {till}) => ticketsToEnd(till.state).toReversed(),
  ({reference}) => reference,
  {least: 2},
);

function listed(state: Listed, context: Context): ListBlock {
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
  listed(state, context),
];

/** The tickets to which a person returns: deposits, and sales whose parts are still requested. The newest is first. */
export const tickets: Screen<'tickets', Listed> = {
  id: 'tickets',
  layout: 'tall',
  open: () => ({state: {index: 0}}),
  describe,
  keys: [
    {
      id: 'open',
      when: rows.isFilled,
      press: rows.withMarked(({reference}) => ({go: goTo('ticket', {reference})})),
    },
    rows.selectKey,
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
