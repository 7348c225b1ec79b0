import {expect, it, test} from 'vitest';
import {
  foundText,
  parseSearch,
  phrasesIn,
  readSearchLine,
  searchableTexts,
  searchLine,
  searchText,
  textsOf,
} from '../../../src/core/books/search.js';
import {loadMessages} from '../../../src/core/messages/messages.js';
import {beginPayment} from '../../../src/core/payment/payment.js';
import type {PaymentRequest} from '../../../src/core/payment/schema.js';
import {cardRequest} from '../card/card-samples.js';
import {event, reference, request} from '../payment/payment-samples.js';

await loadMessages('en', 'fr');

it.each([
  ['Adébáyọ̀', 'adebayo'],
  ['ÇA VA', 'ca va'],
  ['小店', '小店'],
  ['ﬁn', 'fin'],
  ['\u202Eyz', 'yz'],
  ['A~b', 'a~b'],
])('%j is searched as %j', (text, searched) => expect(searchText(text)).toBe(searched));

it.each([
  ['+254712', ['+254712', '254712']],
  ['+', ['+']],
  ['a+254', ['a+254']],
  ['+254a', ['+254a']],
  ['0712', ['0712', '712']],
  ['071', ['071']],
  ['10712', ['10712']],
  ['0712a', ['0712a']],
  ['1250,5', ['1250,5', '1250.5']],
  ['1250,50', ['1250,50', '1250.50']],
  ['1,250', ['1,250', '1250']],
  ["1'250,50", ["1'250,50", '1250.50']],
  ['12.345.678', ['12.345.678', '12345678']],
  ['1,250.5', ['1,250.5', '1250.5']],
  ['1234,567', ['1234,567']],
  ['1,250.505x', ['1,250.505x']],
  ['tea', ['tea']],
])('%s is looked for as %j', (word, texts) => expect(textsOf(word)).toEqual(texts));

test('the longest phrases are taken out of what was typed, wherever and however often they stand', () => {
  const known = [
    ['not paid', 1],
    ['paid', 2],
  ] as const;
  expect(phrasesIn('Not  PAID tea not paid', known)).toEqual({named: [known[0]], words: ['tea']});
  expect(phrasesIn('paid not paid', known)).toEqual({named: known, words: []});
  expect(phrasesIn(' unpaid  tea ', known)).toEqual({named: [], words: ['unpaid', 'tea']});
});

test.each([
  ['disputed', ['needs-person']],
  ['needs-person', ['amount-differs', 'needs-person']],
  ['call manager', ['needs-person']],
  ['not paid', ['not-paid', 'reversed']],
  ['sent, no answer yet', ['sending']],
  ['conflicting', ['needs-person']],
  ['envoi en cours', ['sending']],
  ['PAYÉ', ['paid', 'judged-paid']],
  ['refunded', ['given-back']],
  ['waiting for the customer', ['waiting']],
  ['result unknown', ['not-known']],
  ['waiting for the provider', ['with-provider']],
  ['à espera do prestador', ['with-provider']],
  ['pending', ['waiting', 'with-provider', 'not-known']],
  ['not-known', ['sending', 'not-known', 'waiting', 'with-provider']],
])('a state is found by what it is called in any language: %s', (typed, badges) => {
  const [first, ...others] = parseSearch(`0712 ${typed}`);
  expect(new Set(first?.badges)).toEqual(new Set(badges));
  expect(first?.texts).toEqual([searchText(typed)]);
  expect(others).toEqual([{texts: ['0712', '712'], badges: []}]);
});

test('a payment is one line of what it is found by, whose first two fields are read back masked', () => {
  const lineOf = (data: object, person = 'Amina') => {
    const asked = event(1, 'requested', data as PaymentRequest, person);
    const payment = beginPayment(asked as Parameters<typeof beginPayment>[0]);
    const line = searchLine(payment);
    const {reference: name, payer: back} = readSearchLine(line, payment.request.method);
    return {fields: line.split('\t'), name, back};
  };
  const id = reference.toLowerCase();
  const own = ['customer', 'duka', 'shop@example.com'];
  expect(lineOf(request)).toEqual({
    fields: [id, '254712345678', '200.00', 'kes', 'm-pesa', 'amina', ...own],
    name: reference,
    back: '…345 678',
  });
  const again = {reason: 'no answer', earlier: 'T7K1'};
  const more = {...request, sale: 'T7K2', description: 'two\tteas', again, wallet: null, phone: '254733000111'};
  expect(lineOf(more)).toEqual({
    fields: [
      ...[id, '254733000111', '200.00', 'kes', 'm-pesa', 'amina', 't7k2', ...own],
      ...['two teas', 'no answer', 't7k1'],
    ],
    name: reference,
    back: '…000 111',
  });
  expect(lineOf(cardRequest)).toEqual({
    fields: [id, '1019', '24.00', 'usd', 'visa', 'amina', ...own],
    name: reference,
    back: '…1019',
  });
  const unasked = lineOf({...request, wallet: null, phone: '', received: {row: 'R', providerReference: 'RK1'}});
  expect([unasked.fields.at(-1), unasked.back]).toEqual(['rk1', '']);
  const {amount, country, businessDate} = request;
  const less = {reference, sale: reference, description: '', amount, country, businessDate, again: null};
  const cash = lineOf({...less, method: 'cash', tendered: amount});
  expect(cash).toMatchObject({fields: expect.arrayContaining(['200.00', 'cash', 'especes']), back: ''});
  expect(cash.fields.slice(-2)).toEqual(['amina', '']);
  const subscription = {...less, method: 'subscription', customerEmail: 'wanjiru@example.com', charge: null};
  expect(lineOf(subscription).back).toBe('w…@example.com');
});

test('an event is found by what stands in it, whoever said it, and not by the names of its members', () => {
  const answer = {kind: 'answered', http: 200, body: {message: 'Not enough', code: 51, is: true, none: null}} as const;
  const heard = event(2, 'answered', {reference: 'T7K1', answer} as never, 'Amina');
  const words = ['answered', 'Amina', 'T7K1', 'answered', '200', 'Not enough', '51', 'true'];
  expect(searchableTexts(heard)).toEqual(words);
  const found = (typed: string) => foundText(parseSearch(typed), heard);
  expect(found('amina ENOUGH not')).toBe('Amina · Not enough');
  expect(found('amina message')).toBeUndefined();
  expect(found('')).toBe('');
  expect(found('0510')).toBeUndefined();
  expect(foundText([{texts: ['none', '51'], badges: []}], heard)).toBe('51');
});
