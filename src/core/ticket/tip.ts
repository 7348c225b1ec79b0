import {type AmountMarks, decimalsOf, type Money, moneyText, parseSum} from '../money/money.js';
import {Problem} from '../problem.js';
import {lineOf, type SoldItem} from './line.js';
import type {TicketLine} from './schema.js';

/** A tip as a line without tax or group, in each reader's own word. It is in the total that is paid, but not in the takings. */
export const tipSold = (amount: Money): SoldItem => ({
  ...{kind: 'tip', code: null, name: 'tip', group: null, unit: null, quantity: '1'},
  ...{unitPrice: amount, taxRate: null, taxIncluded: true},
});

/** Returns the line of a tip. Throws `Problem` amount-not-positive. */
export const tipLine = (amount: Money): TicketLine => lineOf(tipSold(amount));

/**
 * Returns this percentage of what is sold, rounded half up. If the amount sold is in whole units of the currency, so is
 * the tip, since a wallet may accept nothing else; otherwise it is rounded to the smallest unit.
 */
export function tipOf({currency, minor}: Money, percent: number): Money {
  const whole = 10 ** decimalsOf(currency);
  const step = minor % whole === 0 ? whole : 1;
  return {currency, minor: Math.round((minor * percent) / 100 / step) * step};
}

const percentForm = /^(?<percent>\d{1,3})\s*%$/u;

/** Reads a tip on what is `sold`: an amount, a sum, or `10%`. Throws as `parseSum` and `checkTip`, and `Problem` amount-not-positive. */
export function readTip(typed: string, sold: Money, rules: AmountMarks): Money {
  const {percent} = percentForm.exec(typed.trim())?.groups ?? {};
  const tip = percent === undefined ? parseSum(typed, sold.currency, rules) : tipOf(sold, Number(percent));
  if (tip.minor <= 0) throw new Problem('amount-not-positive');
  checkTip(tip, sold);
  return tip;
}

/** Throws `Problem` tip-above-sale, because so large a tip is a typing mistake. */
export function checkTip(tip: Money, sold: Money): void {
  if (tip.minor > sold.minor) throw new Problem('tip-above-sale', {tip: moneyText(tip), amount: moneyText(sold)});
}
