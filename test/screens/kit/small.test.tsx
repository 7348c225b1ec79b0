import {stripVTControlCharacters} from 'node:util';
import fc from 'fast-check';
import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import type {Room} from '../../../screens/kit/block-rows.js';
import {Blocks, smallBlocks} from '../../../screens/kit/ink.js';
import {stylesFor} from '../../../screens/terminal/styles.js';
import {atBottom, type Block, type Column, fact, gap, notice, title, verdict} from '../../../src/views/block.js';
import {forAll} from '../../hostile/runs.js';

const room = (columns: number, height: number): Room => ({
  ...{columns, height, language: 'en', styles: stylesFor({})},
  range: () => '',
});
const drawn = (blocks: readonly Block[], where: Room) =>
  stripVTControlCharacters(renderToString(<Blocks blocks={blocks} room={where} />, {columns: where.columns}));

const sentence = fc
  .array(fc.nat(99_999), {minLength: 1, maxLength: 14})
  .map(words => words.map(word => `word${word}`).join(' '));
const flags = fc.record({isOptional: fc.boolean(), isRoomy: fc.boolean()});
const block: fc.Arbitrary<Block> = fc.oneof(
  fc
    .tuple(sentence, flags, fc.constantFrom('', 'To', 'Network'))
    .map(([text, more, lead]) => fact(text, text, {...more, lead, most: 1})),
  fc.tuple(sentence, flags).map(([text, more]) => notice(text, text, {...more, most: 1})),
  sentence.map(text => verdict(text, 'paid', 'PAID', [text.slice(0, 60)])),
  fc.constant(gap('gap')),
);

const textsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap(each =>
    each.kind === 'verdict' ? each.texts : 'text' in each && each.kind !== 'question' ? [each.text] : [],
  );

test('a small window shows every word of what cannot be left out, or nothing at all', () =>
  forAll(
    fc.array(block, {maxLength: 6}),
    fc.array(block, {maxLength: 2}),
    fc.integer({min: 3, max: 12}),
    (above, below, height) => {
      const where = room(40, height);
      const all = [title('Sale'), ...above, atBottom, ...below];
      const blocks = smallBlocks(all, where);
      const needed = [
        title('Sale'),
        ...above.filter(({isOptional, isRoomy}) => isOptional !== true && isRoomy !== true),
      ];
      if (blocks === undefined) {
        expect(smallBlocks(needed, where)).toBeUndefined();
        return;
      }
      const seen = new Set(drawn(blocks, where).split(/\s+/u));
      const said = [...textsOf(needed), ...textsOf(blocks)].flatMap(text => text.split(' '));
      expect(said.filter(word => !seen.has(word))).toEqual([]);
    },
  ));

test('a list in a small window keeps its columns whole and its marked row, or is not there', () => {
  const list = (columns: readonly Column[], cells: readonly string[]): Block => ({
    kind: 'list',
    id: 'list',
    columns,
    count: 9,
    rowAt: at => ({id: String(at), cells: [String(at), ...cells], tone: 'plain'}),
    marked: 7,
    markedText: '',
    empty: '',
  });
  const columns = [{title: 'Qty'}, {title: 'What', grows: true}, {title: 'Amount'}] as const;
  const small = [title('Basket'), list(columns, ['Bread that has a long name, and longer', 'KES 1,250.00'])];
  const seen = drawn(smallBlocks(small, room(40, 3)) ?? [], room(40, 3));
  expect(seen).toMatch(/Qty What +Amount\n ▸ 7 {3}Bread that has a l… KES 1,250\.00/);
  expect(smallBlocks(small, room(40, 2))).toBeUndefined();
  expect(smallBlocks(small, room(30, 9))).toBeUndefined();
});
