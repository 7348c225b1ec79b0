import {displayMoney, moneyColumn, moneyWidth} from '../../src/core/money/display.js';
import {badgeOf, glyphs} from '../../src/core/payment/badge.js';
import {maskPayer} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {channelName} from '../../src/core/payment/tender.js';
import {amountOfPart, isPaidAtOnce, mayBePaid, paymentsOfTicket, type Ticket} from '../../src/core/ticket/ticket.js';
import {fact, gap, type ListBlock, title} from '../../src/views/block.js';
import {markedList} from '../kit/list.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {restOf, soldBlocks, ticketBlocks} from '../order/standing.js';
import {goTo} from '../places.js';
import {toNextPart, toSellAgain} from './sell-again.js';

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

function listed(state: Shown, context: Context): ListBlock {
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

const restIn = ({reference}: Shown, {till}: Context) => restOf(reference, till.state);

/** A ticket: its parts with their states, and what is left. */
export const ticket: Screen<['ticket', {readonly reference: string}], Shown> = {
  id: 'ticket',
  layout: 'tall',
  open: ({reference}) => ({state: {reference, index: 0}}),
  describe: (state, context) => {
    const {messages} = context;
    const ticket = ticketOf(state, context);
    if (ticket === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    return [
      title(
        (isPaidAtOnce(ticket) ? messages.ticketScreen.atOnce : messages.ticketScreen.title)({ticket: ticket.reference}),
      ),
      ...ticketBlocks(ticket, context),
      ...soldBlocks(ticket.reference, context),
      gap('above'),
      listed(state, context),
    ];
  },
  keys: [
    {
      id: 'open',
      when: parts.isFilled,
      press: parts.withMarked(({reference}) => ({go: goTo('payment', {reference})})),
    },
    {
      id: 'other-part',
      when: (state, context) => restIn(state, context) !== undefined,
      press: (state, context) => {
        const rest = restIn(state, context);
        return rest === undefined ? {} : {go: toNextPart(rest.ticket, rest.left, context)};
      },
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
      press: (state, context) => ({
        go: toSellAgain({payment: undefined, ticket: ticketOf(state, context)}, context),
      }),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
