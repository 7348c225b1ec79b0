import {lacksNaira} from '../../src/core/card/order.js';
import {displayMoney} from '../../src/core/money/display.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {type CardSaleForm, cardAmountIn, cardFieldsOf} from './card-form.js';

/** What was typed as it is understood; as it stands where it is not. */
export function shownCardAmount(form: CardSaleForm, {language}: Pick<Ear, 'language'>): string {
  const money = cardAmountIn(form);
  return money === undefined ? `${form.currency} ${textOf(form.lines.amount)}` : displayMoney(money, language);
}

/** The expiry as it stands on the card, where it can be read so. */
export const shownExpiry = ({lines}: {readonly lines: Pick<CardSaleForm['lines'], 'expiry'>}): string =>
  textOf(lines.expiry).replace(/^(\d\d)[ /]?(?:20)?(\d\d)$/u, '$1/$2');

/** Why naira are not offered, where they would be. */
export function nairaNote({shop, words}: Pick<Ear, 'shop' | 'words'>): readonly string[] {
  return lacksNaira(shop.cards) ? [words.cardScreen.sale.noNaira] : [];
}

/** Outside of practice, for as long as a PIN may be typed. */
export function pinWarning(form: CardSaleForm, {shop, words}: Pick<Ear, 'shop' | 'words'>): readonly string[] {
  const isAsked = cardFieldsOf(form, {shop}).includes('pin') && shop.profile !== 'sandbox';
  return isAsked ? [words.cardScreen.sale.pinWarning] : [];
}
