import type {Answer} from '../../src/core/answer.js';
import type {EventData, EventType, MobileMoneyRequest, StoredEvent} from '../../src/core/event.js';

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
