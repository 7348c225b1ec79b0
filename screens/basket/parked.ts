import {clockText} from '../../src/core/day/business-day.js';
import {type Basket, soldLines} from '../../src/core/item/basket.js';
import {displayMoney} from '../../src/core/money/display.js';
import {validateFreeText} from '../../src/core/payment/order.js';
import {problemOf} from '../../src/core/payment/said.js';
import {countedName} from '../../src/core/present/line-rows.js';
import {type ParkedBasket, parkedName} from '../../src/core/ticket/ticket.js';
import {type Block, compact, fact, gap, notice, title} from '../../src/views/block.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {writingForm} from '../kit/question.js';
import {type Context, type Form, type Screen, type Task, task} from '../kit/screen.js';
import {type Go, goAlone, goBackTo, type Notice} from '../model.js';
import {newForm, type SaleForm} from '../order/sale-form.js';
import {keyText} from '../terminal/bindings.js';
import {lineOf, textRules} from '../terminal/line.js';
import {basketText} from './line.js';

export const isFilled = (basket: Basket | undefined): basket is Basket =>
  basket !== undefined && basket.lines.length > 0;

const nameIn = (number: number, {till}: Context): string =>
  parkedName(till.state.tickets.parked.get(number) ?? {number});

/** Parks the basket and goes on. Without a name it keeps the one that it was parked under before. */
const parking = <S extends {readonly isWriting: boolean}>(basket: Basket, name: string | undefined, go: Go): Task<S> =>
  task({
    kind: 'park',
    run: till => till.parkBasket({lines: soldLines(basket), parked: basket.parked, name}),
    done: (_, number, context) => ({go, notice: said(context.messages.basketScreen.wasParked, number, context)}),
    refused: (state, problem) => ({state: {...state, isWriting: false}, notice: {kind: 'problem', problem}}),
  });

const said = (text: (facts: {basket: string}) => string, number: number, context: Context): Notice => ({
  kind: 'said',
  text: text({basket: nameIn(number, context)}),
});

type Given = {readonly sale: SaleForm & {readonly basket: Basket}};
type Park = Filled<'name'> & Given & {readonly isWriting: boolean};

const fields = (state: Park, {messages}: Context): Form<Park> => [
  {
    id: 'name',
    label: messages.basketScreen.parkName,
    rules: textRules,
    hint: messages.ticketScreen.optional,
    check: () => problemOf(() => validateFreeText(typedIn(state, 'name'))),
  },
];

const asked = writingForm<Park>({
  fields,
  yes: 'write-down',
  write: (state, context) => ({
    state: {...state, isWriting: true},
    asks: parking(state.sale.basket, typedIn(state, 'name'), goBackTo('sale', newForm(context))),
  }),
});

/** Puts the basket aside, so that the next customer is served. */
export const park: Screen<['park', Given], Park> = {
  ...asked,
  id: 'park',
  layout: 'beside',
  open: ({sale}, {till}) => {
    const {name = ''} = till.state.tickets.parked.get(sale.basket.parked ?? 0) ?? {};
    return {state: {...emptyForm('name'), lines: {name: lineOf(name)}, kept: 'name', sale, isWriting: false}};
  },
  describe: (state, context) => {
    const {basketScreen, ticketScreen} = context.messages;
    return [
      title(basketScreen.park, {note: [{text: basketText(state.sale.basket, context.language), tone: 'strong'}]}),
      gap('above'),
      ...fieldBlocks(fields(state, context), state, context),
      gap('below'),
      fact('lead', state.isWriting ? ticketScreen.saving : basketScreen.parkLead, {tone: 'quiet', most: 2}),
    ];
  },
};

/** `dropping`: the number of the basket that another press drops. */
type Listed = {
  readonly sale: SaleForm;
  readonly index: number;
  readonly dropping: number | undefined;
  readonly isWriting: boolean;
};

const rows = markedList<Listed, ParkedBasket>(
  (_, {till}) => till.parkedBaskets(),
  ({number}) => String(number),
  {least: 2},
);

const describe = (state: Listed, context: Context): readonly Block[] => {
  const {language, messages, shop} = context;
  const {columns, dropParked, noneParked, parked: name} = messages.basketScreen;
  const lines = ({lines: all}: ParkedBasket) => all.map(line => countedName(line, language)).join(', ');
  const key = (id: 'park' | 'drop-parked') => keyText(id, context);
  return compact([
    title(name),
    rows.block(state, context, {
      columns: [
        {title: columns.parked, align: 'right'},
        {title: columns.name, grows: true, width: 20},
        {title: columns.amount, align: 'right'},
      ],
      row: basket => ({
        cells: [
          clockText(basket.at, shop.zone),
          `${parkedName(basket)} · ${lines(basket)}`,
          displayMoney(basket.total, language),
        ],
      }),
      empty: noneParked({key: key('park')}),
    }),
    state.dropping !== undefined &&
      notice('dropping', dropParked({key: key('drop-parked'), basket: nameIn(state.dropping, context)}), {
        tone: 'not-known',
        glyph: '!',
      }),
  ]);
};

const dropping = ({number, lines}: ParkedBasket, basket: string): Task<Listed> =>
  task({
    kind: 'drop',
    run: till => till.dropBasket({lines, parked: number}),
    done: (state, _, {messages}) => ({
      state: {...state, isWriting: false},
      notice: {kind: 'said', text: messages.basketScreen.dropped({basket})},
    }),
    refused: (state, problem) => ({state: {...state, isWriting: false}, notice: {kind: 'problem', problem}}),
  });

/** The parked baskets. The one in hand is parked before another one is taken up, so that none is lost. */
export const parked: Screen<['parked', {readonly sale: SaleForm}], Listed> = {
  id: 'parked',
  layout: 'tall',
  open: ({sale}) => ({state: {sale, index: 0, dropping: undefined, isWriting: false}}),
  describe,
  keys: [
    {
      id: 'recall',
      when: (state, context) => rows.isFilled(state, context) && !state.isWriting,
      press: rows.withMarked(({number, lines}, state, context) => {
        const {basket} = state.sale;
        const go = goAlone('basket', {sale: newForm(context), again: lines, isInterrupted: true, parked: number});
        if (!isFilled(basket)) return {go};
        return {state: {...state, isWriting: true}, asks: parking(basket, undefined, go)};
      }),
    },
    {
      ...rows.selectKey,
      press: (state, context, pressed) => ({state: {...rows.moved(state, context, pressed), dropping: undefined}}),
    },
    {
      id: 'drop-parked',
      when: (state, context) => rows.isFilled(state, context) && !state.isWriting,
      press: rows.withMarked((row, state) => {
        if (state.dropping !== row.number) return {state: {...state, dropping: row.number}};
        return {state: {...state, dropping: undefined, isWriting: true}, asks: dropping(row, parkedName(row))};
      }),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
