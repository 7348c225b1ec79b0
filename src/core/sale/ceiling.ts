import type {DecisionSettings} from '../decision.js';
import {type Money, moneyText} from '../money/money.js';
import {Problem} from '../problem.js';

/**
 * Refuses a sale of more than the shop's ceiling, for somebody to look at again. A sale is looked at once: its next attempts
 * and the parts of a ticket are of an amount that was. Throws `Problem` sale-above-ceiling (facts `amount`, `ceiling`).
 */
export function checkCeiling(amount: Money, {saleCeiling}: Pick<DecisionSettings, 'saleCeiling'>): void {
  const minor = saleCeiling[amount.currency];
  if (minor !== undefined && amount.minor > minor)
    throw new Problem('sale-above-ceiling', {amount: moneyText(amount), ceiling: moneyText({...amount, minor})});
}
