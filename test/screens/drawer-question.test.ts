import {expect, test} from 'vitest';
import {contextOf} from '../../screens/kit/screen.js';
import {type Model, type ReducerContext, topOf} from '../../screens/model.js';
import {shift} from '../../screens/shift/shift-form.js';
import {begin, update} from '../../screens/update.js';
import {emptyState, type State} from '../../src/core/books/state.js';
import {Problem} from '../../src/core/problem.js';
import {noCash} from '../../src/core/shift/drawer-cash.js';
import type {Person} from '../../src/core/staff/staff.js';
import {reducerContextOf} from './reducer-context.js';

const size = {columns: 80, rows: 24};

/** A till with 50 shillings in its drawer. */
function stateWithCash(): State {
  const state = emptyState();
  const period = {...state.ledger.period, drawers: {KES: {...noCash, float: 5000}}};
  return {...state, ledger: {...state.ledger, period}};
}

/** Returns the model after these keys and what they ask for, and a press of one more key. */
function typing(context: ReducerContext, keys: readonly string[]) {
  let chunk = 0;
  const press = (before: Model, key: string) => {
    chunk += 1;
    const stroke = ['enter', 'escape'].includes(key)
      ? ({kind: 'press', name: key} as const)
      : ({kind: 'text', text: key} as const);
    return update(before, {kind: 'key', key: {...stroke, chunk}, size}, context);
  };
  let step = begin(context, {tornBytes: 0});
  for (const key of keys) step = press(step.model, key);
  return {step, press};
}

/** A drop is being written down, and the drawer gives something else out before it is. */
function refused() {
  const reducerContext = reducerContextOf(stateWithCash());
  const {step, press} = typing(reducerContext, ['t', 'd', '20', 'enter', 'enter', '1', 'enter']);
  const asked = step.effects.find(effect => effect.kind === 'ask');
  expect(asked).toMatchObject({asks: {kind: 'move-cash', isSure: false}});
  if (asked === undefined) throw new Error('nothing was asked');
  const message = {...asked, kind: 'refused', problem: new Problem('drawer-holds-less')} as const;
  return {model: update(step.model, message, reducerContext).model, press};
}

test('what the drawer turned out not to hold is asked about, and no option of a command is named', () => {
  const {model, press} = refused();
  expect(topOf(model)).toMatchObject({kind: 'shift-form', state: {isWriting: false, wrong: undefined}});
  expect(press(model, 'enter').effects).toMatchObject([
    {kind: 'ask', asks: {kind: 'move-cash', isSure: true, movement: {kind: 'drop', amount: {minor: 2000}}}},
  ]);
});

test('Esc goes back to the form, and nothing is written down', () => {
  const {model, press} = refused();
  const {model: after, effects} = press(model, 'escape');
  expect(effects).toEqual([]);
  expect(topOf(after)).toMatchObject({kind: 'shift-form', state: {isAsked: false, isWriting: false}});
});

test('whoever is signed in types the float at once, since the name is known', () => {
  const signedIn = {actor: () => ({name: 'Amina'}) as Person};
  const {step} = typing(reducerContextOf(emptyState(), signedIn), ['t', 'enter', '500', 'enter', 'enter']);
  expect(step.effects).toMatchObject([
    {kind: 'ask', asks: {kind: 'open-shift', person: 'Amina', floats: [{currency: 'KES', minor: 50_000}]}},
  ]);
});

test('the day of the last Z is written as people write it', () => {
  const state = emptyState();
  const zs = [{number: 1, businessDate: '2026-11-27'}] as unknown as State['ledger']['zs'];
  const reducerContext = reducerContextOf({...state, ledger: {...state.ledger, zs}});
  const {model} = begin(reducerContext, {tornBytes: 0});
  const blocks = shift.describe({}, contextOf(model, reducerContext));
  expect(blocks).toContainEqual(expect.objectContaining({id: 'last', text: 'The last Z is Z-0001 of 27 Nov 2026.'}));
});
