import type {StoredEvent} from '../../../src/core/events/event.js';
import {beginPayment, type Payment} from '../../../src/core/payment/payment.js';
import type {CardRequest} from '../../../src/core/payment/schema.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {answered, event, reference} from '../payment/payment-samples.js';

export const dollars = (minor: number) => ({currency: 'USD', minor}) as const;

export const cardRequest: CardRequest = {
  reference,
  sale: reference,
  method: 'card',
  amount: dollars(2400),
  country: 'KE',
  card: {brand: 'Visa', lastFour: '1019'},
  phone: '254712345678',
  email: 'shop@example.com',
  firstName: 'Customer',
  lastName: 'Duka',
  description: `Sale ${reference}`,
  businessDate: '2026-11-20',
  again: null,
};

type Members = Record<string, string | number | boolean | null>;

/** A charge that was approved at once. */
export const approved = (more: Members = {}): Answer =>
  answered(200, {
    statusOk: true,
    message: 'Approved',
    debugMessage: 'Transaction Successful',
    transactionReference: reference,
    do3dsAuth: false,
    paymentCompleted: true,
    amountPaid: 24,
    valueAmount: 23.664,
    ...more,
  });

export const bank = {url: 'https://bank.example/challenge', creq: 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ=='};

/** A charge that waits for the cardholder. */
export const challenged = (more: Members = {}): Answer =>
  approved({
    message: 'Kindly complete 3DS',
    debugMessage: '',
    do3dsAuth: true,
    paymentCompleted: false,
    threeDsUrl: bank.url,
    formData: bank.creq,
    amountPaid: 0,
    ...more,
  });

/** A charge that the service calls failed, in the acquirer's words. */
export const failedCharge = (debugMessage: string): Answer =>
  answered(400, {
    statusOk: false,
    message: 'Transaction Failed',
    debugMessage,
    transactionReference: reference,
    do3dsAuth: false,
    paymentCompleted: false,
    amountPaid: 0,
  });

/** A card's status record: nothing is received before the payment is complete. */
export const cardRecord = (status: string, more: Members = {}): Answer =>
  answered(200, {
    message: 'ok',
    success: true,
    data: {
      transaction_reference: null,
      merchant_transaction_reference: reference,
      transaction_status: status,
      amount_received: status === 'Initialized' ? 0 : 24,
      transaction_fee: 0,
      currency: 'USD',
      ...more,
    },
  });

export const heardOf = (seq: number, answer: Answer, of = reference) =>
  event(seq, 'status-answered', {reference: of, question: 'status', answer, repeated: 0});

export const begunWith = (request: CardRequest): Payment =>
  beginPayment(event(1, 'requested', request) as StoredEvent & {type: 'requested'});

/** The refund call's answer. */
export const refundTaken = (
  serviceReference: string,
  status: string,
  successful: boolean,
  payment = reference,
): Answer =>
  answered(200, {
    message: 'Operation Completed',
    data: {refund_transaction_reference: serviceReference, payment_transaction_reference: payment, status, successful},
  });

/** How a row of the service's books about a refund looks; `amount` in cents. */
export type RefundRow = {
  readonly serviceReference: string;
  readonly amount: number;
  readonly status: string;
  readonly payment?: string;
};

const rowBody = ({serviceReference, amount, status, payment = reference}: RefundRow) => ({
  refund_transaction_reference: serviceReference,
  payment_transaction_reference: payment,
  refund_amount: amount / 100,
  currency: 'USD',
  refund_status: status,
});

export const refundRecord = (row: RefundRow): Answer =>
  answered(200, {message: 'ok', success: true, data: rowBody(row)});

export const refundHistory = (...rows: readonly RefundRow[]): Answer =>
  answered(200, {message: 'ok', success: true, data: {content: rows.map(rowBody), page: 1, totalPages: 1}});
