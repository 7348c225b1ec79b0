import {describe, expect, it} from 'vitest';
import {
  displayPayer,
  isByCard,
  maskEmail,
  maskPayer,
  maskSource,
  notGivenBack,
  payerKey,
  providerReferenceOf,
} from '../../../src/core/payment/payer.js';
import type {CashRequest, PaymentRequest, SubscriptionRequest} from '../../../src/core/payment/schema.js';
import {cardRequest, dollars} from '../card/card-samples.js';
import {request} from './payment-samples.js';

const naira = {...cardRequest, amount: {currency: 'NGN', minor: 2400} as const};
const walletless = {...request, wallet: null};

const cash: CashRequest = {...cardRequest, method: 'cash', tendered: dollars(2500)};
const received = {...walletless, received: {row: 'MISSING_LOCALLY:Q1:KES200.00', providerReference: 'Q1'}};
const subscription = {
  ...cardRequest,
  method: 'subscription',
  subscription: 7,
  cycle: 1,
  transactionReference: 'TX-1',
  customerEmail: 'amina@example.com',
  challenge: null,
  charge: null,
} as SubscriptionRequest;

it.each<[string, PaymentRequest, key: string | null, shown: string, masked: string, isByCard: boolean, known: string]>([
  ['cash', cash, null, '', '', false, cash.reference],
  ['a subscription', subscription, null, 'amina@example.com', 'a…@example.com', true, 'TX-1'],
  ['what came unasked', received, null, 'Q1', 'Q1', false, request.reference],
  ['a wallet', request, '254712345678', '0712 345 678', '…345 678', false, request.reference],
  ['a card', cardRequest, 'card 1019 USD 2400', '···· 1019', '…1019', true, cardRequest.reference],
])('the payer of %s is compared, shown and masked', (_, payment, key, shown, masked, isCard, known) => {
  expect([payerKey(payment), displayPayer(payment, 'KE'), maskPayer(payment)]).toEqual([key, shown, masked]);
  expect([isByCard(payment), providerReferenceOf(payment)]).toEqual([isCard, known]);
});

it.each<[string, PaymentRequest, string]>([
  ['came unasked', received, 'refund-not-unasked'],
  ['was paid on a page', walletless, 'refund-not-by-page'],
  ['came from a wallet', request, 'refund-not-offered'],
])('money that %s is not given back through the service', (_, payment, code) =>
  expect(notGivenBack(payment).code).toBe(code),
);

it('an address is masked to its first letter, and what is none is left', () =>
  expect([maskEmail('amina@example.com'), maskEmail('amina')]).toEqual(['a…@example.com', 'amina']));

describe('what the money comes from', () => {
  it('is a wallet’s number, and nothing where there is no wallet', () => {
    expect(payerKey(request)).toBe('254712345678');
    const lent = {...request, phone: '254700000000'};
    expect(payerKey(lent)).toBe('254712345678');
    expect(payerKey(walletless)).toBeNull();
  });

  it('is a card’s last four digits with the amount and its currency, whatever its brand', () => {
    const key = payerKey(cardRequest);
    expect(payerKey({...cardRequest, card: {brand: 'Mastercard', lastFour: '1019'}})).toBe(key);
    const others = [
      {...cardRequest, card: {brand: 'Visa', lastFour: '0008'}},
      {...cardRequest, amount: dollars(2401)},
      naira,
    ];
    expect(new Set([key, ...others.map(payerKey)]).size).toBe(4);
  });

  it('is never taken for a wallet, though a card’s digits may be its end', () => {
    const card = payerKey({...cardRequest, card: {brand: 'Visa', lastFour: '5678'}});
    expect(card).toMatch(/[^0-9]/);
    expect(card).not.toBe(payerKey(request));
  });
});

describe('the payer on a screen', () => {
  it('is a wallet or the end of a card', () => {
    expect([displayPayer(request, 'KE'), displayPayer(cardRequest, 'KE')]).toEqual(['0712 345 678', '···· 1019']);
    expect(displayPayer(request, 'UG')).toBe('+254 712 345 678');
  });

  it('is masked to what its owner knows it by', () => {
    expect([maskPayer(request), maskPayer(cardRequest)]).toEqual(['…345 678', '…1019']);
    expect([maskSource(request), maskSource(cardRequest), maskSource(walletless)]).toEqual(['…345 678', '…1019', '']);
  });
});
