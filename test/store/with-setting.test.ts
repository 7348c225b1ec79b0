import {expect, it} from 'vitest';
import {withSetting} from '../../store/settings.js';

const kenya = {country: 'KE', language: 'en'} as const;

const now = {shop: 'Corner Shop', printer: {address: '192.168.1.50:9100', drawer: true}, tips: [5, 10]};

it.each([
  ['zone', 'Africa/Nairobi', {...now, zone: 'Africa/Nairobi'}],
  ['shop', '123', {...now, shop: '123'}],
  ['tips', '[5]', {...now, tips: [5]}],
  ['printer.drawer', 'false', {...now, printer: {...now.printer, drawer: false}}],
  ['mail.host', 'mail.example', {...now, mail: {host: 'mail.example'}}],
  ['shop', undefined, {printer: now.printer, tips: now.tips}],
  ['printer.drawer', undefined, {...now, printer: {address: now.printer.address}}],
] as const)('%s set to %s', (name, typed, wanted) => {
  expect(withSetting(now, name, typed, kenya)).toEqual(wanted);
});

it('is gone with the last of its parts', () => {
  const {printer: _, ...others} = now;
  expect(withSetting({...others, printer: {address: '192.168.1.50'}}, 'printer.address', undefined, kenya)).toEqual(
    others,
  );
  expect(withSetting({...now, mail: {host: 'mail.example'}}, 'mail.host', undefined, kenya)).toEqual(now);
});

it.each([
  ['toString', 'x', 'setting-unknown', {name: 'toString'}],
  ['shop.name', 'x', 'setting-unknown', {name: 'shop.name'}],
  ['tips.0', '5', 'setting-unknown', {name: 'tips.0'}],
  ['printer', 'no JSON', 'setting-invalid', {name: 'printer', value: 'no JSON'}],
  ['printer.drawer', '', 'setting-invalid', {name: 'printer.drawer', value: ''}],
] as const)('%s set to %s is refused', (name, typed, code, facts) => {
  expect(() => withSetting(now, name, typed, kenya)).toThrow(expect.objectContaining({code, facts}));
});
