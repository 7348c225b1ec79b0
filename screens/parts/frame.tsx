import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {BindingId} from '../terminal/bindings.js';
import {footerGap, footerParts} from '../terminal/bindings.js';
import type {View} from '../view.js';
import {type Row, Rows, row, span} from './rows.js';
import {sideGap} from './side.js';

type FrameView = Pick<View, 'language' | 'keys' | 'styles' | 'columns' | 'height' | 'frameWidth' | 'frameHeight'>;

type FrameProps = {
  readonly view: FrameView;
  readonly header: Row;
  readonly isInSmall: boolean;
  readonly offers: readonly BindingId[];
  /** Stands below the header while it is true. */
  readonly banner: readonly Row[];
  /** Stands above the footer until the next decision. */
  readonly notice: readonly Row[];
  /** Lines between the two. */
  readonly room: number;
  /** Beside the body in a wide window, in so many cells. */
  readonly side: ReactNode;
  readonly sideWidth: number;
  readonly children: ReactNode;
};

/** Lines of a frame that are not its body: a small one has no rules. */
export function frameLines({banner, notice, isInSmall}: Pick<FrameProps, 'banner' | 'notice' | 'isInSmall'>): number {
  return (isInSmall ? 2 : 4) + banner.length + notice.length;
}

/** Header, rule, body, rule, keys. Never higher than the window, whatever the body holds. */
export function Frame({
  view,
  header,
  isInSmall,
  offers,
  banner,
  notice,
  room,
  side,
  sideWidth,
  children,
}: FrameProps): ReactNode {
  const {columns, frameWidth, frameHeight, height, styles} = view;
  const used = columns + (sideWidth === 0 ? 0 : sideGap + sideWidth);
  const rules = isInSmall ? [] : [row(span('─'.repeat(frameWidth), styles.quiet))];
  return (
    <Box flexDirection="column" width={frameWidth} height={frameHeight} overflow="hidden">
      <Rows rows={[header, ...rules, ...banner]} />
      <Box height={room} flexShrink={0} flexDirection="row">
        <Box
          flexDirection="column"
          width={columns}
          marginLeft={Math.floor((frameWidth - used) / 2)}
          marginTop={Math.floor((room - height) / 3)}
          height={height}
          overflow="hidden"
          flexShrink={0}
        >
          {children}
        </Box>
        {sideWidth === 0 ? null : (
          <Box marginLeft={sideGap} marginTop={Math.floor((room - height) / 3)} width={sideWidth} flexShrink={0}>
            {side}
          </Box>
        )}
      </Box>
      <Rows rows={[...notice, ...rules, footerRow(view, frameWidth, offers)]} />
    </Box>
  );
}

function footerRow({language, keys, styles}: FrameView, columns: number, offers: readonly BindingId[]): Row {
  const parts = footerParts(offers, {language, keys}, columns - 1);
  return row(
    ' ',
    ...parts.flatMap(({key, word}, at) => [
      ...(at === 0 ? [] : [footerGap]),
      span(key, styles.strong),
      span(word === '' ? '' : ` ${word}`, styles.quiet),
    ]),
  );
}
