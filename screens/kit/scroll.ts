import {stepAt} from '../terminal/bindings.js';
import type {Context, ScreenKey} from './screen.js';

/** More lines than any text has, and still an exact integer. */
const longest = 10_000_000;

/**
 * Returns the offset of a text after the key at `place` of those that move it: lines from the top, or if negative from the end, where -1 is
 * the end itself. Only the drawing code knows how long the text is.
 */
export function movedOffset(offset: number, {place, page}: {readonly place: number; readonly page: number}): number {
  const by = stepAt(place, {page, all: longest});
  if (Math.abs(by) === longest) return by < 0 ? 0 : -1;
  const moved = offset + by;
  return offset < 0 ? Math.max(-longest, Math.min(-1, moved)) : Math.max(0, Math.min(longest, moved));
}

/** Returns the first of `count` lines that is shown in a window of `height` lines. */
export function firstLine(offset: number, {count, height}: {readonly count: number; readonly height: number}): number {
  const last = Math.max(0, count - height);
  return offset < 0 ? Math.max(0, last + 1 + offset) : Math.min(offset, last);
}

/** Returns the first row of the page with the marked row. The window moves by whole pages; the last page is as full as the others. */
export function pageOf(index: number, height: number, count: number): number {
  const page = Math.floor(index / Math.max(1, height)) * Math.max(1, height);
  return Math.max(0, Math.min(page, count - height));
}

/** Returns the key that moves the offset of a text. */
export const scrollKey = <S extends {readonly offset: number}, C = Context>(): ScreenKey<S, C, unknown> => ({
  id: 'scroll',
  press: (state, _, pressed) => ({state: {...state, offset: movedOffset(state.offset, pressed)}}),
});
