import {numberText} from '../messages/blanks.js';
import {listText} from '../messages/list-text.js';
import {type Language, messages} from '../messages/messages.js';
import {fit} from '../text/width.js';
import {type Currency, decimalsOf, decimalText, isCurrency, type Money} from './money.js';

/** Plain decimal text as people of the language read it, in groups of three: `"1,250.00"`, `"1 250,00"`. */
export const displayNumber = (decimal: string, language: Language): string =>
  numberText(decimal, messages(language).intl);

/** The number of an amount, with every decimal of the currency: `"1,250.00"`. */
export const displayAmount = (money: Money, language: Language): string => displayNumber(decimalText(money), language);

/**
 * The amount as people of the language read it: `"KES 1,250.00"`, `"1 250,00 USD"`, `"−KES 50.00"`. Its blanks are U+00A0,
 * at which no line is broken; paper and the command line have plain ones.
 */
export const displayMoney = (money: Money, language: Language): string =>
  besideCode(money.currency, displayAmount(money, language), language);

/** The same of plain decimal text in whatever currency the service or a file tells. */
export const displayStated = (currency: string, decimal: string, language: Language): string =>
  besideCode(currency, displayNumber(decimal, language), language);

/** The number of an amount with the code at the end at which the language has it. */
export function besideCode(code: string, number: string, language: Language): string {
  if (messages(language).intl.moneyOrder === 'code-last') return `${number}\u00A0${code}`;
  return number.startsWith('−') ? `−${code}\u00A0${number.slice(1)}` : `${code}\u00A0${number}`;
}

/** Amounts in the facts of a problem, as `moneyText` has them, in the reader's language; any other text as it is. */
export function displayMoneyTexts(text: string, language: Language): string {
  const amounts = text.split(', ').flatMap(part => {
    const [, code = '', decimal = ''] = /^([A-Z]{3}) (-?\d+(?:\.\d+)?)$/.exec(part) ?? [];
    return isCurrency(code) ? [displayStated(code, decimal, language)] : [];
  });
  return amounts.length === text.split(', ').length ? listText(amounts, language) : text;
}

/** An amount taken apart, to stand in a column. */
export type Figure = {
  readonly currency: Currency;
  readonly number: string;
  readonly isCodeFirst: boolean;
};

export const figureOf = (money: Money, language: Language): Figure => ({
  currency: money.currency,
  number: displayAmount(money, language),
  isCodeFirst: messages(language).intl.moneyOrder === 'code-first',
});

/** The cells that a figure needs; three stand for the decimals that a currency does not have. */
export const figureWidth = ({currency, number}: Figure): number =>
  currency.length + 1 + number.length + (decimalsOf(currency) === 0 ? 3 : 0);

/** As many cells as the longest of these amounts takes in a column, and `least`: no money is cut. */
export function moneyWidth(list: Iterable<Money>, language: Language, least = 0): number {
  const furthest = new Map<string, Money>(); // from zero, on either side of it: a sign takes a cell
  for (const money of list) {
    const side = money.minor < 0 ? `−${money.currency}` : money.currency;
    const known = furthest.get(side);
    if (known === undefined || Math.abs(money.minor) > Math.abs(known.minor)) furthest.set(side, money);
  }
  return Math.max(least, ...[...furthest.values()].map(money => figureWidth(figureOf(money, language))));
}

/**
 * A figure in exactly `width` cells, so that figures of any currency stand with their decimal marks in one line: the
 * number at the right, blanks where a currency has no decimals, and the code at the end at which the language has it.
 */
export function figureColumn({currency, number, isCodeFirst}: Figure, width: number): string {
  const aligned = number + (decimalsOf(currency) === 0 ? '   ' : '');
  const cells = fit(aligned, width - currency.length - 1, true);
  return isCodeFirst ? `${currency} ${cells}` : `${cells} ${currency}`;
}

/** An amount as `figureColumn` has it. */
export const moneyColumn = (money: Money, width: number, language: Language): string =>
  figureColumn(figureOf(money, language), width);
