import {stripVTControlCharacters} from 'node:util';
import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import {fieldBlocks} from '../../../screens/kit/form.js';
import {Blocks} from '../../../screens/kit/ink.js';
import {textRules} from '../../../screens/terminal/line.js';
import {stylesFor} from '../../../screens/terminal/styles.js';
import {type Block, type Column, type ListBlock, notice, title} from '../../../src/views/block.js';

const linesOf = (blocks: readonly Block[], size: {readonly columns: number; readonly height: number}) => {
  const room = {...size, language: 'en' as const, styles: stylesFor({}), range: () => ''};
  const drawn = renderToString(<Blocks blocks={blocks} room={room} />, {columns: size.columns});
  return stripVTControlCharacters(drawn)
    .split('\n')
    .map(line => line.trimEnd());
};

const labels = ['Ant', 'Bee', 'Cat', 'Dog', 'Elk', 'Fox'];
const formAt = (focus: string): readonly Block[] => [
  title('Animals'),
  ...fieldBlocks(
    labels.map(label => ({id: label, label, rules: textRules})),
    {lines: {}, focus, kept: undefined, wrong: undefined},
    {language: 'en'},
  ),
  notice('seen', 'None was seen.'),
];

test('of a form that has no room its fields around the one with the focus are drawn, and which they are', () => {
  expect(linesOf(formAt('Bee'), {columns: 60, height: 8})).toEqual([
    ' Animals',
    '   Ant',
    ' ▸ Bee       ▌',
    ...['   Cat', '   Dog', '   Elk', '   Fox'],
    '   ✗ None was seen.',
  ]);
  expect(linesOf(formAt('Fox'), {columns: 60, height: 5})).toEqual([
    ' Animals  4–6 / 6',
    '   Dog',
    '   Elk',
    ' ▸ Fox       ▌',
    '   ✗ None was seen.',
  ]);
  expect(linesOf(formAt('Bee'), {columns: 60, height: 4})).toEqual([
    ' Animals  2–3 / 6',
    ' ▸ Bee       ▌',
    '   Cat',
    '   ✗ None was seen.',
  ]);
});

test('a column gives way before the one that grows has too little', () => {
  const columns: readonly Column[] = [
    {title: 'What', grows: true, width: 12},
    {title: 'Here', width: 10, align: 'right', givesWay: true},
    {title: 'Difference', width: 10, align: 'right'},
  ];
  const list: ListBlock = {
    kind: 'list',
    id: 'list',
    columns,
    count: 1,
    rowAt: () => ({id: 'a', cells: ['Not at the provider', '10.00', '−10.00'], tone: 'plain'}),
    marked: 0,
    markedText: '',
    empty: '',
  };
  expect(linesOf([list], {columns: 40, height: 4})[1]).toBe(' ▸ Not at the pr…      10.00     −10.00');
  expect(linesOf([list], {columns: 37, height: 4})[1]).toBe(' ▸ Not at the provider        −10.00');
});
