import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {wrap} from '../../src/core/text/width.js';
import type {Size} from '../terminal/size.js';

/** What a window says that is too small for a screen, in as many lines as it has. */
export function TooSmall({size: {columns, rows}, text}: {readonly size: Size; readonly text: string}): ReactNode {
  const height = Math.max(1, rows - 1);
  return (
    <Box width={columns} height={height} overflow="hidden">
      <Text wrap="truncate">{wrap(text, columns).slice(0, height).join('\n')}</Text>
    </Box>
  );
}
