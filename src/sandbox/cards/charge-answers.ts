import {inCents, written} from '../amounts.js';
import {type Answer, json} from '../answer.js';
import type {RefusalWriter} from '../refusal.js';
import {spacedTimestamp} from '../timestamps.js';
import type {CardPayment} from './card-records.js';
import type {Challenge} from './challenge.js';

type Fields = Readonly<Record<string, unknown>>;

/** The name of the merchant that the cardholder is shown. */
export const merchant = 'TEST MERCHANT';

/** Returns the answer for a charge that was refused or failed, in the documented shape. The status comes from an SDK. */
export function refusedCharge(reason: string, reference: string): Answer {
  return json(400, failedForm(reason, reference));
}

/** Writes refusals of requests that were rejected before their fields were read. */
export const chargeDialect: RefusalWriter = ({refused}) => refusedCharge(refused.message, '');

/** Returns the answer for a charge that the cardholder need not confirm. */
export function approvedCharge(payment: CardPayment): Answer {
  return json(200, successfulForm(payment));
}

/** Returns the answer for a charge that waits for the cardholder, with the form that leads to the bank. */
export function challengedCharge(payment: CardPayment, {url, creq, html}: Challenge): Answer {
  return json(200, {
    statusOk: true,
    message: written('Kindly complete 3DS', payment.amount),
    debugMessage: '',
    description: payment.description,
    descriptor: merchant,
    waitForNotification: true,
    transactionReference: payment.transaction_reference,
    customerReference: payment.transaction_reference,
    do3dsAuth: true,
    threeDsUrl: url,
    formData: creq,
    threeDsHtml: html,
    paymentCompleted: false,
    amountPaid: 0,
    valueAmount: 0,
  });
}

/** Returns what the bank's page reports to the page around it, as JSON text in the documented form of a callback. */
export function callbackForm(payment: CardPayment): string {
  if (payment.status !== 'Completed') {
    return JSON.stringify(failedForm(payment.status_reason, payment.transaction_reference));
  }
  const at = spacedTimestamp(payment.changed_at);
  const form: Fields = {
    ...successfulForm(payment),
    payer_name: written(payment.payer_name, payment.amount),
    source_bank_name: payment.network,
    payment_date: at,
    created_at: at,
  };
  return JSON.stringify(form, (_name, value) => (typeof value === 'string' ? formEncoded(value) : value));
}

function successfulForm(payment: CardPayment): Fields {
  return {
    statusOk: true,
    message: written('Approved', payment.amount),
    debugMessage: written('Transaction Successful', payment.amount),
    description: payment.description,
    descriptor: ' ',
    waitForNotification: true,
    transactionReference: payment.transaction_reference,
    customerReference: payment.transaction_reference,
    do3dsAuth: false,
    paymentCompleted: true,
    amountPaid: payment.amount,
    valueAmount: netOf(payment.amount),
    rrn: payment.retrieval_reference,
  };
}

function failedForm(reason: string, reference: string): Fields {
  return {
    statusOk: false,
    message: 'Transaction Failed',
    debugMessage: reason,
    waitForNotification: false,
    transactionReference: reference,
    do3dsAuth: false,
    paymentCompleted: false,
    amountPaid: 0,
    valueAmount: 0,
  };
}

/** The documented example deducts 1.4 %: 24 becomes 23.664. */
function netOf(amount: number): number {
  return (inCents(amount) * 986) / 100_000;
}

/** Encodes text as a browser encodes a form, except for the colon, which the documented example leaves as it is. */
function formEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+').replaceAll('%3A', ':');
}
