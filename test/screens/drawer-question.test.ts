import {expect, test} from 'vitest';
import {type Model, push, topOf} from '../../screens/model.js';
import {shiftForm} from '../../screens/shift/shift-form.js';
import type {ShiftFormScreen} from '../../screens/shift/shift-screens.js';
import {begin, update} from '../../screens/update.js';
import {Problem} from '../../src/core/problem.js';
import {deskOf} from './desk.js';

const size = {columns: 80, rows: 24};
const movement = {kind: 'drop', amount: {currency: 'KES', minor: 2000}, reason: 'Dropped to the safe'} as const;

/** A drop is being written down, and the drawer gives something else out before it is. */
function refused() {
  const desk = deskOf();
  const form: ShiftFormScreen = {
    ...shiftForm('drop', desk),
    lines: {...shiftForm('drop', desk).lines, amount: {before: '20', after: ''}},
    currency: 'KES',
    why: 0,
    focus: 'why',
    isWriting: true,
  };
  const writing = push(begin(desk, {tornBytes: 0}).model, form);
  const effect = {kind: 'move-cash', movement, isSure: false} as const;
  const {model} = update(writing, {kind: 'failed', effect, problem: new Problem('drawer-holds-less')}, desk);
  const press = (before: Model, name: string, chunk: number) =>
    update(before, {kind: 'key', key: {kind: 'press', name, chunk}, size}, desk);
  return {model, press};
}

test('what the drawer turned out not to hold is asked about, and no option of a command is named', () => {
  const {model, press} = refused();
  expect(topOf(model)).toMatchObject({kind: 'shift-form', isWriting: false, wrong: undefined});
  const {effects} = press(model, 'enter', 1);
  expect(effects).toMatchObject([{kind: 'move-cash', isSure: true, movement: {kind: 'drop', amount: {minor: 2000}}}]);
});

test('Esc goes back to the form, and nothing is written down', () => {
  const {model, press} = refused();
  const {model: after, effects} = press(model, 'escape', 1);
  expect(effects).toEqual([]);
  expect(topOf(after)).toMatchObject({kind: 'shift-form', asked: undefined, isWriting: false});
});
