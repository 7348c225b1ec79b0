import {describe, expect, it} from 'vitest';
import {checkEmail, readCardOrder} from '../../../src/core/payment/order.js';
import {nameTyped, personSaid, problemOf, reasonSaid} from '../../../src/core/payment/said.js';

const amex = '3782 822463 10005';

describe('a name and a reason', () => {
  it('are written down without blanks around them', () =>
    expect([personSaid(' Amina '), reasonSaid('\tseen on the phone ')]).toEqual(['Amina', 'seen on the phone']));

  it.each([
    ['  ', 'missing'],
    ['Amina 4508 7500 1574 1019', 'text-has-card'],
    ['x'.repeat(300), 'text-too-long'],
  ])('are none in "%s": %s', (text, code) => {
    expect(problemOf(() => personSaid(text))?.code).toBe(code === 'missing' ? 'person-missing' : code);
    expect(problemOf(() => reasonSaid(text))?.code).toBe(code === 'missing' ? 'reason-missing' : code);
  });

  it('typed into a field have a letter', () => {
    expect(nameTyped(' Amina 2 ')).toBe('Amina 2');
    expect(['250', '+250', ''].map(text => problemOf(() => nameTyped(text))?.code)).toEqual([
      'person-without-letters',
      'person-without-letters',
      'person-missing',
    ]);
  });

  it('are a name with a letter where somebody types it, unless somebody is called so already', () => {
    const staff = {people: [{name: '77'}]};
    const known = {staff, ledger: {shift: {person: '1000'}, period: {people: ['12']}}};
    const code = (typed: string) => problemOf(() => nameTyped(typed, known))?.code;
    expect(['Amina', '1000', '12', '77', '5000', ' '].map(code)).toEqual([
      ...[undefined, undefined, undefined, undefined],
      ...['person-without-letters', 'person-missing'],
    ]);
    expect(problemOf(() => nameTyped('1000'))?.code).toBe('person-without-letters');
    const closed = {...known, ledger: {...known.ledger, shift: null}};
    expect(problemOf(() => nameTyped('1000', closed))?.code).toBe('person-without-letters');
  });

  it('are nobody’s excuse for another error', () =>
    expect(() =>
      problemOf(() => {
        throw new RangeError('a bug');
      }),
    ).toThrow('a bug'));
});

it('an e-mail address and a telephone number hold no card either', () => {
  expect(problemOf(() => checkEmail('378282246310005@example.com'))?.code).toBe('text-has-card');
  const form = {amount: '24', currency: 'USD', email: 'a@example.com', firstName: 'A', lastName: 'B', description: ''};
  const {problems} = readCardOrder({...form, phone: amex}, {currencies: ['USD'], takesPin: false, country: 'KE'});
  expect(problems).toMatchObject({phone: {code: 'text-has-card'}});
});
