import type {PaymentRequest} from '../../src/core/journal/event.js';
import type {Language} from '../../src/core/messages/messages.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import {channelName} from '../../src/core/payment/tender.js';

/** Whose money it is and what it goes through: `254 712 345 678 · M-Pesa`, `Cash`. */
export function payerLine(request: PaymentRequest, language: Language): string {
  return [displayPayer(request), channelName(request, language)].filter(text => text !== '').join(' · ');
}
