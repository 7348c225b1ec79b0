import {emptyState, foldEvents, type State} from '../../../src/core/books/state.js';
import type {EventData, EventType, StoredEvent} from '../../../src/core/events/event.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import type {Refund} from '../../../src/core/payment/refund.js';
import type {MobileMoneyRequest} from '../../../src/core/payment/schema.js';
import type {Answer} from '../../../src/core/service/answer.js';

export const reference = 'T7K0MZ4K8Q2RDWX';

export const request: MobileMoneyRequest = {
  reference,
  sale: reference,
  method: 'mobile-money',
  amount: {currency: 'KES', minor: 20000},
  country: 'KE',
  network: 'SAFARICOM_KE',
  bankCode: 'SAFKEN',
  wallet: '254712345678',
  phone: '254712345678',
  email: 'shop@example.com',
  firstName: 'Customer',
  lastName: 'Duka',
  description: `Sale ${reference}`,
  returnUrl: null,
  businessDate: '2026-11-20',
  again: null,
};

/** A refund in cash that was made. */
export const refundWith = (more: Partial<Refund>): Refund => ({
  number: 1,
  method: 'cash',
  amount: request.amount,
  lines: [],
  reason: 'broken',
  person: 'Owner',
  businessDate: '2026-11-20',
  requestedAt: 0,
  sentAt: undefined,
  status: 'done',
  since: 0,
  isFromHistory: false,
  serviceReference: undefined,
  failure: undefined,
  resolution: undefined,
  isProven: true,
  ...more,
});

/** An event as the journal would hold it; a second of wall clock passes with each number. */
export function event<T extends EventType>(seq: number, type: T, data: EventData<T>, person = 'cashier'): StoredEvent {
  const at = new Date(Date.UTC(2026, 10, 20, 11) + seq * 1000).toISOString();
  return {seq, v: 1, at, till: 'T7K', person, hash: '', type, data} as unknown as StoredEvent;
}

export const answered = (
  http: number,
  body?: Answer extends infer A ? (A extends {body?: infer B} ? B : never) : never,
): Answer => (body === undefined ? {kind: 'answered', http, text: '<html>'} : {kind: 'answered', http, body});

export const accepted = (more: Record<string, string | number | boolean> = {}): Answer =>
  answered(200, {response_code: '09', response_message: 'PENDING', transaction_reference: reference, ...more});

export const record = (status: string, code: string, more: Record<string, string | number> = {}): Answer =>
  answered(200, {
    response_code: code,
    transaction_reference: reference,
    transaction_amount: 200,
    transaction_fee: 0,
    transaction_status: status,
    currency: 'KES',
    ...more,
  });

export const notFound = answered(400, {response_code: '96', response_message: 'Transaction not found'});
export const noAnswer: Answer = {kind: 'no-answer', code: 'ECONNRESET'};
export const notSent: Answer = {kind: 'not-sent', code: 'ECONNREFUSED'};

const codes: Readonly<Record<string, string>> = {Completed: '00', Initialized: '09'};

/** An answer to a question about the payment, as the event of this number. */
export const toldOf = (seq: number, status: string): StoredEvent =>
  event(seq, 'status-answered', {
    reference,
    question: 'status',
    answer: record(status, codes[status] ?? '06'),
    repeated: 0,
  });

/** A payment that was accepted, and of which the service then said these, one after another. */
export function afterHearing(...statuses: readonly string[]): {readonly state: State; readonly payment: Payment} {
  const state = emptyState();
  foldEvents(state, [
    event(1, 'requested', request),
    event(2, 'sent', {reference}),
    event(3, 'answered', {reference, answer: accepted()}),
    ...statuses.map((status, at) => toldOf(4 + at, status)),
  ]);
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Error('the payment is not in the state');
  return {state, payment};
}
