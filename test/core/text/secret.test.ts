import {inspect} from 'node:util';
import {expect, it} from 'vitest';
import {markOf, readCard, wipeCard} from '../../../src/core/card/card.js';
import {Secret} from '../../../src/core/text/secret.js';

const rules = {month: '2026-11', pin: 'asked'} as const;
const typed = () => ({
  number: Secret.of('4508 7500 1574 1019'),
  expiry: '01/39',
  securityCode: Secret.of('734'),
  pin: Secret.of('9182'),
  holder: '',
});
const isNothing = ({bytes}: Secret) => bytes.every(byte => byte === 0);

it('is in nothing that prints an object', () => {
  const secret = Secret.of('4508750015741019');
  const printed = [inspect({secret}, {showHidden: true, depth: 9}), JSON.stringify({secret}), String(secret)].join('');
  expect(printed).not.toMatch(/4508|52, 53|34 35 30 38/);
});

it('is zeros once it is wiped', () => {
  const {card} = readCard(typed(), rules);
  if (card?.pin === undefined) throw new Error('not read');
  expect(markOf(card)).toEqual({brand: 'Visa', lastFour: '1019'});
  wipeCard(card);
  for (const secret of [card.number, card.securityCode, card.pin]) expect(isNothing(secret)).toBe(true);
});

it('stays as it was when it is read, and its copies are its own', () => {
  const form = typed();
  const {card} = readCard(form, rules);
  if (card !== undefined) wipeCard(card);
  expect(form.number.slice(0)).toBe('4508 7500 1574 1019');
});

const shown = (secret: Secret) => secret.slice(0);

it('is read in parts, as a text is', () => {
  const secret = Secret.of('4508é');
  expect([secret.length, shown(secret), secret.slice(-3), secret.slice(1, 3)]).toEqual([6, '4508é', '8é', '50']);
  expect(secret.toJSON()).toBe('[secret]');
});

it('has bytes of its own', () => {
  const bytes = Uint8Array.of(0x31, 0x32);
  const secret = new Secret(bytes);
  bytes.fill(0);
  expect(shown(secret)).toBe('12');
  expect(secret.bytes.buffer.byteLength).toBe(2);
});

it('is joined of a text and the bytes around it', () => {
  const joined = Secret.joined(Uint8Array.of(0x31, 0x32), 'é5', Uint8Array.of(0x36));
  expect([shown(joined), joined.length]).toEqual(['12é56', 6]);
});

it.each([
  ['', false],
  ['0', true],
  ['0123456789', true],
  ['/12', false],
  ['12:', false],
  ['٤', false],
])('%j is all digits: %s', (text, expected) => expect(Secret.of(text).isDigits()).toBe(expected));

it.each([
  ['45 08-75', '450875'],
  ['4\u00A05é\u20326\u{1F600}7', '45é\u20326\u{1F600}7'],
  ['\u200B1', '1'],
  [' -', ''],
])('%j without blanks and hyphens is %j', (text, left) => {
  const secret = Secret.of(text);
  expect(shown(secret.without(/[\s\p{Cf}-]/u))).toBe(left);
  expect(shown(secret)).toBe(text);
});

it.each([
  [' 734 ', '734'],
  ['\t7 34\n', '7 34'],
  ['   ', ''],
  ['', ''],
  ['734', '734'],
  ['!7!', '!7!'],
])('%j without the blanks around it is %j', (text, left) => expect(shown(Secret.of(text).trimmed())).toBe(left));
