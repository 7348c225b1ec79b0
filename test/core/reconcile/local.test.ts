import {expect, it} from 'vitest';
import {beginPayment, evolve, type Payment} from '../../../src/core/payment/payment.js';
import {localFrom, type PaymentOrigin, paymentDigest} from '../../../src/core/reconcile/rows/local.js';
import {accepted, event, notFound, record, reference, request} from '../payment/payment-samples.js';

const begun = beginPayment(event(1, 'requested', request) as Parameters<typeof beginPayment>[0]);
const sent = evolve(begun, event(2, 'sent', {reference}));
const pending = evolve(sent, event(3, 'answered', {reference, answer: accepted()}));
const told = (seq: number, answer: ReturnType<typeof record>) =>
  evolve(pending, event(seq, 'status-answered', {reference, question: 'status', answer, repeated: 0}));
const z = (seq: number) => (seq <= 5 ? 411 : null);
const local = (payment: Payment, origin: Partial<PaymentOrigin> = {}) =>
  localFrom(paymentDigest(payment, null), {till: 'T7K', z, ...origin});

it('keeps of a payment what is compared', () => {
  const paid = told(4, record('Completed', '00', {transaction_fee: 0.5}));
  expect(local(paid, {profile: 'live'})).toMatchObject({
    reference,
    providerReference: reference,
    till: 'T7K',
    method: 'mobile-money',
    status: 'paid',
    amount: {currency: 'KES', minor: 20_000},
    businessDate: '2026-11-20',
    z: 411,
    isLate: false,
    fee: '0.5',
    record: {status: 'Completed', amount: '200', currency: 'KES'},
    payer: '254712345678',
    digits: '254712345678',
    refunds: [],
    answer: {seq: 4, rule: 'record-paid'},
    profile: 'live',
  });
});

it('keeps its refunds', () => {
  const refunds = [{number: 1, method: 'card', amount: request.amount, status: 'done', businessDate: '2026-11-21'}];
  const paid = {...told(4, record('Completed', '00')), refunds} as never as Payment;
  expect(local(paid).refunds).toMatchObject([{number: 1, status: 'done', amount: request.amount}]);
});

it('is known to the provider as its row calls it if it came unasked, and the row calls it anything', () => {
  const received = (providerReference: string) =>
    local(
      beginPayment(
        event(1, 'requested', {...request, wallet: null, received: {row: 'R', providerReference}}) as Parameters<
          typeof beginPayment
        >[0],
      ),
    );
  expect(received('QKX12ABC')).toMatchObject({reference, providerReference: 'QKX12ABC'});
  expect(received('')).toMatchObject({providerReference: reference});
});

it('is late when it became paid after the Z of its asking', () => {
  const late = told(6, record('Completed', '00'));
  expect(local(late)).toMatchObject({isLate: true, z: null, wasPaid: true});
  const soon = told(5, record('Completed', '00'));
  expect(local(soon).isLate).toBe(false);
  expect(local(told(6, record('Completed', '00')), {z: () => null}).isLate).toBe(false);
});

it('knows that the service does not know it', () => {
  const lost = local(told(4, notFound));
  expect(lost).toMatchObject({status: 'pending', wasPaid: false, record: null, answer: {rule: 'question-not-found'}});
});
