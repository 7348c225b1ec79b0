import {clockText, secondsText} from '../../src/core/day/business-day.js';
import type {StoredEvent} from '../../src/core/journal/event.js';
import {eventWords} from '../../src/core/journal/search.js';
import {stepSentence} from '../../src/core/journal/selectors.js';
import {messages} from '../../src/core/messages/messages.js';
import {moneyColumn} from '../../src/core/money/column.js';
import {type Currency, displayMoney} from '../../src/core/money/money.js';
import {type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {tenderName} from '../../src/core/payment/tender.js';
import {cleanText} from '../../src/core/text/text.js';
import type {PaymentRow, ReviewDay} from '../../src/till/review.js';
import {verdictCounts} from '../../src/till/review-export.js';
import type {Column} from '../parts/ledger.js';
import type {Style} from '../terminal/styles.js';
import type {Look} from './look.js';
import type {EventsScreen, PaymentScreen} from './model.js';

/** A line of a list and whether it is the marked one. */
export type Marked<Row> = {readonly row: Row; readonly isMarked: boolean};

const markColumn = {title: '', width: 2, text: ({isMarked}: Marked<unknown>) => (isMarked ? ' ▸' : '')};
const longestWords = 300;

function withRest<Row>(columns: readonly Column<Row>[], last: Omit<Column<Row>, 'width'>, width: number) {
  const used = columns.reduce((sum, column) => sum + column.width + 1, 1);
  return [...columns, {...last, width: Math.max(1, width - used)}];
}

export function dayColumns({language, columns}: Look): readonly Column<Marked<ReviewDay>>[] {
  const {dayColumns: titles} = messages(language).review;
  const number = (title: string, width: number, count: (row: ReviewDay) => number) => ({
    title,
    width,
    right: true,
    text: ({row}: Marked<ReviewDay>) => (row.state === 'unread' ? '–' : String(count(row))),
  });
  const fixed = [
    markColumn,
    {title: titles.day, width: 11, text: ({row}: Marked<ReviewDay>) => row.day},
    number(titles.payments, 9, ({payments}) => payments),
    number(titles.paid, 7, row => verdictCounts(row).paid),
    number(titles.open, 7, row => verdictCounts(row)['not-known'] + verdictCounts(row)['needs-person']),
  ];
  return withRest(fixed, {title: ` ${titles.takings}`, text: ({row}) => ` ${takingsText(row, language)}`}, columns);
}

/** What came in and what was given back, or why that is not known. */
export function takingsText({state, paid, givenBack}: ReviewDay, language: Look['language']): string {
  const {dayStates, givenBack: back} = messages(language).review;
  const sums = (money: ReadonlyMap<Currency, number>) =>
    [...money].map(([currency, minor]) => displayMoney({currency, minor}));
  const taken = [...sums(paid), ...sums(givenBack).map(sum => `${back} ${sum}`)].join('  ');
  return state === 'whole' ? taken : [`! ${dayStates[state]}`, taken].join('  ').trimEnd();
}

export const dayStyle = ({row}: Marked<ReviewDay>, {styles}: Look): Style =>
  row.state === 'whole' ? styles.plain : styles.problem;

export function paymentColumns(look: Look, isOfOneDay: boolean): readonly Column<Marked<PaymentRow>>[] {
  const {language, columns, zone} = look;
  const titles = messages(language).review.paymentColumns;
  const when = isOfOneDay
    ? [{title: titles.time, width: 8, text: ({row}: Marked<PaymentRow>) => secondsText(row.at, zone)}]
    : [{title: titles.day, width: 16, text: ({row}: Marked<PaymentRow>) => whenText(row, zone)}];
  const fixed = [
    markColumn,
    ...when,
    {
      title: titles.amount,
      width: 16,
      right: true,
      text: ({row}: Marked<PaymentRow>) => moneyColumn(row.amount, 16),
    },
    {title: titles.state, width: 13, text: ({row}: Marked<PaymentRow>) => stateText(row, language)},
    {title: titles.payer, width: 9, text: ({row}: Marked<PaymentRow>) => cleanText(row.payer, 60)},
    ...(columns >= 90 || isOfOneDay
      ? [{title: titles.channel, width: 8, text: ({row}: Marked<PaymentRow>) => tenderName(row.tender, language)}]
      : []),
  ];
  return withRest(fixed, {title: titles.reference, text: ({row}) => row.reference}, columns);
}

export const whenText = ({businessDate, at}: PaymentRow, zone: string): string =>
  `${businessDate} ${clockText(at, zone)}`;

export function stateText({status, isGivenBack}: PaymentRow, language: Look['language']): string {
  const {states} = messages(language).review;
  return isGivenBack && status === 'paid' ? states['given-back'] : states[status];
}

/** Plain where nothing is odd. */
export function paymentStyle({row}: Marked<PaymentRow>, {styles}: Look): Style {
  const verdict = verdictOf(row);
  return verdict === 'paid' || verdict === 'not-paid' ? styles.plain : styles[verdict];
}

/** An event of a list with what is said of it. */
export type EventRow = {readonly event: StoredEvent; readonly said: string};

export function eventColumns({language, columns, zone}: Look): readonly Column<Marked<EventRow>>[] {
  const titles = messages(language).review.eventColumns;
  const fixed = [
    markColumn,
    {title: titles.seq, width: 8, right: true, text: ({row}: Marked<EventRow>) => String(row.event.seq)},
    {title: titles.time, width: 8, text: ({row}: Marked<EventRow>) => secondsText(Date.parse(row.event.at), zone)},
    {title: titles.type, width: 16, text: ({row}: Marked<EventRow>) => cleanText(row.event.type, 60)},
  ];
  return withRest(fixed, {title: titles.words, text: ({row}) => row.said}, columns);
}

/** An event of a payment in the sentence of its rule, with the service's own words. */
export function paymentEvent({payment}: PaymentScreen, event: StoredEvent, language: Look['language']): EventRow {
  return {event, said: eventSentence(payment, event, language)};
}

function eventSentence({steps}: Payment, event: StoredEvent, language: Look['language']): string {
  const step = steps.find(({seq}) => seq === event.seq);
  if (step === undefined) return wordsText(event);
  const raw = step.raw === undefined ? '' : ` (${cleanText(step.raw, longestWords)})`;
  return `${stepSentence(step, language)}${raw}`;
}

/** An event of a search with the words that were found in it, else with all that it says. */
export function listedEvent({words, events}: EventsScreen, at: number): EventRow | undefined {
  const event = events[at];
  return event && {event, said: words[at] === undefined ? wordsText(event) : cleanText(words[at], longestWords)};
}

const wordsText = (event: StoredEvent): string => cleanText(eventWords(event).slice(2).join(' · '), longestWords);
