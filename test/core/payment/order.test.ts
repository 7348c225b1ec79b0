import {expect, it} from 'vitest';
import {fieldReader, required} from '../../../src/core/form.js';
import {marketOf, networkOf} from '../../../src/core/market/markets.js';
import {
  customerLanguageOf,
  formOf,
  type OrderForm,
  type OrderRules,
  readOrder,
  requireOrder,
} from '../../../src/core/payment/order.js';
import {Problem} from '../../../src/core/problem.js';
import {codeOf} from '../deciding.js';
import {request} from './payment-samples.js';

const form: OrderForm = {
  amount: '200',
  currency: '',
  country: 'KE',
  network: '',
  wallet: '0712 345 678',
  email: ' shop@example.com ',
  firstName: 'Customer',
  lastName: 'Duka',
  description: ' two loaves ',
};
const rules: OrderRules = {returnUrl: undefined};
const orderOf = (typed: OrderForm, given: OrderRules) => requireOrder(readOrder(typed, given));
const page = {country: 'ZA', network: 'EFTZAR', wallet: '0113785456'};

it('an order is what the form says, without blanks around it', () => {
  expect(readOrder({...form, currency: 'KES', customerLanguage: ' SW '}, rules)).toMatchObject({
    problems: {},
    order: {
      method: 'mobile-money',
      amount: {currency: 'KES', minor: 20_000},
      country: 'KE',
      network: 'SAFARICOM_KE',
      bankCode: 'SAFKEN',
      wallet: '254712345678',
      phone: '254712345678',
      email: 'shop@example.com',
      firstName: 'Customer',
      lastName: 'Duka',
      description: 'two loaves',
      customerLanguage: 'sw',
      returnUrl: null,
    },
  });
  expect(readOrder(form, rules).order).not.toHaveProperty('customerLanguage');
  const longest = {description: 'x'.repeat(100), email: `${'x'.repeat(95)}@a.ke`};
  expect(readOrder({...form, ...longest}, rules).order).toMatchObject(longest);
});

it.each<[string, Partial<OrderForm>, Partial<OrderRules>, object]>([
  ['a country that there is not', {country: 'XX', amount: ''}, {}, {country: 'country-unknown'}],
  ['a currency that there is not', {currency: 'XTS'}, {}, {currency: 'currency-unknown'}],
  ['the currency of another country', {currency: 'UGX'}, {}, {currency: 'currency-of-another-country'}],
  ['no amount', {amount: ''}, {}, {amount: 'amount-missing'}],
  [
    'more than the shop allows',
    {},
    {ceilings: {SAFARICOM_KE: {currency: 'KES', minor: 19_900}}},
    {amount: 'amount-above-maximum'},
  ],
  ['no wallet', {wallet: ''}, {}, {wallet: 'wallet-missing', network: 'network-missing'}],
  ['a wallet of no network', {wallet: '0760 000 000'}, {}, {network: 'network-missing'}],
  ['a network that there is not', {network: 'M-PESA'}, {}, {network: 'network-unknown'}],
  ['a network of another country', {network: 'MTN_GH'}, {}, {network: 'network-of-another-country'}],
  ['no address', {email: ''}, {}, {email: 'email-invalid'}],
  ['a card number', {lastName: '4111 1111 1111 1111'}, {}, {lastName: 'text-has-card'}],
  ['too long a text', {description: 'x'.repeat(101)}, {}, {description: 'text-too-long'}],
  ['too long an address', {email: `${'x'.repeat(96)}@a.ke`}, {}, {email: 'email-invalid'}],
  ['a language that there is not', {customerLanguage: 'de'}, {}, {customerLanguage: 'language-unknown'}],
  ['a page to approve on, and nowhere to return to', page, {}, {network: 'return-url-missing'}],
  ['a page, and no safe one to return to', page, {returnUrl: 'http://shop.example'}, {network: 'url-not-https'}],
  [
    'several mistakes',
    {amount: 'x', email: 'x', wallet: 'x'},
    {},
    {amount: 'amount-not-a-number', email: 'email-invalid', wallet: 'wallet-not-digits', network: 'network-missing'},
  ],
])('no order is read from %s', (_, more, allowed, codes) => {
  const {order, problems} = readOrder({...form, ...more}, {...rules, ...allowed});
  expect(order).toBeUndefined();
  expect(Object.fromEntries(Object.entries(problems).map(([field, {code}]) => [field, code]))).toEqual(codes);
});

it('the first mistake, in the order of the fields, is what a caller hears', () => {
  expect(codeOf(() => orderOf({...form, email: 'x', amount: ''}, rules))).toBe('amount-missing');
  expect(orderOf(form, rules)).toEqual(readOrder(form, rules).order);
});

it.each(['https://shop.example/paid', 'http://127.0.0.1/paid'])('from a page a customer returns to %s', returnUrl => {
  expect(orderOf({...form, ...page}, {returnUrl})).toMatchObject({returnUrl, wallet: null, phone: '27113785456'});
  expect(orderOf(form, {returnUrl}).returnUrl).toBeNull();
});

it('a wallet that may be right makes an order if its network is named', () => {
  const unusual = {...form, wallet: '0760 000 000', network: 'SAFARICOM_KE'};
  expect(orderOf(unusual, rules)).toMatchObject({wallet: '254760000000', network: 'SAFARICOM_KE'});
});

it('a network is the one that was named, as the service lists it', () => {
  const listed = {...networkOf(marketOf('KE'), 'AIRTEL_KE'), code: 'NEWKEN'};
  const named = (network: string) => orderOf({...form, network}, {...rules, offered: [listed]});
  const its = {network: 'AIRTEL_KE', bankCode: 'NEWKEN'};
  expect([named('NEWKEN'), named('AIRTEL_KE')]).toMatchObject([its, its]);
  expect(named('SAFKEN')).toMatchObject({network: 'SAFARICOM_KE', bankCode: 'SAFKEN'});
});

it('is a form again for the next attempt, but for its amount and description', () => {
  const again = formOf({...request, customerLanguage: 'sw'});
  expect(again).toMatchObject({amount: '', description: '', wallet: request.phone, customerLanguage: 'sw'});
  expect(orderOf({...again, amount: '5'}, rules)).toMatchObject({network: request.network});
});

it('no language is chosen where none is said', () =>
  expect([customerLanguageOf(undefined), customerLanguageOf('Fr ')]).toEqual([undefined, 'fr']));

it('keeps the first problem of a field, and nobody’s bug', () => {
  const {problems, attempt, hasProblems} = fieldReader<'a' | 'b'>();
  const fail = (error: Error) => () => {
    throw error;
  };
  const [first, second] = [new Problem('amount-missing'), new Problem('person-missing')];
  expect([attempt('a', () => 7), hasProblems()]).toEqual([7, false]);
  expect([attempt('b', fail(first)), attempt('b', fail(second)), hasProblems()]).toEqual([undefined, undefined, true]);
  expect(problems).toEqual({b: first});
  expect(required('read', problems, ['a', 'b'])).toBe('read');
  expect(() => required(undefined, problems, ['a', 'b'])).toThrow(first);
  expect(() => required(undefined, {}, ['a', 'b'])).toThrow('without a problem');
  expect(() => attempt('a', fail(new RangeError('a bug')))).toThrow('a bug');
});
