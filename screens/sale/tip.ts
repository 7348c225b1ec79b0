import {type Basket, sumLine, totalOf, withLine, withoutTip, withTip} from '../../src/core/item/basket.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {problemOf} from '../../src/core/payment/said.js';
import {readTip, tipOf} from '../../src/core/ticket/line.js';
import {fact, gap, type ListBlock, title} from '../../src/views/block.js';
import {showBasket} from '../basket/line.js';
import {amountTyped} from '../kit/amount.js';
import {emptyForm, type Filled, fieldBlocks, firstWrong, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import type {Context, Form, Screen} from '../kit/screen.js';
import {goBackTo} from '../model.js';
import {amountIn, basketForm, type SaleForm} from '../order/sale-form.js';
import type {LineRules} from '../terminal/line.js';

type Tip = Filled<'tip'> & {readonly sale: SaleForm; readonly basket: Basket; readonly index: number};
/** The choice that Enter takes while nothing is typed. Without an amount it is no tip. */
type Choice = {readonly percent: number; readonly amount: Money | undefined};
const noTip: Choice = {percent: 0, amount: undefined};

/** Whether a tip can be given: the shop takes tips, and it is known what is sold and has not been requested yet. */
export const takesTip = (sale: SaleForm, context: Context): boolean =>
  context.shop.tips.length > 0 &&
  (sale.sale ?? sale.ticket) === undefined &&
  (sale.basket !== undefined || (amountIn(sale, context)?.minor ?? 0) > 0) &&
  context.till.writeFailure() === undefined;

function basketOf(sale: SaleForm, context: Context): Basket {
  if (sale.basket !== undefined) return sale.basket;
  const sold = amountIn(sale, context);
  if (sold === undefined) throw new RangeError('amount');
  return withLine(undefined, sumLine(sold, context.messages.receipt.sale));
}

const hasTip = ({basket}: Tip): boolean => basket.lines.some(({line}) => line.kind === 'tip');

const soldIn = (basket: Basket): Money => totalOf(withoutTip(basket));

/** Returns the shares on offer, without those that are too small for the currency. */
function choicesIn(state: Tip, {shop}: Context): readonly Choice[] {
  const sold = soldIn(state.basket);
  const shares = shop.tips.map(percent => ({percent, amount: tipOf(sold, percent)}));
  return [...shares.filter(({amount}) => amount.minor > 0), ...(hasTip(state) ? [noTip] : [])];
}

/** Whether a tip is typed. Then no share is marked, and Enter takes the typed tip. */
const isTyped = (state: Tip): boolean => typedIn(state, 'tip').trim() !== '';

/** The rules of a field that takes an amount, a sum or a percentage. */
const tipRules: LineRules = {accepts: /^[0-9.,+%x*× ]$/u, longest: 30};

const form = (state: Tip, {shop, messages}: Context): Form<Tip> => [
  {
    id: 'tip',
    label: messages.tipScreen.other,
    hint: messages.basketScreen.hints.discount,
    rules: tipRules,
    unit: state.basket.currency,
    check: () =>
      isTyped(state)
        ? problemOf(() => withTip(state.basket, readTip(typedIn(state, 'tip'), soldIn(state.basket), shop.amounts)))
        : undefined,
  },
];

const choices = markedList<Tip, Choice>(choicesIn, ({percent}) => String(percent));

function list(state: Tip, context: Context): ListBlock {
  const {language, messages} = context;
  const sold = soldIn(state.basket);
  const {columns, none, row, rowWithout} = messages.tipScreen;
  const textsOf = ({percent, amount}: Choice) => ({
    share: amount === undefined ? none : `${percent}%`,
    tip: amount === undefined ? '' : displayMoney(amount, language),
    total: displayMoney({...sold, minor: sold.minor + (amount?.minor ?? 0)}, language),
  });
  const block = choices.block(state, context, {
    id: 'choices',
    columns: [
      {title: columns.share, grows: true, width: 10},
      {title: columns.tip, align: 'right'},
      {title: columns.total, align: 'right'},
    ],
    row: choice => ({cells: Object.values(textsOf(choice))}),
    narrated: choice => (choice.amount === undefined ? rowWithout : row)(textsOf(choice)),
    empty: none,
  });
  return isTyped(state) ? {...block, marked: -1, markedText: ''} : block;
}

/** Returns the sale with a basket of what is sold and the tip, or the sale as it was before if no tip is left. */
function saleWith({sale}: Tip, basket: Basket, context: Context): SaleForm {
  const [only, ...more] = basket.lines;
  if (only?.isSum !== true || more.length > 0) return basketForm(sale, basket, context);
  const amount = amountTyped(only.line.amount, context.language);
  return {...sale, basket: undefined, focus: 'amount', wrong: undefined, lines: {...sale.lines, amount}};
}

/** The tip that a customer adds to a sale: a share that the shop offers, or any amount. No money has moved yet. */
export const tip: Screen<['tip', SaleForm], Tip> = {
  id: 'tip',
  layout: 'beside',
  open: (sale, context) => {
    const basket = basketOf(sale, context);
    return {state: {...emptyForm('tip'), sale, basket, index: 0}};
  },
  form,
  describe: (state, context) => {
    const {language, messages} = context;
    const sold = soldIn(state.basket);
    return [
      title(messages.tipScreen.title),
      gap('above'),
      fact('sold', messages.tipScreen.on({amount: displayMoney(sold, language)}), {
        tone: 'strong',
        importance: 'standing',
      }),
      gap('below'),
      ...fieldBlocks(form(state, context), state, context),
      gap('choices-above'),
      list(state, context),
    ];
  },
  keys: [
    {
      id: 'keep-tip',
      press: (state, context) => {
        const wrong = firstWrong(form(state, context), state);
        if (wrong !== undefined) return {state: wrong};
        const choice = choicesIn(state, context)[state.index];
        const given = isTyped(state)
          ? readTip(typedIn(state, 'tip'), soldIn(state.basket), context.shop.amounts)
          : choice?.amount;
        const basket = given === undefined ? withoutTip(state.basket) : withTip(state.basket, given);
        return {go: goBackTo('sale', saleWith(state, basket, context)), asks: showBasket(basket)};
      },
    },
    {...choices.selectKey, when: (state, context) => !isTyped(state) && choicesIn(state, context).length > 1},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
