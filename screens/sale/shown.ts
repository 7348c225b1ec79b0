import {displayMoney} from '../../src/core/money.js';
import {displayWallet, normaliseWallet} from '../../src/core/wallet.js';
import {textOf} from '../terminal/line.js';
import {amountIn, marketIn, type SaleForm} from './sale-form.js';

/** What was typed as it is understood; as it stands where it is not. */
export function shownAmount(form: SaleForm): string {
  const money = amountIn(form);
  return money === undefined ? `${marketIn(form).market.currency} ${textOf(form.lines.amount)}` : displayMoney(money);
}

/** The same for the wallet. */
export function shownWallet(form: SaleForm): string {
  const text = textOf(form.lines.wallet);
  try {
    return displayWallet(normaliseWallet(text, marketIn(form).market).digits);
  } catch {
    return text;
  }
}
