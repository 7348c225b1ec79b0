import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import type {Language} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {glyphs} from '../../src/core/payment/badge.js';
import {wrap} from '../../src/core/text/width.js';
import type {Block} from '../../src/views/block.js';
import type {Size} from '../terminal/size.js';

type TooSmallProps = {
  readonly size: Size;
  readonly text: string;
  /** Texts that a person must not miss in a window of any size. They come first. */
  readonly first?: readonly string[];
};

/** Draws the text of a window that is too small for a screen, in as many lines as it has. */
export function TooSmall({size: {columns, rows}, text, first = []}: TooSmallProps): ReactNode {
  const height = Math.max(1, rows - 1);
  return (
    <Box width={columns} height={height} overflow="hidden">
      <Text wrap="truncate">
        {[...first, text]
          .flatMap(each => wrap(each, columns))
          .slice(0, height)
          .join('\n')}
      </Text>
    </Box>
  );
}

/** Returns the verdict, the amounts and the question of a screen that has no room. */
export function essentialsOf(blocks: readonly Block[], language: Language): readonly string[] {
  return blocks.flatMap(block => {
    if (block.kind === 'verdict') return [`${glyphs[block.badge]} ${block.word}`, ...block.texts.slice(0, 1)];
    if (block.kind === 'amount' && block.money.minor !== 0)
      return [
        [
          displayMoney(block.money, language),
          ...block.beside.map(({text, badge}) => (badge === undefined ? text : `${glyphs[badge]} ${text}`)),
        ].join('  '),
      ];
    return block.kind === 'question' ? [block.text] : [];
  });
}
