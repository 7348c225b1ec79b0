import {numberText} from '../messages/blanks.js';
import {type Language, listText, messages} from '../messages/messages.js';
import {fit} from '../text/width.js';
import {type Currency, decimalsOf, decimalText, isCurrency, type Money} from './money.js';

/** Returns a plain decimal text as people read it in the language, in groups of three: `"1,250.00"`, `"1 250,00"`. */
export const displayNumber = (decimal: string, language: Language): string =>
  numberText(decimal, messages(language).intl);

/** Returns the number of an amount, with every decimal of the currency: `"1,250.00"`. */
export const displayAmount = (money: Money, language: Language): string => displayNumber(decimalText(money), language);

/** Returns the amount in the language: `"KES 1,250.00"`, `"1 250,00 USD"`, `"−KES 50.00"`, with blanks U+00A0, which do not break. */
export const displayMoney = (money: Money, language: Language): string =>
  besideCode(money.currency, displayAmount(money, language), language);

/** Does the same for a plain decimal text in any currency that the service or a file states. */
export const displayStated = (currency: string, decimal: string, language: Language): string =>
  besideCode(currency, displayNumber(decimal, language), language);

/** Joins a number and a currency code in the order of the language. */
export function besideCode(code: string, number: string, language: Language): string {
  if (messages(language).intl.moneyOrder === 'code-last') return `${number}\u00A0${code}`;
  return number.startsWith('−') ? `−${code}\u00A0${number.slice(1)}` : `${code}\u00A0${number}`;
}

/** Words the amounts of a problem's facts, in the form of `moneyText`, in the reader's language. Other texts stay as they are. */
export function displayMoneyTexts(text: string, language: Language): string {
  const amounts = text.split(', ').flatMap(part => {
    const [, code = '', decimal = ''] = /^([A-Z]{3}) (-?\d+(?:\.\d+)?)$/.exec(part) ?? [];
    return isCurrency(code) ? [displayStated(code, decimal, language)] : [];
  });
  return amounts.length === text.split(', ').length ? listText(amounts, language) : text;
}

/** The parts of an amount, for a column of amounts. */
export type Figure = {readonly currency: Currency; readonly number: string; readonly isCodeFirst: boolean};

export const figureOf = (money: Money, language: Language): Figure => ({
  currency: money.currency,
  number: displayAmount(money, language),
  isCodeFirst: messages(language).intl.moneyOrder === 'code-first',
});

/** The cells in place of decimals after a number that has none. They never tear it from a code behind it. */
const inPlaceOfDecimals = ({currency, isCodeFirst}: Figure): string =>
  isCodeFirst && decimalsOf(currency) === 0 ? '   ' : '';

/** The cells that a figure needs. */
export const figureWidth = (figure: Figure): number =>
  `${figure.currency} ${figure.number}${inPlaceOfDecimals(figure)}`.length;

/** Returns the number of cells that the longest of these amounts takes in a column, but at least `least`, so that no amount is cut. */
export function moneyWidth(list: Iterable<Money>, language: Language, least = 0): number {
  const furthest = new Map<string, Money>(); // the largest amount on each side of zero, because a sign takes a cell
  for (const money of list) {
    const side = money.minor < 0 ? `−${money.currency}` : money.currency;
    const known = furthest.get(side);
    if (known === undefined || Math.abs(money.minor) > Math.abs(known.minor)) furthest.set(side, money);
  }
  return Math.max(least, ...[...furthest.values()].map(money => displayMoney(money, language).length));
}

/**
 * Returns a figure in exactly `width` cells, with the number on the right. Where the code is in front, the decimal marks of all currencies
 * are in one line; where it is at the end, it follows the number at once.
 */
export function figureColumn(figure: Figure, width: number): string {
  const {currency, number, isCodeFirst} = figure;
  const cells = fit(number + inPlaceOfDecimals(figure), width - currency.length - 1, true);
  return isCodeFirst ? `${currency} ${cells}` : `${cells} ${currency}`;
}

/** Returns an amount in exactly `width` cells, on the right, with its code beside the number. */
export const moneyColumn = (money: Money, width: number, language: Language): string =>
  fit(displayMoney(money, language), width, true);
