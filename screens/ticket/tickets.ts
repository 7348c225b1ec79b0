import {businessDate, dayText} from '../../src/core/day/business-day.js';
import {displayMoney, moneyColumn, moneyWidth} from '../../src/core/money/display.js';
import {cleanText} from '../../src/core/text/text.js';
import {openTickets, standingOfTicket, type Ticket} from '../../src/core/ticket/ticket.js';
import {type Block, type ListBlock, title} from '../kit/block.js';
import {goTo} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {stepAt} from '../terminal/bindings.js';
import {leftText} from './standing.js';

declare module '../kit/places.js' {
  interface Places {
    tickets: undefined;
  }
}

type Listed = {readonly index: number};

const rowsIn = ({till}: Context): readonly Ticket[] => openTickets(till.state.tickets).toReversed();
const markedIn = ({index}: Listed, rows: readonly Ticket[]) => Math.max(0, Math.min(index, rows.length - 1));

const widths = {when: 12, money: 16} as const;

function listed(state: Listed, context: Context): ListBlock {
  const {language, shop, till, words} = context;
  const {columns, row} = words.ticketScreen;
  const rows = rowsIn(context);
  const marked = markedIn(state, rows);
  const one = rows[marked];
  const money = moneyWidth(
    rows.map(({total}) => total),
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
  return {
    kind: 'list',
    id: 'tickets',
    importance: 'standing',
    columns: [
      {title: columns.when, width: widths.when},
      {title: columns.total, width: money, align: 'right'},
      {title: columns.left, width: money, align: 'right'},
      {title: columns.customer, grows: true},
    ],
    count: rows.length,
    rowAt: at => {
      const ticket = rows[at] as Ticket;
      const {left} = standingOfTicket(ticket, till.state.payments);
      return {
        id: ticket.reference,
        cells: [
          day(ticket),
          moneyColumn(ticket.total, money, language),
          moneyColumn(left, money, language),
          customerOf(ticket),
        ],
        tone: 'plain',
      };
    },
    marked,
    markedText: one === undefined ? '' : row({at: marked + 1, count: rows.length, text: text(one)}),
    empty: words.ticket.none,
  };
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
      when: (_, context) => rowsIn(context).length > 0,
      press: (state, context) => {
        const rows = rowsIn(context);
        const marked = rows[markedIn(state, rows)];
        return marked === undefined ? {} : {go: goTo('ticket', {reference: marked.reference})};
      },
    },
    {
      id: 'select',
      when: (_, context) => rowsIn(context).length > 1,
      press: (state, context, {place, page}) => {
        const rows = rowsIn(context);
        const to = markedIn(state, rows) + stepAt(place, {page, all: rows.length});
        return {state: {index: Math.max(0, Math.min(rows.length - 1, to))}};
      },
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
  beginnings: [['1000', '/', '300', 'enter', 'enter', 'escape', 's']],
};
