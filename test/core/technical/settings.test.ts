import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {messages} from '../../../src/core/messages/messages.js';
import {
  canonicalSettings,
  isChangedOutside,
  isValueChanged,
  keepsTillClosed,
  type SettingsStanding,
  settingChanges,
  settingMeaning,
  settingRows,
  settingsStanding,
  settingsWords,
  settingValues,
  shownOrigin,
  shownSettings,
  shownValue,
  watchedOf,
} from '../../../src/core/technical/settings.js';
import {forAll} from '../../hostile/runs.js';

const kenya = {country: 'KE', language: 'en'} as const;

const digest = (text: string) => `${text.length}`.padStart(16, '0');

describe('watched settings', () => {
  it('are all but those in which nobody’s money is, and hold no secret', () => {
    const settings = {
      zone: 'Africa/Nairobi',
      printer: {columns: 48, address: 'p:9100'},
      serviceHosts: ['a'],
      keys: {live: 'PZ78-PKLIVE-1'},
      theme: 'dark',
      language: 'sw',
      person: 'Amina',
      signingKeys: {live: 'x'},
      something: {new: true},
      nothing: undefined,
      mail: {host: undefined},
    };
    const watched = watchedOf(settings, digest);
    expect(watched).toEqual({
      'keys.live': '"sha256:0000000000000025"',
      'printer.address': '"p:9100"',
      'printer.columns': '48',
      serviceHosts: '["a"]',
      'something.new': 'true',
      zone: '"Africa/Nairobi"',
    });
    expect(JSON.stringify(watched)).not.toContain('PKLIVE');
  });

  it('are one text whatever their order, and another for every other value', () => {
    const values = fc.dictionary(fc.string({minLength: 1, maxLength: 8}), fc.string({maxLength: 8}), {maxKeys: 6});
    forAll(values, values, (one, other) => {
      const turned = Object.fromEntries(Object.entries(one).reverse());
      expect(canonicalSettings(turned)).toBe(canonicalSettings(one));
      const isSame = settingChanges(one, other).length === 0;
      expect(canonicalSettings(one) === canonicalSettings(other)).toBe(isSame);
    });
  });
});

describe('how settings stand', () => {
  const now = {zone: '"B"'};
  const changes = [{name: 'zone', from: '"A"', to: '"B"'}];
  const signedAs = (digest: 'now' | 'old' | 'older' | undefined) =>
    digest && {digest, settings: {zone: {now: '"B"', old: '"A"', older: '"Z"'}[digest]}};
  /** What the journal has put in force, what the till has signed, and what the journal was last told of a change from outside. */
  it.each([
    ['the first start of a home', undefined, undefined, undefined, {kind: 'first'}],
    ['signed before the first line', undefined, 'now', undefined, {kind: 'as-signed'}],
    [
      'signed before the first line, and changed by hand',
      undefined,
      'old',
      undefined,
      {kind: 'changed', changes, isNews: true},
    ],
    ['in force and signed', 'now', 'now', undefined, {kind: 'as-signed'}],
    ['in force, with the signature gone', 'now', undefined, undefined, {kind: 'sign-again'}],
    ['in force, with an older signature put back', 'now', 'old', undefined, {kind: 'sign-again'}],
    ['changed by hand', 'old', 'old', undefined, {kind: 'changed', changes, isNews: true}],
    ['changed by hand, and told', 'old', 'old', 'now', {kind: 'changed', changes, isNews: false}],
    ['changed by hand again, to something else', 'old', 'old', 'older', {kind: 'changed', changes, isNews: true}],
    [
      'changed by hand, with the signature gone',
      'old',
      undefined,
      undefined,
      {kind: 'changed', changes: [], isNews: true},
    ],
    ['the same once more', 'old', undefined, 'now', {kind: 'changed', changes: [], isNews: false}],
    [
      'changed by hand, with an older signature put back',
      'old',
      'older',
      'now',
      {kind: 'changed', changes: [], isNews: false},
    ],
    [
      'an older file put back with its signature',
      'old',
      'now',
      undefined,
      {kind: 'changed', changes: [], isNews: true},
    ],
  ] as const)('%s', (_, inForce, signed, outside, standing) => {
    expect(settingsStanding({signed: signedAs(signed), now, digestNow: 'now', inForce, outside})).toEqual(standing);
  });

  it('are in force only by a line of the journal', () => {
    const digests = fc.constantFrom('now', 'old', 'older', undefined);
    forAll(digests, digests, digests, (inForce, signed, outside) => {
      const {kind} = settingsStanding({signed: signedAs(signed), now, digestNow: 'now', inForce, outside});
      if (inForce !== undefined) expect(kind === 'changed').toBe(inForce !== 'now');
    });
  });

  it.each([
    ['live', ['baseUrl'], true],
    ['live', ['serviceHosts'], true],
    ['live', ['scheme'], true],
    ['live', ['country'], true],
    ['live', ['zone'], true],
    ['live', ['dayStartsAt'], true],
    ['test', ['zone'], false],
    ['live', ['keys.live'], true],
    ['live', ['printer.address', 'keys.live'], true],
    ['live', [], true],
    ['live', ['keys.test'], false],
    ['live', ['printer.address'], false],
    ['test', ['baseUrl'], false],
    ['test', [], false],
    ['sandbox', ['keys.live'], false],
  ] as const)('in %s a change of %j keeps the till closed: %s', (profile, names, isKept) => {
    const changes = names.map(name => ({name, from: null, to: '"x"'}));
    expect(keepsTillClosed({kind: 'changed', changes, isNews: true}, profile)).toBe(isKept);
  });

  it('keep no till closed that are in force, or the first ones', () => {
    for (const kind of ['as-signed', 'first', 'sign-again'] as const)
      expect(keepsTillClosed({kind}, 'live')).toBe(false);
  });

  it.each<[SettingsStanding, boolean]>([
    [{kind: 'as-signed'}, false],
    [{kind: 'first'}, false],
    [{kind: 'changed', changes: [{name: 'mail.host', from: '"a"', to: '"b"'}], isNews: true}, true],
    [{kind: 'changed', changes: [{name: 'mail', from: null, to: '"b"'}], isNews: false}, true],
    [{kind: 'changed', changes: [{name: 'mailing.host', from: null, to: '"b"'}], isNews: true}, false],
    [{kind: 'changed', changes: [{name: 'printer.address', from: null, to: '"b"'}], isNews: true}, false],
    [{kind: 'changed', changes: [], isNews: true}, true],
  ])('of %j say whether the mail server may be somebody else’s: %s', (standing, expected) => {
    expect(isChangedOutside(standing, 'mail')).toBe(expected);
  });
});

const changedOutside = (...names: readonly string[]): SettingsStanding => ({
  kind: 'changed',
  isNews: true,
  changes: names.map(name => ({name, from: null, to: '"x"'})),
});

it.each<[SettingsStanding, boolean]>([
  [{kind: 'as-signed'}, false],
  [changedOutside('printer.address'), true],
  [changedOutside('zone', 'printer.address'), true],
  [changedOutside('printer', 'printer.columns'), false],
  [changedOutside(), true],
])('of %j say whether this value may be somebody else’s: %s', (standing, expected) => {
  expect(isValueChanged(standing, 'printer.address')).toBe(expected);
});

it('are signed as those of one till', () => {
  expect(settingsWords('T7K', {b: '1', a: '"x"'})).toBe('DUKASETTINGS1\nT7K\n[["a","\\"x\\""],["b","1"]]');
});

it('are shown by their parts, without a secret and without what is not set', () => {
  const settings = {
    zone: 'UTC',
    tips: [5, 10],
    till: 'T7K',
    nothing: undefined,
    theme: 'dark',
    printer: {columns: 48, address: undefined},
    keys: {live: 'PZ78-PKLIVE-1'},
  };
  expect(settingValues(settings)).toEqual([
    ['zone', 'UTC'],
    ['tips', [5, 10]],
    ['till', 'T7K'],
    ['theme', 'dark'],
    ['printer.columns', 48],
    ['keys.live', '…'],
  ]);
  const [amina, baraka] = [
    {at: '1', person: 'Amina'},
    {at: '2', person: 'Baraka'},
  ];
  const shown = shownSettings(settings, changedOutside('zone', 'theme'), kenya, {
    zone: amina,
    theme: baraka,
    tips: baraka,
  });
  expect(shown.map(({name, text, author, isChangedOutside: isOutside}) => [name, text, author, isOutside])).toEqual([
    ['zone', 'UTC', undefined, true],
    ['tips', '5, 10', baraka, false],
    ['till', 'T7K', undefined, false],
    ['theme', 'dark', baraka, false],
    ['printer.columns', '48', undefined, false],
    ['keys.live', '…', undefined, false],
  ]);
  expect(shownSettings({zone: 'UTC'}, {kind: 'as-signed'}, kenya)[0]?.author).toBeUndefined();
});

it('are rows of pages, with what stands in place of them, and one row for what is typed as a whole', () => {
  const settings = {saleCeiling: {KES: '50', UGX: '900'}, zone: 'UTC', till: 'T7K', keys: {live: 'x'}, newer: {of: 1}};
  const [first, last] = [
    {at: '1', person: 'Amina'},
    {at: '2', person: 'Baraka'},
  ];
  const shown = shownSettings(settings, changedOutside('zone'), kenya, {
    'saleCeiling.KES': last,
    'saleCeiling.UGX': first,
  });
  const rows = settingRows(settings, shown, kenya, [{name: 'zone', value: '"Africa/Lagos"', from: '--zone'}]);
  const rowOf = (name: string) => rows.find(row => row.name === name);
  expect(rowOf('saleCeiling')).toMatchObject({page: 'money', text: 'KES 50, UGX 900', author: last});
  expect(rowOf('zone')).toMatchObject({
    text: 'UTC',
    isChangedOutside: true,
    outside: {text: 'Africa/Lagos', from: '--zone'},
  });
  expect(rowOf('idleLockMinutes')).toMatchObject({page: 'people', text: undefined, usual: '2'});
  expect(rowOf('keys.live')).toMatchObject({text: '…'});
  expect(rowOf('newer.of')).toMatchObject({page: 'advanced', text: '1'});
  expect(rowOf('till')).toBeUndefined();
  const said = (name: string) => {
    const row = rowOf(name);
    return row && [shownValue(row, 'en'), shownOrigin(row, messages('en'), 'UTC')];
  };
  expect(said('zone')).toEqual(['Africa/Lagos', '--zone']);
  expect(said('idleLockMinutes')).toEqual(['2', 'usual']);
  expect(said('tenantHeaderOnCards')).toEqual(['no', 'usual']);
  expect(said('tips')).toEqual(['not set', '']);
  expect(said('shop')).toEqual(['not set', '']);
  expect(said('language')).toEqual(['English', 'usual']);
  expect(said('customerLanguage')).toEqual(['English', 'usual']);
});

it('call a country and a language by name, and say which language follows from the country', () => {
  const there = {country: 'MZ', language: 'en'} as const;
  const shown = shownSettings({country: 'MZ'}, {kind: 'as-signed'}, there);
  const said = settingRows({country: 'MZ'}, shown, there)
    .filter(({name}) => ['country', 'language', 'customerLanguage'].includes(name))
    .map(row => [shownValue(row, 'pt'), shownOrigin(row, messages('pt'), 'UTC')]);
  expect(said).toEqual([
    ['Moçambique', ''],
    ['Português', 'habitual'],
    ['Português', 'habitual'],
  ]);
});

it('have a meaning each, with an example of their own or of their group', () => {
  const words = messages('en').setting;
  expect(settingMeaning('zone', words)).toEqual({...words.zone, example: 'Africa/Nairobi'});
  expect(settingMeaning('shop', words)).toEqual({...words.shop, example: undefined});
  expect(settingMeaning('office.live', words)?.name).toBe('Head office · live');
  expect(settingMeaning('printer.address', words)).toEqual({...words.printer.address, example: '192.168.1.9'});
  expect(settingMeaning('printer.columns', words)).toMatchObject({...words.printer.columns, example: '32 · 42 · 48'});
  expect(settingMeaning('ceilings.SAFARICOM_KE', words)).toMatchObject({example: 'SAFARICOM_KE 70000'});
  for (const unknown of ['printer.mood', 'mood', 'toString', ''])
    expect(settingMeaning(unknown, words)).toBeUndefined();
});

it('were changed by the cashier, in the reader’s language, where nobody has a name', () => {
  const author = {person: 'cashier', at: '2026-11-20T11:00:00Z'};
  const row = {text: 'x', usual: undefined, outside: undefined, author, isChangedOutside: false} as never;
  expect(shownOrigin(row, messages('fr'), 'UTC')).toBe('caissier, 2026-11-20 11:00');
});
