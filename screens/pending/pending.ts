import {nextOf, offersResolve, pendingEnding} from '../../src/core/books/selectors.js';
import type {State} from '../../src/core/books/state.js';
import {timerText} from '../../src/core/day/business-day.js';
import {displayMoney, moneyColumn, moneyWidth} from '../../src/core/money/display.js';
import {sumByCurrency} from '../../src/core/money/money.js';
import {attentionOf} from '../../src/core/payment/follow-up.js';
import {maskPayer} from '../../src/core/payment/payer.js';
import {isOpen, type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {attemptsOf, needingPerson, pendingPayments, pendingSums} from '../../src/core/payment/payments.js';
import {channelName} from '../../src/core/payment/tender.js';
import {waitingFor} from '../../src/core/payment/waiting.js';
import {type Attempt, attemptOf} from '../../src/core/sale/attempt.js';
import {type SaleRow, saleOf} from '../../src/core/sale/sale.js';
import {fit} from '../../src/core/text/width.js';
import {hasTicketsToEnd, standingOfTicket, ticketsToEnd} from '../../src/core/ticket/ticket.js';
import {
  type Block,
  fact,
  gap,
  type ListBlock,
  type Piece,
  type TitleBlock,
  type Tone,
  title,
} from '../../src/views/block.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {type MarkedRow, markedList, unmarked} from '../kit/list.js';
import {oneSentence, payerText} from '../kit/said.js';
import {type Context, checking, type Form, type Screen} from '../kit/screen.js';
import {goTo} from '../model.js';
import {saleDetail} from '../order/standing.js';
import {waitBar} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import {codeRules} from '../terminal/line.js';

export type PendingList = Filled<'search'> & MarkedRow & {readonly isSearching: boolean};

/** Returns the payments that need attention: first those that only a person can settle, then those without an outcome, the oldest first. */
function pendingRows(state: State, search: string): readonly Payment[] {
  const open = pendingPayments(state);
  const mine = needingPerson(state).filter(({reference}) => !state.open.has(reference));
  return pendingEnding(mine.length === 0 ? open : [...mine, ...open], search);
}

const rows = markedList<PendingList, Payment>(
  (state, {till}) => pendingRows(till.state, typedIn(state, 'search')),
  ({reference}) => reference,
);

/** A digit begins a search at once. */
const form = (_: PendingList, {messages}: Context): Form<PendingList> => [
  {
    id: 'search',
    label: messages.pendingScreen.search,
    rules: codeRules,
    edited: now => ({...now, isSearching: true, ...unmarked}),
  },
];

/** Returns how many payments are pending with their sums, and how many only a person can settle. */
function heading(state: PendingList, context: Context): TitleBlock {
  const {language, till, messages} = context;
  const isAll = typedIn(state, 'search') === '';
  const shown = rows.rowsIn(state, context);
  const open = isAll ? pendingPayments(till.state) : shown.filter(isOpen);
  const money = isAll ? pendingSums(till.state) : sumByCurrency(open.map(({request}) => request.amount));
  const [count, sums] = [open.length, money.map(sum => displayMoney(sum, language))];
  const mine = shown.length - count;
  const waiting = `${mine} ${messages.saleScreen.counts['needs-person']({count: mine})}`;
  const note: readonly Piece[] = [
    ...(count === 0 ? [] : [{text: [count, ...sums].join('   '), tone: 'quiet'} as const]),
    ...(mine === 0 ? [] : [{text: `! ${waiting}`, tone: 'needs-person'} as const]),
  ];
  const said = [
    `${messages.pendingScreen.title}.`,
    count === 0 ? '' : messages.narration.pending({count, sums: sums.join(', ')}),
    mine === 0 ? '' : `${waiting}.`,
  ];
  return title(messages.pendingScreen.title, {
    importance: 'news',
    note,
    said: oneSentence(said, language),
    ageless: `${count} ${mine}`,
  });
}

const widths = {age: 8, amount: 16, wallet: 8, network: 12, next: 8} as const;

/** Returns the list of all payments that need attention, with what is known about each and when the service is asked next. */
function listed(state: PendingList, context: Context): ListBlock {
  const {language, now, messages} = context;
  const {columns} = messages.pendingScreen;
  const digits = typedIn(state, 'search');
  const amounts = rows.rowsIn(state, context).map(({request}) => request.amount);
  const money = moneyWidth(amounts, language, widths.amount);
  return rows.block(state, context, {
    columns: [
      {title: columns.age, width: widths.age, align: 'right'},
      {title: columns.amount, width: money, align: 'right'},
      {title: columns.wallet, width: widths.wallet},
      {title: columns.network, width: widths.network, from: 76},
      {title: columns.answer, grows: true},
      {title: columns.next, width: widths.next, align: 'right'},
    ],
    row: payment => {
      const {request, requestedAt} = payment;
      const bar = isOpen(payment) ? waitBar(payment, now, 1) : '!';
      return {
        cells: [
          bar + fit(timerText(now - requestedAt, language), widths.age - 1, true),
          moneyColumn(request.amount, money, language),
          maskPayer(request),
          channelName(request, language),
          lastAnswer(payment, context),
          nextText(payment, context),
        ],
        tone: toneOf(payment, now),
      };
    },
    narrated: (payment, place) => rowText(payment, place, context),
    // The age and the time of the next question are not part of it, because they change by themselves.
    ageless: (payment, index) => `${index} ${payment.reference} ${payment.status} ${verdictOf(payment)}`,
    detail: payment => saleDetail(saleOfPayment(payment, context), context),
    empty: digits === '' ? messages.pendingScreen.empty : messages.pendingScreen.noMatch({digits}),
  });
}

const saleOfPayment = ({sale}: Payment, {till}: Context): SaleRow =>
  saleOf(attemptsOf(till.state, sale).map(attemptOf) as [Attempt, ...Attempt[]]);

/** Returns the tone of a payment: plain while nothing is unusual, and distinct if only a person can settle it. */
function toneOf(payment: Payment, now: number): Tone {
  if (!isOpen(payment)) return 'needs-person';
  return attentionOf(payment, now) === undefined ? 'plain' : 'not-known';
}

function rowText(payment: Payment, place: {readonly at: number; readonly count: number}, context: Context): string {
  const {language, now, messages} = context;
  const {request, requestedAt} = payment;
  const text = messages.narration.row({
    ...place,
    amount: displayMoney(request.amount, language),
    wallet: payerText(request, context),
    network: channelName(request, language),
    age: timerText(now - requestedAt, language),
    answer: lastAnswer(payment, context),
  });
  const next = nextText(payment, context);
  return next === '' ? `${text}.` : messages.narration.rowNext({row: text, next}).replace('….', '…');
}

/** Returns the number of deposits and other sales with something left to pay, and the key that leads to them. */
function ticketsFact(context: Context): readonly Block[] {
  const {state} = context.till;
  const open = ticketsToEnd(state);
  const count = open.length;
  const sums = sumByCurrency(open.map(ticket => standingOfTicket(ticket, state.payments).left));
  const left = sums.map(sum => displayMoney(sum, context.language)).join(', ');
  const text = context.messages.ticketScreen.openCount({count, left, key: keyText('tickets', context)});
  return count === 0 ? [] : [fact('tickets', text, {tone: 'quiet', importance: 'standing'})];
}

export const pendingList: Screen<'pending', PendingList> = {
  id: 'pending',
  layout: 'tall',
  open: () => ({state: {...emptyForm('search'), ...unmarked, isSearching: false}}),
  form,
  describe: (state, context) => {
    const search: readonly Block[] = state.isSearching
      ? fieldBlocks(form(state, context), state, context)
      : [gap('search')];
    return [heading(state, context), ...ticketsFact(context), ...search, listed(state, context)];
  },
  keys: [
    {
      id: 'open',
      when: rows.isFilled,
      press: rows.withMarked(({reference}, state) => ({state, go: goTo('payment', {reference})})),
    },
    rows.selectKey,
    {id: 'check', when: rows.isFilled, press: rows.withMarked(({reference}) => ({asks: checking(reference)}))},
    {id: 'tickets', when: (_, {till}) => hasTicketsToEnd(till.state), press: () => ({go: goTo('tickets')})},
    {id: 'search', when: rows.isFilled, press: state => ({state: {...state, isSearching: true}})},
    {
      id: 'back',
      press: state => (state.isSearching ? {state: {...state, isSearching: false, lines: {}}} : {go: 'back'}),
    },
  ],
};

function lastAnswer(payment: Payment, {messages}: Context): string {
  const {count} = payment.notFound;
  if (payment.refunds.some(({status}) => status === 'unknown')) return messages.pendingScreen.refundUnclear;
  if (!isOpen(payment))
    return payment.status === 'paid' ? messages.pendingScreen.paidTwice : messages.payment.statuses[payment.status];
  return count > 0 && payment.record === undefined
    ? messages.pendingScreen.notFound({count})
    : messages.pendingScreen.waiting[waitingFor(payment)];
}

/** Returns that the till is asking the service, else what only a person can do, else when the till asks next. */
function nextText(payment: Payment, {language, now, till, messages}: Context): string {
  const {inMs, isAsking} = till.outlook(payment.reference);
  if (isAsking) return messages.pendingScreen.asking;
  if (!isOpen(payment)) return messages.pendingScreen.look;
  if (offersResolve(payment, now)) return messages.pendingScreen.resolve;
  if (nextOf(payment).kind === 'otp') return messages.pendingScreen.withYou;
  return inMs === undefined ? '' : timerText(inMs + 999, language);
}
