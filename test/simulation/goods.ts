import {marketOf} from '../../src/core/market/markets.js';
import {readCardOrder, readOrder, requireOrder} from '../../src/core/payment/order.js';
import type {CardOrder, WalletOrder} from '../../src/core/payment/schema.js';
import type {PlainCard} from '../core/card/plain-card.js';
import type {Chance} from './chance.js';

/** What the last three digits of a wallet make of a payment in the sandbox; the others are paid. */
const endings = [
  '101',
  '102',
  '103',
  '104',
  '105',
  '106',
  '107',
  '108',
  '109',
  '110',
  '111',
  '112',
  '113',
  '113',
  '113',
  '115',
];

const person = {email: 'shop@example.com', firstName: 'Customer', lastName: 'Duka', description: ''};
const returnUrl = 'https://shop.example/back';

/** A wallet in one of four ways to be asked: a prompt, a one-time password, a page with a number and one without. */
export type Wallet = {readonly country: string; readonly network: string; readonly number: string};

export function newWallet(chance: Chance): Wallet {
  const ending = chance.isTrue(0.45) ? chance.pick(endings) : String(chance.between(200, 999));
  const middle = String(chance.between(10, 99));
  const way = chance.weighted({prompt: 10, code: 5, page: 1, bank: 1});
  if (way === 'prompt') return {country: 'KE', network: 'SAFKEN', number: `07123${middle.slice(1)}4${ending}`};
  if (way === 'bank') return {country: 'ZA', network: 'EFTZAR', number: `27113785${ending}`};
  const network = way === 'code' ? 'MOMCIV' : 'WAVCIV';
  return {country: 'CI', network, number: `22507482${middle}${ending}`};
}

export function orderOf({country, network, number}: Wallet, amount: number): WalletOrder {
  const form = {...person, amount: String(amount), currency: '', country, network, wallet: number};
  return requireOrder(readOrder(form, {returnUrl, offered: marketOf(country).networks}));
}

/** The documented test cards and the expiry dates by which they end as they do. */
const numbers = ['5111111111111118', '4012000033330026', '4508750015741019'];
const expiries = ['01/39', '01/39', '01/39', '05/39', '08/28', '01/37', '05/37'];

export function newCard(chance: Chance): PlainCard {
  const [expiryMonth = '', expiryYear = ''] = chance.pick(expiries).split('/');
  const securityCode = chance.isTrue(0.9) ? '100' : '999';
  return {number: chance.pick(numbers), expiryMonth, expiryYear, securityCode};
}

/** Dollars; of some amounts the sandbox loses the answer. */
export function newCardOrder(chance: Chance): CardOrder {
  const amount = chance.pick([24, 60, 230, 230, 230, 230, 105, 106, 107, 109, 110]);
  const form = {...person, amount: String(amount), currency: 'USD', phone: '254712345678'};
  return requireOrder(readCardOrder(form, {currencies: ['NGN', 'USD'], takesPin: true, country: 'KE'}));
}
