import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  brandOf,
  type CardField,
  type CardRules,
  groupsOf,
  markOf,
  readCard,
  requireCard,
  securityCodeLength,
} from '../../../src/core/card/card.js';
import {Problem} from '../../../src/core/problem.js';
import {Secret} from '../../../src/core/text/secret.js';
import {forAll} from '../../hostile/runs.js';
import {cardOf as ofPlain, plainOf} from './plain-card.js';

const rules: CardRules = {month: '2026-11', pin: 'none'};
type PlainForm = Readonly<Record<CardField, string>>;
const good: PlainForm = {number: '4508 7500 1574 1019', expiry: '01/39', securityCode: '100', pin: '', holder: ''};

/** The problem of each bad field of a form that is good but for what is given. */
function problemsOf(given: Partial<PlainForm>, ruled: Partial<CardRules> = {}) {
  const {card, problems} = readCard({...good, ...given}, {...rules, ...ruled});
  expect(card === undefined).toBe(Object.keys(problems).length > 0);
  return Object.fromEntries(Object.entries(problems).map(([field, {code}]) => [field, code]));
}

/** What is read of a card; typed text and bytes that are wiped are read alike. */
function cardOf(given: Partial<PlainForm>, ruled: Partial<CardRules> = {}) {
  const form = {...good, ...given};
  const {card} = readCard(form, {...rules, ...ruled});
  const {number, securityCode, pin} = form;
  const ofBytes = {number: Secret.of(number), securityCode: Secret.of(securityCode), pin: Secret.of(pin)};
  const same = readCard({...form, ...ofBytes}, {...rules, ...ruled}).card;
  expect(same && plainOf(same)).toEqual(card && plainOf(card));
  return card && plainOf(card);
}

describe('a card as it is typed', () => {
  it('is read into digits', () =>
    expect(cardOf({})).toEqual({number: '4508750015741019', expiryMonth: '01', expiryYear: '39', securityCode: '100'}));

  it.each([
    ['4508750015741019', 'Visa'],
    ['4012000033330026', 'Visa'],
    ['5123450000000008', 'Mastercard'],
    ['5111111111111118', 'Mastercard'],
    ['2223000048400011', 'Mastercard'],
    ['5061020000000000094', 'Verve'],
    ['378282246310005', 'American Express'],
    ['30569309025904', 'Diners Club'],
  ])('%s is a %s', (number, brand) => {
    const securityCode = '1'.repeat(securityCodeLength(number));
    const card = cardOf({number, securityCode});
    expect(card?.number).toBe(number);
    expect(card && markOf(ofPlain(card))).toEqual({brand, lastFour: number.slice(-4)});
  });

  it.each(['4508-7500-1574-1019', ' 4508.7500/1574 1019 ', '4508\u00A07500\u202F15741019', '4508\u200B750015741019'])(
    'may be separated as in "%s"',
    number => expect(cardOf({number})?.number).toBe('4508750015741019'),
  );

  it.each([
    ['', 'card-number-missing'],
    [' - ', 'card-number-missing'],
    ['4508 7500 1574 101O', 'card-number-not-digits'],
    ['4508x50015741019', 'card-number-not-digits'],
    ['٤٥٠٨٧٥٠٠١٥٧٤١٠١٩', 'card-number-not-digits'],
    ['450875001574101', 'card-number-wrong-length'],
    ['45087500157410190', 'card-number-wrong-length'],
    ['51234500000000008', 'card-number-wrong-length'],
    ['37828224631000', 'card-number-wrong-length'],
    ['4', 'card-number-wrong-length'],
    ['99999999999', 'card-number-wrong-length'],
    ['99999999999999999999', 'card-number-wrong-length'],
    ['999999999999', 'card-number-mistyped'],
    ['9999999999999999999', 'card-number-mistyped'],
    ['4508750015741018', 'card-number-mistyped'],
    ['4508750015740119', 'card-number-mistyped'],
  ])('with the number "%s": %s', (number, code) => expect(problemsOf({number})).toMatchObject({number: code}));

  it('has a check digit that one wrong digit breaks', () =>
    forAll(fc.nat(15), fc.integer({min: 1, max: 9}), (at, more) => {
      const digits = Array.from('4508750015741019', Number);
      digits[at] = ((digits[at] ?? 0) + more) % 10;
      expect(problemsOf({number: digits.join('')})).toHaveProperty('number');
    }));
});

describe('the expiry', () => {
  it.each([
    ['01/39', '01', '39'],
    ['0139', '01', '39'],
    ['01 / 39', '01', '39'],
    ['01-39', '01', '39'],
    ['12/2039', '12', '39'],
    ['122039', '12', '39'],
    ['11/26', '11', '26'],
  ])('"%s"', (expiry, expiryMonth, expiryYear) => expect(cardOf({expiry})).toMatchObject({expiryMonth, expiryYear}));

  it.each([
    ['', 'card-expiry-invalid'],
    ['13/39', 'card-expiry-invalid'],
    ['00/39', 'card-expiry-invalid'],
    ['1/39', 'card-expiry-invalid'],
    ['39/01', 'card-expiry-invalid'],
    ['01/1939', 'card-expiry-invalid'],
    ['01/39x', 'card-expiry-invalid'],
    ['10/26', 'card-expired'],
    ['12/25', 'card-expired'],
  ])('"%s": %s', (expiry, code) => expect(problemsOf({expiry})).toEqual({expiry: code}));
});

describe('the security code', () => {
  it.each(['', '10', '1000', '1OO', '10 0', '-10'])('"%s" is none of a Visa', securityCode =>
    expect(problemsOf({securityCode})).toEqual({securityCode: 'card-code-invalid'}),
  );

  it('has four digits on an American Express', () => {
    expect(cardOf({number: '378282246310005', securityCode: '1000'})?.securityCode).toBe('1000');
    expect(problemsOf({number: '378282246310005', securityCode: '100'})).toEqual({securityCode: 'card-code-invalid'});
    expect(['', '4', '37', '5061'].map(securityCodeLength)).toEqual([3, 3, 4, 3]);
  });

  it('keeps its noughts', () => expect(cardOf({securityCode: ' 007 '})?.securityCode).toBe('007'));
});

describe('the PIN', () => {
  it.each(['1234', '12345', '123456'])('%s is taken where it is asked for', pin =>
    expect(cardOf({pin}, {pin: 'asked'})?.pin).toBe(pin),
  );

  it.each(['', '123', '1234567', '12a4'])('"%s" is none where one is asked for', pin =>
    expect(problemsOf({pin}, {pin: 'asked'})).toEqual({pin: 'card-pin-invalid'}),
  );

  it('is refused where none is needed', () => {
    expect(problemsOf({pin: '1234'}, {pin: 'none'})).toEqual({pin: 'card-pin-not-needed'});
    expect(cardOf({}, {pin: 'none'})).not.toHaveProperty('pin');
  });
});

describe('the holder', () => {
  it('may be missing, and is kept as typed', () => {
    expect(cardOf({})).not.toHaveProperty('holder');
    expect(cardOf({holder: '  Ọlá N’Diaye '})?.holder).toBe('Ọlá N’Diaye');
  });

  it('is no number and no novel', () => {
    expect(problemsOf({holder: '4508 7500'})).toEqual({holder: 'card-holder-has-digits'});
    expect(problemsOf({holder: 'x'.repeat(61)})).toEqual({holder: 'text-too-long'});
    expect(cardOf({holder: ` ${'x'.repeat(60)} `})?.holder).toHaveLength(60);
  });
});

describe('several mistakes', () => {
  it('are told at once, one for each field', () =>
    expect(problemsOf({number: '', expiry: '', securityCode: '', pin: '1', holder: '1'})).toEqual({
      number: 'card-number-missing',
      expiry: 'card-expiry-invalid',
      securityCode: 'card-code-invalid',
      pin: 'card-pin-not-needed',
      holder: 'card-holder-has-digits',
    }));

  it('are one for a caller who wants one, the first field’s', () => {
    expect(plainOf(requireCard(good, rules))).toEqual(cardOf({}));
    expect(() => requireCard({...good, expiry: '', securityCode: ''}, rules)).toThrow('card-expiry-invalid');
  });
});

it('repeats no digit that was typed in any problem', () => {
  const typed = fc.oneof(fc.stringMatching(/^[3-9]{3,19}$/), fc.stringMatching(/^[3-9 /-]{3,25}$/), fc.string());
  const form = fc.record({number: typed, expiry: typed, securityCode: typed, pin: typed, holder: typed});
  forAll({numRuns: 500}, form, fc.constantFrom<CardRules['pin']>('asked', 'none'), (given, pin) => {
    const {problems} = readCard(given, {month: '2026-11', pin});
    for (const problem of Object.values(problems)) {
      expect(problem).toBeInstanceOf(Problem);
      const told = JSON.stringify([problem.message, problem.facts]);
      for (const text of Object.values(given)) {
        if (/\d{3}/.test(text)) expect(told).not.toContain(text);
      }
      expect(told).not.toMatch(/\d{3}/);
    }
  });
});

describe('what a card looks like while it is typed', () => {
  it('has a brand once there is only one', () => {
    expect(['', '4', '51', '2', '34', '3782 82'].map(brandOf)).toEqual([
      undefined,
      undefined,
      expect.anything(),
      undefined,
      'American Express',
      'American Express',
    ]);
    expect(brandOf('4508 7500')).toBe('Visa');
  });

  it('has the groups of its brand', () => {
    expect(groupsOf('')).toEqual([4, 4, 4, 7]);
    expect(groupsOf('4508')).toEqual([4, 4, 4, 7]);
    expect(groupsOf('3782')).toEqual([4, 6, 9]);
    expect(groupsOf(' 37 82')).toEqual([4, 6, 9]);
    expect(securityCodeLength(' 3-7 82')).toBe(4);
  });
});
