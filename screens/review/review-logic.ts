import {parseSearch} from '../../src/core/journal/search.js';
import type {ReviewDay} from '../../src/till/review.js';
import {movedOffset} from '../parts/offset.js';
import {actionOf, type BindingId, stepAt} from '../terminal/bindings.js';
import type {Key} from '../terminal/keyboard.js';
import {editLine, emptyLine, textOf} from '../terminal/line.js';
import type {Size} from '../terminal/size.js';
import {bannerRows} from './banners.js';
import {
  momentOf,
  pop,
  push,
  type ReviewContext,
  type ReviewMessage,
  type ReviewModel,
  type ReviewScreen,
  type ReviewStep,
  still,
} from './model.js';

/** Lines of a frame that are not its list: header, rules, footer, the line of questions, and the list's own three. */
const around = 8;

/** Rows of a list that there is room for. */
export function listHeight(model: ReviewModel, reducerContext: ReviewContext, size: Size): number {
  const head = model.top.kind === 'payment' ? 2 : 0;
  return Math.max(1, size.rows - 1 - around - head - bannerRows(model, reducerContext, size).length);
}

/** What can be done now, the first of it first in the footer. */
export function offersOf(model: ReviewModel, reducerContext: ReviewContext): readonly BindingId[] {
  if (model.asking !== undefined) return ['look-into', 'back', 'interrupt'];
  const {top} = model;
  const list = countOf(model, reducerContext) > 0 ? (['look-into', 'select'] as const) : [];
  switch (top.kind) {
    case 'days': {
      const back = model.moment === undefined ? [] : (['back'] as const);
      return [...list, 'find', 'as-it-was', ...back, 'export-shown', 'leave-review', 'all-events', 'help', 'interrupt'];
    }
    case 'payments': {
      const words = top.search === undefined ? [] : (['find-words'] as const);
      return [...list, ...words, 'export-shown', 'back', 'find', 'as-it-was', 'help', 'interrupt'];
    }
    case 'payment':
    case 'events':
      return [...list, 'find', 'as-it-was', 'export-shown', 'back', 'help', 'interrupt'];
    case 'event':
      return ['scroll', 'export-shown', 'back', 'help', 'interrupt'];
    case 'help':
      return ['scroll', 'back', 'interrupt'];
  }
}

export function update(model: ReviewModel, message: ReviewMessage, reducerContext: ReviewContext): ReviewStep {
  switch (message.kind) {
    case 'key':
      return heard(model, message.key, message.size, reducerContext);
    case 'read':
      return still({...model, reads: model.reads + 1});
    case 'show':
      return still(push(model, message.screen));
    case 'moment':
      return still(movedTo({...model, moment: message.moment}, reducerContext));
    case 'notice':
      return still({...model, notice: message.notice});
    case 'found':
    case 'found-all':
      return still(withFound(model, message));
  }
}

/** Where no text is taken a letter is a key, also one of several that arrived together. */
function heard(model: ReviewModel, key: Key, size: Size, reducerContext: ReviewContext): ReviewStep {
  if (key.kind !== 'text' || model.asking !== undefined) return pressed(model, key, size, reducerContext);
  let step = still(model);
  for (const text of key.text) {
    const next = pressed(step.model, {...key, text}, size, reducerContext);
    step = {model: next.model, effects: [...step.effects, ...next.effects]};
  }
  return step;
}

function pressed(before: ReviewModel, key: Key, size: Size, reducerContext: ReviewContext): ReviewStep {
  const model = before.notice === undefined ? before : {...before, notice: undefined};
  const isText = key.kind !== 'press' && model.asking !== undefined;
  const {action, place = 0} =
    (isText ? undefined : actionOf(offersOf(model, reducerContext), key, reducerContext.keys)) ?? {};
  if (action === 'interrupt' || action === 'leave-review') return still(model, {kind: 'leave'});
  if (model.asking !== undefined) return answering(model, key, action, reducerContext);
  switch (action) {
    case 'look-into':
      return opened(model, reducerContext);
    case 'select':
      return still(
        withMark(
          model,
          markedIndex(model, reducerContext) + stepBy(place, listHeight(model, reducerContext, size)),
          reducerContext,
        ),
      );
    case 'scroll':
      return still(scrolled(model, {place, page: Math.max(1, size.rows - around)}));
    case 'find':
      return still({...model, asking: {what: 'search', line: emptyLine}});
    case 'as-it-was':
      return still({...model, asking: {what: 'at', line: emptyLine}});
    case 'find-words':
      return findingWords(model, reducerContext);
    case 'all-events':
      return openedDay(model, reducerContext);
    case 'export-shown':
      return still(model, {kind: 'export', shown: shownOf(model, reducerContext)});
    case 'help':
      return still(push(model, {kind: 'help', offset: 0}));
    case 'back':
      return back(model, reducerContext);
    default:
      return still(model);
  }
}

const longest = 10_000_000;
const stepBy = (place: number, page: number) => stepAt(place, {page, all: longest});

function answering(
  model: ReviewModel,
  key: Key,
  action: BindingId | undefined,
  reducerContext: ReviewContext,
): ReviewStep {
  const {asking} = model;
  if (asking === undefined) return still(model);
  const {what, line} = asking;
  const text = textOf(line).trim();
  if (action === 'back') return still({...model, asking: undefined});
  if (action !== 'look-into') {
    const edited = editLine(line, key);
    return still(edited === line ? model : {...model, asking: {what, line: edited}});
  }
  const answered = {...model, asking: undefined};
  if (text === '') return still(answered);
  if (what === 'search') return still(push(answered, searchScreen(text, answered, reducerContext)));
  return still(answered, {kind: 'go-to', text, day: dayOf(model, reducerContext)});
}

/** The payments that were searched for. */
export function searchScreen(search: string, model: ReviewModel, reducerContext: ReviewContext): ReviewScreen {
  return {
    kind: 'payments',
    search,
    numbers: reducerContext.review.find(parseSearch(search), momentOf(model, reducerContext)),
    index: 0,
  };
}

export function dayScreen(day: string, model: ReviewModel, reducerContext: ReviewContext): ReviewScreen {
  return {kind: 'payments', day, numbers: reducerContext.review.ofDay(day, momentOf(model, reducerContext)), index: 0};
}

/** Days as they are listed. */
export function daysOf(model: ReviewModel, reducerContext: ReviewContext): readonly ReviewDay[] {
  return reducerContext.review.days(momentOf(model, reducerContext));
}

/** The day that somebody is looking at. */
function dayOf(model: ReviewModel, reducerContext: ReviewContext): string | undefined {
  const screen = [...model.below, model.top].findLast(each => 'day' in each && each.day !== undefined);
  if (screen !== undefined && 'day' in screen) return screen.day;
  return model.top.kind === 'days' ? daysOf(model, reducerContext)[markedIndex(model, reducerContext)]?.day : undefined;
}

/** How many lines the list on top has. */
export function countOf({top, ...model}: ReviewModel, reducerContext: ReviewContext): number {
  switch (top.kind) {
    case 'days':
      return daysOf({...model, top}, reducerContext).length;
    case 'payments':
      return top.numbers.length;
    case 'payment':
    case 'events':
      return top.events.length;
    default:
      return 0;
  }
}

/** The line of the list on top that is marked. */
export function markedIndex(model: ReviewModel, reducerContext: ReviewContext): number {
  const {top} = model;
  if (top.kind === 'days')
    return Math.max(
      0,
      daysOf(model, reducerContext).findIndex(({day}) => day === top.selected),
    );
  return 'index' in top ? Math.max(0, Math.min(top.index, countOf(model, reducerContext) - 1)) : 0;
}

function withMark(model: ReviewModel, index: number, reducerContext: ReviewContext): ReviewModel {
  const {top} = model;
  const at = Math.max(0, Math.min(index, countOf(model, reducerContext) - 1));
  if (top.kind === 'days') return {...model, top: {...top, selected: daysOf(model, reducerContext)[at]?.day}};
  return 'index' in top ? {...model, top: {...top, index: at}} : model;
}

function scrolled(model: ReviewModel, pressed: Parameters<typeof movedOffset>[1]): ReviewModel {
  const {top} = model;
  return 'offset' in top ? {...model, top: {...top, offset: movedOffset(top.offset, pressed)}} : model;
}

function opened(model: ReviewModel, reducerContext: ReviewContext): ReviewStep {
  const {top} = model;
  const at = markedIndex(model, reducerContext);
  switch (top.kind) {
    case 'days': {
      const day = daysOf(model, reducerContext)[at]?.day;
      return still(
        day === undefined ? model : push(withMark(model, at, reducerContext), dayScreen(day, model, reducerContext)),
      );
    }
    case 'payments': {
      const number = top.numbers[at];
      return number === undefined
        ? still(model)
        : still(model, {kind: 'open-payment', number, moment: momentOf(model, reducerContext)});
    }
    case 'payment':
    case 'events': {
      const event = top.events[at];
      return still(event === undefined ? model : push(model, {kind: 'event', event, offset: 0}));
    }
    default:
      return still(model);
  }
}

function openedDay(model: ReviewModel, reducerContext: ReviewContext): ReviewStep {
  const day = daysOf(model, reducerContext)[markedIndex(model, reducerContext)]?.day;
  return day === undefined
    ? still(model)
    : still(model, {kind: 'open-day', day, moment: momentOf(model, reducerContext)});
}

function findingWords(model: ReviewModel, reducerContext: ReviewContext): ReviewStep {
  const {top} = model;
  if (top.kind !== 'payments' || top.search === undefined) return still(model);
  const {search} = top;
  const id = model.searches + 1;
  const screen: ReviewScreen = {
    kind: 'events',
    search,
    id,
    events: [],
    words: [],
    segments: 0,
    of: reducerContext.review.progress().of,
    isOver: false,
    index: 0,
  };
  return still(push({...model, searches: id}, screen), {
    kind: 'find-words',
    search,
    id,
    moment: momentOf(model, reducerContext),
  });
}

function withFound(model: ReviewModel, message: Extract<ReviewMessage, {kind: 'found' | 'found-all'}>): ReviewModel {
  const told = (screen: ReviewScreen): ReviewScreen => {
    if (screen.kind !== 'events' || screen.id !== message.id || screen.isOver) return screen;
    if (message.kind === 'found-all') return {...screen, isOver: true};
    const {segments, of} = message;
    return {
      ...screen,
      events: message.events.length === 0 ? screen.events : [...screen.events, ...message.events],
      words: message.words.length === 0 ? screen.words : [...screen.words, ...message.words],
      segments,
      of,
    };
  };
  return {...model, below: model.below.map(told), top: told(model.top)};
}

/** Escape first stops a search, then leaves its screen; at the bottom it comes back from the past. */
function back(model: ReviewModel, reducerContext: ReviewContext): ReviewStep {
  const {top} = model;
  if (top.kind === 'events' && !top.isOver)
    return still({...model, top: {...top, isOver: true}}, {kind: 'stop-finding'});
  if (model.below.length > 0) return still(pop(model));
  return still(movedTo({...model, moment: undefined}, reducerContext));
}

/** At another moment the lists are others: the day or the search that was looked at is made anew. */
function movedTo(model: ReviewModel, reducerContext: ReviewContext): ReviewModel {
  const [days = model.top] = [...model.below, model.top];
  const bottom = {...model, below: [], top: days};
  const screen = [...model.below, model.top].findLast(({kind}) => kind === 'payments');
  if (screen?.kind !== 'payments') return bottom;
  const {day, search} = screen;
  if (day !== undefined) return push(bottom, dayScreen(day, bottom, reducerContext));
  return search === undefined ? bottom : push(bottom, searchScreen(search, bottom, reducerContext));
}

/** What is listed, all of it. */
function shownOf(model: ReviewModel, reducerContext: ReviewContext) {
  const {top} = model;
  const moment = momentOf(model, reducerContext);
  switch (top.kind) {
    case 'payments':
      return {kind: 'payments' as const, rows: top.numbers.map(number => reducerContext.review.row(number, moment))};
    case 'payment':
    case 'events':
      return {kind: 'events' as const, rows: top.events};
    case 'event':
      return {kind: 'events' as const, rows: [top.event]};
    default:
      return {kind: 'days' as const, rows: daysOf(model, reducerContext)};
  }
}
