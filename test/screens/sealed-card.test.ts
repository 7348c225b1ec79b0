// @module-tag slow

import {inspect} from 'node:util';
import {expect, test} from 'vitest';
import type {CardSale} from '../../screens/card/card-form.js';
import type {Confirm} from '../../screens/confirm/asked.js';
import {type Effect, type Message, type Model, topOf} from '../../screens/model.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {begin, update} from '../../screens/update.js';
import {Problem} from '../../src/core/problem.js';
import {plainOf} from '../core/card/plain-card.js';
import {reducerContextOf} from './reducer-context.js';

/** Presses what a person presses; what it would do in the world is only written down. */
function player() {
  const reducerContext = reducerContextOf();
  let {model}: {model: Model} = begin(reducerContext, {tornBytes: 0});
  let chunk = 0;
  const effects: Effect[] = [];
  const tell = (message: Message) => {
    const step = update(model, message, reducerContext);
    model = step.model;
    effects.push(...step.effects);
  };
  const stroke = (each: Stroke) => {
    chunk += 1;
    tell({kind: 'key', key: {...each, chunk}, size: {columns: 80, rows: 24}});
  };
  return {
    model: () => model,
    top: () => topOf(model),
    taken: () => effects.flatMap(each => (each.kind === 'ask' && each.asks.kind === 'take' ? [each] : [])),
    tell,
    type: (text: string) => stroke({kind: 'text', text}),
    press: (...names: readonly string[]) => {
      for (const name of names) stroke({kind: 'press', name});
    },
  };
}

test('a card is charged once, and given out once: to the till, or back to its form', () => {
  const till = player();
  till.type('c24');
  till.press('enter');
  for (const typed of ['4012000033330026', '0139', '100', '7391']) {
    till.type(typed);
    till.press('enter');
  }
  const top = till.top();
  if (top.kind !== 'confirm') throw new Error('not asked');
  const asked = top.state as Confirm;
  if (asked.method !== 'card') throw new Error('not asked');
  expect(inspect(till.model(), {depth: 30, showHidden: true})).not.toMatch(/40120000|\b7391\b/);
  till.press('enter', 'enter', 'enter');
  expect(till.taken()).toHaveLength(1);
  expect(inspect(till.taken(), {depth: 30, showHidden: true})).not.toMatch(/40120000|\b7391\b/);
  expect(JSON.stringify(till.taken())).not.toMatch(/40120000|\b7391\b/);
  expect(plainOf(asked.card.unseal())).toEqual({
    number: '4012000033330026',
    expiryMonth: '01',
    expiryYear: '39',
    securityCode: '100',
    pin: '7391',
  });
  expect(() => asked.card.unseal()).toThrow('card-unsealed-twice');
  const [effect] = till.taken();
  if (effect === undefined) throw new Error('nothing was charged');
  till.tell({...effect, kind: 'refused', problem: new Problem('journal-not-writable', {cause: 'ENOSPC'})});
  expect(till.top()).toMatchObject({kind: 'card', state: {asked: undefined, lines: {number: {before: '', after: ''}}}});
  expect(till.model().notice).toMatchObject({kind: 'problem'});
});

/** The secrets of the form at the front, to be looked at when it is no longer there. */
function secretsOf(till: ReturnType<typeof player>) {
  const top = till.top();
  if (top.kind !== 'card') throw new Error('no form');
  return Object.values((top.state as CardSale).lines).flatMap(({secret}) => secret ?? []);
}
const areZeros = (secrets: readonly {readonly bytes: Uint8Array}[]) =>
  secrets.length > 0 && secrets.every(({bytes}) => bytes.every(byte => byte === 0));

test('what is typed is zeros when it is edited, and when the form is left', () => {
  const till = player();
  till.type('c24');
  till.press('enter');
  till.type('4012');
  const edited = secretsOf(till);
  till.type('0');
  expect(areZeros(edited)).toBe(true);
  const typed = secretsOf(till);
  expect(areZeros(typed)).toBe(false);
  till.press('escape');
  expect(till.top().kind).not.toBe('card');
  expect(areZeros(typed)).toBe(true);
});

test('of a form that becomes a question its own bytes are zeros, and the card goes back to it with Esc', () => {
  const till = player();
  till.type('c24');
  till.press('enter');
  for (const typed of ['4012000033330026', '0139', '100']) {
    till.type(typed);
    till.press('enter');
  }
  till.type('7391');
  const typed = secretsOf(till);
  till.press('enter');
  expect(till.top().kind).toBe('confirm');
  expect(areZeros(typed)).toBe(true);
  till.press('escape');
  const back = secretsOf(till);
  expect(back.map(secret => secret.slice(0))).toEqual(['4012000033330026', '100', '7391']);
  till.press('escape');
  expect(areZeros(back)).toBe(true);
});
