import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {Block} from '../src/views/block.js';
import type {Room} from './kit/block-rows.js';
import {bodyColumns, detailOf} from './kit/columns.js';
import {Blocks, smallBlocks} from './kit/ink.js';
import type {AnyScreen} from './kit/screen.js';
import type {SpokenContext} from './kit/step.js';
import {essentialsOf, TooSmall} from './kit/too-small.js';
import {type Row, Rows, row, span} from './parts/rows.js';
import {sideGap, sideRoomIn, sideWidthIn} from './side.js';
import {type BindingId, footerGap, footerParts, keyText} from './terminal/bindings.js';
import {isSmall, isTooSmall, type Size} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';

/** The largest body that is comfortable to read. In a larger window the body is in the middle. Lists may grow beyond it. */
const largestBody = {columns: 100, rows: 32} as const;

/** A screen, and what its program shows around it. */
export type Framing = {
  readonly context: SpokenContext;
  readonly styles: Styles;
  readonly size: Size;
  readonly blocks: readonly Block[];
  readonly layout: AnyScreen['layout'];
  readonly offers: readonly BindingId[];
  readonly header: Row;
  /** The row of places below the header. */
  readonly doors?: Row | undefined;
  /** The banner is below the header while it is true; the notice is above the footer until the next decision. */
  readonly banner: readonly Row[];
  readonly notice: readonly Row[];
  /** In a small window, only the question whether to leave is shown. */
  readonly isLeaving: boolean;
  /** The text for a window that has no room for the screen. */
  readonly tooSmall: string;
  readonly range: Room['range'];
  /** Returns the lines beside a screen with the layout `beside`. */
  readonly beside?: (height: number) => readonly Row[];
};

/** Returns the banner and the number of lines that it and the notice leave for the body. */
function roomIn({banner, notice, size, doors}: Framing) {
  const isInSmall = isSmall(size);
  const shown = banner.slice(0, isInSmall ? 1 : undefined);
  // The header and the keys, and in a window that is not small also a rule below the header and one above the keys.
  const around = (isInSmall ? 2 : 4) + (doors === undefined ? 0 : 1) + shown.length + notice.length;
  return {isInSmall, banner: shown, height: size.rows - 1 - around};
}

/** Returns what a small window shows of a screen, or undefined if a line of it would be missing. */
function smallBody(framing: Framing): readonly Block[] | undefined {
  const {size, isLeaving, layout, blocks} = framing;
  if (isTooSmall(size)) return undefined;
  if (isLeaving) return [];
  if (layout === 'whole') return undefined;
  const columns = Math.min(size.columns, largestBody.columns);
  return smallBlocks(blocks, roomOf(framing, columns, roomIn(framing).height));
}

const roomOf = ({styles, context: {language}, range}: Framing, columns: number, height: number): Room => ({
  ...{columns, height, styles, language, range},
});

/** Whether a small window shows the content to which a key would apply. */
export const isFramed = (framing: Framing): boolean => smallBody(framing) !== undefined;

/** Draws header, rule, body, rule and keys. The result is never higher than the window, whatever the body contains. */
export function Framed(framing: Framing): ReactNode {
  const {context, styles, size, layout, header, notice, isLeaving, tooSmall, beside} = framing;
  const {language, keys, messages} = context;
  const {banner, isInSmall, height: room} = roomIn(framing);
  const small = isInSmall ? smallBody(framing) : undefined;
  if (isInSmall && small === undefined) {
    const way = isTooSmall(size) ? '' : ` ${messages.frame.wayBack({key: keyText('back', {language, keys})})}`;
    return <TooSmall size={size} text={tooSmall + way} first={essentialsOf(framing.blocks, language)} />;
  }
  const [frameWidth, frameHeight] = [size.columns, size.rows - 1];
  if (layout === 'whole' && !isLeaving)
    return (
      // A QR code needs every line.
      <Box width={frameWidth} height={frameHeight} overflow="hidden">
        <Blocks blocks={framing.blocks} room={roomOf(framing, frameWidth, frameHeight)} />
      </Box>
    );
  const blocks = small ?? framing.blocks;
  const detail = detailOf(blocks);
  const widthBeside = layout === 'beside' && beside !== undefined ? sideWidthIn(frameWidth) : 0;
  const sideWidth = detail === undefined ? widthBeside : sideRoomIn(frameWidth);
  const height = layout === 'tall' ? room : Math.min(room, largestBody.rows);
  const free = sideWidth === 0 ? frameWidth : frameWidth - sideWidth - sideGap - 1;
  const columns = bodyColumns(blocks, {usual: Math.min(largestBody.columns, free), free, height});
  const side =
    detail === undefined ? (
      <Rows rows={beside?.(height) ?? []} />
    ) : (
      <Blocks blocks={detail()} room={roomOf(framing, sideWidth, height)} />
    );
  const rules = isInSmall ? [] : [row(span('─'.repeat(frameWidth), styles.quiet))];
  const used = columns + (sideWidth === 0 ? 0 : sideGap + sideWidth);
  const marginTop = Math.floor((room - height) / 3);
  return (
    <Box flexDirection="column" width={frameWidth} height={frameHeight} overflow="hidden">
      <Rows rows={[header, ...(framing.doors === undefined ? [] : [framing.doors]), ...rules, ...banner]} />
      <Box height={room} flexShrink={0} flexDirection="row">
        <Box
          flexDirection="column"
          width={columns}
          marginLeft={Math.floor((frameWidth - used) / 2)}
          marginTop={marginTop}
          height={height}
          overflow="hidden"
          flexShrink={0}
        >
          <Blocks blocks={blocks} room={roomOf(framing, columns, height)} />
        </Box>
        {sideWidth === 0 ? null : (
          <Box marginLeft={sideGap} marginTop={marginTop} width={sideWidth} flexShrink={0}>
            {side}
          </Box>
        )}
      </Box>
      <Rows rows={[...notice, ...rules, footerRow(framing)]} />
    </Box>
  );
}

function footerRow({context, offers, styles, size: {columns}}: Framing): Row {
  const parts = footerParts(offers, context, columns - 1);
  return row(
    ' ',
    ...parts.flatMap(({key, word}, at) => [
      ...(at === 0 ? [] : [footerGap]),
      span(key, styles.strong),
      span(word === '' ? '' : ` ${word}`, styles.quiet),
    ]),
  );
}
