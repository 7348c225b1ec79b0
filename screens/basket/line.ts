import {
  type Basket,
  type BasketLine,
  lineWith,
  soldLines,
  totalOf,
  withLineAt,
  withoutLineAt,
} from '../../src/core/item/basket.js';
import type {AmountRules} from '../../src/core/market/markets.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {type Currency, parseAmount} from '../../src/core/money/money.js';
import {problemOf} from '../../src/core/payment/said.js';
import type {Returned} from '../../src/core/refund/lines.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Discount, LineChange} from '../../src/core/ticket/line.js';
import type {Till} from '../../src/till/till.js';
import {fact, gap, title} from '../../src/views/block.js';
import {amountTyped, decimalTyped} from '../kit/amount.js';
import {type Filled, fieldBlocks, firstWrong, formKeys, typedIn} from '../kit/form.js';
import type {Context, Form, Screen, ScreenKey} from '../kit/screen.js';
import {goBackTo} from '../model.js';
import type {SaleForm} from '../order/sale-form.js';
import {emptyLine, type Line, type LineRules, lineOf, numberRules, textRules} from '../terminal/line.js';

type Given = {
  readonly sale: SaleForm & {readonly basket: Basket};
  readonly index: number;
  /** What the basket is for, other than a sale of its own. */
  readonly ticket?: string | undefined;
  readonly returned?: Returned | undefined;
};

type ChangedLine = Filled<'quantity' | 'price' | 'discount' | 'reason'> & Given & {readonly rules: AmountRules};

/** The rules of a field that takes an amount or a percentage. */
export const discountRules: LineRules = {accepts: /^[0-9.,% ]$/u, longest: 40};

const lineIn = ({sale, index}: Given): BasketLine => {
  const line = sale.basket.lines[index];
  if (line === undefined) throw new RangeError(`${index}`);
  return line;
};

/** Returns the line as typed; its reason may still be missing. Throws the `Problem`s of `lineWith` and `parseAmount`. */
function changedBy(state: ChangedLine, reason: string): BasketLine {
  const {sold} = lineIn(state);
  const quantity = typedIn(state, 'quantity').trim().replace(',', '.');
  const unitPrice = parseAmount(typedIn(state, 'price'), sold.unitPrice.currency, state.rules);
  return lineWith({...sold, quantity}, {unitPrice, discount: lineDiscount(state), reason});
}

/** Reads a discount as a person types it, as an amount or as `10%`. Throws the `Problem`s of `parseAmount`. */
export function discountIn(text: string, currency: Currency, rules: AmountRules): LineChange['discount'] {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (!typed.endsWith('%')) return parseAmount(typed, currency, rules);
  return {percent: typed.slice(0, -1).trim().replace(',', '.')};
}

export const discountTyped = (discount: Discount, language: Language): Line =>
  'percent' in discount ? decimalTyped(`${discount.percent}%`, language) : amountTyped(discount, language);

const lineDiscount = (state: ChangedLine): LineChange['discount'] =>
  discountIn(typedIn(state, 'discount'), lineIn(state).sold.unitPrice.currency, state.rules);

const anyReason = '-';

/** Returns the basket with the line as typed. Also throws a `Problem` for a total that a basket cannot have. */
const basketIn = (state: ChangedLine): Basket =>
  withLineAt(state.sale.basket, state.index, changedBy(state, typedIn(state, 'reason')));

const aboutDiscount: readonly string[] = ['discount-invalid', 'discount-above-line'];

function form(state: ChangedLine, {messages}: Context): Form<ChangedLine> {
  const {fields, hints} = messages.basketScreen;
  const {currency} = lineIn(state).sold.unitPrice;
  const wrong = () => problemOf(() => changedBy(state, anyReason));
  const price = () => problemOf(() => parseAmount(typedIn(state, 'price'), currency, state.rules));
  const discount = () => {
    const problem = problemOf(() => lineDiscount(state)) ?? wrong();
    return problem !== undefined && (aboutDiscount.includes(problem.code) || problemOf(() => lineDiscount(state)))
      ? problem
      : undefined;
  };
  return [
    {
      id: 'quantity',
      label: fields.quantity,
      rules: numberRules,
      isTypedOver: true,
      note: lineIn(state).sold.unit ?? '',
      check: () => ((price() ?? discount()) === undefined ? wrong() : undefined),
    },
    {
      id: 'price',
      label: fields.price,
      rules: numberRules,
      unit: currency,
      isTypedOver: true,
      check: price,
      shown: `${currency} ${typedIn(state, 'price')}`,
    },
    {id: 'discount', label: fields.discount, rules: discountRules, hint: hints.discount, check: discount},
    {
      id: 'reason',
      label: fields.reason,
      rules: textRules,
      hint: hints.reason,
      check: () => (wrong() === undefined ? problemOf(() => basketIn(state)) : undefined),
    },
  ];
}

/** Shows these lines on the customer's display, or none if there is no basket any more. */
export const showBasket = (basket: Basket | undefined) =>
  ({kind: 'show', isAside: true, run: (till: Till) => till.showBasket(basket)}) as const;

/** Records that a basket is dropped, and shows none any more. */
export const dropBasket = (basket: Basket) =>
  ({
    kind: 'show',
    isAside: true,
    run: (till: Till) => till.dropBasket({lines: soldLines(basket), parked: basket.parked}),
  }) as const;

export const basketText = (basket: Basket, language: Language): string =>
  messages(language).basketScreen.sum({count: basket.lines.length, total: displayMoney(totalOf(basket), language)});

const backWith = ({sale, ticket, returned}: ChangedLine, basket: Basket, index: number) => ({
  go: goBackTo('basket', {sale: {...sale, basket}, index, ticket, returned}),
  asks: showBasket(basket),
});

const keys: readonly ScreenKey<ChangedLine>[] = [
  {
    id: 'keep-line',
    press: (state, context) => {
      const wrong = firstWrong(form(state, context), state);
      return wrong === undefined ? backWith(state, basketIn(state), state.index) : {state: wrong};
    },
  },
  ...formKeys(form),
  {
    id: 'remove-line',
    when: ({focus}) => focus !== 'reason',
    press: state => backWith(state, withoutLineAt(state.sale.basket, state.index), Math.max(0, state.index - 1)),
  },
  {id: 'back', press: () => ({go: 'back'})},
];

/** Changes a line of a basket: the quantity, the price, the discount and its reason. */
export const basketLine: Screen<['basket-line', Given], ChangedLine> = {
  id: 'basket-line',
  layout: 'beside',
  open: (given, {language, shop}) => {
    const {sold, change} = lineIn(given);
    const {discount} = change;
    return {
      state: {
        ...given,
        rules: shop.amounts,
        lines: {
          quantity: decimalTyped(sold.quantity, language),
          price: amountTyped(change.unitPrice ?? sold.unitPrice, language),
          discount: discount === undefined ? emptyLine : discountTyped(discount, language),
          reason: change.reason === undefined ? emptyLine : lineOf(change.reason),
        },
        focus: 'quantity',
        kept: 'quantity',
        wrong: undefined,
      },
    };
  },
  form,
  describe: (state, context) => {
    const {basketScreen: messages} = context.messages;
    const {sold} = lineIn(state);
    const problem = problemOf(() => changedBy(state, anyReason));
    const {amount, tax} = problem === undefined ? changedBy(state, anyReason).line : lineIn(state).line;
    const show = (money: typeof amount) => displayMoney(money, context.language);
    return [
      title(messages.change({name: cleanText(sold.name, 100)})),
      gap('above'),
      {kind: 'amount', id: 'amount', isOptional: true, said: '', money: amount, tone: 'strong', beside: []},
      ...fieldBlocks(form(state, context), state, context),
      gap('below'),
      fact('comes-to', messages.comesTo({amount: show(amount)}), {tone: 'strong', importance: 'standing'}),
      ...(tax === null ? [] : [fact('tax', messages.tax({rate: tax.rate, tax: show(tax.tax)}), {tone: 'quiet'})]),
    ];
  },
  keys,
};
