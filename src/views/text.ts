import {cleanText} from '../core/text/text.js';
import {fit, widthOf} from '../core/text/width.js';

type Columns = {
  /** The longest that a cell may be, so that a text from the service cannot make the table too wide. */
  readonly longest?: number;
  /** The columns, counted from 0, that are aligned right. */
  readonly numbers?: readonly number[];
};

/** Formats rows as columns, each as wide as its longest cell. */
export function inColumns(
  rows: readonly (readonly string[])[],
  {longest = 40, numbers = []}: Columns = {},
): readonly string[] {
  const cells = rows.map(row => row.map(cell => cleanText(cell, longest)));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map(row => widthOf(row[column] ?? ''))));
  return cells.map(row =>
    row
      .map((cell, column) => fit(cell, widths[column] ?? 0, numbers.includes(column)))
      .join('  ')
      .trimEnd(),
  );
}
