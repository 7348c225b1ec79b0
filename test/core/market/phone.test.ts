import {expect, it} from 'vitest';
import {marketOf} from '../../../src/core/market/markets.js';
import {phoneIn, phoneOf} from '../../../src/core/market/wallet.js';
import {type OrderForm, readOrder} from '../../../src/core/payment/order.js';
import {problemText} from '../../../src/core/present/problem-text.js';

const form: OrderForm = {
  amount: '99.95',
  currency: '',
  country: 'ZA',
  network: 'EFTZAR',
  wallet: '',
  email: 'shop@example.com',
  firstName: 'Customer',
  lastName: 'Duka',
  description: '',
};
const returnUrl = 'https://shop.example/paid';

it.each([
  ['011 378 5456', undefined, '27113785456'],
  ['', '+27 11 378 5456', '27113785456'],
  ['  ', '0113785456', '27113785456'],
  ['+254 712 345 678', '0113785456', '254712345678'],
])('a payment on a page goes with the telephone “%s”, or the shop’s %s', (wallet, phone, expected) => {
  expect(phoneIn(wallet, marketOf('ZA'), phone)).toBe(expected);
  expect(readOrder({...form, wallet}, {returnUrl, phone}).order).toMatchObject({wallet: null, phone: expected});
});

it.each(['en', 'fr'] as const)('without any it wants one, and speaks of no wallet and no card (%s)', language => {
  const {problems} = readOrder(form, {returnUrl});
  expect(problems.wallet?.code).toBe('phone-missing');
  const said = problems.wallet === undefined ? '' : problemText(problems.wallet, language);
  expect(said).not.toMatch(/wallet|card|portefeuille|carte/i);
});

it('a wallet is still wanted where there is one, whatever telephone the shop has', () => {
  const {problems} = readOrder({...form, country: 'KE', network: ''}, {returnUrl, phone: '0712345678'});
  expect(problems.wallet?.code).toBe('wallet-missing');
});

it.each([
  ['+27 (11) 378-54.56', '', '27113785456'],
  ['123456', '', '123456'],
  ['123456789012345', '', '123456789012345'],
  [' ', '0113785456', '0113785456'],
  ['0712345678', '0113785456', '0712345678'],
])('the digits of the telephone “%s”, or the shop’s “%s”, are %s', (text, shops, digits) =>
  expect(phoneOf(text, shops)).toBe(digits),
);

it.each([
  [' ', 'phone-missing', {}],
  ['()-', 'phone-missing', {}],
  ['12345', 'phone-invalid', {phone: '12345'}],
  ['1234567890123456', 'phone-invalid', {phone: '1234567890123456'}],
  ['0712 34S 678', 'phone-invalid', {phone: '0712 34S 678'}],
  ['x0712345678', 'phone-invalid', {phone: 'x0712345678'}],
  ['4222 2222 2222 2', 'text-has-card', {}],
])('“%s” is no telephone: %s', (text, code, facts) =>
  expect(() => phoneOf(text)).toThrow(expect.objectContaining({code, facts})),
);
