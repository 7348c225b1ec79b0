import {parseSearch, searchableTexts} from '../../src/core/books/search.js';
import {explain, stepSentence} from '../../src/core/books/selectors.js';
import {secondsText} from '../../src/core/day/business-day.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {displayMoney} from '../../src/core/money/display.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {channelName} from '../../src/core/payment/tender.js';
import {personText} from '../../src/core/staff/name.js';
import {cleanText} from '../../src/core/text/text.js';
import type {WordsFound} from '../../src/till/review.js';
import {type Block, compact, fact, type PaperBlock, paper, title, verdict} from '../../src/views/block.js';
import {markedList, scrollKey} from '../kit/list.js';
import {task} from '../kit/screen.js';
import {goTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {isUnread} from './days.js';
import {
  type At,
  exporting,
  type Looking,
  lookedThrough,
  looking,
  momentOf,
  type ReviewContext,
  type ReviewScreen,
  type ReviewStep,
  type ReviewTask,
} from './looking.js';

type EventRow = {readonly event: StoredEvent; readonly words?: string};

type Given = {
  readonly at: At;
  /** The payment whose events are shown; undefined for the events of the day. */
  readonly payment: Payment | undefined;
  /** Undefined if the events still have to be searched for. */
  readonly events: readonly StoredEvent[] | undefined;
};

type Events = Looking & {
  readonly payment: Payment | undefined;
  readonly events: readonly EventRow[];
  readonly finding: {readonly segments: number; readonly of: number; readonly isOver: boolean} | undefined;
};

const isRunning = ({finding}: Events): boolean => finding?.isOver === false;
const longestWords = 300;

const rows = markedList<Events, EventRow, ReviewContext>(
  ({events}) => events,
  ({event}) => String(event.seq),
);

const looked = lookedThrough<Events, EventRow>({
  rows,
  open: ({event}, state) => ({state, go: goTo('review-event', {at: state.at, event})}),
  shown: ({events}) => ({kind: 'events', rows: events.map(({event}) => event)}),
  // The back key first stops a search, and then leaves it.
  back: state =>
    isRunning(state)
      ? {...ended(state), asks: {kind: 'find', run: async ({finding}) => finding.abort()}}
      : {go: 'back'},
  described: (state, context) => {
    const {language, review, messages: words} = context;
    const {eventColumns: titles, nothing, said, unreadHere} = words.review;
    const {zone} = review.origin();
    const factsOf = ({event, words: found}: EventRow) => ({
      seq: event.seq,
      time: secondsText(Date.parse(event.at), zone),
      type: cleanText(event.type, 60),
      words: found === undefined ? saidIn(event) : cleanText(found, longestWords),
    });
    const saidIn = (event: StoredEvent): string => {
      const step = state.payment?.steps.find(({seq}) => seq === event.seq);
      if (step === undefined) return cleanText(searchableTexts(event).slice(2).join(' · '), longestWords);
      const raw = step.raw === undefined ? '' : ` (${cleanText(step.raw, longestWords)})`;
      return `${stepSentence(step, language)}${raw}`;
    };
    return {
      columns: [
        {title: titles.seq, width: 8, align: 'right'},
        {title: titles.time, width: 8},
        {title: titles.type, width: 16},
        {title: titles.words, grows: true},
      ],
      row: one => {
        const {seq, time, type, words: text} = factsOf(one);
        return {cells: [String(seq), time, type, text]};
      },
      narrated: (one, place) => said.event({...place, ...factsOf(one)}),
      detail: ({event}): readonly Block[] => [eventPaper(event, 0, words.review)],
      // While the search runs, it is not known yet whether there is nothing.
      empty: isRunning(state) ? '' : state.finding === undefined && isUnread(state.at, context) ? unreadHere : nothing,
    };
  },
});

/** Searches for the events in whose words the text is. Another search that still runs is stopped. */
const finding = (at: At): ReviewTask<Events> =>
  task({
    kind: 'find',
    run: async (host, answer: (found: WordsFound) => void) => {
      host.finding.abort();
      host.finding = new AbortController();
      const {signal} = host.finding;
      const search = parseSearch(at.search ?? '');
      for await (const found of host.review.findWords(search, momentOf(at, host.review))) {
        if (signal.aborted) return;
        answer(found);
      }
    },
    reduce: (state, {found, ...read}) => {
      const events = found.length === 0 ? state.events : [...state.events, ...found];
      return {state: {...state, events, finding: {...read, isOver: false}}};
    },
    done: ended,
  });

const ended = (state: Events): ReviewStep<Events> =>
  state.finding === undefined ? {} : {state: {...state, finding: {...state.finding, isOver: true}}};

function titleText({at, payment, finding}: Events, {messages}: ReviewContext): string {
  const {eventsOf, wordsTitle} = messages.review;
  const {day = '', search: text = ''} = at;
  return payment?.reference ?? (finding === undefined ? eventsOf({day}) : wordsTitle({text}));
}

function findingText({events, finding}: Events, context: ReviewContext): string {
  if (finding === undefined) return '';
  const {wordsDone, wordsSearching, wordsStopped} = context.messages.review;
  const {segments: done, of, isOver} = finding;
  const facts = {done, of, count: events.length};
  if (!isOver) return wordsSearching({...facts, key: keyText('back', context)});
  return (done < of ? wordsStopped : wordsDone)(facts);
}

function paymentHead(payment: Payment, {language, messages: words}: ReviewContext): Block {
  const badge = badgeOf(payment);
  const {request} = payment;
  const about = [
    displayMoney(request.amount, language),
    displayPayer(request),
    channelName(request, language),
    personText(payment.person, language),
  ];
  const texts = [about.map(each => cleanText(each, 60)).join(' · '), cleanText(explain(payment, language), 300)];
  return verdict('verdict', badge, words.payment.verdicts[badge], texts, {importance: 'news'});
}

/** The events of a payment or a day, or those whose words match a search. */
export const reviewEvents: ReviewScreen<'review-events', Given, Events> = {
  ...looked,
  id: 'review-events',
  open: ({at, payment, events}, {review}) => {
    const state = {...looking(at), payment, finding: undefined};
    if (events !== undefined) return {state: {...state, events: events.map(event => ({event}))}};
    const begun = {segments: 0, of: review.progress().of, isOver: false};
    return {state: {...state, events: [], finding: begun}, asks: finding(at)};
  },
  describe: (state, context) => {
    const found = findingText(state, context);
    return compact([
      title(titleText(state, context), {importance: 'news'}),
      state.payment !== undefined && paymentHead(state.payment, context),
      ...looked.blocks(state, context),
      found !== '' && fact('finding', found, {tone: 'quiet', ...(isRunning(state) && {ageless: 'running'})}),
    ]);
  },
};

type One = {readonly at: At; readonly event: StoredEvent};

/** Returns everything that the journal has about an event: the name of each member, and its value with control characters removed. */
function eventPaper(
  {seq, at, till, person, type, hash, data}: StoredEvent,
  offset: number,
  words: ReviewContext['messages']['review'],
): PaperBlock {
  const lines: [string, string][] = [];
  const collect = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      for (const [key, member] of Object.entries(value)) collect(name === '' ? key : `${name}.${key}`, member);
    } else lines.push([cleanText(name, 200), cleanText(typeof value === 'string' ? value : JSON.stringify(value))]);
  };
  collect('', {seq, at, till, person, type, ...data, hash});
  const facts = lines.map(([lead, text], place) => fact(`line ${place}`, text, {lead, most: 60}));
  return {...paper(words.event({seq}), offset, facts), id: `event ${seq}`};
}

export const reviewEvent: ReviewScreen<'review-event', One, One & {readonly offset: number}> = {
  id: 'review-event',
  layout: 'tall',
  open: given => ({state: {...given, offset: 0}}),
  describe: ({event, offset}, {messages}) => [eventPaper(event, offset, messages.review)],
  keys: [
    scrollKey(),
    {id: 'export-shown', press: ({event}) => ({asks: exporting({kind: 'events', rows: [event]})})},
    {id: 'back', press: () => ({go: 'back'})},
    {id: 'help', press: ({at}) => ({go: goTo('review-help', at)})},
  ],
};
