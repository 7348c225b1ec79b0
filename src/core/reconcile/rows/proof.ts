/** How a file's own figures confirm the way it was read. The counts say how much was compared and agreed. */
export type Proof =
  | {readonly by: 'balances'; readonly count: number} // every row against its running balance
  | {readonly by: 'closing'; readonly count: number} // opening + rows = closing, for so many statements
  | {readonly by: 'totals'; readonly count: number} // printed totals, control sums, counts of rows
  | {
      readonly by: 'nothing';
      readonly lookAt: readonly number[]; // lines of up to three rows worth a look
      /** What the file says about itself and its rows do not confirm; a named person had it read all the same. */
      readonly differs?: readonly Differing[];
    };

/** A figure that the rows do not add up to, or a part that is missing. */
export type Differing = DifferingFigure | {readonly line: number; readonly part: string};
export type DifferingFigure = {readonly line: number; readonly said: string; readonly reached: string};
