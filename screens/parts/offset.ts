import {stepAt} from '../terminal/bindings.js';

/** Longer than any text, and no more than a number can hold exactly. */
const longest = 10_000_000;

/**
 * How far a text is moved after the key at `place` of those that move it: lines from its top, or below 0 from its end, -1
 * being the end itself. Only the picture knows how long the text is.
 */
export function movedOffset(offset: number, {place, page}: {readonly place: number; readonly page: number}): number {
  const by = stepAt(place, {page, all: longest});
  if (Math.abs(by) === longest) return by < 0 ? 0 : -1;
  const moved = offset + by;
  return offset < 0 ? Math.max(-longest, Math.min(-1, moved)) : Math.max(0, Math.min(longest, moved));
}

/** The first line that is shown of `count` lines in a window of `height`. */
export function firstLine(offset: number, {count, height}: {readonly count: number; readonly height: number}): number {
  const last = Math.max(0, count - height);
  return offset < 0 ? Math.max(0, last + 1 + offset) : Math.min(offset, last);
}
