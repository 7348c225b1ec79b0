import {Problem} from '../problem.js';
import {type Money, moneyText} from './money.js';

/**
 * Refuses a sale above the shop's ceiling until a person confirms the amount. A sale is confirmed only once: its next
 * attempts and the parts of a ticket belong to an amount that was confirmed. Throws `Problem` sale-above-ceiling (facts
 * `amount`, `ceiling`).
 */
export function checkCeiling(
  amount: Money,
  {saleCeiling}: {readonly saleCeiling: Readonly<Record<string, number>>},
): void {
  const minor = saleCeiling[amount.currency];
  if (minor !== undefined && amount.minor > minor)
    throw new Problem('sale-above-ceiling', {amount: moneyText(amount), ceiling: moneyText({...amount, minor})});
}
