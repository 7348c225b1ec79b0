import type {Row} from './rows.js';

/** Returns as many groups of lines around the marked one as have room, as indexes: `from` inclusive, `to` exclusive. */
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
