import {parseSaleSearch} from '../../src/core/sale/finder.js';
import type {SaleRow} from '../../src/core/sale/sale.js';
import type {SalesFound} from '../../src/till/sales.js';
import type {Till} from '../../src/till/till.js';
import {type Block, compact, type ListBlock, notice, type Piece, title} from '../../src/views/block.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {type Described, type MarkedRow, markedList, unmarked} from '../kit/list.js';
import {type Context, type Form, recalling, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goTo} from '../model.js';
import {wordsLine} from '../order/masks.js';
import {rowCells, rowText, saleDetail} from '../order/standing.js';
import {textRules} from '../terminal/line.js';

/** The last question to the journal. It is repeated as soon as any of these values differs. */
type Asked = {readonly typed: string; readonly limit: number; readonly version: number};

export type Sales = Filled<'search'> &
  MarkedRow & {
    readonly found: SalesFound | undefined;
    readonly isReading: boolean;
    readonly asked: Asked | undefined;
    /** The number of rows requested. It grows when the mark comes near the last one. */
    readonly limit: number;
  };

/** More rows than any window shows at once. */
const firstRows = 100;
/** The factor by which the number of rows grows. */
const growth = 4;

const rows = markedList<Sales, SaleRow>(
  ({found}) => found?.rows ?? [],
  ({sale}) => sale,
);

const form = (_: Sales, {messages}: Context): Form<Sales> => [
  {
    id: 'search',
    label: messages.sales.search,
    hint: messages.sales.hint,
    rules: textRules,
    guard: (_before, line) => wordsLine(line),
    edited: now => ({...now, ...unmarked, limit: firstRows}),
  },
];

function heading(state: Sales, context: Context): Block {
  const {title: name, searching, newest, all} = context.messages.sales;
  const {found} = state;
  const count = rows.rowsIn(state, context).length;
  const text = found === undefined || state.isReading ? searching : (found.isAll ? all : newest)({count});
  const note: readonly Piece[] = [{text, tone: 'quiet'}];
  return title(name, {importance: 'news', note, said: `${name}: ${text.replace('…', '')}.`});
}

/** Describes the rows of sales. Money is never cut; the column of the person is left out first. */
export function saleList(context: Context): Omit<Described<SaleRow>, 'empty'> {
  const {columns} = context.messages.sales;
  return {
    columns: [
      {title: columns.day, align: 'right', givesWay: true},
      {title: columns.time},
      {title: columns.amount, align: 'right'},
      {title: columns.state, grows: true, width: 12},
      {title: columns.payer, givesWay: true},
      {title: columns.way, givesWay: true},
      {title: columns.person, from: 96},
    ],
    row: sale => ({cells: rowCells(sale, context), tone: sale.badge}),
    narrated: (sale, place) => rowText(sale, place, context),
    ageless: ({sale, badge}) => `${sale} ${badge}`,
  };
}

function listed(state: Sales, context: Context): ListBlock {
  const words = context.messages.sales;
  const typed = typedIn(state, 'search').trim();
  return rows.block(state, context, {
    ...saleList(context),
    detail: sale => saleDetail(sale, context),
    empty: state.isReading ? words.searching : typed === '' ? words.empty : words.noMatch({text: typed}),
  });
}

/** Searches again if the typed text, the number of rows or the till's state has changed. */
function follow(state: Sales, {till}: Context): Step<Sales> {
  const {limit, asked} = state;
  const typed = typedIn(state, 'search').trim();
  const {version} = till.state;
  if (asked?.typed === typed && asked.limit === limit && asked.version === version) return {};
  return {
    state: {...state, asked: {typed, limit, version}, isReading: asked?.typed !== typed || state.isReading},
    asks: finding(typed, limit),
  };
}

/** The running search of each till. Another typed letter makes it useless. */
const searching = new WeakMap<Till, AbortController>();
/** In milliseconds. Rows that arrive while an index is being made are shown no more often than this. */
const progressEvery = 200;

const finding = (typed: string, limit: number): Task<Sales> =>
  task({
    kind: 'find',
    run: async (till, answer: (found: SalesFound) => void) => {
      searching.get(till)?.abort();
      const own = new AbortController();
      searching.set(till, own);
      let lastProgress = till.monotonic();
      const onProgress = (found: SalesFound) => {
        if (till.monotonic() - lastProgress < progressEvery) return;
        lastProgress = till.monotonic();
        answer(found);
      };
      return till.sales({search: parseSaleSearch(typed), limit}, {signal: own.signal, onProgress});
    },
    reduce: (state, found) => ({state: {...state, found, isReading: true}}),
    done: (state, found) => ({state: {...state, found, isReading: false}}),
  });

const recallingTicket = (ticket: string) => ({kind: 'recall', run: (till: Till) => till.readTicket(ticket)}) as const;

/** Opens the ticket of the sale, or the payment that decides its state. What is of an older day is read again. */
export function openSale<S>(one: SaleRow, state: S, {till}: Context): Step<S> {
  if (one.ticket !== undefined) {
    const {reference} = one.ticket;
    return {state, go: goTo('ticket', {reference}), asks: recallingTicket(reference)};
  }
  const {reference} = one.shown;
  const ticket = till.state.payments.get(reference)?.request.ticket;
  const asks = ticket === undefined ? recalling(reference) : recallingTicket(ticket);
  return {state, go: goTo('payment', {reference}), asks};
}

/** Requests more rows when the mark comes near the last one. */
function withEnough(state: Sales, context: Context, page: number): Sales {
  const {found, index, limit} = state;
  const all = rows.rowsIn(state, context);
  const isNearEnd = index + page >= all.length && found?.isAll === false;
  const count = all.reduce((sales, {ticket}) => sales + (ticket?.parts.length ?? 1), 0);
  return isNearEnd && count >= limit ? {...state, limit: limit * growth} : state;
}

/** All sales of this till, the newest first, with a search as the person types. */
export const sales: Screen<'sales', Sales> = {
  id: 'sales',
  layout: 'tall',
  open: () => ({
    state: {...emptyForm('search'), ...unmarked, found: undefined, isReading: true, asked: undefined, limit: firstRows},
  }),
  form,
  describe: (state, context) => {
    const {unread = []} = state.found ?? {};
    const words = context.messages.sales;
    const days = unread.join(', ');
    return compact([
      heading(state, context),
      ...fieldBlocks(form(state, context), state, context),
      unread.length > 0 &&
        notice('unread', words.unread({count: unread.length, days}), {tone: 'needs-person', glyph: '!'}),
      listed(state, context),
    ]);
  },
  keys: [
    {id: 'open-sale', when: rows.isFilled, press: rows.withMarked(openSale)},
    {
      id: 'select',
      when: rows.isFilled,
      press: (state, context, pressed) => ({
        state: withEnough(rows.moved(state, context, pressed), context, pressed.page),
      }),
    },
    {
      id: 'back',
      press: state =>
        typedIn(state, 'search') === ''
          ? {go: 'back'}
          : {state: {...state, ...unmarked, lines: {}, wrong: undefined, limit: firstRows}},
    },
  ],
  follow,
};
