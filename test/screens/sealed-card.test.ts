import {inspect} from 'node:util';
import {expect, test} from 'vitest';
import {type Effect, type Message, type Model, topOf} from '../../screens/model.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {begin, update} from '../../screens/update.js';
import {Problem} from '../../src/core/problem.js';
import {plainOf} from '../core/plain-card.js';
import {deskOf} from './desk.js';

/** Presses what a person presses; what it would do in the world is only written down. */
function player() {
  const desk = deskOf();
  let {model}: {model: Model} = begin(desk, {tornBytes: 0});
  let chunk = 0;
  const effects: Effect[] = [];
  const tell = (message: Message) => {
    const step = update(model, message, desk);
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
    taken: () => effects.filter(({kind}) => kind === 'charge'),
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
  if (top.kind !== 'confirm' || top.method !== 'card') throw new Error('not asked');
  expect(inspect(till.model(), {depth: 30, showHidden: true})).not.toMatch(/4012|7391/);
  till.press('enter', 'enter', 'enter');
  expect(till.taken()).toHaveLength(1);
  expect(inspect(till.taken(), {depth: 30, showHidden: true})).not.toMatch(/4012|7391/);
  expect(JSON.stringify(till.taken())).not.toMatch(/4012|7391/);
  expect(plainOf(top.card.unseal())).toEqual({
    number: '4012000033330026',
    expiryMonth: '01',
    expiryYear: '39',
    securityCode: '100',
    pin: '7391',
  });
  expect(() => top.card.unseal()).toThrow('card-unsealed-twice');
  const [effect] = till.taken();
  if (effect === undefined) throw new Error('nothing was charged');
  till.tell({kind: 'failed', effect, problem: new Problem('journal-not-writable', {cause: 'ENOSPC'})});
  expect(till.top()).toMatchObject({kind: 'card', form: {lines: {number: {before: '', after: ''}}}});
  expect(till.model().notice).toMatchObject({kind: 'problem'});
});
