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

/** The cells that a figure needs. A currency without decimals gets three cells in their place. */
export const figureWidth = ({currency, number}: Figure): number =>
  currency.length + 1 + number.length + (decimalsOf(currency) === 0 ? 3 : 0);

/** Returns the number of cells that the longest of these amounts takes in a column, but at least `least`, so that no amount is cut. */
export function moneyWidth(list: Iterable<Money>, language: Language, least = 0): number {
  const furthest = new Map<string, Money>(); // the largest amount on each side of zero, because a sign takes a cell
  for (const money of list) {
    const side = money.minor < 0 ? `−${money.currency}` : money.currency;
    const known = furthest.get(side);
    if (known === undefined || Math.abs(money.minor) > Math.abs(known.minor)) furthest.set(side, money);
  }
  return Math.max(least, ...[...furthest.values()].map(money => figureWidth(figureOf(money, language))));
}

/**
 * Returns a figure in exactly `width` cells. The decimal marks of all currencies are in one line: the number is on the
 * right, with blanks if the currency has no decimals, and the code is at the end where the language has it.
 */
export function figureColumn({currency, number, isCodeFirst}: Figure, width: number): string {
  const aligned = number + (decimalsOf(currency) === 0 ? '   ' : '');
  const cells = fit(aligned, width - currency.length - 1, true);
  return isCodeFirst ? `${currency} ${cells}` : `${cells} ${currency}`;
}

export const moneyColumn = (money: Money, width: number, language: Language): string =>
  figureColumn(figureOf(money, language), width);
