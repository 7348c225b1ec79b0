/** One item for each key, in the order of the keys and independent of the order of the list, so that the same items give the same bytes. */
export function merged<T>(list: readonly T[], key: (item: T) => string, add: (a: T, b: T) => T): T[] {
  const sums = new Map<string, T>();
  for (const item of list) {
    const sum = sums.get(key(item));
    sums.set(key(item), sum === undefined ? item : add(sum, item));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** The sum of two amounts of one currency. */
export const plus = <M extends {readonly minor: number}>(a: M, b: M): M => ({...a, minor: a.minor + b.minor});
