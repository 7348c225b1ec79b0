import {customerLanguage} from '../../src/core/journal/selectors.js';
import {isPaidTwice} from '../../src/core/journal/state.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {receiptParts} from '../../src/core/slip/receipt.js';
import type {SlipPart, SlipWidth} from '../../src/core/slip/slip.js';
import type {SlipScreen} from '../model.js';
import type {Ear} from '../view.js';

export const slipWidth: SlipWidth = 42;
export const reportWidth: SlipWidth = 48;

/** A payment's slip as it prints; while its signature is in the making, without the code. */
export function slipParts(
  {made}: SlipScreen,
  payment: Payment,
  {shop, till}: Pick<Ear, 'shop' | 'till'>,
): readonly SlipPart[] {
  if (made?.payment === payment) return made.parts;
  const {zone, profile} = shop;
  const language = customerLanguage(payment.request.country);
  const slip = {
    shop: shop.shop,
    till: till.settings.till,
    zone,
    width: slipWidth,
    profile,
    person: payment.person,
    language,
  };
  return receiptParts(payment, slip, {copy: 0, isTwice: isPaidTwice(till.state, payment.sale)});
}
