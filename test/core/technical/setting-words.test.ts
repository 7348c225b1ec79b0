import {expect, it} from 'vitest';
import {languages} from '../../../src/core/messages/messages.js';
import {problemText} from '../../../src/core/present/problem-text.js';
import {Problem} from '../../../src/core/problem.js';
import {settingNames} from '../../../src/core/technical/setting-table.js';
import {
  type AmountPlace,
  settingChoices,
  settingForm,
  valueInWords,
  wordsOf,
} from '../../../src/core/technical/setting-words.js';

const kenya = {country: 'KE', language: 'en'} as const;

it.each<[typed: string, place: AmountPlace, value: unknown, written?: string, name?: string]>([
  ['KES 50000, UGX 900000', kenya, {KES: '50000', UGX: '900000'}, 'KES 50,000, UGX 900,000'],
  ['12,500.50', kenya, {KES: '12500.50'}, 'KES 12,500.50'],
  ['1.500', kenya, undefined],
  ['KES fifty', kenya, undefined],
  ['XXQ 5', kenya, undefined],
  ['KES 5 USD', kenya, undefined],
  ['50 000', {country: 'MZ', language: 'pt'}, {MZN: '50000'}, '50 000 MZN'],
  ['12,50 MZN; USD 3', {country: 'MZ', language: 'pt'}, {MZN: '12.50', USD: '3'}, '12,50 MZN, 3 USD'],
  ['ngn 1,000,000', {country: 'NG', language: 'en'}, {NGN: '1000000'}, 'NGN 1,000,000'],
  ['SAFARICOM_KE 70,000', kenya, {SAFARICOM_KE: '70000'}, 'SAFARICOM_KE 70,000', 'ceilings'],
  ['50, 1,000, 2,500', kenya, ['50', '1000', '2500'], '50, 1,000, 2,500', 'quickAmounts'],
  ['50', kenya, ['50'], '50', 'quickAmounts'],
  ['50,100', kenya, undefined, '', 'quickAmounts'],
  ['50 100', {country: 'MZ', language: 'pt'}, undefined, '', 'quickAmounts'],
  ['2,50, 10', {country: 'MZ', language: 'pt'}, ['2.50', '10'], '2,50, 10', 'quickAmounts'],
])('amounts typed as %s in %j are %j', (typed, place, value, written = typed, name = 'saleCeiling') => {
  expect(valueInWords(name, typed, place)).toEqual(value);
  if (value !== undefined) expect(wordsOf(name, value, place)).toBe(written);
  if (value !== undefined) expect(valueInWords(name, written, place)).toEqual(value);
});

it.each([
  ['saleCeiling', {country: 'MZ', language: 'pt'}, '50 000 MZN'],
  ['authorisedDifference', {country: 'NG', language: 'en'}, 'NGN 50'],
  ['ceilings', kenya, 'SAFARICOM_KE 70,000'],
] as const)('the form of %s in %j is %s', (name, place, form) => {
  expect(settingForm(name, place)).toBe(form);
});

it.each<[name: string, typed: string, value: unknown, written?: string]>([
  ['tips', '5 10,15%', [5, 10, 15], '5, 10, 15'],
  ['quickAmounts', '50; 100', ['50', '100'], '50, 100'],
  ['cardCurrencies', 'USD', ['USD']],
  ['merchantNumbers', 'SAFARICOM_KE till 123456', {SAFARICOM_KE: 'till 123456'}],
  ['reconciliation.statusWords', 'NOT FOUND = failed, SETTLED paid', {'NOT FOUND': 'failed', SETTLED: 'paid'}],
  ['shortcuts', 'check c k', {check: ['c', 'k']}],
  [
    'taxRates',
    'VAT 16 *, hotel levy 2.5% +, exempt 0',
    [
      {name: 'VAT', percent: '16', default: true},
      {name: 'hotel levy', percent: '2.5', included: false},
      {name: 'exempt', percent: '0'},
    ],
    'VAT 16 *, hotel levy 2.5 +, exempt 0',
  ],
])('%s can be typed as %s, and is read in the same words', (name, typed, value, written = typed) => {
  expect(valueInWords(name, typed, kenya)).toEqual(value);
  expect(wordsOf(name, value, kenya)).toBe(written);
});

it.each([
  ['printer.cut', 'yes', true],
  ['printer.cut', 'No', false],
  ['printer.cut', 'perhaps', undefined],
  ['tips', '[5, 10', undefined],
  ['shop', 'Corner Shop', undefined],
  ['networks.KE', 'SAFKEN', undefined],
] as const)('%s typed as %s means %s', (name, typed, value) => {
  expect(valueInWords(name, typed, kenya)).toBe(value);
});

it('a value that words cannot say is JSON', () => {
  const tariffs = [{method: 'card', currency: 'USD', basisPoints: 150, fixed: '0'}];
  expect(wordsOf('reconciliation.tariffs', tariffs, kenya)).toBe(JSON.stringify(tariffs));
  expect(wordsOf('quickAmounts', ['5; 6'], kenya)).toBe('["5; 6"]');
  expect([wordsOf('idleLockMinutes', 5, kenya), wordsOf('something', {of: 'a newer version'}, kenya)]).toEqual([
    '5',
    '{"of":"a newer version"}',
  ]);
});

it('the values of a setting with a few are known', () => {
  expect(settingChoices('printer.columns')).toEqual(['32', '42', '48']);
  expect(settingChoices('profile')).toEqual(['sandbox', 'test', 'live']);
  expect(settingChoices('theme')).toEqual(['auto', 'light', 'dark']);
  expect(settingNames().filter(name => settingForm(name) === '')).toEqual([]);
});

it.each(languages)('a refusal says how the setting is written (%s)', language => {
  const said = (name: string) => problemText(new Problem('setting-invalid', {name, value: 'x'}), language);
  expect(said('tips')).toContain('5, 10, 15');
  expect(said('DUKA_LANG')).toContain('en · fr');
  expect(said('--data')).not.toContain('undefined');
});
