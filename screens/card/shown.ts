import type {CardRules} from '../../src/core/card/card.js';
import {lacksNaira} from '../../src/core/card/order.js';
import type {Currency} from '../../src/core/money/money.js';
import type {Context} from '../kit/step.js';
import {type Line, textOf} from '../terminal/line.js';

type InCurrency = {readonly currency: Currency};

/** The expiry as it stands on the card, where it can be read so. */
export const shownExpiry = (line: Line): string => textOf(line).replace(/^(\d\d)[ /]?(?:20)?(\d\d)$/u, '$1/$2');

/** Why naira are not offered, where they would be. */
export function nairaNote({shop, messages}: Pick<Context, 'shop' | 'messages'>): readonly string[] {
  return lacksNaira(shop.cards) ? [messages.cardScreen.sale.noNaira] : [];
}

/** Whether the PIN is asked for, in the currency of the form. */
export function pinRule({currency}: InCurrency): CardRules['pin'] {
  return currency === 'NGN' ? 'asked' : 'none';
}

/** Outside of practice, for as long as a PIN may be typed. */
export function pinWarning(form: InCurrency, {shop, messages}: Pick<Context, 'shop' | 'messages'>): readonly string[] {
  const isAsked = pinRule(form) === 'asked' && shop.profile !== 'sandbox';
  return isAsked ? [messages.cardScreen.sale.pinWarning] : [];
}
