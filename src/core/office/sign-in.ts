const minute = 60_000;

/** How often somebody has tried in vain in a row, when last, and until when nothing more is tried. */
export type VainTries = {readonly count: number; readonly at: number; readonly until: number};

/**
 * After how many tries in vain the next ones wait: a minute at first, then twice as long each time. A person’s own tries and those of others
 * cannot be told apart, so the longest wait is short; somebody with a passkey does not wait at all. An address may be one of many people.
 */
const limits = {person: {free: 5, longest: 15 * minute}, address: {free: 20, longest: 60 * minute}} as const;
export type TriesOf = keyof typeof limits;
const forgottenAfter = 24 * 60 * minute;

/** For how many more milliseconds nothing is tried. What the future holds is of a clock that was wrong, and holds nobody. */
export const waitOf = (tries: VainTries | undefined, now: number): number =>
  tries === undefined || tries.at > now ? 0 : Math.max(0, tries.until - now);

/** The tries with another one in vain. */
export function triedInVain(tries: VainTries | undefined, of: TriesOf, now: number): VainTries {
  const {free, longest} = limits[of];
  const isKept = tries !== undefined && tries.at <= now && now - tries.at < forgottenAfter;
  const count = (isKept ? tries.count : 0) + 1;
  const wait = count < free ? 0 : Math.min(longest, minute * 2 ** Math.min(20, count - free));
  return {count, at: now, until: now + wait};
}

const idleHours = 12;
const longestDays = 7;

/** Whether a session still is one. If the clock has jumped by more than the time that it may be idle or last, people sign in again. */
export const isSessionOpen = (
  {seenAt, startedAt}: {readonly seenAt: number; readonly startedAt: number},
  now: number,
): boolean =>
  Math.abs(now - seenAt) <= idleHours * 60 * minute && Math.abs(now - startedAt) <= longestDays * 24 * 60 * minute;

/** For how long after signing in a person may change how they sign in, without signing in again. */
const freshMinutes = 15;
export const isFresh = (startedAt: number, now: number): boolean => Math.abs(now - startedAt) <= freshMinutes * minute;
