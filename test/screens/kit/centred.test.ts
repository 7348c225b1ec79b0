import {expect, test} from 'vitest';
import {centredRows} from '../../../screens/kit/centred.js';
import {stylesFor} from '../../../screens/terminal/styles.js';
import {atBottom, type Block, fact, gap, verdict} from '../../../src/views/block.js';

const styles = stylesFor({NO_COLOR: '1'});
const linesOf = (blocks: readonly Block[], columns: number, height: number) =>
  centredRows(blocks, {columns, height, styles, language: 'en', range: () => ''}).map(row =>
    row
      .map(({text}) => text)
      .join('')
      .trimEnd(),
  );

const above = fact('above', 'Shop', {isOptional: true});
const blocks = [
  above,
  gap('gap'),
  verdict('end', 'paid', 'PAID', []),
  fact('say', 'Thanks.'),
  atBottom,
  fact('at', 'Here'),
];

test('a description stands in the middle, its verdict in large letters, and gives way from the top', () => {
  const tall = linesOf(blocks, 30, 8);
  expect(tall).toHaveLength(8);
  expect(tall[0]).toBe('             Shop');
  expect(tall.slice(2, 5).every(line => /[█▀▄]/.test(line))).toBe(true);
  expect(linesOf(blocks, 30, 5)[0]).toMatch(/[█▀▄]/);
  expect(linesOf(blocks, 30, 3)).toEqual(['            ✓ PAID', '           Thanks.', '             Here']);
});
