/** Beyond these sizes some set has nearly any sum, so a match would prove nothing. */
const mostNear = 24;
const mostMembers = 8;
const mostSteps = 20_000;

export type SumSearch<T> = {
  /** Sets that stand on their own, such as a day or a payout. Each counts as a whole, however large it is. */
  readonly batches: readonly (readonly T[])[];
  /** The items of which a smaller set may be made. */
  readonly near: readonly T[];
  readonly minorIn: (item: T) => number;
};

/**
 * The only set of two or more items that has the sum: a batch, or some of `near`. Null if there is none, if there are two, or if the search
 * would exceed its limits. If `near` has more than 24 items, it is not searched, and a batch that has the sum is returned.
 */
export function onlySum<T>(
  sum: number,
  {batches, near, minorIn}: SumSearch<T>,
): {readonly items: readonly T[]; readonly isBatch: boolean} | null {
  const whole = batches.filter(batch => batch.length > 1 && totalOf(batch, minorIn) === sum);
  const [batch, ...others] = whole;
  if (batch !== undefined && others.some(other => !isSameSet(batch, other))) return null;
  const found = near.length > mostNear ? (batch === undefined ? null : []) : setsOf(sum, near, minorIn);
  if (found === null) return null;
  if (batch !== undefined) return found.every(set => isSameSet(batch, set)) ? {items: batch, isBatch: true} : null;
  const [only] = found;
  return only === undefined || found.length > 1 ? null : {items: only, isBatch: false};
}

const totalOf = <T>(items: readonly T[], minorIn: (item: T) => number) =>
  items.reduce((total, item) => total + minorIn(item), 0);

const isSameSet = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length;

/** Up to two sets with the sum; null if the search would take too long. Large items are tried first, so that most searches end early. */
function setsOf<T>(sum: number, items: readonly T[], minorIn: (item: T) => number): readonly (readonly T[])[] | null {
  const sorted = items
    .map((item, place) => ({item, place, value: minorIn(item)}))
    .filter(({value}) => value > 0 && value < sum)
    .sort((a, b) => b.value - a.value || a.place - b.place);
  const rest = new Array<number>(sorted.length + 1).fill(0);
  for (let at = sorted.length - 1; at >= 0; at -= 1) rest[at] = (rest[at + 1] ?? 0) + (sorted[at]?.value ?? 0);
  const found: T[][] = [];
  const chosen: T[] = [];
  let steps = 0;
  const look = (from: number, missing: number): void => {
    if (missing === 0) {
      found.push([...chosen]);
      return;
    }
    for (let at = from; at < sorted.length && found.length < 2; at += 1) {
      const next = sorted[at];
      if ((rest[at] ?? 0) < missing || next === undefined || chosen.length === mostMembers) return;
      steps += 1;
      if (steps > mostSteps) return;
      if (next.value > missing) continue;
      chosen.push(next.item);
      look(at + 1, missing - next.value);
      chosen.pop();
    }
  };
  look(0, sum);
  return steps > mostSteps ? null : found;
}
