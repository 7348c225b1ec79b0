import {expect, it} from 'vitest';
import {marketOf} from '../../../src/core/market/markets.js';
import {phoneIn} from '../../../src/core/market/phone.js';
import {problemText} from '../../../src/core/messages/problem-text.js';
import {type OrderForm, readOrder, requireOrder} from '../../../src/core/payment/order.js';

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
  expect(requireOrder({...form, wallet}, {returnUrl, phone})).toMatchObject({
    wallet: null,
    phone: expected,
    warnings: [],
  });
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
