import {expect, test} from 'vitest';
import {markedList, movedMark, placeIn, unmarked} from '../../../screens/kit/list.js';
import type {Context, Pressed} from '../../../screens/kit/screen.js';

type State = {readonly index: number; readonly selected: string | undefined; readonly names: readonly string[]};
const context = {} as Context;
const list = markedList<State, string>(
  ({names}) => names,
  name => name,
);
const shown = (names: readonly string[], more: Partial<State> = {}): State => ({...unmarked, names, ...more});
const pressed = (place: number): Pressed => ({place, chunk: 0, page: 3});

test.for([
  {from: 4, place: 0, to: 3},
  {from: 4, place: 1, to: 5},
  {from: 4, place: 2, to: 1},
  {from: 4, place: 3, to: 7},
  {from: 4, place: 4, to: 0},
  {from: 4, place: 5, to: 9},
  {from: 0, place: 0, to: 0},
  {from: 9, place: 1, to: 9},
  {from: 8, place: 3, to: 9},
])('the mark goes from $from to $to by the key at place $place', ({from, place, to}) =>
  expect(movedMark(from, 10, pressed(place))).toBe(to),
);

test('a mark is on a row of the list, and on place 0 of one that has none', () =>
  expect([placeIn(-1, 3), placeIn(3, 3), placeIn(5, 0)]).toEqual([0, 2, 0]));

test('the mark stays on its row while others come, and where it stood when its row has left', () => {
  const marked = list.moved(shown(['a', 'b', 'c']), context, pressed(1));
  expect(marked).toMatchObject({index: 1, selected: 'b'});
  expect(list.markedIn({...marked, names: ['x', 'y', 'a', 'b']}, context)).toBe('b');
  expect(list.markedIn({...marked, names: ['a', 'c']}, context)).toBe('c');
  expect(list.markedIn({...marked, names: ['a']}, context)).toBe('a');
});

test('without a row that is kept the mark stays where it stands', () => {
  const bare = markedList<{readonly index: number}, string>(
    () => ['a', 'b', 'c'],
    name => name,
  );
  expect(bare.moved({index: 0}, context, pressed(1))).toEqual({index: 1});
});

test('a key does something with the marked row, and nothing where there is none', () => {
  const press = list.withMarked((row, state) => ({state: {...state, names: [row]}}));
  expect(press(shown(['a', 'b'], {selected: 'b'}), context)).toEqual({state: {index: 1, selected: 'b', names: ['b']}});
  expect(press(shown([]), context)).toEqual({});
});

test('the mark can be moved only where there are as many rows as it takes', () => {
  const least = markedList<State, string>(
    ({names}) => names,
    name => name,
    {least: 2},
  );
  const [one, two] = [shown(['a']), shown(['a', 'b'])];
  expect([list, least].map(({selectKey}) => [one, two].map(state => selectKey.when?.(state, context)))).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('the block has every row, tells the marked one alone, and says what is so where there is none', () => {
  const described = {
    columns: [{title: 'Name'}],
    row: (name: string) => ({cells: [name.toUpperCase()]}),
    narrated: (name: string, {at, count}: {readonly at: number; readonly count: number}) => `${at}/${count} ${name}`,
    empty: 'nobody',
  };
  const block = list.block(shown(['a', 'b'], {selected: 'b'}), context, described);
  expect(block).toMatchObject({count: 2, marked: 1, markedText: '2/2 b', empty: 'nobody'});
  expect(block.rowAt(0)).toEqual({id: 'a', cells: ['A'], tone: 'plain'});
  expect(list.block(shown([]), context, described)).toMatchObject({count: 0, marked: 0, markedText: ''});
});
