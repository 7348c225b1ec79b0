import type {Rows} from '../core/reconcile/rows/row.js';

/** The option with which a person who has looked at the rows has a file read anyway. */
export const readWith = '--unproved';

/** The most differences between a file's own figures and its rows that are reported. */
export const mostDiffering = 10;

type Shown = {readonly line: number; readonly amount: string};

/** Returns the lines of up to three rows that best prove a reading: the largest, a debit, and the last; `doubtful` ones first. */
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
