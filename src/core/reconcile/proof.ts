/** How a file's own figures confirm the way it was read. Counts are of what was compared and agreed. */
export type Proof =
  | {readonly by: 'balances'; readonly count: number} // every row against its running balance
  | {readonly by: 'closing'; readonly count: number} // opening + rows = closing, for so many statements
  | {readonly by: 'totals'; readonly count: number} // printed totals, control sums, counts of rows
  | {readonly by: 'nothing'; readonly lookAt: readonly number[]}; // lines of up to three rows worth a look
