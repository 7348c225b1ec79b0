import type {State} from '../books/state.js';
import {type Money, moneyText} from '../money/money.js';
import {Problem} from '../problem.js';
import {denominationsOf} from '../shift/denominations.js';
import {isBeyondKnown} from '../shift/report.js';

/**
 * Refuses change that a person should look at again: as much as the largest note, which the customer would have kept, or more than should be
 * in the drawer of an open shift. Throws `Problem` change-unlikely (fact `amount`).
 */
export function checkChange(
  state: Pick<State, 'ledger'>,
  {amount, tendered}: {readonly amount: Money; readonly tendered: Money},
): void {
  const change = {currency: amount.currency, minor: tendered.minor - amount.minor};
  const [largest = 0] = denominationsOf(change.currency);
  const isShort = change.minor > 0 && state.ledger.shift !== null && isBeyondKnown(state, change);
  if (change.minor >= largest || isShort) throw new Problem('change-unlikely', {amount: moneyText(change)});
}
