import {fit} from '../text/width.js';
import {decimalsOf, groupedText, type Money} from './money.js';

/**
 * An amount in exactly `width` cells, so that amounts of any currency stand with their decimal marks in one line: the
 * currency at the left, the number at the right, blanks where a currency has no decimals.
 */
export function moneyColumn(money: Money, width: number): string {
  const number = groupedText(money) + (decimalsOf(money.currency) === 0 ? '   ' : '');
  return `${money.currency} ${fit(number, width - money.currency.length - 1, true)}`;
}
