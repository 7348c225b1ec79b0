import {inspect} from 'node:util';
import {expect, it} from 'vitest';
import {markOf, readCard, wipeCard} from '../../../src/core/card/card.js';
import {Secret} from '../../../src/core/card/secret.js';

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
