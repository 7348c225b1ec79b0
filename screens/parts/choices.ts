import type {Styles} from '../terminal/styles.js';
import {type Row, row, span} from './rows.js';

/** What a field with the focus can become, each under its key. */
export function choiceRows(
  texts: readonly string[],
  {keys, indent, styles}: {readonly keys: readonly string[]; readonly indent: number; readonly styles: Styles},
): readonly Row[] {
  return texts.map((text, at) =>
    row(' '.repeat(indent), span(`${keys[at] ?? ''} `, styles.strong), span(text, styles.quiet)),
  );
}

/** As many of the groups of lines around the marked one as have room, in their order. */
export function around(groups: readonly (readonly Row[])[], marked: number, room: number): readonly Row[] {
  const {from, to} = partAround(groups, marked, room);
  return groups.slice(from, to).flat();
}

/** Which groups these are: from the one, up to and without the other. */
export function partAround(
  groups: readonly (readonly Row[])[],
  marked: number,
  room: number,
): {readonly from: number; readonly to: number} {
  let from = marked;
  let to = marked;
  let used = groups[marked]?.length ?? 0;
  const fits = (at: number) => at >= 0 && at < groups.length && used + (groups[at]?.length ?? 0) <= room;
  while (fits(to + 1) || fits(from - 1)) {
    const next = fits(to + 1) ? to + 1 : from - 1;
    used += groups[next]?.length ?? 0;
    to = Math.max(to, next);
    from = Math.min(from, next);
  }
  return {from, to: Math.min(to + 1, groups.length)};
}
