import {clockText, secondsText} from '../../src/core/day/business-day.js';
import type {StoredEvent} from '../../src/core/journal/event.js';
import {searchableTexts} from '../../src/core/journal/search.js';
import {explain, stepSentence} from '../../src/core/journal/selectors.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayMoney, moneyColumn} from '../../src/core/money/display.js';
import type {Currency} from '../../src/core/money/money.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import {type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {channelName, tenderName} from '../../src/core/payment/tender.js';
import {personText} from '../../src/core/staff/person-text.js';
import {cleanText} from '../../src/core/text/text.js';
import type {PaymentRow, ReviewDay} from '../../src/till/review.js';
import {dayCountTexts, verdictCounts} from '../../src/till/review-export.js';
import {
  type Block,
  type Column,
  compact,
  fact,
  gap,
  type ListBlock,
  type ListRow,
  paper,
  title,
  verdict,
} from '../kit/block.js';
import {bindingHelp, keyGroups} from '../terminal/bindings.js';
import {countOf, daysOf, markedIndex} from './lists.js';
import type {EventsScreen, PaymentScreen, ReviewContext, ReviewModel} from './model.js';
import {emptyText, eventLines, paymentRow, searchingText, titleText} from './texts.js';

const longestWords = 300;
const right = 'right' as const;

/** What is looked through: a list with one of it marked, an event, or the help. */
export function describeReview(model: ReviewModel, reducerContext: ReviewContext): readonly Block[] {
  const {top} = model;
  const {language} = reducerContext;
  const name = titleText(model, reducerContext);
  if (top.kind === 'help') return [helpPaper(name, top.offset, reducerContext)];
  if (top.kind === 'event') return [eventPaper(top.event, top.offset, reducerContext)];
  const searching = searchingText(model, reducerContext);
  const isRunning = top.kind === 'events' && !top.isOver;
  const folder = top.kind === 'days' ? cleanText(reducerContext.review.folder, 400) : '';
  return compact([
    title(name, {
      importance: 'news',
      note: folder === '' ? [] : [{text: folder, tone: 'quiet'}],
      ageless: `${model.below.length} ${top.kind} ${name}`,
    }),
    top.kind === 'payment' && paymentHead(top, language),
    listOf(model, reducerContext, isRunning),
    searching !== '' &&
      fact('searching', searching, {tone: 'quiet', ...(isRunning ? {ageless: `searching ${top.id}`} : {})}),
  ]);
}

function eventPaper(event: StoredEvent, offset: number, {language}: ReviewContext): Block {
  const lines = eventLines(event).map(([lead, text], at) => fact(`line ${at}`, text, {lead, most: 60}));
  return {...paper(messages(language).review.event({seq: event.seq}), offset, lines), id: `event ${event.seq}`};
}

type Rows = Pick<ListBlock, 'columns' | 'rowAt'> & {
  readonly saidAt: (at: number) => string;
  readonly detailAt: (at: number) => readonly Block[];
};

function listOf(model: ReviewModel, reducerContext: ReviewContext, isRunning: boolean): ListBlock {
  const {columns, rowAt, saidAt, detailAt} = rowsOf(model, reducerContext);
  const count = countOf(model, reducerContext);
  const marked = markedIndex(model, reducerContext);
  return {
    kind: 'list',
    id: 'list',
    importance: 'standing',
    columns,
    count,
    rowAt,
    marked,
    markedText: count === 0 ? '' : saidAt(marked),
    detail: () => (count === 0 ? [] : detailAt(marked)),
    // As long as it is looked for, nobody knows whether there is nothing.
    empty: isRunning ? '' : emptyText(model, reducerContext),
  };
}

function rowsOf(model: ReviewModel, reducerContext: ReviewContext): Rows {
  const {top} = model;
  switch (top.kind) {
    case 'days':
      return dayRows(model, reducerContext);
    case 'payments':
      return paymentRows(model, reducerContext, top.day !== undefined);
    case 'payment':
      return eventRows(
        model,
        reducerContext,
        at => top.events[at],
        event => eventSentence(top.payment, event),
      );
    case 'events':
      return eventRows(
        model,
        reducerContext,
        at => top.events[at],
        (event, at) => listedWords(top, event, at),
      );
    default:
      return {
        columns: [],
        rowAt: at => ({id: String(at), cells: [], tone: 'plain'}),
        saidAt: () => '',
        detailAt: () => [],
      };
  }

  function eventSentence({steps}: Payment, event: StoredEvent): string {
    const step = steps.find(({seq}) => seq === event.seq);
    if (step === undefined) return wordsText(event);
    const raw = step.raw === undefined ? '' : ` (${cleanText(step.raw, longestWords)})`;
    return `${stepSentence(step, reducerContext.language)}${raw}`;
  }
}

/** The text of each row of the list on top, by which it is jumped to. */
export function rowTextAt(model: ReviewModel, reducerContext: ReviewContext): (at: number) => string {
  const {rowAt} = rowsOf(model, reducerContext);
  return at => rowAt(at).cells.join(' ');
}

const none = (at: number): ListRow => ({id: `none ${at}`, cells: [], tone: 'plain'});

function dayRows(model: ReviewModel, reducerContext: ReviewContext): Rows {
  const {language} = reducerContext;
  const {dayColumns: titles, dayStates, said} = messages(language).review;
  const days = daysOf(model, reducerContext);
  const columns: readonly Column[] = [
    {title: titles.day, width: 11},
    {title: titles.payments, width: 9, align: right},
    {title: titles.paid, width: 7, align: right},
    {title: titles.open, width: 7, align: right},
    {title: ` ${titles.takings}`, grows: true},
  ];
  const countsOf = (row: ReviewDay) => {
    const counts = verdictCounts(row);
    return {payments: row.payments, paid: counts.paid, open: counts['not-known'] + counts['needs-person']};
  };
  return {
    columns,
    rowAt: at => {
      const row = days[at];
      if (row === undefined) return none(at);
      const {payments, paid, open} = countsOf(row);
      const counts = [payments, paid, open].map(count => (row.state === 'unread' ? '–' : String(count)));
      const tone = row.state === 'whole' ? 'plain' : 'problem';
      return {id: row.day, cells: [row.day, ...counts, ` ${takingsText(row, reducerContext)}`], tone};
    },
    saidAt: at => {
      const row = days[at];
      if (row === undefined) return '';
      const facts = {at: at + 1, count: days.length, day: row.day, ...countsOf(row), state: ''};
      return `${said.day({...facts, takings: takingsText(row, reducerContext)}).trim()}.`;
    },
    detailAt: at => {
      const row = days[at];
      if (row === undefined) return [];
      const state = row.state === 'whole' ? [] : [fact('state', `! ${dayStates[row.state]}`, {tone: 'problem'})];
      const sums = [...sumsIn(row.paid, language), ...backIn(row, language)];
      return [
        fact('day', row.day, {tone: 'strong'}),
        ...state,
        gap('above'),
        ...(row.state === 'unread' ? [] : dayCountTexts(row, language)).map(text => fact(text, text)),
        gap('below'),
        ...sums.map(text => fact(text, text, {tone: 'strong'})),
      ];
    },
  };
}

const sumsIn = (money: ReadonlyMap<Currency, number>, language: Language): readonly string[] =>
  [...money].map(([currency, minor]) => displayMoney({currency, minor}, language));

const backIn = ({givenBack}: ReviewDay, language: Language): readonly string[] =>
  sumsIn(givenBack, language).map(sum => `${messages(language).review.givenBack} ${sum}`);

/** What came in and what was given back, or why that is not known. */
function takingsText(row: ReviewDay, {language}: ReviewContext): string {
  const {dayStates} = messages(language).review;
  const taken = [...sumsIn(row.paid, language), ...backIn(row, language)].join('  ');
  return row.state === 'whole' ? taken : [`! ${dayStates[row.state]}`, taken].join('  ').trimEnd();
}

function paymentRows(model: ReviewModel, reducerContext: ReviewContext, isOfOneDay: boolean): Rows {
  const {language, review} = reducerContext;
  const {zone} = review.origin();
  const {paymentColumns: titles, said, states} = messages(language).review;
  const stateText = ({status, isGivenBack}: PaymentRow) =>
    isGivenBack && status === 'paid' ? states['given-back'] : states[status];
  const timeText = ({businessDate, at}: PaymentRow) =>
    isOfOneDay ? secondsText(at, zone) : `${businessDate} ${clockText(at, zone)}`;
  const channel: Column = {title: titles.channel, width: 8};
  return {
    columns: [
      isOfOneDay ? {title: titles.time, width: 8} : {title: titles.day, width: 16},
      {title: titles.amount, width: 16, align: right},
      {title: titles.state, width: 13},
      {title: titles.payer, width: 9},
      isOfOneDay ? channel : {...channel, from: 90},
      {title: titles.reference, grows: true},
    ],
    rowAt: at => {
      const row = paymentRow(model, reducerContext, at);
      if (row === undefined) return none(at);
      const state = verdictOf(row);
      const payer = cleanText(row.payer, 60);
      const tender = tenderName(row.tender, language);
      return {
        id: row.reference,
        cells: [timeText(row), moneyColumn(row.amount, 16, language), stateText(row), payer, tender, row.reference],
        // Plain where nothing is odd.
        tone: state === 'paid' || state === 'not-paid' ? 'plain' : state,
      };
    },
    saidAt: at => {
      const row = paymentRow(model, reducerContext, at);
      if (row === undefined) return '';
      const {payer, tender, reference} = row;
      const facts = {
        at: at + 1,
        count: countOf(model, reducerContext),
        payer,
        channel: tenderName(tender, language),
        reference,
      };
      const amount = displayMoney(row.amount, language);
      return `${said.payment({...facts, amount, state: stateText(row).slice(2), time: timeText(row)})}.`;
    },
    detailAt: at => {
      const row = paymentRow(model, reducerContext, at);
      if (row === undefined) return [];
      const {detail} = messages(language).sales;
      const facts: readonly (readonly [string, string])[] = [
        [titles.reference, row.reference],
        [detail.when, `${row.businessDate} · ${secondsText(row.at, zone)}`],
        [titles.payer, cleanText(row.payer, 60)],
        [titles.channel, tenderName(row.tender, language)],
        [detail.person, cleanText(personText(row.person, language), 60)],
      ];
      return [
        fact('amount', displayMoney(row.amount, language), {tone: 'strong'}),
        fact('state', stateText(row), {tone: verdictOf(row)}),
        gap('above'),
        ...facts.flatMap(([lead, text]) => (text === '' ? [] : [fact(lead, text, {lead})])),
      ];
    },
  };
}

function eventRows(
  model: ReviewModel,
  reducerContext: ReviewContext,
  eventAt: (at: number) => StoredEvent | undefined,
  wordsOf: (event: StoredEvent, at: number) => string,
): Rows {
  const {eventColumns: titles, said} = messages(reducerContext.language).review;
  const {zone} = reducerContext.review.origin();
  const factsOf = (event: StoredEvent) => ({
    seq: event.seq,
    time: secondsText(Date.parse(event.at), zone),
    type: cleanText(event.type, 60),
  });
  return {
    columns: [
      {title: titles.seq, width: 8, align: right},
      {title: titles.time, width: 8},
      {title: titles.type, width: 16},
      {title: titles.words, grows: true},
    ],
    rowAt: at => {
      const event = eventAt(at);
      if (event === undefined) return none(at);
      const {seq, time, type} = factsOf(event);
      return {id: String(seq), cells: [String(seq), time, type, wordsOf(event, at)], tone: 'plain'};
    },
    saidAt: at => {
      const event = eventAt(at);
      if (event === undefined) return '';
      return said.event({
        at: at + 1,
        count: countOf(model, reducerContext),
        ...factsOf(event),
        words: wordsOf(event, at),
      });
    },
    detailAt: at => {
      const event = eventAt(at);
      return event === undefined ? [] : [eventPaper(event, 0, reducerContext)];
    },
  };
}

/** The words that were found in an event, else all that it says. */
const listedWords = ({words}: EventsScreen, event: StoredEvent, at: number): string =>
  words[at] === undefined ? wordsText(event) : cleanText(words[at], longestWords);

const wordsText = (event: StoredEvent): string => cleanText(searchableTexts(event).slice(2).join(' · '), longestWords);

function paymentHead({payment}: PaymentScreen, language: ReviewContext['language']): Block {
  const badge = badgeOf(payment);
  const {request} = payment;
  const about = [
    displayMoney(request.amount, language),
    displayPayer(request),
    channelName(request, language),
    personText(payment.person, language),
  ];
  const texts = [about.map(each => cleanText(each, 60)).join(' · '), cleanText(explain(payment, language), 300)];
  return verdict('verdict', badge, messages(language).payment.verdicts[badge], texts, {importance: 'news'});
}

function helpPaper(name: string, offset: number, {language, keys}: ReviewContext): Block {
  const group = bindingHelp({language, keys})[keyGroups.indexOf('review')];
  const {helpLead} = messages(language).review;
  const rows = (group?.rows ?? []).map(({key, text}, at) => fact(`key ${at}`, text, {lead: key}));
  return paper(name, offset, [fact('lead', helpLead), gap('below'), ...rows]);
}
