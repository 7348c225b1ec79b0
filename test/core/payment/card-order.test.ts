import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  type CardOrderForm,
  type CardOrderRules,
  cardCurrencyOf,
  chargedCurrencies,
  lacksNaira,
  readCardOrder,
  requireOrder,
} from '../../../src/core/payment/order.js';
import {Problem} from '../../../src/core/problem.js';
import {forAll} from '../../hostile/runs.js';

const rules = {currencies: ['NGN', 'USD'], takesPin: true, country: 'KE'} as const;
const form: CardOrderForm = {
  amount: '24',
  currency: 'USD',
  email: ' shop@example.com ',
  phone: '+254 712-345 678',
  firstName: 'Ada',
  lastName: 'Adébáyọ̀',
  description: '  two lamps ',
};
const orderOf = (typed: CardOrderForm, given: CardOrderRules) => requireOrder(readCardOrder(typed, given));
const codeOf = (change: Partial<CardOrderForm>) => {
  const {order, problems} = readCardOrder({...form, ...change}, rules);
  expect(order).toBeUndefined();
  return Object.entries(problems).map(([field, problem]) => `${field} ${problem.code}`);
};

it('reads what was typed into an order of the shop’s country', () => {
  expect(readCardOrder(form, rules)).toEqual({
    order: {
      method: 'card',
      amount: {currency: 'USD', minor: 2400},
      country: 'KE',
      email: 'shop@example.com',
      phone: '254712345678',
      firstName: 'Ada',
      lastName: 'Adébáyọ̀',
      description: 'two lamps',
    },
    problems: {},
  });
  expect(orderOf({...form, currency: ' ngn ', amount: '1 500.50'}, rules).amount).toEqual({
    currency: 'NGN',
    minor: 150_050,
  });
});

describe('a card order is refused before anything is sent', () => {
  it.each<[Partial<CardOrderForm>, string]>([
    [{amount: ''}, 'amount amount-missing'],
    [{amount: '0'}, 'amount amount-not-positive'],
    [{amount: '1.005'}, 'amount amount-ambiguous'],
    [{amount: 'ten'}, 'amount amount-not-a-number'],
    [{currency: ''}, 'currency currency-unknown'],
    [{currency: 'XTS'}, 'currency currency-unknown'],
    [{currency: 'KES'}, 'currency card-currency-not-taken'],
    [{email: ''}, 'email email-invalid'],
    [{email: 'shop@example'}, 'email email-invalid'],
    [{phone: ' '}, 'phone phone-missing'],
    [{phone: '12345'}, 'phone phone-invalid'],
    [{phone: '1234567890123456'}, 'phone phone-invalid'],
    [{phone: '+254 7I2 345'}, 'phone phone-invalid'],
    [{firstName: 'a'.repeat(101)}, 'firstName text-too-long'],
    [{lastName: 'a'.repeat(101)}, 'lastName text-too-long'],
    [{description: 'a'.repeat(101)}, 'description text-too-long'],
  ])('%o', (change, problem) => expect(codeOf(change)).toEqual([problem]));

  it('with one problem for each bad field, and the first of them for a command', () => {
    const bad = {amount: '-', currency: 'KES', email: 'x', phone: 'x'};
    expect(codeOf(bad)).toEqual(['currency card-currency-not-taken', 'phone phone-invalid', 'email email-invalid']);
    expect(() => orderOf({...form, ...bad}, rules)).toThrow('card-currency-not-taken');
    expect(() => orderOf({...form, email: 'x', amount: ''}, rules)).toThrow('amount-missing');
  });

  it('in a currency that the merchant takes no cards in', () => {
    const {problems} = readCardOrder(form, {...rules, currencies: ['NGN']});
    expect(problems.currency?.facts).toEqual({currency: 'USD', currencies: 'NGN'});
  });
});

it('gives an order or a problem for whatever is typed, and throws no other error', () => {
  const text = fc.oneof(fc.string({maxLength: 120}), fc.constantFrom('24', 'USD', 'NGN', 'a@b.cd', '0712345678'));
  const forms = fc.record({
    amount: text,
    currency: text,
    email: text,
    phone: text,
    firstName: text,
    lastName: text,
    description: text,
  });
  forAll({numRuns: 500}, forms, typed => {
    const {order, problems} = readCardOrder(typed, rules);
    const all = Object.values(problems);
    expect(all.every(problem => problem instanceof Problem)).toBe(true);
    expect(order === undefined).toBe(all.length > 0);
    if (order !== undefined) expect(order.phone).toMatch(/^\d{6,15}$/);
  });
});

describe('naira, where no PIN is taken', () => {
  const without = {...rules, takesPin: false};

  it('are not offered, and a charge in them is refused with the reason', () => {
    expect(chargedCurrencies(rules)).toEqual(['NGN', 'USD']);
    expect(chargedCurrencies(without)).toEqual(['USD']);
    const {problems} = readCardOrder({...form, currency: 'ngn'}, without);
    expect(problems.currency).toMatchObject({code: 'card-naira-without-pin', facts: {currencies: 'USD'}});
    expect(orderOf(form, without).amount.currency).toBe('USD');
  });

  it('leave a shop that takes nothing else without cards', () => {
    const alone = {...without, currencies: ['NGN'] as const};
    expect(chargedCurrencies(alone)).toEqual([]);
    expect(readCardOrder({...form, currency: 'NGN'}, alone).problems.currency?.code).toBe('cards-in-naira-alone');
  });
});

it.each([
  [['NGN', 'USD'], true, false],
  [['NGN', 'USD'], false, true],
  [['NGN'], false, true],
  [['USD'], false, false],
] as const)('naira are lacking where %j are taken, with a PIN: %s: %s', (currencies, takesPin, expected) =>
  expect(lacksNaira({currencies, takesPin})).toBe(expected),
);

it.each<[string, string]>([
  [' usd ', 'USD'],
  ['KES', 'card-currency-not-taken'],
  ['XTS', 'currency-unknown'],
])('cards are taken in %j: %s', (text, expected) => {
  const read = () => cardCurrencyOf(text, ['NGN', 'USD']);
  if (expected === 'USD') expect(read()).toBe(expected);
  else expect(read).toThrow(expected);
});

it.each([
  ['fr', {customerLanguage: 'fr'}],
  ['', {}],
  [undefined, {}],
] as const)('the language %j that was chosen for the customer is kept as %j', (customerLanguage, kept) => {
  const {order} = readCardOrder({...form, customerLanguage}, rules);
  expect(order && 'customerLanguage' in order ? {customerLanguage: order.customerLanguage} : {}).toEqual(kept);
});

it('is in no language that nobody speaks', () =>
  expect(codeOf({customerLanguage: 'tlh'})).toEqual([expect.stringMatching(/^customerLanguage /)]));
