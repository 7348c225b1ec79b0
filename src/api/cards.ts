import type {Card} from '../core/card/card.js';
import type {Charge, Service} from '../core/service/service.js';
import {amountNumber, spellingsOf} from './amount-number.js';
import type {Sent} from './body-bytes.js';
import type {Http} from './http.js';
import {cardLengths as lengths, redactCard, redactCardLike} from './redact-card.js';

const chargePath = '/card/card_charge/';
const refundPath = '/refund-chargeback/refund/merchant/api';

/**
 * The calls about cards and their refunds. `headers` are the tenant's, or none, as the contract has it. No answer has a
 * number of a card in it, of this card or another.
 */
export function createCards(
  http: Http,
  headers: Readonly<Record<string, string>>,
): Pick<Service, 'charge' | 'cardStatus' | 'refund' | 'refundStatus' | 'refundHistory'> {
  const hiding = (...kept: readonly string[]) => ({headers, lengths, redact: redactCardLike(kept)});
  return {
    charge: async (charge, card, signal) => {
      const body = chargeBody(charge, card);
      const redact = redactCard(card, [charge.reference, ...spellingsOf(charge.amount)]);
      return http.command({path: chargePath, headers, lengths, body, redact}, signal);
    },

    cardStatus: ({reference}, signal) => {
      const body = {service_payload: {transaction_reference: reference}};
      return http.query({path: `${chargePath}transaction_status`, body, ...hiding(reference)}, signal);
    },

    refund: async ({reference, amount, reason}, signal) => {
      const body = {
        transaction_reference: reference,
        refund_amount: amountNumber(amount),
        ...(reason === '' ? {} : {refund_reason: reason}),
      };
      return http.command({path: `${refundPath}/refund`, body, ...hiding(reference, ...spellingsOf(amount))}, signal);
    },

    refundStatus: ({refundReference}, signal) => {
      const body = {service_payload: {refund_transaction_reference: refundReference}};
      return http.query({path: `${chargePath}refund_status`, body, ...hiding(refundReference)}, signal);
    },

    refundHistory: ({from, to, currency, page, size}, signal) => {
      const query = {from, to, currency, page: String(page), size: String(size)};
      return http.query({path: `${refundPath}/refund_history`, query, ...hiding()}, signal);
    },
  };
}

/** The body of a charge as documented; a PIN is part of naira cards alone. */
function chargeBody(
  charge: Charge,
  {number, expiryMonth, expiryYear, securityCode, pin}: Card,
): {readonly [name: string]: Sent} {
  return {
    service_type: 'Account',
    service_payload: {
      first_name: charge.firstName,
      last_name: charge.lastName,
      email_address: charge.email,
      phone_number: charge.phone,
      amount: amountNumber(charge.amount),
      transaction_reference: charge.reference,
      currency: charge.currency,
      description: charge.description,
      card: {cardNumber: number, expiryMonth, expiryYear, securityCode, ...(pin === undefined ? {} : {pin})},
      ...(charge.callbackUrl === undefined ? {} : {callback_url: charge.callbackUrl}),
    },
  };
}
