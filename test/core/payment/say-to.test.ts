import {expect, test} from 'vitest';
import {isOver, releasesGoods, releaseText, sayTo, verdictWord} from '../../../src/core/books/selectors.js';
import {emptyState} from '../../../src/core/books/state.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import {afterHearing, refundWith} from './payment-samples.js';

const refundOf = ({request: {amount}}: Payment) => refundWith({amount, reason: 'paid twice', person: 'Amina'});

const after = (status: string) => afterHearing(status).payment;

test('a payment first heard of as reversed is not said to have taken nothing', () => {
  expect(after('Reversed').status).toBe('failed');
  expect(sayTo(after('Reversed'), [])).toBe('Your money is on its way back to you.');
  expect(sayTo(after('Failed'), [])).toBe('The payment did not go through. Nothing was taken.');
});

test('nor is the cashier told that nothing was paid', () => {
  expect(releaseText(emptyState(), after('Reversed'), {language: 'en', now: 0})).toBe(
    'Keep the goods. The provider took the money and refunded it.',
  );
  expect(releaseText(emptyState(), after('Reversed'), {language: 'fr', now: 0})).toMatch(
    /pris l’argent puis l’a remboursé/,
  );
  expect(releaseText(emptyState(), after('Failed'), {language: 'en', now: 0})).toMatch(
    /It failed; a new payment is safe/,
  );
});

test('nobody is thanked for a sale that is paid twice, nor asked to pay one that is paid', () => {
  const [paid, open] = [after('Completed'), after('Initialized')];
  const other = {...paid, reference: 'T7K0MZ4K8Q2RDWY'};
  const back = {...other, refunds: [{...refundOf(paid), status: 'done' as const}]};
  expect(sayTo(paid, [paid])).toBe('Thank you, your payment has arrived.');
  expect(sayTo(paid, [paid, other])).toBe('Your money has arrived twice. Please ask for one of the two payments back.');
  expect(sayTo(paid, [paid, back])).toBe('Thank you, your payment has arrived.');
  const waiting = {...open, reference: 'T7K0MZ4K8Q2RDWZ'};
  expect(sayTo(paid, [paid, waiting])).toBe('Thank you, your payment has arrived. Please approve nothing else for it.');
  expect(sayTo(paid, [paid, other, waiting])).toMatch(/^Your money has arrived twice/);
  expect(sayTo(open, [open, other])).toBe('This has been paid already. Please do not approve or pay anything more.');
});

test.each([
  ['KE', undefined, 'Thank you, your payment has arrived.'],
  ['KE', 'sw', 'Asante, malipo yako yamefika.'],
  ['TZ', 'sw', 'Asante, malipo yako yamefika.'],
  ['CI', undefined, 'Merci, votre paiement est arrivé.'],
  ['CI', 'pt', 'Recebemos o seu pagamento. Obrigado.'],
  ['KE', 'xx', 'Thank you, your payment has arrived.'], // of a later version
] as const)('a customer in %s for whom %s was chosen is told “%s”', (country, customerLanguage, said) => {
  const payment = after('Completed');
  expect(sayTo({...payment, request: {...payment.request, country, customerLanguage}}, [])).toBe(said);
});

test('cash has not arrived and is not on its way: whoever stands there is told so in any language', () => {
  const wallet = after('Completed');
  const {amount, country} = wallet.request;
  const request = {...wallet.request, method: 'cash', amount, tendered: amount, country} as Payment['request'];
  const cash: Payment = {...wallet, request};
  const waiting = {...after('Initialized'), reference: 'T7K0MZ4K8Q2RDWZ'};
  const back: Payment = {...cash, refunds: [{...refundOf(cash), status: 'done'}]};
  expect([sayTo(cash, []), sayTo(cash, [waiting]), sayTo(back, [])]).toEqual([
    'Thank you, I have received your payment.',
    'Thank you, I have received your payment. Please approve nothing else for it.',
    'Here is your money back.',
  ]);
  const said = (['fr', 'pt', 'sw'] as const).map(customerLanguage =>
    sayTo({...cash, request: {...request, customerLanguage}}, []),
  );
  expect(said).toEqual([
    'Merci, j’ai bien reçu votre paiement.',
    'Recebi o seu pagamento. Obrigado.',
    'Asante, nimepokea malipo yako.',
  ]);
});

test('goods of a sale of long ago are not handed over again', () => {
  const payment = after('Completed');
  const said = (minutes: number) =>
    releaseText(emptyState(), payment, {language: 'en', now: payment.since + minutes * 60_000});
  expect([said(0), said(59)]).toEqual(['Hand over the goods.', 'Hand over the goods.']);
  expect(said(61)).toBe('Paid 1 h 01 min ago. The goods are probably gone.');
  expect(said(-3000)).toBe('Hand over the goods.');
});

test('nor are those of a sale whose verdict was seen, whenever that was, and no one is thanked again', () => {
  const payment = after('Completed');
  const now = payment.since + 35 * 60_000;
  const state = emptyState();
  const said = (isPast: boolean, of = payment) => releaseText(state, of, {language: 'en', now, isPast});
  expect([said(false), said(true)]).toEqual(['Hand over the goods.', 'Paid 35 min ago. The goods are handed over.']);
  expect([isOver(state, payment, {now}), isOver(state, payment, {now, isPast: true})]).toEqual([false, true]);
  expect(isOver(state, after('Failed'), {now, isPast: true})).toBe(false);
});

test('once money goes back, the goods that came back are kept, and nothing is released', () => {
  const payment = after('Completed');
  const some = {...refundOf(payment), amount: {...payment.request.amount, minor: 100}};
  const back = (status: 'done' | 'unknown' | 'failed') => ({...payment, refunds: [{...some, status}]});
  const now = payment.since;
  const told = (of: Payment) => [
    releasesGoods(emptyState(), of),
    releaseText(emptyState(), of, {language: 'en', now}).replaceAll('\u00A0', ' '),
  ];
  const kept = [false, 'KES 1.00 was refunded. Keep what came back.'];
  expect([told(back('done')), told(back('unknown')), told(back('failed'))]).toEqual([
    kept,
    kept,
    [true, 'Hand over the goods.'],
  ]);
});

test('what only a person calls paid names that person', () => {
  const payment = after('Initialized');
  const resolution = {as: 'paid', person: 'Ann', reason: 'seen', at: 0, over: undefined, contradicted: false} as const;
  const judged: Payment = {...payment, status: 'paid', resolution};
  expect([verdictWord(emptyState(), judged, 'en'), verdictWord(emptyState(), after('Completed'), 'en')]).toEqual([
    'PAID, SAYS ANN',
    'PAID',
  ]);
});
