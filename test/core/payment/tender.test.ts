import {describe, expect, it} from 'vitest';
import {markets} from '../../../src/core/market/market.js';
import type {PaymentRequest} from '../../../src/core/payment/schema.js';
import {channelName, operatorOf, tenderName, tenderOf} from '../../../src/core/payment/tender.js';
import {cardRequest} from '../card/card-samples.js';
import {request} from './payment-samples.js';

const {card: _, ...asked} = cardRequest;
const charged = (charge: {readonly status: string; readonly chargedAt: null; readonly fee: null} | null) =>
  ({
    ...asked,
    method: 'subscription',
    subscription: 1,
    customerEmail: 'a@example.com',
    cycle: 1,
    challenge: null,
    transactionReference: 'SUB1',
    card: null,
    charge,
  }) as PaymentRequest;
const enrolment = charged(null);
const renewal = charged({status: 'SUCCESS', chargedAt: null, fee: null});
const cash: PaymentRequest = {...asked, method: 'cash', tendered: asked.amount};

describe('a tender', () => {
  it('is named in the books by an id, and to people by a word of their language', () => {
    const american = {...cardRequest, card: {...cardRequest.card, brand: 'American Express'}};
    const unknown = {...cardRequest, card: {...cardRequest.card, brand: 'Card'}};
    const received = {...request, received: {row: 'MISSING_LOCALLY:Q1:KES200.00', providerReference: 'Q1'}};
    const named = [request, cardRequest, american, unknown, cash, enrolment, renewal, received].map(each => {
      const tender = tenderOf(each);
      return [tender.channel, tenderName(tender, 'en'), tenderName(tender, 'fr'), operatorOf(tender)];
    });
    expect(named).toEqual([
      ['SAFARICOM_KE', 'M-Pesa', 'M-Pesa', 'M-Pesa'],
      ['visa', 'Visa', 'Visa', 'Visa'],
      ['american-express', 'American Express', 'American Express', 'American Express'],
      ['card', 'Card', 'Carte', 'Card'],
      ['cash', 'Cash', 'Espèces', 'cash'],
      ['enrolment', 'Enrolment', 'Abonnement', 'Enrolment'],
      ['renewal', 'Renewal', 'Renouvellement', 'Renewal'],
      ['received', 'Unrequested', 'Reçu sans demande', 'Received'],
    ]);
  });

  it('has the name of every network of the market table, and the id itself where it has none', () => {
    for (const {country, networks} of markets)
      for (const {id, brand} of networks)
        expect(channelName({...request, country, network: id} as PaymentRequest, 'fr')).toBe(brand);
    expect(channelName({...request, network: 'NEWKEN'}, 'en')).toBe('NEWKEN');
    expect(tenderName({method: 'subscription', channel: 'Other\u001b[2J'}, 'en')).not.toContain('\u001b');
    expect(tenderName({method: 'card', channel: 'new-brand'}, 'en')).toBe('new-brand');
  });
});
