import {chargeRequest} from '../core/endpoints/charge.js';
import {refundRequest} from '../core/endpoints/refund.js';
import {refundHistoryRequest} from '../core/endpoints/refund-history.js';
import {refundStatusRequest} from '../core/endpoints/refund-status.js';
import type {Service} from '../core/endpoints/service.js';
import {cardStatusRequest} from '../core/endpoints/status.js';
import {jsonAmount} from '../core/money/money.js';
import type {Http} from './http.js';
import {cardLengths as lengths, redactCard, redactCardLike, spellingsOf} from './redact-card.js';

/**
 * Makes the calls about cards and their refunds. `headers` are the tenant's, or none, as the contract says. No answer has a card number in
 * it, neither of this card nor of another.
 */
export function createCards(
  http: Http,
  headers: Readonly<Record<string, string>>,
): Pick<Service, 'charge' | 'cardStatus' | 'refund' | 'refundStatus' | 'refundHistory'> {
  const hiding = (...kept: readonly string[]) => ({headers, lengths, redact: redactCardLike(kept)});
  return {
    charge: async (charge, card, signal) => {
      const redact = redactCard(card, [charge.reference, ...spellingsOf(jsonAmount(charge.amount))]);
      return http.command({...chargeRequest(charge, card), headers, lengths, redact}, signal);
    },

    cardStatus: (question, signal) =>
      http.query({...cardStatusRequest(question), ...hiding(question.reference)}, signal),

    refund: async (order, signal) =>
      http.command(
        {...refundRequest(order), ...hiding(order.reference, ...spellingsOf(jsonAmount(order.amount)))},
        signal,
      ),

    refundStatus: (question, signal) =>
      http.query({...refundStatusRequest(question), ...hiding(question.refundReference)}, signal),

    refundHistory: (question, signal) => http.query({...refundHistoryRequest(question), ...hiding()}, signal),
  };
}
