import {type Basket, soldLines, totalOf, withDiscount} from '../../src/core/item/basket.js';
import type {AmountRules} from '../../src/core/market/markets.js';
import {displayMoney} from '../../src/core/money/display.js';
import {problemOf} from '../../src/core/payment/said.js';
import type {WholeDiscount} from '../../src/core/ticket/line.js';
import {fact, gap, title} from '../../src/views/block.js';
import {type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {reasonField, writingForm} from '../kit/question.js';
import type {Context, Form, Screen} from '../kit/screen.js';
import {goBackTo} from '../model.js';
import {basketForm, type SaleForm} from '../order/sale-form.js';
import {emptyLine, lineOf} from '../terminal/line.js';
import {discountIn, discountRules, discountTyped, showBasket} from './line.js';

type Given = {readonly sale: SaleForm & {readonly basket: Basket}};
type Discounted = Filled<'discount' | 'reason'> & Given & {readonly rules: AmountRules; readonly isWriting: false};

const anyReason = '-';

/** Returns the discount as typed; none if the field is empty, which takes an earlier one away. */
function offIn(state: Discounted, reason = typedIn(state, 'reason')): WholeDiscount | undefined {
  const discount = discountIn(typedIn(state, 'discount'), state.sale.basket.currency, state.rules);
  return discount && {discount, reason};
}

/** Returns the basket with the discount as typed. Throws the `Problem`s of `withDiscount`. */
const basketIn = (state: Discounted, reason?: string): Basket => withDiscount(state.sale.basket, offIn(state, reason));

function fields(state: Discounted, {messages}: Context): Form<Discounted> {
  const {fields: labels, hints} = messages.basketScreen;
  const discount = {
    id: 'discount',
    label: labels.discount,
    rules: discountRules,
    hint: hints.discount,
    check: () => problemOf(() => basketIn(state, anyReason)),
  } as const;
  const reason = reasonField(state, 'reason', labels.reason);
  return typedIn(state, 'discount').trim() === '' ? [discount] : [discount, reason];
}

const asked = writingForm<Discounted>({
  fields,
  yes: 'keep-discount',
  write: (state, context) => {
    const basket = basketIn(state);
    return {go: goBackTo('sale', basketForm(state.sale, basket, context)), asks: showBasket(basket)};
  },
});

/** A discount on the whole basket, which follows its lines until it is sold. */
export const basketDiscount: Screen<['basket-discount', Given], Discounted> = {
  ...asked,
  id: 'basket-discount',
  layout: 'beside',
  open: ({sale}, {language, shop}) => {
    const {off} = sale.basket;
    const lines = {
      discount: off === undefined ? emptyLine : discountTyped(off.discount, language),
      reason: off === undefined ? emptyLine : lineOf(off.reason),
    };
    return {
      state: {
        lines,
        focus: 'discount',
        kept: 'discount',
        wrong: undefined,
        sale,
        rules: shop.amounts,
        isWriting: false,
      },
    };
  },
  describe: (state, context) => {
    const {basketScreen} = context.messages;
    const isWrong = problemOf(() => soldLines(basketIn(state, anyReason))) !== undefined;
    const {language} = context;
    const total = displayMoney(totalOf(isWrong ? state.sale.basket : basketIn(state, anyReason)), language);
    return [
      title(basketScreen.discount),
      gap('above'),
      ...fieldBlocks(fields(state, context), state, context),
      gap('below'),
      fact('comes-to', basketScreen.basketComesTo({amount: total}), {tone: 'strong', importance: 'standing'}),
    ];
  },
};
