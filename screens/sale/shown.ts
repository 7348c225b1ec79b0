import {isWalletless} from '../../src/core/market/markets.js';
import {displayWallet, normaliseWallet} from '../../src/core/market/wallet.js';
import type {Messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Context} from '../kit/step.js';
import {textOf} from '../terminal/line.js';
import {amountIn, marketIn, type SaleField, type SaleForm} from './sale-form.js';

/** What was typed as it is understood; as it stands where it is not. */
export function shownAmount(form: SaleForm, {language, shop}: Context): string {
  const money = amountIn(form, {shop});
  return money === undefined
    ? `${marketIn(form).market.currency} ${textOf(form.lines.amount)}`
    : displayMoney(money, language);
}

/** What a field is called: where nobody has a wallet, the number is that of a telephone. */
export function fieldLabel(field: SaleField, form: SaleForm, {saleScreen: sale}: Messages): string {
  return field === 'wallet' && isWalletless(marketIn(form).market) ? sale.phone : sale.fields[field];
}

/** The same for the wallet. */
export function shownWallet(form: SaleForm, {shop}: Context): string {
  const text = textOf(form.lines.wallet);
  try {
    return displayWallet(normaliseWallet(text, marketIn(form).market).digits, shop.country);
  } catch {
    return text;
  }
}
