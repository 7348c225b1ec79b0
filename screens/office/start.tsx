import {Box, Text} from 'ink';
import {type Language, messages} from '../../src/core/messages/messages.js';
import type {OfficeView} from '../../src/core/office/view.js';
import type {ExitCode} from '../../src/core/problem.js';
import type {World} from '../../src/core/world.js';
import {describeInSmall, describeOffice} from '../../src/views/office/describe.js';
import {Blocks} from '../kit/ink.js';
import {TooSmall} from '../kit/too-small.js';
import {showEach} from '../stage.js';
import {isSmall, isTooSmall, type Size} from '../terminal/size.js';
import {stylesFor} from '../terminal/styles.js';

type Watching = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  readonly world: Pick<World, 'now'>;
};

/** Shows a head office until `q` or Ctrl-C. Rejects with the error of `views`. */
export const openWatch = (
  views: (signal: AbortSignal) => AsyncIterable<OfficeView>,
  watching: Watching,
): Promise<ExitCode> => showEach(views, (view, size) => <OfficeWatch view={view} size={size} watching={watching} />);

type Props = {readonly view: OfficeView; readonly size: Size; readonly watching: Watching};

export function OfficeWatch({view, size, watching: {environment, language, world}}: Props) {
  const {columns, rows} = size;
  const words = messages(language);
  if (isTooSmall(size)) return <TooSmall size={size} text={words.frame.tooSmall({columns, rows})} />;
  const described = isSmall(size) ? describeInSmall : describeOffice; // a small window has no room for a list of tills
  const styles = stylesFor(environment, 'auto');
  const {range, watch} = words.office;
  const room = {language, columns, height: rows - 2, styles, range};
  return (
    <Box width={columns} height={rows - 1} flexDirection="column" overflow="hidden">
      <Blocks blocks={described(view, {language, now: world.now()})} room={room} />
      <Text {...styles.quiet}>{` ${watch.keys}`}</Text>
    </Box>
  );
}
