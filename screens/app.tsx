import {type ReactNode, useSyncExternalStore} from 'react';
import type {Till} from '../src/till/till.js';
import {Framed, type Framing, isFramed} from './framed.js';
import {contextOf} from './kit/context.js';
import {bannerRows, doorsRow, headerRow, noticeRows} from './lines.js';
import {type Message, type Model, topOf} from './model.js';
import type {Program} from './program.js';
import type {Shop} from './reducer-context.js';
import {sideRows} from './side.js';
import {type BindingId, doors, type Keymap} from './terminal/bindings.js';
import {useNow} from './terminal/clock.js';
import {hasDoors, isSmall, type Size} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';
import {tillScreens} from './till-screens.js';
import {offersOf} from './update.js';

export type AppProps = {
  readonly program: Program<Model, Message>;
  readonly till: Till;
  readonly shop: Shop;
  readonly keys: Keymap;
  readonly styles: Styles;
  readonly size: Size;
};

type Parts = Omit<AppProps, 'program' | 'size'>;

/** Returns the shown screen and what surrounds it. */
function framingOf(model: Model, {till, shop, keys, styles}: Parts, size: Size, now: number): Framing {
  const screen = topOf(model);
  const context = contextOf(model, {till, shop, keys: tillScreens.keysOn(screen, keys)});
  const view = {...context, till, now, styles, size};
  const {messages} = context;
  const offers = offersOf(model, {shop, keys, till});
  const isOpen = hasDoors(size) && !model.isLeaving;
  const inRow: readonly BindingId[] = isOpen ? [...doors, 'help'] : [];
  return {
    ...{context, styles, size},
    blocks: tillScreens.describedOn(screen, view),
    layout: tillScreens.screenOf(screen.kind).layout,
    offers: offers.filter(id => !inRow.includes(id)),
    header: headerRow(view),
    doors: isOpen ? doorsRow(model, view, offers) : undefined,
    banner: bannerRows(view),
    notice: noticeRows(model, view),
    isLeaving: model.isLeaving,
    tooSmall: messages.frame.tooSmall(size),
    range: messages.pendingScreen.range,
    beside: height => sideRows(view, height),
  };
}

/** Whether the window shows the content to which a key would apply. */
export const isShown = (model: Model, parts: Parts, size: Size): boolean =>
  !isSmall(size) || isFramed(framingOf(model, parts, size, parts.till.now()));

export function App({program, size, ...parts}: AppProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const {till} = parts;
  const now = useNow(till.now, till.state.open.size > 0);
  return <Framed {...framingOf(model, parts, size, now)} />;
}
