import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {CashRequest} from '../../../src/core/payment/schema.js';
import {
  type CustomerDisplay,
  customerSale,
  evolveDisplay,
  staysOnDisplay,
} from '../../../src/core/present/customer-display.js';
import {cardRequest} from '../card/card-samples.js';
import {accepted, event, notSent, record, reference, request} from '../payment/payment-samples.js';

const other = 'T7K0MZ4K8Q2RDWY';
const at = (seq: number) => Date.UTC(2026, 10, 20, 11) + seq * 1000;
const follow = (...events: readonly StoredEvent[]) =>
  events.reduce<CustomerDisplay | undefined>((front, next) => evolveDisplay(front, next), undefined);

function frontAfter(...events: readonly StoredEvent[]): CustomerDisplay {
  const front = follow(event(1, 'requested', request), ...events);
  if (front === undefined) throw new Error('nothing is in front');
  return front;
}

const sent = event(2, 'sent', {reference});
const answered = event(3, 'answered', {reference, answer: accepted()});
const asked = (seq: number, status: string, code: string) =>
  event(seq, 'status-answered', {reference, question: 'status', answer: record(status, code), repeated: 0});
const paid = asked(5, 'Completed', '00');

const kes = (minor: number) => ({currency: 'KES', minor}) as const;
const cash: CashRequest = {
  method: 'cash',
  reference,
  sale: reference,
  amount: kes(35_000),
  tendered: kes(50_000),
  country: 'KE',
  again: null,
  description: '',
  businessDate: '2026-11-20',
};

describe('the payment in front', () => {
  it('is none before the first, and the newest from then on', () => {
    expect(follow(event(1, 'clock-confirmed', {skewSeconds: 0}), event(2, 'sent', {reference}))).toBeUndefined();
    const next = event(6, 'requested', {...request, reference: other, sale: other});
    expect(frontAfter(sent, answered, paid, next)).toMatchObject({payment: {reference: other}, movedAt: at(6)});
  });

  it('is left alone by what happens to others, and by what this version does not know', () => {
    const before = frontAfter(sent, answered);
    expect(evolveDisplay(before, event(9, 'set-aside', {reference: other}))).toEqual(before);
    expect(evolveDisplay(before, {...event(9, 'sent', {reference}), type: 'loyalty-points'} as never)).toBe(before);
  });

  it('is left alone by what nobody at the counter is asked for', () => {
    const before = frontAfter(sent, answered);
    const unasked = {
      ...request,
      wallet: null,
      received: {row: 'MISSING_LOCALLY:Q1:KES200.00', providerReference: 'Q1'},
    };
    const renewal = {...request, method: 'subscription', charge: {status: 'Success', chargedAt: null, fee: null}};
    for (const data of [unasked, renewal])
      expect(evolveDisplay(before, event(9, 'requested', {...data, reference: other, sale: other} as never))).toBe(
        before,
      );
  });

  it('is an enrolment, whose charge somebody at the counter approves', () => {
    const enrolment = {...request, method: 'subscription', charge: null, challenge: null};
    expect(follow(event(1, 'requested', enrolment as never))).toMatchObject({payment: {reference}});
  });

  it('is beside earlier attempts of its sale, and what was open when it was asked for', () => {
    const next = (sale: string) => event(9, 'requested', {...request, reference: other, sale});
    const beside = (...events: readonly StoredEvent[]) => frontAfter(...events).others.map(each => each.reference);
    expect(beside(sent, answered, asked(5, 'Failed', '06'), next(reference))).toEqual([reference]);
    expect(beside(sent, answered, asked(5, 'Failed', '06'), next(other))).toEqual([]);
    expect(beside(sent, answered, next(other))).toEqual([reference]);
  });

  it('has moved when somebody did something or its status changed, not when it was asked about', () => {
    expect(frontAfter(sent, answered).movedAt).toBe(at(3));
    expect(frontAfter(sent, answered, asked(4, 'Initialized', '09')).movedAt).toBe(at(3));
    expect(frontAfter(sent, answered, asked(4, 'Initialized', '09'), paid).movedAt).toBe(at(5));
    expect(frontAfter(sent, answered, event(4, 'otp-sent', {reference})).movedAt).toBe(at(4));
    const back = {reference, refund: 1, amount: request.amount, reason: 'torn', businessDate: '2026-11-20'};
    const heard = {reference, refund: 1, question: 'refund-status', answer: notSent, repeated: 0} as const;
    const refunded = [event(6, 'refund-requested', back), event(7, 'refund-status-answered', heard)];
    expect(frontAfter(sent, answered, paid, ...refunded).movedAt).toBe(at(6));
  });

  it('stays for twenty seconds after its end, for ten minutes without one, and not when it was set aside', () => {
    const stays = (...events: readonly StoredEvent[]) => staysOnDisplay(frontAfter(...events));
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
    const front = follow(event(1, 'requested', named), sent, answered);
    const sale = front && customerSale(front);
    expect(sale).toEqual({
      reference,
      amount: {currency: 'KES', minor: 20_000},
      verdict: 'not-known',
      badge: 'waiting',
      language: 'fr',
      say: 'Veuillez valider le paiement sur votre téléphone.',
      wallet: '…345 678',
      page: undefined,
    });
    expect(JSON.stringify(sale)).not.toMatch(/Amina|Wanjiru|example|254712/);
  });

  it('is by card the card that pays, where it is known, and no wallet', () => {
    const shown = (data: object) => {
      const front = follow(event(1, 'requested', data as never));
      return front && [customerSale(front).card, customerSale(front).wallet];
    };
    const renewal = {...cardRequest, method: 'subscription', card: null, charge: null, challenge: null};
    expect([cardRequest, renewal].map(shown)).toEqual([
      [cardRequest.card, undefined],
      [undefined, undefined],
    ]);
  });

  it('has the page to approve on for as long as that is asked', () => {
    const url = 'https://pay.example.com/w/1';
    const answer = accepted({redirect_customer_to_url_processing: true, payment_completion_url: url});
    const redirected = [sent, event(3, 'answered', {reference, answer})];
    expect(customerSale(frontAfter(...redirected)).page).toBe(url);
    expect(customerSale(frontAfter(...redirected, paid)).page).toBeUndefined();
  });

  describe('of a sale with two attempts', () => {
    const second = [
      event(6, 'set-aside', {reference}),
      event(7, 'requested', {...request, reference: other, sale: reference}),
      event(8, 'sent', {reference: other}),
      event(9, 'answered', {
        reference: other,
        answer: accepted({
          transaction_reference: other,
          redirect_customer_to_url_processing: true,
          payment_completion_url: 'https://pay.example.com/w/1',
        }),
      }),
    ];
    const ends = (seq: number, of: string, status = 'Completed', code = '00') =>
      event(seq, 'status-answered', {
        reference: of,
        question: 'status',
        answer: record(status, code, {transaction_reference: of}),
        repeated: 0,
      });
    const third = 'T7K0MZ4K8Q2RDVV';
    const between = event(5, 'requested', {...request, reference: third, sale: third});

    it('is that the money arrived twice, and no thanks, for as long as it takes somebody to see to it', () => {
      const front = frontAfter(sent, answered, between, ...second, ends(10, other), ends(11, reference));
      expect(customerSale(front)).toMatchObject({
        reference: other,
        verdict: 'needs-person',
        badge: 'needs-person',
        say: 'Your money has arrived twice. Please ask for one of the two payments back.',
      });
      expect([front.movedAt, staysOnDisplay(front)]).toEqual([at(11), 600_000]);
      const back = event(12, 'refund-in-cash', {
        reference: other,
        refund: 1,
        amount: request.amount,
        reason: 'paid twice',
        businessDate: '2026-11-20',
      });
      const settled = evolveDisplay(front, back);
      expect(settled && customerSale(settled)).toMatchObject({say: 'Here is your money back.'});
    });

    it('is not to approve the second when the first is paid, nor that nothing was paid', () => {
      for (const failing of [[], [ends(10, other, 'Failed', '06')]]) {
        const sale = customerSale(frontAfter(sent, answered, ...second, ...failing, ends(11, reference)));
        expect(sale).toMatchObject({verdict: 'needs-person', page: undefined});
        expect(sale.say).toBe('This has been paid already. Please do not approve or pay anything more.');
      }
    });

    it('has no change to give, since all of one goes back', () => {
      const data = {...cash, reference: other, sale: reference};
      const front = frontAfter(sent, answered, event(7, 'requested', data as never));
      expect([front, evolveDisplay(front, ends(8, reference)) ?? front].map(each => customerSale(each).change)).toEqual(
        [{currency: 'KES', minor: 15_000}, undefined],
      );
    });

    it('has moved when another attempt of it was paid, and not with what else is heard of others', () => {
      const front = frontAfter(sent, answered, between, ...second);
      const movedAt = (...events: readonly StoredEvent[]) =>
        events.reduce<CustomerDisplay | undefined>(evolveDisplay, front)?.movedAt;
      const waits = ends(10, reference, 'Initialized', '09');
      expect([movedAt(waits), movedAt(ends(11, third)), movedAt(waits, ends(11, reference))]).toEqual([
        ...[at(9), at(9), at(11)],
      ]);
      expect(evolveDisplay(front, ends(10, reference))?.others.map(({status}) => status)).toEqual([
        ...['requested', 'paid'],
      ]);
      const gone = evolveDisplay(front, event(10, 'never-left', {reference: third}));
      expect(gone?.others.map(({sends}) => sends.notSubmitted)).toEqual([true, false]);
    });

    it('is thanks when the first is not paid', () => {
      const sale = customerSale(
        frontAfter(sent, answered, ...second, ends(10, other), ends(11, reference, 'Failed', '06')),
      );
      expect(sale).toMatchObject({verdict: 'paid', say: 'Thank you, your payment has arrived.'});
    });
  });
});

it.each([
  [50_000, 35_000, 15_000],
  [35_000, 35_000, undefined],
])('of %i in cash for %i the customer gets %s back', (tendered, minor, back) => {
  const data = {...cash, amount: kes(minor), tendered: kes(tendered)};
  const front = follow(event(1, 'requested', data));
  expect(front && customerSale(front).change).toEqual(back === undefined ? undefined : kes(back));
  const given = {reference, refund: 1, amount: kes(minor), reason: 'torn', businessDate: '2026-11-20'};
  const after = follow(event(1, 'requested', data), event(2, 'refund-in-cash', given));
  expect(after && customerSale(after).change).toBeUndefined();
});

it('shows the money that goes back, not the change of the sale, and is not brought back by a copy', () => {
  const sold = follow(event(1, 'requested', cash));
  const back = {reference, refund: 1, amount: kes(5000), reason: 'torn', businessDate: '2026-11-20'};
  const given = sold && evolveDisplay(sold, event(2, 'refund-in-cash', back));
  expect(sold && customerSale(sold)).toMatchObject({amount: kes(35_000), badge: 'paid', change: kes(15_000)});
  expect(given && customerSale(given)).toMatchObject({
    amount: kes(5000),
    badge: 'given-back',
    change: undefined,
    say: 'Here is your money back.',
  });
  const slip = {reference, kind: 'receipt', copy: 1, format: 'escpos'} as const;
  expect(given && evolveDisplay(given, event(9, 'slip-printed', slip))).toMatchObject({movedAt: at(2)});
});
