import {expect, it} from 'vitest';
import {languages} from '../../../src/core/messages/messages.js';
import {problemText} from '../../../src/core/present/problem-text.js';
import {Problem} from '../../../src/core/problem.js';
import {settingNames} from '../../../src/core/technical/setting-table.js';
import {settingChoices, settingForm, valueInWords, wordsOf} from '../../../src/core/technical/setting-words.js';

it.each<[name: string, typed: string, value: unknown, written?: string]>([
  ['tips', '5 10,15%', [5, 10, 15], '5, 10, 15'],
  ['quickAmounts', '50; 100', ['50', '100'], '50, 100'],
  ['cardCurrencies', 'USD', ['USD']],
  ['saleCeiling', 'KES 50000, UGX 900000', {KES: '50000', UGX: '900000'}],
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
  expect(valueInWords(name, typed)).toEqual(value);
  expect(wordsOf(name, value)).toBe(written);
});

it.each([
  ['printer.cut', 'yes', true],
  ['printer.cut', 'No', false],
  ['printer.cut', 'perhaps', undefined],
  ['tips', '[5, 10', undefined],
  ['shop', 'Corner Shop', undefined],
  ['networks.KE', 'SAFKEN', undefined],
] as const)('%s typed as %s means %s', (name, typed, value) => {
  expect(valueInWords(name, typed)).toBe(value);
});

it('a value that words cannot say is JSON', () => {
  const tariffs = [{method: 'card', currency: 'USD', basisPoints: 150, fixed: '0'}];
  expect(wordsOf('reconciliation.tariffs', tariffs)).toBe(JSON.stringify(tariffs));
  expect(wordsOf('quickAmounts', ['5, 6'])).toBe('["5, 6"]');
  expect([wordsOf('idleLockMinutes', 5), wordsOf('something', {of: 'a newer version'})]).toEqual([
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
