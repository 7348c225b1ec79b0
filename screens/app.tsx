import {Box} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
import {messages} from '../src/core/messages/messages.js';

import type {Till} from '../src/till/till.js';
import type {Block} from './kit/block.js';
import {bodyColumns} from './kit/columns.js';
import {Blocks} from './kit/ink.js';
import type {Open} from './kit/places.js';
import {keysOn, screenOf} from './kit/program.js';
import type {AnyScreen} from './kit/screen.js';
import {bannerRows, noticeRows} from './lines.js';
import {type Message, type Model, topOf} from './model.js';
import {Frame, frameLines} from './parts/frame.js';
import {Rows} from './parts/rows.js';
import {asideWidthIn, sideGap, sideRows, sideWidthIn} from './parts/side.js';
import {essentialsOf, TooSmall} from './parts/too-small.js';
import type {Program} from './program.js';
import type {Shop} from './reducer-context.js';
import type {Keymap} from './terminal/bindings.js';
import {useNow} from './terminal/clock.js';
import {isTooSmall, type Size} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';
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

/** The till: one model, one frame. */
export function App({program, till, shop, keys, styles, size}: AppProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const now = useNow(till.now, till.state.open.size > 0);
  const {language} = shop;
  const words = messages(language);
  const frame = {frameWidth: size.columns, frameHeight: size.rows - 1};
  const bare = {
    till,
    shop,
    language,
    keys: keysOn(topOf(model), keys),
    words,
    now,
    columns: Math.min(size.columns, largestBody.columns),
    ...frame,
    styles,
    takings: model.takings,
    isPlain: false,
    challenges: model.challenges,
    keptCount: model.keptCount,
  };
  const screen = topOf(model);
  if (isTooSmall(size)) {
    const blocks = screenOf(screen.kind).describe(screen.state, bare);
    return <TooSmall size={size} text={words.frame.tooSmall(size)} first={essentialsOf(blocks, language)} />;
  }
  if (layoutOf(screen) === 'whole' && !model.isLeaving)
    return <Whole screen={screen} view={{...bare, columns: size.columns, height: frame.frameHeight}} />;
  const banner = bannerRows(bare);
  const notice = noticeRows(model, bare);
  const room = frame.frameHeight - frameLines({banner, notice});
  const layout = layoutOf(screen);
  const sideWidth = widthBeside(screen, size.columns);
  const height = layout === 'tall' ? room : Math.min(room, largestBody.rows);
  const free = sideWidth === 0 ? size.columns : size.columns - sideWidth - sideGap - 1;
  const usual = Math.min(largestBody.columns, free);
  const blocks = screenOf(screen.kind).describe(screen.state, bare);
  const view: View = {...bare, columns: bodyColumns(blocks, {usual, free, height}), height};
  return (
    <Frame
      view={view}
      offers={offersOf(model, {shop, keys, till})}
      banner={banner}
      notice={notice}
      room={room}
      side={sideWidth === 0 ? null : <Beside screen={screen} view={view} columns={sideWidth} />}
      sideWidth={sideWidth}
    >
      <Described blocks={blocks} view={view} />
    </Frame>
  );
}

const layoutOf = ({kind}: Open): AnyScreen['layout'] => screenOf(kind).layout;

/** The cells beside a screen: of what is marked in its list, or of the payments that wait. */
function widthBeside(screen: Open, columns: number): number {
  if (screenOf(screen.kind).aside !== undefined) return asideWidthIn(columns);
  return layoutOf(screen) === 'beside' ? sideWidthIn(columns) : 0;
}

function Beside({screen: {kind, state}, view, columns}: ViewOf<Open> & {readonly columns: number}): ReactNode {
  const {aside} = screenOf(kind);
  if (aside === undefined) return <Rows rows={sideRows(view)} />;
  return <Described blocks={aside(state, view)} view={{...view, columns}} />;
}

function Described({blocks, view}: {readonly blocks: readonly Block[]; readonly view: View}): ReactNode {
  const room = {
    columns: view.columns,
    height: view.height,
    styles: view.styles,
    language: view.language,
    range: view.words.pendingScreen.range,
  };
  return <Blocks blocks={blocks} room={room} />;
}

/** A QR code needs every line that there is. */
function Whole({screen, view}: ViewOf<Open>): ReactNode {
  return (
    <Box width={view.frameWidth} height={view.frameHeight} overflow="hidden">
      <Described blocks={screenOf(screen.kind).describe(screen.state, view)} view={view} />
    </Box>
  );
}
