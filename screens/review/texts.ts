import type {StoredEvent} from '../../src/core/journal/event.js';
import {causeText} from '../../src/core/messages/cause.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {cleanText} from '../../src/core/text/text.js';

import type {PaymentRow} from '../../src/till/review.js';
import {keyText} from '../terminal/bindings.js';
import {daysOf} from './lists.js';
import {momentOf, type ReviewContext, type ReviewModel} from './model.js';

/** What stands above a list or a text. */
export function titleText(model: ReviewModel, reducerContext: ReviewContext): string {
  const words = messages(reducerContext.language).review;
  const {top} = model;
  switch (top.kind) {
    case 'days':
      return `${words.days}  ${daysOf(model, reducerContext).length}`;
    case 'payments': {
      const title = top.day === undefined ? words.found({text: top.search ?? ''}) : words.paymentsOf({day: top.day});
      return `${title}  ${isUnread(model, reducerContext) ? '–' : top.numbers.length}`;
    }
    case 'payment':
      return top.payment.reference;
    case 'events':
      return top.day === undefined ? words.wordsTitle({text: top.search ?? ''}) : words.eventsOf({day: top.day});
    case 'event':
      return words.event({seq: top.event.seq});
    case 'help':
      return words.title;
  }
}

/** How far a search in all words has come; empty for every other list. */
export function searchingText({top}: ReviewModel, {language, keys}: ReviewContext): string {
  if (top.kind !== 'events' || top.search === undefined) return '';
  const words = messages(language).review;
  const facts = {done: top.segments, of: top.of, count: top.events.length};
  if (!top.isOver) return words.wordsSearching({...facts, key: keyText('back', {language, keys})});
  return (top.segments < top.of ? words.wordsStopped : words.wordsDone)(facts);
}

/** What stands in an empty list. */
export function emptyText(model: ReviewModel, reducerContext: ReviewContext): string {
  const {top} = model;
  const {language, keys} = reducerContext;
  const words = messages(language).review;
  if (isUnread(model, reducerContext)) return words.unreadHere;
  if (top.kind !== 'payments' || top.search === undefined) return words.nothing;
  return words.noneFound({text: top.search, key: keyText('find-words', {language, keys})});
}

/** Whether the day that is looked at comes after the damage: what is in it nobody knows. */
function isUnread(model: ReviewModel, reducerContext: ReviewContext): boolean {
  const {top} = model;
  if (!('day' in top) || top.day === undefined) return false;
  return daysOf(model, reducerContext).some(({day, state}) => day === top.day && state === 'unread');
}

/** What came of the last key, if it must be said. */
export function noticeText({notice}: ReviewModel, language: ReviewContext['language']): string {
  if (notice === undefined) return '';
  if (notice.kind === 'problem') return problemText(notice.problem, language);
  const {exported, notExported} = messages(language).review;
  const {path, code} = notice;
  return code === undefined ? exported({path}) : notExported({path, code: causeText(code, language)});
}

/** Everything that the journal has of an event: the name of each thing and its words as they came, cleaned. */
export function eventLines({
  seq,
  at,
  till,
  person,
  type,
  hash,
  data,
}: StoredEvent): readonly (readonly [string, string])[] {
  const lines: [string, string][] = [];
  const collect = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      for (const [key, member] of Object.entries(value)) collect(name === '' ? key : `${name}.${key}`, member);
    } else lines.push([cleanText(name, 200), cleanText(typeof value === 'string' ? value : JSON.stringify(value))]);
  };
  collect('', {seq, at, till, person, type, ...data, hash});
  return lines;
}

/** The payment in a place of the list. */
export function paymentRow(model: ReviewModel, reducerContext: ReviewContext, at: number): PaymentRow | undefined {
  const number = model.top.kind === 'payments' ? model.top.numbers[at] : undefined;
  return number === undefined ? undefined : reducerContext.review.row(number, momentOf(model, reducerContext));
}
