import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {fit} from '../../src/core/width.js';
import {displayWords} from '../../src/core/words/display.js';
import type {Shown} from '../../src/till/front.js';
import {Rows} from '../parts/rows.js';
import type {Size} from '../terminal/size.js';
import type {Styles} from '../terminal/styles.js';
import {displayRows} from './display-rows.js';

/** The smallest window that the customer's screen is drawn for. */
const smallest: Size = {columns: 40, rows: 12};

type DisplayProps = {readonly shown: Shown; readonly size: Size; readonly styles: Styles};

/** What the customer looks at. Nothing on it moves by itself. */
export function CustomerDisplay({shown, size, styles}: DisplayProps): ReactNode {
  const {columns, rows} = size;
  const isTooSmall = columns < smallest.columns || rows < smallest.rows;
  return (
    <Box width={columns} height={Math.max(1, rows - 1)} overflow="hidden">
      {isTooSmall ? (
        <Text wrap="truncate">{fit(displayWords[shown.language].tooSmall, columns)}</Text>
      ) : (
        <Rows rows={displayRows(shown, size, styles)} />
      )}
    </Box>
  );
}
