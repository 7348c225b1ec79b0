import {stripVTControlCharacters} from 'node:util';
import fc from 'fast-check';
import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import type {Room} from '../../../screens/kit/block-rows.js';
import {Blocks} from '../../../screens/kit/ink.js';
import {type SmallPage, smallPages} from '../../../screens/kit/small.js';
import {stylesFor} from '../../../screens/terminal/styles.js';
import {
  atBottom,
  type Block,
  type Column,
  type FieldBlock,
  fact,
  gap,
  notice,
  paper,
  title,
  verdict,
} from '../../../src/views/block.js';
import {forAll} from '../../hostile/runs.js';

const room = (columns: number, height: number): Room => ({
  columns,
  height,
  language: 'en',
  styles: stylesFor({}),
  range: () => '',
});
const drawn = ({blocks, chosen}: SmallPage, where: Room) =>
  stripVTControlCharacters(
    renderToString(<Blocks blocks={blocks} room={where} chosen={chosen} />, {columns: where.columns}),
  );
const framesOf = (blocks: readonly Block[], where: Room) => smallPages(blocks, where).map(page => drawn(page, where));

const sentence = fc
  .array(fc.nat(99_999), {minLength: 1, maxLength: 30})
  .map(words => words.map(word => `word${word}`).join(' '));
const flags = fc.record({isOptional: fc.boolean(), isRoomy: fc.boolean()});
const field = (label: string, isFocused: boolean): FieldBlock => ({
  kind: 'field',
  id: label,
  label,
  isFocused,
  note: '',
  problem: '',
  warning: '',
  unit: '',
  shown: '',
  line: {before: '', after: ''},
  fallback: '',
  hint: '',
  spoken: '',
  isKept: false,
  isLocked: false,
});
const block: fc.Arbitrary<Block> = fc.oneof(
  fc
    .tuple(sentence, flags, fc.constantFrom('', 'To', 'Network'))
    .map(([text, more, lead]) => fact(text, text, {...more, lead, most: 1})),
  fc.tuple(sentence, flags).map(([text, more]) => notice(text, text, {...more, most: 1})),
  sentence.map(text => verdict(text, 'paid', 'PAID', [text])),
  sentence.map((text): Block => ({kind: 'question', id: text, text})),
  fc.nat(99).map(at => field(`Name ${at}`, false)),
  fc.constant(gap('gap')),
);

const textsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap(each => (each.kind === 'verdict' ? each.texts : 'text' in each ? [String(each.text)] : []));

test('the pages of a small window show every word of what cannot be left out, and the field on each of them', () =>
  forAll(
    fc.array(block, {maxLength: 6}),
    fc.array(block, {maxLength: 2}),
    fc.integer({min: 3, max: 12}),
    (above, below, height) => {
      const where = room(40, height);
      const frames = framesOf([title('Sale'), ...above, field('Reason', true), atBottom, ...below], where);
      const needed = above.filter(({isOptional, isRoomy}) => isOptional !== true && isRoomy !== true);
      const seen = new Set(frames.join(' ').split(/\s+/u));
      const said = textsOf(needed).flatMap(text => text.split(' '));
      expect(said.filter(word => !seen.has(word))).toEqual([]);
      for (const frame of frames) {
        expect(frame).toContain('▸ Reason');
        expect(frame.split('\n').length).toBeLessThanOrEqual(height);
      }
    },
  ));

test('a text that scrolls in a small window cuts no line, and what is around it scrolls too', () => {
  const lines = ['Total                                   KES 1,250.00', '-'.repeat(48)];
  const exact: Block = {kind: 'exact', id: 'lines', lines, onRoll: true};
  const [frame = ''] = framesOf([fact('above', 'Said first'), paper('Receipt', 0, [exact])], room(40, 6));
  expect(frame.split('\n').map(line => line.trimEnd())).toEqual([
    ...[' Receipt', '   Said first', '   Total KES 1,250.00', `   ${'-'.repeat(37)}`],
    ...['', ''],
  ]);
});

test('a row of a table without titles that has no room is a text in a narrow window', () => {
  const cells = ['Cash, counted by two people', '12', 'KES        1,250.00'];
  const table: Block = {
    kind: 'table',
    id: 'sums',
    columns: cells.map(() => ({title: ''})),
    rows: [{cells, tone: 'plain'}],
  };
  const [frame = ''] = framesOf([table], room(40, 4));
  expect(frame.split('\n').map(line => line.trimEnd())).toEqual([
    ...['   Cash, counted by two people 12', '   KES\u00A01,250.00'],
    ...['', ''],
  ]);
});

test('a list in a small window keeps its marked row, and says below it what has no room beside it', () => {
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
  const columns = [{title: 'Qty'}, {title: 'What', grows: true}, {title: 'Amount', align: 'right'}] as const;
  const basket = [title('Basket'), list(columns, ['Bread that has a long name, and longer', 'KES 1,250.00'])];
  expect(framesOf(basket, room(40, 3))).toEqual([
    expect.stringMatching(/Qty What +Amount\n ▸ 7 {3}Bread that has a l… KES 1,250\.00/),
  ]);
  const narrow = framesOf(basket, room(26, 5));
  expect(narrow.join('\n')).toMatch(/▸ 7 {3}Bread that has[\s\S]*What: Bread that has[\s\S]*Amount: KES 1,250\.00/);
});

test('a title that has no room beside what is said of it is whole, above it', () => {
  const count = {text: '12 to look at', tone: 'strong'} as const;
  const name = 'Reconciliation of ‹ Tue 1 Dec ›';
  const [frame = ''] = framesOf([title(name, {note: [count]}), fact('more', 'More')], room(40, 4));
  expect(frame.split('\n').map(line => line.trimEnd())).toEqual([
    ` ${name}`,
    '                          12 to look at',
    '   More',
    '',
  ]);
  expect(framesOf([title('Sales', {note: [count]})], room(40, 1))).toEqual([
    expect.stringMatching(/^ Sales +12 to look at$/),
  ]);
});
