import {displayPayer} from '../../src/core/payment/payer.js';
import type {PaymentRequest} from '../../src/core/payment/schema.js';
import {channelName} from '../../src/core/payment/tender.js';
import type {Context} from './step.js';

/** Returns who pays and by which means: `0712 345 678 · M-Pesa`, `Cash`. */
export function payerLine(request: PaymentRequest, {language, shop}: Context): string {
  return [displayPayer(request, shop.country), channelName(request, language)].filter(text => text !== '').join(' · ');
}
