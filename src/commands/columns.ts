import {cleanText} from '../core/text/text.js';
import {fit, widthOf} from '../core/text/width.js';

type Columns = {
  /** How long a cell may be: a table is no wider than a service's text should make it. */
  readonly longest?: number;
  /** Which columns, from 0, end at the right. */
  readonly numbers?: readonly number[];
};

/** Rows in columns that are as wide as they must be. */
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
