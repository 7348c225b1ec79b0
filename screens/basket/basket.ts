import {clockText} from '../../src/core/day/business-day.js';
import {
  type Basket,
  type BasketLine,
  type Entry,
  itemLine,
  readEntry,
  shownCode,
  soldAgain,
  soldLines,
  takenOff,
  takenUp,
  totalOf,
  withItem,
  withLine,
  withoutLineAt,
} from '../../src/core/item/basket.js';
import type {PriceList} from '../../src/core/item/list.js';
import type {Item} from '../../src/core/item/schema.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayMoney, displayNumber} from '../../src/core/money/display.js';
import type {AmountMarks} from '../../src/core/money/money.js';
import {checkNoCard} from '../../src/core/payment/order.js';
import {lineName, quantityText} from '../../src/core/present/line-rows.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import type {Returned} from '../../src/core/refund/lines.js';
import {cleanText} from '../../src/core/text/text.js';
import type {TaxRate} from '../../src/core/ticket/line.js';
import type {TicketLine} from '../../src/core/ticket/schema.js';
import type {ShownBasket} from '../../src/till/shown-basket.js';
import {bigAmount, compact, type FactBlock, fact, gap, type ListBlock, notice, title} from '../../src/views/block.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {unlessWriting} from '../kit/question.js';
import type {Context, Form, Pressed, Screen, Step, Task} from '../kit/screen.js';
import {goAlone, goTo} from '../model.js';
import {wordsLine} from '../order/masks.js';
import {basketForm, marketIn, newForm, type SaleForm} from '../order/sale-form.js';
import {keyText} from '../terminal/bindings.js';
import {textRules} from '../terminal/line.js';
import {basketText, dropBasket, showBasket} from './line.js';
import {isFilled} from './parked.js';

/** The sale as typed so far, with its basket. `scanned` and the lines of an earlier sale (`again`) are added at once; `index` is marked. */
type GivenBasket = {
  readonly sale: SaleForm;
  readonly scanned?: string;
  readonly again?: readonly TicketLine[];
  /** The lines are those of a basket that was interrupted, with their tip and their changed prices. */
  readonly isInterrupted?: true;
  /** The number under which the basket of the lines is parked. */
  readonly parked?: number | undefined;
  readonly ticket?: string | undefined;
  /** What comes back of an earlier sale for them. */
  readonly returned?: Returned | undefined;
  readonly index?: number;
};

type BasketState = Filled<'find'> & {
  readonly sale: SaleForm;
  readonly basket: Basket | undefined;
  /** The marked row: of the items found while something is typed, else of the lines. */
  readonly index: number;
  /** Texts that were typed or scanned before the price list was read. */
  readonly waiting: readonly string[];
  /** Lines of an earlier sale, to be added once the price list has been read. */
  readonly again: readonly TicketLine[];
  readonly isInterrupted: boolean;
  readonly parked: number | undefined;
  readonly ticket: string | undefined;
  readonly returned: Returned | undefined;
  readonly isWriting: boolean;
  /** Why there is no price list to sell from. */
  readonly unread: Problem | undefined;
  /** The chunk of input that last added a line, and when. Another Enter right after it comes from the scanner too. */
  readonly added: {readonly chunk: number; readonly at: number} | undefined;
};

/** Milliseconds within which another Enter comes from the scanner that has just ended a code. */
const atOnce = 70;

/** The greatest number of items found. Instead of paging through more, a person types another word. */
const mostFound = 50;

type Prices = {readonly list: PriceList; readonly rates: readonly TaxRate[]; readonly marks: AmountMarks};

/** Returns the price list and the tax rates, or undefined while the list is read. */
function pricesIn({till, shop}: Context): Prices | undefined {
  const list = till.itemsAtHand();
  return list && {list, rates: shop.taxRates, marks: shop.amounts};
}

/** What Enter can add: an item that was found, or the text as a separate line. */
type Choice = {readonly item: Item} | {readonly text: BasketLine};

const textIn = (state: BasketState): string => typedIn(state, 'find').trim();
const linesIn = ({basket}: BasketState): readonly BasketLine[] => basket?.lines ?? [];

function entryIn(text: string, {basket, sale}: BasketState, prices: Prices): Entry {
  const currency = basket === undefined || basket.lines.length === 0 ? marketIn(sale).market.currency : basket.currency;
  return readEntry(text, {...prices, currency, most: mostFound});
}

const choicesOf = ({item, found, text}: Entry): readonly Choice[] => [
  ...(item === undefined ? found : [item]).map(each => ({item: each})),
  ...(text === undefined ? [] : [{text}]),
];

/** Returns the basket with one more line for the typed or scanned text, or with the problem. In both cases the field is cleared. */
function added(state: BasketState, text: string, prices: Prices): BasketState {
  const empty = {...state, lines: {}, wrong: undefined};
  try {
    const entry = entryIn(text, state, prices);
    const choice = choicesOf(entry)[text === textIn(state) ? state.index : 0];
    if (choice === undefined) throw new Problem('item-unknown', {item: shownCode(entry.asked)});
    const basket =
      'text' in choice
        ? withLine(state.basket, choice.text)
        : withItem(state.basket, itemLine(choice.item, entry.quantity, prices.rates));
    return {...empty, basket, index: basket.lines.length - 1};
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return {...empty, index: Math.max(0, linesIn(state).length - 1), wrong: {field: 'find', problem}};
  }
}

const unknown = (state: BasketState, code: string): BasketState => ({
  ...state,
  lines: {},
  index: Math.max(0, linesIn(state).length - 1),
  wrong: {field: 'find', problem: new Problem('item-unknown', {item: shownCode(code)})},
});

/** Returns the step to a state. If the basket has changed, the customer's display is updated. */
const to = (before: BasketState, state: BasketState): Step<BasketState> =>
  before.basket === state.basket ? {state} : {state, asks: showBasket(state.basket)};

/** Adds a line for the typed text. A scanner's text is a known code or a problem, and is never searched for; nor is the rest of one. */
function add(state: BasketState, context: Context, {chunk, scanned}: Pressed): Step<BasketState> {
  const prices = pricesIn(context);
  const text = textIn(state);
  const last = {chunk, at: context.till.monotonic()};
  if (prices !== undefined && scanned !== undefined) {
    const {code} = scanned;
    const isWhole = text.endsWith(code);
    if (!isWhole || entryIn(text, state, prices).item === undefined)
      return {state: {...unknown(state, isWhole ? text : code), added: last}};
  }
  if (prices === undefined) return {state: {...state, lines: {}, waiting: [...state.waiting, text], added: last}};
  return to(state, {...added(state, text, prices), added: last});
}

/** Adds the texts that were scanned while the list was read, in their order. */
function addWaiting(state: BasketState, prices: Prices): BasketState {
  let now: BasketState = {...soldAgainIn(state, prices), waiting: [], unread: undefined};
  for (const text of state.waiting) now = added(now, text, prices);
  return now;
}

/** Adds the lines of an earlier sale. A problem names the items that are not sold any more. */
function soldAgainIn(state: BasketState, prices: Prices): BasketState {
  if (state.again.length === 0) return state;
  const {basket, gone} = (state.isInterrupted ? takenUp : soldAgain)(state.again, prices);
  const wrong = {field: 'find', problem: new Problem('items-gone', {items: gone.join(', ')})} as const;
  const index = Math.max(0, (basket?.lines.length ?? 0) - 1);
  const {parked} = state;
  return {...state, basket: basket && {...basket, parked}, index, again: [], ...(gone.length > 0 && {wrong})};
}

const form = (_: BasketState, {messages}: Context): Form<BasketState> => [
  {
    id: 'find',
    label: messages.basketScreen.find,
    hint: messages.basketScreen.hint,
    rules: textRules,
    guard: (_before, line) => wordsLine(line, checkNoCard),
    edited: now => ({...now, index: 0}),
  },
];

/** The rows among which one is marked: the items found while something is typed, else the lines. */
const rows = markedList<BasketState, Choice | BasketLine>(
  (state, context) => {
    const [prices, text] = [pricesIn(context), textIn(state)];
    return text === '' || prices === undefined ? linesIn(state) : choicesOf(entryIn(text, state, prices));
  },
  (row, at) => ('item' in row ? row.item.code : String(at)),
  {least: 2},
);

/** Returns a line in the columns of the list: the quantity, the name, the unit price and the amount. */
function lineCells({line}: BasketLine, language: Language): readonly string[] {
  const {unitPrice, discount, reason, amount} = line;
  const off = discount === null ? '' : ` −${displayMoney(discount, language)}`;
  const why = reason === null ? '' : ` · ${cleanText(reason, 40)}`;
  return [
    quantityText(line, language),
    `${lineName(line, language)}${off}${why}`,
    displayMoney(unitPrice, language),
    displayMoney(amount, language),
  ];
}

const lineText = (line: BasketLine, language: Language): string =>
  messages(language).basketScreen.line({
    quantity: displayNumber(line.line.quantity, language),
    name: lineCells(line, language)[1] ?? '',
    price: displayMoney(line.line.unitPrice, language),
    amount: displayMoney(line.line.amount, language),
  });

const itemCells = ({code, name, unit, price}: Item, language: Language): readonly string[] => [
  cleanText(code, 40),
  cleanText(name, 100),
  displayMoney(price, language),
  unit === null ? '' : messages(language).basketScreen.each({unit}),
];

function cellsOf(row: Choice | BasketLine, {language, messages}: Context): readonly string[] {
  if ('item' in row) return itemCells(row.item, language);
  if (!('text' in row)) return lineCells(row, language);
  const {name, amount} = row.text.line;
  return ['', messages.basketScreen.freeLine({name}), displayMoney(amount, language), ''];
}

function listed(state: BasketState, context: Context): ListBlock {
  const {language, messages} = context;
  const {columns, nothing, row: told} = messages.basketScreen;
  const prices = pricesIn(context);
  const isFinding = textIn(state) !== '' && prices !== undefined;
  const name = {title: columns.name, grows: true, width: 20} as const;
  const price = {title: columns.price, align: 'right'} as const;
  const [quantity, amount] = [columns.quantity, columns.amount].map(title => ({title, align: 'right'}) as const);
  const block = rows.block(state, context, {
    id: isFinding ? 'found' : 'lines',
    columns: isFinding
      ? [{title: columns.code, givesWay: true}, name, price, {title: ''}]
      : compact([quantity, name, {...price, givesWay: true}, amount]),
    row: row => ({cells: cellsOf(row, context)}),
    narrated: (row, place) =>
      told({...place, text: 'sold' in row ? lineText(row, language) : cellsOf(row, context).slice(1, 3).join(', ')}),
    empty: nothing,
  });
  if (!isFinding || block.count > 0) return block;
  return {...block, empty: messages.items.noneFound({text: shownCode(entryIn(textIn(state), state, prices).asked)})};
}

/** Goes on to payment. An Enter that a scanner sent is not a decision to do so. */
function pay(state: BasketState, context: Context, {chunk, scanned}: Pressed): Step<BasketState> {
  const now = context.till.monotonic();
  if (scanned !== undefined) return {state: {...unknown(state, scanned.code), added: {chunk, at: now}}};
  if (isOfScanner(state, context, {chunk})) return {};
  const {basket, returned} = state;
  if (returned === undefined || basket === undefined) return {go: left(state, context)};
  return {go: goTo('exchange', {returned, basket})};
}

/** Whether the scanner that has just added a line sent this Enter, too. */
function isOfScanner({added: last}: BasketState, {till}: Context, {chunk}: Pick<Pressed, 'chunk'>): boolean {
  return last !== undefined && (chunk === last.chunk || till.monotonic() - last.at <= atOnce);
}

const hasText = (state: BasketState) => textIn(state) !== '';
const marksLine = (state: BasketState) => !hasText(state) && linesIn(state).length > 0;
/** Whether it is a sale of its own, neither added to a ticket nor exchanged. */
const isOfItself = ({basket, ticket, returned}: BasketState) => isFilled(basket) && (ticket ?? returned) === undefined;
const left = (state: BasketState, context: Context) => goAlone('sale', basketForm(state.sale, state.basket, context));

/** Clears the field, or leaves. Lines that were to be added to a ticket are dropped by a second press. */
function back(state: BasketState, context: Context): Step<BasketState> {
  const {basket, ticket, returned, wrong} = state;
  if (hasText(state))
    return {state: {...state, lines: {}, wrong: undefined, index: Math.max(0, linesIn(state).length - 1)}};
  if (ticket === undefined && returned === undefined) return {go: left(state, context)};
  if (!isFilled(basket)) return {go: 'back'};
  if (wrong?.problem.code === 'basket-drop') return {go: 'back', asks: dropBasket(basket)};
  const problem = new Problem('basket-drop', {lines: basket.lines.length, key: keyText('back', context)});
  return {state: {...state, wrong: {field: 'find', problem}}};
}

/** Adds the lines to the open ticket. */
function keep(state: BasketState, context: Context, pressed: Pressed): Step<BasketState> {
  const {basket, ticket, isWriting} = state;
  if (basket === undefined || ticket === undefined || isWriting) return {};
  if (isOfScanner(state, context, pressed)) return {};
  return {
    state: {...state, isWriting: true, wrong: undefined},
    asks: {
      kind: 'extend',
      run: till => till.extendTicket(ticket, {lines: soldLines(basket)}),
      done: () => ({go: 'back'}),
      refused: (now, problem) => ({state: {...now, isWriting: false, wrong: {field: 'find', problem}}}),
    },
  };
}

const reading: Task<BasketState> = {
  kind: 'read',
  run: till => till.items(),
  done: (state, _, context) => {
    const prices = pricesIn(context);
    return prices === undefined ? {} : to(state, addWaiting(state, prices));
  },
  refused: (state, problem) => ({state: {...state, unread: problem, waiting: []}}),
};

/** Returns what a discount takes off the basket, and why; empty without one. */
function offFact(basket: Basket | undefined, {language, messages}: Context): readonly FactBlock[] {
  if (basket?.off === undefined) return [];
  const amount = displayMoney(takenOff(basket), language);
  return [fact('off', messages.basketScreen.off({amount, reason: basket.off.reason}), {importance: 'standing'})];
}

/** What a customer is about to buy, line by line: scanned, found in the price list, or typed. No money has moved yet. */
export const basket: Screen<['basket', GivenBasket], BasketState> = {
  id: 'basket',
  layout: 'tall',
  open: ({sale, scanned, again = [], isInterrupted = false, index, parked, ticket, returned}, context) => {
    const {basket: before} = sale;
    const state: BasketState = {
      ...emptyForm('find'),
      sale,
      basket: before,
      index: index ?? Math.max(0, (before?.lines.length ?? 0) - 1),
      waiting: scanned === undefined ? [] : [scanned],
      again,
      isInterrupted,
      parked,
      ticket,
      returned,
      isWriting: false,
      unread: undefined,
      added: undefined,
    };
    const prices = pricesIn(context);
    if (prices === undefined) return {state, asks: reading};
    const now = addWaiting(state, prices);
    return {state: now, ...(now.basket === before ? {} : {asks: showBasket(now.basket)})};
  },
  form,
  describe: (state, context) => {
    const {language, messages} = context;
    const {basketScreen: said} = messages;
    const {basket, unread, ticket, returned} = state;
    const prices = pricesIn(context);
    const goes = returned === undefined ? said.title : messages.exchangeScreen.goes;
    const name = ticket === undefined ? goes : said.addTo({ticket});
    const total = isFilled(basket) ? basketText(basket, language) : said.empty;
    return compact([
      title(name, {note: [{text: total, tone: isFilled(basket) ? 'strong' : 'quiet'}], said: `${name}: ${total}.`}),
      isFilled(basket) && bigAmount(totalOf(basket)),
      ...offFact(basket, context),
      ...fieldBlocks(form(state, context), state, context),
      unread && notice('unread', problemText(unread, language), {tone: 'needs-person', glyph: '!'}),
      unread === undefined && prices === undefined && fact('reading', said.reading, {tone: 'quiet'}),
      prices?.list.items.length === 0 && fact('no-list', said.noList, {tone: 'quiet', most: 2, isRoomy: true}),
      listed(state, context),
    ]);
  },
  takesCodes: true,
  keys: [
    {id: 'add-line', when: hasText, press: add},
    {id: 'pay-basket', when: state => marksLine(state) && state.ticket === undefined, press: pay},
    {id: 'keep-lines', when: state => marksLine(state) && state.ticket !== undefined, press: keep},
    {
      id: 'change-line',
      when: marksLine,
      press: ({sale, basket: its, index, ticket, returned}) => {
        if (its === undefined) return {};
        const given = {...sale, basket: its};
        const isTip = its.lines[index]?.line.kind === 'tip';
        return {go: isTip ? goTo('tip', given) : goTo('basket-line', {sale: given, index, ticket, returned})};
      },
    },
    {
      id: 'remove-line',
      when: marksLine,
      press: state => {
        if (state.basket === undefined) return {};
        const rest = withoutLineAt(state.basket, state.index);
        return to(state, {...state, basket: rest, index: Math.max(0, Math.min(state.index, rest.lines.length - 1))});
      },
    },
    rows.selectKey,
    {
      id: 'park',
      when: isOfItself,
      press: ({sale, basket}) => (isFilled(basket) ? {go: goTo('park', {sale: {...sale, basket}})} : {}),
    },
    {
      id: 'basket-discount',
      when: isOfItself,
      press: ({sale, basket}) => (isFilled(basket) ? {go: goTo('basket-discount', {sale: {...sale, basket}})} : {}),
    },
    {id: 'back', press: back},
  ],
};

type Interrupted = ShownBasket & {readonly isWriting: boolean};

/** The most lines of the basket that are shown here. Taken up, all of them are. */
const mostShown = 8;

/** Whether the basket that was being filled when the till ended is taken up or dropped. Nothing else begins before that is said. */
export const interruptedBasket: Screen<['interrupted-basket', ShownBasket], Interrupted> = {
  id: 'interrupted-basket',
  open: basket => ({state: {...basket, isWriting: false}}),
  describe: ({at, lines, total, isWriting}, context) => {
    const {language, messages, shop} = context;
    const {interrupted, interruptedHow, sum, more} = messages.basketScreen;
    const all = sum({count: lines.length, total: displayMoney(total, language)});
    const [yes, no] = [keyText('take-up-basket', context), keyText('drop-basket', context)];
    return [
      title(interrupted({time: clockText(at, shop.zone), sum: all})),
      gap('above'),
      ...lines
        .slice(0, mostShown)
        .map((line, index) =>
          fact(
            `line ${index}`,
            `${quantityText(line, language)} ${lineName(line, language)}  ${displayMoney(line.amount, language)}`,
          ),
        ),
      ...(lines.length > mostShown ? [fact('more', more({count: lines.length - mostShown}), {tone: 'quiet'})] : []),
      gap('below'),
      fact('how', isWriting ? messages.ticketScreen.saving : interruptedHow({yes, no}), {importance: 'standing'}),
    ];
  },
  keys: [
    unlessWriting<Interrupted>({
      id: 'take-up-basket',
      press: ({lines, parked}, context) => ({
        go: goAlone('basket', {sale: newForm(context), again: lines, isInterrupted: true, parked}),
      }),
    }),
    unlessWriting<Interrupted>({
      id: 'drop-basket',
      press: state => ({
        state: {...state, isWriting: true},
        asks: {
          kind: 'drop',
          run: till => till.dropBasket(state),
          done: () => ({go: 'back'}),
          refused: (now, problem) => ({state: {...now, isWriting: false}, notice: {kind: 'problem', problem}}),
        },
      }),
    }),
  ],
};
