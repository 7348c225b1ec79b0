import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../src/core/event.js';
import {advanceFront, customerSale, type Front, staysInFront} from '../../src/core/front.js';
import {accepted, event, notSent, record, reference, request} from './payment-samples.js';

const other = 'T7K0MZ4K8Q2RDWY';
const at = (seq: number) => Date.UTC(2026, 10, 20, 11) + seq * 1000;
const follow = (...events: readonly StoredEvent[]) =>
  events.reduce<Front | undefined>((front, next) => advanceFront(front, next), undefined);

function frontAfter(...events: readonly StoredEvent[]): Front {
  const front = follow(event(1, 'requested', request), ...events);
  if (front === undefined) throw new Error('nothing is in front');
  return front;
}

const sent = event(2, 'sent', {reference});
const answered = event(3, 'answered', {reference, answer: accepted()});
const asked = (seq: number, status: string, code: string) =>
  event(seq, 'status-answered', {reference, question: 'status', answer: record(status, code), repeated: 0});
const paid = asked(5, 'Completed', '00');

describe('the payment in front', () => {
  it('is none before the first, and the newest from then on', () => {
    expect(follow(event(1, 'clock-confirmed', {skewSeconds: 0}), event(2, 'sent', {reference}))).toBeUndefined();
    const next = event(6, 'requested', {...request, reference: other, sale: other});
    expect(frontAfter(sent, answered, paid, next)).toMatchObject({payment: {reference: other}, movedAt: at(6)});
  });

  it('is left alone by what happens to others, and by what this version does not know', () => {
    const before = frontAfter(sent, answered);
    expect(advanceFront(before, event(9, 'set-aside', {reference: other}))).toBe(before);
    expect(advanceFront(before, {...event(9, 'sent', {reference}), type: 'loyalty-points'} as never)).toBe(before);
  });

  it('has moved when somebody did something or its status changed, not when it was asked about', () => {
    expect(frontAfter(sent, answered).movedAt).toBe(at(3));
    expect(frontAfter(sent, answered, asked(4, 'Initialized', '09')).movedAt).toBe(at(3));
    expect(frontAfter(sent, answered, asked(4, 'Initialized', '09'), paid).movedAt).toBe(at(5));
    expect(frontAfter(sent, answered, event(4, 'otp-sent', {reference})).movedAt).toBe(at(4));
  });

  it('stays for twenty seconds after its end, for ten minutes without one, and not when it was set aside', () => {
    const stays = (...events: readonly StoredEvent[]) => staysInFront(frontAfter(...events).payment);
    expect(stays(sent, answered)).toBe(600_000);
    expect(stays(sent, answered, paid)).toBe(20_000);
    expect(stays(sent, event(3, 'answered', {reference, answer: notSent}))).toBe(20_000);
    expect(stays(sent, answered, paid, asked(6, 'Failed', '06'))).toBe(600_000);
    expect(stays(sent, answered, event(4, 'set-aside', {reference}))).toBe(0);
    expect(stays(event(2, 'never-left', {reference}))).toBe(0);
  });
});

describe('what a customer sees of it', () => {
  it('is the amount, the verdict, what to do in their language, and no name', () => {
    const named = {...request, country: 'CI', firstName: 'Amina', lastName: 'Wanjiru', email: 'amina@example.com'};
    const {payment} = follow(event(1, 'requested', named), sent, answered) ?? {payment: undefined};
    const sale = payment && customerSale(payment);
    expect(sale).toEqual({
      reference,
      amount: {currency: 'KES', minor: 20_000},
      verdict: 'not-known',
      language: 'fr',
      say: 'Veuillez approuver le paiement sur votre téléphone.',
      wallet: '…345 678',
      page: undefined,
    });
    expect(JSON.stringify(sale)).not.toMatch(/Amina|Wanjiru|example|254712/);
  });

  it('has the page to approve on for as long as that is asked', () => {
    const url = 'https://pay.example.com/w/1';
    const answer = accepted({redirect_customer_to_url_processing: true, payment_completion_url: url});
    const redirected = [sent, event(3, 'answered', {reference, answer})];
    expect(customerSale(frontAfter(...redirected).payment).page).toBe(url);
    expect(customerSale(frontAfter(...redirected, paid).payment).page).toBeUndefined();
  });
});
