import {parseSearch} from '../../src/core/books/search.js';
import {clockText, secondsText} from '../../src/core/day/business-day.js';
import {displayMoney, moneyColumn} from '../../src/core/money/display.js';
import {badgeText} from '../../src/core/payment/badge.js';
import {verdictOf} from '../../src/core/payment/payment.js';
import {tenderName} from '../../src/core/payment/tender.js';
import {personText} from '../../src/core/staff/name.js';
import {cleanText} from '../../src/core/text/text.js';
import type {PaymentRow} from '../../src/till/review.js';
import {type Block, type Column, compact, fact, gap, title} from '../../src/views/block.js';
import {type Described, markedList} from '../kit/list.js';
import {task} from '../kit/screen.js';
import {goTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {isUnread} from './days.js';
import {
  type At,
  type Looking,
  lookedThrough,
  looking,
  momentOf,
  type ReviewContext,
  type ReviewScreen,
  type ReviewTask,
} from './looking.js';

/** The payments of a day or of a search. `numbers` are rows of the index, the newest first. */
type Payments = Looking & {readonly numbers: readonly number[]};

const rows = markedList<Payments, number, ReviewContext>(
  ({numbers}) => numbers,
  number => String(number),
);

const rowOf = (number: number, {at}: Payments, {review}: ReviewContext): PaymentRow =>
  review.row(number, momentOf(at, review));

const looked = lookedThrough<Payments, number>({
  rows,
  described,
  open: (number, state) => ({state, asks: opening(number, state.at)}),
  shown: (state, context) => ({kind: 'payments', rows: state.numbers.map(number => rowOf(number, state, context))}),
  keys: [
    {
      id: 'find-words',
      when: ({at}) => at.search !== undefined,
      press: ({at}) => ({go: goTo('review-events', {at, payment: undefined, events: undefined})}),
    },
  ],
  back: () => ({go: 'back'}),
});

const opening = (number: number, at: At): ReviewTask<Payments> =>
  task({
    kind: 'payment',
    run: ({review}) => review.open(number, momentOf(at, review)),
    done: (_, {payment, events}) => ({go: goTo('review-events', {at, payment, events})}),
  });

function emptyText({at}: Payments, context: ReviewContext): string {
  const {noneFound, nothing, unreadHere} = context.messages.review;
  if (at.search !== undefined) return noneFound({text: at.search, key: keyText('find-words', context)});
  return isUnread(at, context) ? unreadHere : nothing;
}

function described(state: Payments, context: ReviewContext): Described<number> {
  const {language, review, messages} = context;
  const {zone} = review.origin();
  const {paymentColumns: titles, said} = messages.review;
  const {detail: about} = messages.sales;
  const isOfOneDay = state.at.search === undefined;
  const factsOf = (number: number) => {
    const row = rowOf(number, state, context);
    const {badge, businessDate, at} = row;
    return {
      row,
      stateText: badgeText(badge, language),
      time: isOfOneDay ? secondsText(at, zone) : `${businessDate} ${clockText(at, zone)}`,
      payer: cleanText(row.payer, 60),
      channel: tenderName(row.tender, language),
    };
  };
  const channelColumn: Column = {title: titles.channel, width: 8};
  return {
    columns: [
      isOfOneDay ? {title: titles.time, width: 8} : {title: titles.day, width: 16},
      {title: titles.amount, width: 16, align: 'right'},
      {title: titles.state, most: 16},
      {title: titles.payer, width: 9},
      isOfOneDay ? {...channelColumn, givesWay: true} : {...channelColumn, from: 90},
      {title: titles.reference, width: 15, grows: true},
    ],
    row: number => {
      const {row, stateText, time, payer, channel} = factsOf(number);
      const verdict = verdictOf(row);
      return {
        cells: [time, moneyColumn(row.amount, 16, language), stateText, payer, channel, row.reference],
        // Plain if nothing is unusual.
        tone: verdict === 'paid' || verdict === 'not-paid' ? 'plain' : row.badge,
      };
    },
    narrated: (number, place) => {
      const {row, stateText, ...facts} = factsOf(number);
      const {amount, reference} = row;
      const texts = {amount: displayMoney(amount, language), state: stateText.slice(2), reference};
      return `${said.payment({...place, ...facts, ...texts})}.`;
    },
    detail: (number): readonly Block[] => {
      const {row, stateText, payer, channel} = factsOf(number);
      const facts: readonly (readonly [string, string])[] = [
        [titles.reference, row.reference],
        [about.when, `${row.businessDate} · ${secondsText(row.at, zone)}`],
        [titles.payer, payer],
        [titles.channel, channel],
        [about.person, cleanText(personText(row.person, language), 60)],
      ];
      return [
        fact('amount', displayMoney(row.amount, language), {tone: 'strong'}),
        fact('state', stateText, {tone: row.badge}),
        gap('above'),
        ...compact(facts.map(([lead, text]) => text !== '' && fact(lead, text, {lead}))),
      ];
    },
    empty: emptyText(state, context),
  };
}

/** The payments of a day, or those that match a search. */
export const reviewPayments: ReviewScreen<'review-payments', At, Payments> = {
  ...looked,
  id: 'review-payments',
  open: (at, {review}) => {
    const {search, day = ''} = at;
    const moment = momentOf(at, review);
    const numbers = search === undefined ? review.ofDay(day, moment) : review.find(parseSearch(search), moment);
    return {state: {...looking(at), numbers}};
  },
  describe: (state, context) => {
    const {at, numbers} = state;
    const {found, paymentsOf} = context.messages.review;
    const {search: text, day = ''} = at;
    const count = text === undefined && isUnread(at, context) ? '–' : numbers.length;
    const name = text === undefined ? paymentsOf({day}) : found({text});
    return [title(`${name}  ${count}`, {importance: 'news'}), ...looked.blocks(state, context)];
  },
};
