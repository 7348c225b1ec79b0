import {Box} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';

import type {Till} from '../src/till/till.js';
import type {Block} from './kit/block.js';
import {bodyColumns, detailOf, type ListDetail} from './kit/columns.js';
import {contextOf} from './kit/context.js';
import {Blocks, type Room, smallBlocks} from './kit/ink.js';
import type {Open} from './kit/places.js';
import type {AnyScreen} from './kit/screen.js';
import {bannerRows, noticeRows} from './lines.js';
import {type Message, type Model, topOf} from './model.js';
import {Frame, frameLines} from './parts/frame.js';
import {headerRow} from './parts/header.js';
import {Rows} from './parts/rows.js';
import {sideGap, sideRoomIn, sideRows, sideWidthIn} from './parts/side.js';
import {essentialsOf, TooSmall} from './parts/too-small.js';
import type {Program} from './program.js';
import type {Shop} from './reducer-context.js';
import {type Keymap, keyText} from './terminal/bindings.js';
import {useNow} from './terminal/clock.js';
import {isSmall, isTooSmall, type Size} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';
import {tillScreens} from './till-screens.js';
import {offersOf} from './update.js';
import type {View, ViewOf} from './view.js';

/** No wider and no higher than the eye likes to travel; in a larger window the body stands in the middle. Lists grow. */
const largestBody = {columns: 100, rows: 32} as const;

export type AppProps = {
  readonly program: Program<Model, Message>;
  readonly till: Till;
  readonly shop: Shop;
  readonly keys: Keymap;
  readonly styles: Styles;
  readonly size: Size;
};

type Parts = Omit<AppProps, 'program' | 'size'>;

/** What stands around the body of a screen, and the lines that it leaves. */
function frameOf(
  model: Model,
  {till, shop, keys, styles}: Parts,
  {size, now}: {readonly size: Size; readonly now: number},
) {
  const screen = topOf(model);
  const bare = {
    ...contextOf(model, {till, shop, keys: tillScreens.keysOn(screen, keys)}),
    till,
    now,
    columns: Math.min(size.columns, largestBody.columns),
    frameWidth: size.columns,
    frameHeight: size.rows - 1,
    styles,
  };
  const isInSmall = isSmall(size);
  const banner = bannerRows(bare).slice(0, isInSmall ? 1 : undefined);
  const notice = noticeRows(model, bare);
  const room = bare.frameHeight - frameLines({banner, notice, isInSmall});
  return {screen, bare, isInSmall, banner, notice, room};
}

/** What a small window shows of a screen: nothing where a line of it would be missing. Whoever leaves is asked alone. */
function smallBody(model: Model, {screen, bare, room}: ReturnType<typeof frameOf>): readonly Block[] | undefined {
  if (model.isLeaving) return [];
  if (layoutOf(screen) === 'whole') return undefined;
  return smallBlocks(tillScreens.describedOn(screen, bare), roomOf({...bare, height: room}));
}

/** Whether a window shows what a key would be pressed at. */
export function isShown(model: Model, parts: Parts, size: Size): boolean {
  if (!isSmall(size)) return true;
  return !isTooSmall(size) && smallBody(model, frameOf(model, parts, {size, now: parts.till.now()})) !== undefined;
}

/** The till: one model, one frame. */
export function App({program, size, ...parts}: AppProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const {till, shop, keys} = parts;
  const now = useNow(till.now, till.state.open.size > 0);
  const frame = frameOf(model, parts, {size, now});
  const {screen, bare, isInSmall, banner, notice, room} = frame;
  const {words, language} = bare;
  const small = isInSmall && !isTooSmall(size) ? smallBody(model, frame) : undefined;
  if (isInSmall && small === undefined) {
    const blocks = tillScreens.describedOn(screen, bare);
    const way = isTooSmall(size) ? '' : ` ${words.frame.wayBack({key: keyText('back', {language, keys})})}`;
    return <TooSmall size={size} text={words.frame.tooSmall(size) + way} first={essentialsOf(blocks, language)} />;
  }
  const layout = layoutOf(screen);
  if (layout === 'whole' && !model.isLeaving)
    return <Whole screen={screen} view={{...bare, columns: size.columns, height: bare.frameHeight}} />;
  const blocks = small ?? tillScreens.describedOn(screen, bare);
  const detail = detailOf(blocks);
  const sideWidth = widthBeside(layout, detail, size.columns);
  const height = layout === 'tall' ? room : Math.min(room, largestBody.rows);
  const free = sideWidth === 0 ? size.columns : size.columns - sideWidth - sideGap - 1;
  const usual = Math.min(largestBody.columns, free);
  const view: View = {...bare, columns: bodyColumns(blocks, {usual, free, height}), height};
  return (
    <Frame
      view={view}
      header={headerRow(view, size.columns)}
      isInSmall={isInSmall}
      offers={offersOf(model, {shop, keys, till})}
      banner={banner}
      notice={notice}
      room={room}
      side={sideWidth === 0 ? null : <Beside detail={detail} view={view} columns={sideWidth} />}
      sideWidth={sideWidth}
    >
      <Described blocks={blocks} view={view} />
    </Frame>
  );
}

const layoutOf = ({kind}: Open): AnyScreen['layout'] => tillScreens.screenOf(kind).layout;

/** The cells beside a screen: of what is marked in its list, or of the payments that wait. */
function widthBeside(layout: AnyScreen['layout'], detail: ListDetail, columns: number): number {
  if (detail !== undefined) return sideRoomIn(columns);
  return layout === 'beside' ? sideWidthIn(columns) : 0;
}

type BesideProps = {readonly detail: ListDetail; readonly view: View; readonly columns: number};

function Beside({detail, view, columns}: BesideProps): ReactNode {
  if (detail === undefined) return <Rows rows={sideRows(view)} />;
  return <Described blocks={detail()} view={{...view, columns}} />;
}

function Described({blocks, view}: {readonly blocks: readonly Block[]; readonly view: View}): ReactNode {
  return <Blocks blocks={blocks} room={roomOf(view)} />;
}

const roomOf = ({columns, height, styles, language, words}: View): Room => ({
  ...{columns, height, styles, language},
  range: words.pendingScreen.range,
});

/** A QR code needs every line that there is. */
function Whole({screen, view}: ViewOf<Open>): ReactNode {
  return (
    <Box width={view.frameWidth} height={view.frameHeight} overflow="hidden">
      <Described blocks={tillScreens.describedOn(screen, view)} view={view} />
    </Box>
  );
}
