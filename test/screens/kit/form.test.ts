import {expect, test} from 'vitest';
import {type Filled, moved, typed, typedIn} from '../../../screens/kit/form.js';
import type {Form} from '../../../screens/kit/screen.js';
import {lineOf, numberRules, textRules} from '../../../screens/terminal/line.js';

type State = Filled<'sum' | 'name'>;
const form: Form<State> = [
  {id: 'sum', label: 'Sum', rules: numberRules, isTypedOver: true},
  {id: 'name', label: 'Name', rules: textRules},
];
const filled: State = {
  lines: {sum: lineOf('20'), name: lineOf('Am')},
  focus: 'name',
  kept: undefined,
  wrong: undefined,
};
const ina = {kind: 'text', text: 'ina'} as const;

test('what is typed takes the place of what stood in a field that is typed over, and is added to another', () => {
  const named = typed(form, filled, ina);
  expect(typedIn(named, 'name')).toBe('Amina');
  const there = moved(form, named, -1);
  const first = typed(form, there, {kind: 'text', text: '5'});
  const second = typed(form, first, {kind: 'text', text: '0'});
  expect(typedIn(second, 'sum')).toBe('50');
});

test('a key that edits what stood in such a field keeps the rest of it', () => {
  const there = moved(form, filled, 1);
  const cut = typed(form, there, {kind: 'press', name: 'backspace'});
  expect(typedIn(typed(form, cut, {kind: 'text', text: '5'}), 'sum')).toBe('25');
});

test('a form that opens on a field that is passed over goes to the first or the last one that can be typed', () => {
  const passing: Form<State> = [{id: 'by', label: 'By', rules: textRules, isPassed: true}, ...form];
  const opened = {...filled, focus: 'by' as 'sum'};
  expect(moved(passing, opened, 1).focus).toBe('sum');
  expect(moved(passing, opened, -1).focus).toBe('name');
});
