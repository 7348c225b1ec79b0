/** How the shop's scanner is set up: what it types before a code, and how it ends one. With `none` the end is a pause. */
export type ScannerSettings = {readonly prefix: string; readonly suffix: 'enter' | 'tab' | 'none'};

/** Characters that a machine may be typing, with the times of the first and the last one. What has the same chunk arrived together. */
export type Burst = {readonly text: string; readonly first: number; readonly last: number; readonly chunk: number};

/** The milliseconds that a scanner takes for a character at most. No person types so many characters as fast. */
const mostPerCharacter = 35;
/** The milliseconds after which no key ends a code any more, however long the code is. */
const latestEnd = 500;
/** The milliseconds for which a slow line may hold back the rest of a code. After a scan, no person touches a key as fast. */
const longestCut = 300;
/** Fewer characters than this may be two fingers that touched keys at the same time. */
const fewest = 4;
/** More characters than any code has. */
const longest = 64;

/**
 * Returns the burst after more characters. Its whole length counts, not the last gap: a busy machine may hold one
 * character back and hand over the next ones together, and a slow line may cut a code anywhere.
 */
export function burstAfter(
  burst: Burst | undefined,
  {text, chunk}: {readonly text: string; readonly chunk: number},
  now: number,
): Burst {
  const isGoingOn = burst !== undefined && isAsFast(burst, chunk, now, text.length);
  const first = isGoingOn ? burst.first : now;
  return {text: ((isGoingOn ? burst.text : '') + text).slice(-longest), first, last: now, chunk};
}

/** `more`: how many characters have arrived with this chunk. So many at once are from a machine, as are those before them. */
function isAsFast({text, first, last, chunk: its}: Burst, chunk: number, now: number, more = 0): boolean {
  if (chunk === its || now - first <= mostPerCharacter * text.length) return true;
  return now - last <= longestCut && Math.max(text.length, more) >= fewest;
}

/** Returns the code that a scanner typed, without its prefix, at the key that ends it; undefined if a person may have typed it. */
export function codeOf(
  burst: Burst | undefined,
  {chunk, now, prefix}: {readonly chunk: number; readonly now: number; readonly prefix: string},
): string | undefined {
  if (burst === undefined || !isAsFast(burst, chunk, now)) return undefined;
  if (chunk !== burst.chunk && now - burst.last > latestEnd) return undefined;
  const isMarked = prefix !== '' && burst.text.startsWith(prefix);
  const code = burst.text.slice(isMarked ? prefix.length : 0).trim();
  return code.length >= (isMarked ? 1 : fewest) ? code : undefined;
}
