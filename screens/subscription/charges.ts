import type {SubscriptionCharge} from '../../src/core/endpoints/subscription/subscription-charges.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {
  askedAgain,
  type ChargeWindow,
  chargeAt,
  chargesPerPage,
  moved,
  newChargeWindow,
  shownLines,
  withoutPage,
  withPage,
} from '../../src/core/subscription/charge-window.js';
import {isPaid} from '../../src/core/subscription/deviations.js';
import {statedText} from '../../src/core/subscription/json.js';
import {statedAmount} from '../../src/core/subscription/plan-text.js';
import {cleanText} from '../../src/core/text/text.js';
import {
  type Block,
  fact,
  type ListBlock,
  type ListRow,
  notice,
  paper,
  type Tone,
  title,
} from '../../src/views/block.js';
import {scrollKey} from '../kit/list.js';
import {unsigned} from '../kit/said.js';
import {type Context, type Screen, type Step, task} from '../kit/screen.js';
import {goTo} from '../model.js';
import {keyText, stepAt} from '../terminal/bindings.js';
import {dayShort, recordBlocks, valueText, whenText} from './shown.js';

type Charges = {readonly id: number; readonly window: ChargeWindow};

const failed = /^(?:fail|declin|error|cancel|revers)/iu;
const undecided = /^(?:pending|processing|initiated)$/iu;

/** Returns the status of a charge, with its sign. A word that the till does not know stays as the service wrote it. */
function stateOf(charge: SubscriptionCharge, {messages}: Context): {readonly text: string; readonly tone: Tone} {
  const {states} = messages.subscriptionScreen.charges;
  if (isPaid(charge)) return {text: states.paid, tone: 'plain'};
  if (failed.test(charge.status)) return {text: states.failed, tone: 'not-paid'};
  const isOpen = undecided.test(charge.status);
  return {text: isOpen ? states.open : `? ${cleanText(charge.status, 30)}`, tone: 'not-known'};
}

/** Returns why a charge failed and when it is tried again. The short form is the day of the next attempt, or why there is none. */
function notesOf(charge: SubscriptionCharge, reader: Context) {
  if (isPaid(charge)) return {note: '', shortNote: ''};
  const {retry, retryShort, noRetry} = reader.messages.subscriptionScreen.charges;
  const {failureReason, respCode, nextRetryAt, isRetriable} = charge;
  const why = cleanText(failureReason ?? respCode ?? '', 60);
  const isLast = nextRetryAt === null;
  const none = isRetriable === false ? noRetry : '';
  const next = isLast ? none : retry({date: whenText(nextRetryAt, reader)});
  const nextShort = isLast ? none : retryShort({date: dayShort(nextRetryAt, reader)});
  return {note: [next, why].filter(text => text !== '').join(', '), shortNote: nextShort === '' ? why : nextShort};
}

/** Returns the texts of a charge in a list, each in full length. */
function chargeTexts(charge: SubscriptionCharge, reader: Context) {
  const {cycleNumber, attemptNumber, chargedAt, amount, currency} = charge;
  const {empty} = reader.messages.subscriptionScreen.one;
  return {
    cycle: cycleNumber === null ? empty : `${cycleNumber}`,
    attempt: attemptNumber === null ? empty : `${attemptNumber}`,
    date: chargedAt === null ? empty : whenText(chargedAt, reader),
    amount: statedAmount(amount, currency, reader.language),
    state: stateOf(charge, reader).text,
    ...notesOf(charge, reader),
  };
}

function rangeText(window: ChargeWindow, {messages}: Context): string {
  const {range, rangeUpTo} = messages.subscriptionScreen.charges;
  const lines = shownLines(window);
  const [first = 0] = lines;
  if (lines.length === 0) return '';
  const {count, isExact} = window.total;
  const facts = {first: first + 1, last: first + lines.length, count};
  return (isExact ? range : rangeUpTo)(facts);
}

/** Returns the lines of the window. The page of some of them may not have arrived yet. */
function listed(window: ChargeWindow, context: Context): ListBlock {
  const {columns, loading, row} = context.messages.subscriptionScreen.charges;
  const lines = shownLines(window);
  const [first = 0] = lines;
  const charge = chargeAt(window, window.index);
  const place = {at: window.index + 1, count: window.total.count};
  const texts = charge && chargeTexts(charge, context);
  return {
    kind: 'list',
    id: 'list',
    importance: 'standing',
    columns: [
      {title: columns.cycle, width: 6, align: 'right'},
      {title: columns.attempt, width: 5, align: 'right', from: 76},
      {title: columns.at, width: 16},
      {title: columns.amount, align: 'right'},
      {title: columns.state},
      {title: columns.note, grows: true},
    ],
    count: lines.length,
    rowAt: at => rowAt(first + at, chargeAt(window, first + at), loading, context),
    marked: window.index - first,
    markedText:
      texts === undefined ? '' : row({...place, ...texts, state: unsigned(texts.state)}).replace(/, \.$/u, '.'),
    empty: '',
  };
}

function rowAt(line: number, charge: SubscriptionCharge | undefined, loading: string, context: Context): ListRow {
  const id = `${line}`;
  if (charge === undefined) return {id, cells: Array.from({length: 6}, () => loading), tone: 'quiet'};
  const {cycle, attempt, date, amount, state, shortNote} = chargeTexts(charge, context);
  return {id, cells: [cycle, attempt, date, amount, state, shortNote], tone: stateOf(charge, context).tone};
}

function footOf(window: ChargeWindow, context: Context): readonly Block[] {
  const {again, asking, none} = context.messages.subscriptionScreen.charges;
  const {problem} = window;
  if (problem !== undefined) {
    const text = again({problem: problemText(problem, context.language), key: keyText('refresh', context)});
    return [notice('problem', text, {importance: 'standing', most: 2})];
  }
  if (window.asking !== undefined) return [fact('asking', asking, {tone: 'quiet', importance: 'standing'})];
  const charge = chargeAt(window, window.index);
  if (charge === undefined) return [fact('none', none, {tone: 'quiet', importance: 'standing'})];
  const {note} = notesOf(charge, context);
  return note === '' ? [] : [fact('note', note, {tone: 'quiet', most: 2, said: ''})];
}

/** Returns the request for the page that the window needs, or nothing if everything that it shows is there. */
function asking({id, window}: Charges): Pick<Step<Charges>, 'asks'> {
  const page = window.asking;
  if (page === undefined) return {};
  return {
    asks: task({
      kind: 'page',
      isQuiet: true,
      run: till => till.chargesOf(id, {page, size: chargesPerPage}),
      done: (state, read) => withWindow({...state, window: withPage(state.window, read)}),
      refused: (state, problem) => withWindow({...state, window: withoutPage(state.window, problem)}),
    }),
  };
}

const withWindow = (state: Charges): Step<Charges> => ({state, ...asking(state)});

/** The title of the list, the titles of its columns and up to two lines below it need room too. */
const heightIn = (page: number) => Math.max(1, page - 1);

/** The charges of a subscription, the newest first. `page`: the lines that the window has for a list. */
export const charges: Screen<['charges', {readonly id: number; readonly page: number}], Charges> = {
  id: 'charges',
  layout: 'tall',
  open: ({id, page}) => {
    const state = {id, window: newChargeWindow(heightIn(page))};
    return {state, ...asking(state)};
  },
  describe: ({id, window}, context) => {
    const name = context.messages.subscriptionScreen.charges.title({id});
    const range = rangeText(window, context);
    return [
      title(name, {note: range === '' ? [] : [{text: range, tone: 'quiet'}], importance: 'news'}),
      ...(window.total.count === 0 ? [] : [listed(window, context)]),
      ...footOf(window, context),
    ];
  },
  keys: [
    {
      id: 'open-marked',
      when: ({window}) => chargeAt(window, window.index) !== undefined,
      press: ({window}) => {
        const charge = chargeAt(window, window.index);
        return charge === undefined ? {} : {go: goTo('charge', {charge})};
      },
    },
    {
      id: 'select',
      when: ({window}) => window.total.count > 0,
      press: (state, _, {place, page}) => {
        const height = heightIn(page);
        const by = stepAt(place, {page: height, all: state.window.total.count});
        const next = {...state, window: moved(state.window, by, height)};
        return {state: next, ...(next.window.asking === state.window.asking ? {} : asking(next))};
      },
    },
    {
      id: 'refresh',
      when: ({window: {problem, asking}}) => problem !== undefined && asking === undefined,
      press: state => withWindow({...state, window: askedAgain(state.window)}),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

type Charge = {readonly charge: SubscriptionCharge; readonly offset: number};

function fieldsOf(charge: SubscriptionCharge, reader: Context): readonly (readonly [string, string])[] {
  const {fields} = reader.messages.subscriptionScreen.charges;
  const {amount, currency} = charge;
  const whole = {...charge, amount: amount === null ? null : statedText(amount, currency)};
  const names = Object.keys(fields) as readonly (keyof typeof fields)[];
  return names.map(name => [fields[name], valueText(whole[name], reader)]);
}

export const charge: Screen<['charge', {readonly charge: SubscriptionCharge}], Charge> = {
  id: 'charge',
  layout: 'tall',
  open: ({charge: one}) => ({state: {charge: one, offset: 0}}),
  describe: ({charge: one, offset}, context) => {
    const {chargeTitle} = context.messages.subscriptionScreen.charges;
    return [paper(chargeTitle({id: one.id}), offset, recordBlocks(fieldsOf(one, context)))];
  },
  keys: [scrollKey(), {id: 'back', press: () => ({go: 'back'})}],
};
