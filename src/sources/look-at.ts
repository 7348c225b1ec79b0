import type {Rows} from '../core/reconcile/row.js';

/** How a person who has looked at the rows says that a file is read all the same. */
export const readWith = '--unproved';

/** What a file says and its rows do not is told so many times. */
export const mostDiffering = 10;

type Shown = {readonly line: number; readonly amount: string};

/**
 * Lines of up to three rows that show best whether a file was read right: the largest, one that took money, the last. `doubtful` ones
 * go before these.
 */
export function linesToLookAt(rows: Rows<Shown>, doubtful: readonly number[] = []): readonly number[] {
  let largest: Shown | undefined;
  let taken: Shown | undefined;
  for (const row of rows) {
    if (largest === undefined || sizeOf(row) > sizeOf(largest)) largest = row;
    if (row.amount.startsWith('-')) taken ??= row;
  }
  const lines = [largest, taken ?? rows.at(0), rows.at(-1)].flatMap(row => row?.line ?? []);
  return [...new Set([...doubtful, ...lines])].slice(0, most).sort((a, b) => a - b);
}

const most = 3;
const sizeOf = ({amount}: Shown): number => Math.abs(Number(amount));
