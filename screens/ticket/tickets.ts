import {businessDate, dayText} from '../../src/core/day/business-day.js';
import {displayMoney, moneyColumn, moneyWidth} from '../../src/core/money/display.js';
import {cleanText} from '../../src/core/text/text.js';
import {openTickets, standingOfTicket, type Ticket} from '../../src/core/ticket/ticket.js';
import {type Block, type ListBlock, title} from '../kit/block.js';
import {markedList} from '../kit/list.js';
import {goTo} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {leftText} from './standing.js';

declare module '../kit/places.js' {
  interface Places {
    tickets: undefined;
  }
}

type Listed = {readonly index: number};

const rows = markedList<Listed, Ticket>(
  (_, {till}) => openTickets(till.state.tickets).toReversed(),
  ({reference}) => reference,
  {least: 2},
);

const widths = {when: 12, money: 16} as const;

function listed(state: Listed, context: Context): ListBlock {
  const {language, shop, till, words} = context;
  const {columns, row} = words.ticketScreen;
  const money = moneyWidth(
    rows.rowsIn(state, context).map(({total}) => total),
    language,
    widths.money,
  );
  const customerOf = ({customer, reference}: Ticket) => cleanText(customer ?? reference, 100);
  const day = ({openedAt}: Ticket) => dayText(businessDate(openedAt, shop.zone, shop.dayStartsAt), language);
  const text = (ticket: Ticket) =>
    [
      day(ticket),
      customerOf(ticket),
      leftText(ticket, till.state, language),
      displayMoney(ticket.total, language),
    ].join(', ');
  return rows.block(state, context, {
    id: 'tickets',
    columns: [
      {title: columns.when, width: widths.when},
      {title: columns.total, width: money, align: 'right'},
      {title: columns.left, width: money, align: 'right'},
      {title: columns.waiting, width: money, align: 'right'},
      {title: columns.customer, grows: true},
    ],
    row: ticket => {
      const {left, waiting} = standingOfTicket(ticket, till.state.payments);
      const sums = [ticket.total, left, waiting].map(sum => moneyColumn(sum, money, language));
      return {cells: [day(ticket), ...sums, customerOf(ticket)]};
    },
    narrated: (ticket, place) => row({...place, text: text(ticket)}),
    empty: words.ticket.none,
  });
}

const describe = (state: Listed, context: Context): readonly Block[] => [
  title(context.words.ticketScreen.list),
  listed(state, context),
];

/** The tickets that are open: deposits, and sales whose parts are asked for. The newest stands first. */
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
  beginnings: [['1000', '/', '300', 'enter', 'enter', 'escape', 's']],
};
