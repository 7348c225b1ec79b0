import {describe, expect, it} from 'vitest';
import {displayPayer, maskPayer, maskSource, payerKey} from '../../../src/core/payment/payer.js';
import {cardRequest, dollars} from '../card/card-samples.js';
import {request} from './payment-samples.js';

const naira = {...cardRequest, amount: {currency: 'NGN', minor: 2400} as const};
const walletless = {...request, wallet: null};

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
