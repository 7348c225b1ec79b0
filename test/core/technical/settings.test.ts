import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  canonicalSettings,
  elsewhere,
  isChangedOutside,
  type SettingsStanding,
  settingChanges,
  settingsStanding,
  watchedOf,
} from '../../../src/core/technical/settings.js';

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
    fc.assert(
      fc.property(values, values, (one, other) => {
        const turned = Object.fromEntries(Object.entries(one).reverse());
        expect(canonicalSettings(turned)).toBe(canonicalSettings(one));
        const isSame = settingChanges(one, other).length === 0;
        expect(canonicalSettings(one) === canonicalSettings(other)).toBe(isSame);
      }),
    );
  });
});

describe('how settings stand', () => {
  const old = {zone: '"A"'};
  const now = {zone: '"B"'};
  const changes = [{name: 'zone', from: '"A"', to: '"B"'}];
  it.each([
    ['nothing signed, nothing said', undefined, undefined, {kind: 'first'}],
    ['a signature that was taken away', undefined, 'now', {kind: 'sign-again'}],
    ['the file and the signature changed or gone', undefined, 'old', {kind: 'changed', changes: [], isNews: true}],
    ['as they were signed', now, 'now', {kind: 'as-signed'}],
    ['as they were signed, of a journal that says none', now, undefined, {kind: 'as-signed'}],
    ['changed by hand', old, 'old', {kind: 'changed', changes, isNews: true}],
    ['changed by hand, and told', old, 'now', {kind: 'changed', changes, isNews: false}],
    ['an older file with its signature', now, 'old', {kind: 'changed', changes: [], isNews: true}],
  ] as const)('%s', (_, signed, digestInJournal, standing) => {
    expect(settingsStanding({signed, now, digestNow: 'now', digestInJournal})).toEqual(standing);
  });

  it.each([
    ['live', 'baseUrl', true],
    ['live', 'serviceHosts', true],
    ['live', 'keys.live', true],
    ['live', 'keys.test', false],
    ['live', 'printer.address', false],
    ['test', 'baseUrl', false],
    ['sandbox', 'keys.live', false],
  ] as const)('in %s a change of %s keeps the till closed: %s', (profile, name, isKept) => {
    const standing: SettingsStanding = {kind: 'changed', changes: [{name, from: null, to: '"x"'}], isNews: true};
    expect(elsewhere(standing, profile).length > 0).toBe(isKept);
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
