import {parseSearch} from '../../src/core/journal/search.js';
import {hasWords} from '../../src/core/text/text.js';
import {movedOffset} from '../parts/offset.js';
import {actionOf, type BindingId, stepAt} from '../terminal/bindings.js';
import type {Key} from '../terminal/keyboard.js';
import {editLine, emptyLine, type Line, textOf} from '../terminal/line.js';
import type {Size} from '../terminal/size.js';
import {bannerRows} from './banners.js';
import {rowTextAt} from './describe.js';
import {countOf, daysOf, markedIndex} from './lists.js';
import {
  momentOf,
  nextStep,
  pop,
  push,
  type ReviewContext,
  type ReviewMessage,
  type ReviewModel,
  type ReviewScreen,
  type ReviewStep,
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
      return reduceKey(model, message.key, message.size, reducerContext);
    case 'read':
      return nextStep({...model, reads: model.reads + 1});
    case 'show':
      return nextStep(push(model, message.screen));
    case 'moment':
      return nextStep(movedTo({...model, moment: message.moment}, reducerContext));
    case 'notice':
      return nextStep({...model, notice: message.notice});
    case 'found':
    case 'found-all':
      return nextStep(withFound(model, message));
  }
}

/** Where no text is taken a letter is a key, also one of several that arrived together. */
function reduceKey(model: ReviewModel, key: Key, size: Size, reducerContext: ReviewContext): ReviewStep {
  if (key.kind !== 'text' || model.asking !== undefined) return pressed(model, key, size, reducerContext);
  let step = nextStep(model);
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
  if (action === 'interrupt' || action === 'leave-review') return nextStep(model, {kind: 'leave'});
  if (model.asking !== undefined) return answering(model, key, action, reducerContext);
  if (action === undefined && key.kind === 'text' && /^\d$/.test(key.text) && countOf(model, reducerContext) > 0)
    return nextStep(jumped(model, editLine(emptyLine, key), reducerContext));
  switch (action) {
    case 'look-into':
      return opened(model, reducerContext);
    case 'select':
      return nextStep(
        withMark(
          model,
          markedIndex(model, reducerContext) + stepBy(place, listHeight(model, reducerContext, size)),
          reducerContext,
        ),
      );
    case 'scroll':
      return nextStep(scrolled(model, {place, page: Math.max(1, size.rows - around)}));
    case 'find':
      return nextStep({...model, asking: {what: 'search', line: emptyLine}});
    case 'as-it-was':
      return nextStep({...model, asking: {what: 'at', line: emptyLine}});
    case 'find-words':
      return findingText(model, reducerContext);
    case 'all-events':
      return openedDay(model, reducerContext);
    case 'export-shown':
      return nextStep(model, {kind: 'export', shown: shownOf(model, reducerContext)});
    case 'help':
      return nextStep(push(model, {kind: 'help', offset: 0}));
    case 'back':
      return back(model, reducerContext);
    default:
      return nextStep(model);
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
  if (asking === undefined) return nextStep(model);
  const {what, line} = asking;
  const text = textOf(line).trim();
  if (action === 'back') return nextStep({...model, asking: undefined});
  if (action !== 'look-into') {
    const edited = editLine(line, key);
    if (edited === line) return nextStep(model);
    return nextStep(what === 'jump' ? jumped(model, edited, reducerContext) : {...model, asking: {what, line: edited}});
  }
  const answered = {...model, asking: undefined};
  if (text === '') return nextStep(answered);
  if (what === 'jump') return opened(answered, reducerContext);
  if (what === 'search') return nextStep(push(answered, searchScreen(text, answered, reducerContext)));
  return nextStep(answered, {kind: 'go-to', text, day: dayOf(model, reducerContext)});
}

/** In a longer list to look at every row would keep a key waiting. */
const mostJumped = 50_000;

/** The mark goes to the first row that has what is typed, from where it stands and then from the top; else it stays. */
function jumped(model: ReviewModel, line: Line, reducerContext: ReviewContext): ReviewModel {
  const asking = {what: 'jump' as const, line};
  const text = textOf(line).trim();
  const textAt = rowTextAt(model, reducerContext);
  const count = countOf(model, reducerContext);
  const from = markedIndex(model, reducerContext);
  for (let step = 0; step < Math.min(count, mostJumped) && text !== ''; step += 1) {
    const at = (from + step) % count;
    if (hasWords(textAt(at), text)) return withMark({...model, asking}, at, reducerContext);
  }
  return {...model, asking: text === '' ? asking : {...asking, isNone: true}};
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

/** The day that somebody is looking at. */
function dayOf(model: ReviewModel, reducerContext: ReviewContext): string | undefined {
  const screen = [...model.below, model.top].findLast(each => 'day' in each && each.day !== undefined);
  if (screen !== undefined && 'day' in screen) return screen.day;
  return model.top.kind === 'days' ? daysOf(model, reducerContext)[markedIndex(model, reducerContext)]?.day : undefined;
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
      return nextStep(
        day === undefined ? model : push(withMark(model, at, reducerContext), dayScreen(day, model, reducerContext)),
      );
    }
    case 'payments': {
      const number = top.numbers[at];
      return number === undefined
        ? nextStep(model)
        : nextStep(model, {kind: 'open-payment', number, moment: momentOf(model, reducerContext)});
    }
    case 'payment':
    case 'events': {
      const event = top.events[at];
      return nextStep(event === undefined ? model : push(model, {kind: 'event', event, offset: 0}));
    }
    default:
      return nextStep(model);
  }
}

function openedDay(model: ReviewModel, reducerContext: ReviewContext): ReviewStep {
  const day = daysOf(model, reducerContext)[markedIndex(model, reducerContext)]?.day;
  return day === undefined
    ? nextStep(model)
    : nextStep(model, {kind: 'open-day', day, moment: momentOf(model, reducerContext)});
}

function findingText(model: ReviewModel, reducerContext: ReviewContext): ReviewStep {
  const {top} = model;
  if (top.kind !== 'payments' || top.search === undefined) return nextStep(model);
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
  return nextStep(push({...model, searches: id}, screen), {
    kind: 'find-words',
    search,
    id,
    moment: momentOf(model, reducerContext),
  });
}

function withFound(model: ReviewModel, message: Extract<ReviewMessage, {kind: 'found' | 'found-all'}>): ReviewModel {
  const withEvents = (screen: ReviewScreen): ReviewScreen => {
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
  return {...model, below: model.below.map(withEvents), top: withEvents(model.top)};
}

/** Escape first stops a search, then leaves its screen; at the bottom it comes back from the past. */
function back(model: ReviewModel, reducerContext: ReviewContext): ReviewStep {
  const {top} = model;
  if (top.kind === 'events' && !top.isOver)
    return nextStep({...model, top: {...top, isOver: true}}, {kind: 'stop-finding'});
  if (model.below.length > 0) return nextStep(pop(model));
  return nextStep(movedTo({...model, moment: undefined}, reducerContext));
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
