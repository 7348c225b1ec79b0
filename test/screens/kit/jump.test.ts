import fc from 'fast-check';
import {expect, test} from 'vitest';
import {typed} from '../../../screens/kit/form.js';
import {ended, type Jumping, jumpsIn, markedList} from '../../../screens/kit/list.js';
import type {Context} from '../../../screens/kit/screen.js';
import {messages} from '../../../src/core/messages/messages.js';
import {madeRows, type Rows} from '../../../src/core/reconcile/rows/row.js';
import {hasWords} from '../../../src/core/text/text.js';
import {forAll} from '../../hostile/runs.js';

const words = messages('en');
const context = {messages: words} as Context;
const jumpsTo = (rows: Rows<string>, textOf = (row: string) => row) =>
  jumpsIn<Jumping, string>(
    markedList<Jumping, string, Context, Rows<string>>(
      () => rows,
      row => row,
    ),
    () => textOf,
  );
const begun: Jumping = {lines: {}, focus: 'jump', kept: undefined, wrong: undefined, isJumping: false, index: 0};
/** A list of these rows after a text was typed, sign by sign. */
const after = (rows: readonly string[], text: string, from: Jumping = begun): Jumping =>
  [...text].reduce(
    (state, letter) => typed(jumpsTo(rows).form(state, context), state, {kind: 'text', text: letter}),
    from,
  );

test('digits begin at once, letters after the key for it, and the list stays where it is left', () => {
  const rows = ['Z 1 2026-11-20', 'Z 12 2026-11-21', 'Z 3 2026-11-22'];
  expect(after(rows, 'z')).toMatchObject({isJumping: false, index: 0});
  const digits = after(rows, '12');
  expect(digits).toMatchObject({isJumping: true, index: 1});
  expect(ended(digits)).toMatchObject({isJumping: false, index: 1});
  expect(after(rows, '22', {...begun, isJumping: true})).toMatchObject({index: 2});
  expect(after(rows, 'nothing', {...begun, isJumping: true, index: 2})).toMatchObject({index: 2});
});

test('the mark stands on a row that has what is typed wherever one has, and else where it stood', () => {
  const text = fc.string({unit: fc.constantFrom('a', 'b', 'é', '1', '2', ' '), maxLength: 5});
  forAll(fc.array(text, {minLength: 1, maxLength: 8}), text, fc.nat(), (rows, looked, at) => {
    const index = at % rows.length;
    const end = after(rows, looked, {...begun, isJumping: true, index});
    if (looked.trim() === '') expect(end.index).toBe(index);
    else if (rows.some(each => hasWords(each, looked))) expect(hasWords(rows[end.index] ?? '', looked)).toBe(true);
  });
});

test('that no row has it is said at once and looked for once, in every row; a list that is too long for that offers no search', () => {
  let looked = 0;
  const jumps = (length: number) =>
    jumpsTo(madeRows(length, String), row => {
      looked += 1;
      return row;
    });
  const shown = jumps(50_000);
  const {form} = shown;
  const from: Jumping = {...begun, isJumping: true, index: 49_990};
  const lost = typed(form(from, context), from, {kind: 'text', text: 'x'});
  expect(lost).toMatchObject({index: 49_990, isNowhere: true});
  expect(form(lost, context)).toMatchObject([{warning: words.jump.none}]);
  expect(looked).toBe(50_000);
  expect(ended(lost)).toMatchObject({isNowhere: false});
  const offers = ({keys}: typeof shown) =>
    keys([]).some(({id, when}) => id === 'jump' && when?.(begun, context) === true);
  expect([offers(shown), offers(jumps(50_001))]).toEqual([true, false]);
  expect(jumps(50_001).form(begun, context)).toEqual([]);
});
