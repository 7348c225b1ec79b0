import {Box} from 'ink';
import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';
import type {ExitCode} from '../../src/core/problem.js';
import {type CustomerView, type DisplayParts, followDisplay} from '../../src/till/customer-display.js';
import {centredRows} from '../kit/centred.js';
import {TooSmall} from '../kit/too-small.js';
import {Rows} from '../parts/rows.js';
import {showEach} from '../stage.js';
import type {Size} from '../terminal/size.js';
import {type Styles, stylesFor} from '../terminal/styles.js';
import {describeDisplay} from './describe.js';

/** The smallest window for which the customer's screen is drawn. */
const smallest: Size = {columns: 40, rows: 12};

type DisplayProps = {readonly shown: CustomerView; readonly size: Size; readonly styles: Styles};

/** What the customer looks at. Nothing on it moves by itself. */
export function CustomerDisplay({shown, size, styles}: DisplayProps): ReactNode {
  const {columns, rows} = size;
  const {language} = shown.sale ?? shown;
  const isTooSmall = columns < smallest.columns || rows < smallest.rows;
  if (isTooSmall) return <TooSmall size={size} text={messages(shown.language).display.tooSmall} />;
  const height = Math.max(1, rows - 1);
  return (
    <Box width={columns} height={height} overflow="hidden">
      <Rows rows={centredRows(describeDisplay(shown), {columns, height, styles, language, range: () => ''})} />
    </Box>
  );
}

/** Shows this terminal to the customer until `q` or Ctrl-C. Takes no lock and writes nothing. Rejects with the error of `followFront`. */
export const openDisplay = (parts: DisplayParts): Promise<ExitCode> =>
  showEach(
    signal => followDisplay(parts, signal),
    (shown, size) => <CustomerDisplay shown={shown} size={size} styles={stylesFor(parts.environment, shown.theme)} />,
  );
