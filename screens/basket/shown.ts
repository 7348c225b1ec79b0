import {type Basket, type BasketLine, totalOf} from '../../src/core/item/basket.js';
import type {Item} from '../../src/core/item/schema.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayMoney, displayNumber} from '../../src/core/money/display.js';
import {lineName, quantityText} from '../../src/core/present/line-rows.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Till} from '../../src/till/till.js';

/** Shows these lines on the customer's display, or none if there is no basket any more. */
export const showBasket = (basket: Basket | undefined) =>
  ({kind: 'show', isAside: true, run: (till: Till) => till.showBasket(basket)}) as const;

/** Records that a basket is dropped, and shows none any more. */
export const dropBasket = ({lines}: Basket) =>
  ({kind: 'show', isAside: true, run: (till: Till) => till.dropBasket(lines.map(({line}) => line))}) as const;

/** Returns the number of lines of a basket and their total. */
export const basketText = (basket: Basket, language: Language): string =>
  messages(language).basketScreen.sum({
    count: basket.lines.length,
    total: displayMoney(totalOf(basket), language),
  });

/** Returns a line in the columns of the list: the quantity, the name, the unit price and the amount. */
export function lineCells({line}: BasketLine, language: Language): readonly string[] {
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

/** Returns the same as a sentence. */
export const lineText = (line: BasketLine, language: Language): string =>
  messages(language).basketScreen.line({
    quantity: displayNumber(line.line.quantity, language),
    name: lineCells(line, language)[1] ?? '',
    price: displayMoney(line.line.unitPrice, language),
    amount: displayMoney(line.line.amount, language),
  });

export const itemCells = ({code, name, unit, price}: Item, language: Language): readonly string[] => [
  cleanText(code, 40),
  cleanText(name, 100),
  displayMoney(price, language),
  unit === null ? '' : messages(language).basketScreen.each({unit}),
];
