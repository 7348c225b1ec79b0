import {cleanText} from '../../core/text.js';
import {fit, widthOf} from '../../core/width.js';

/** Rows in columns that are as wide as they must be, and no wider than a service's text should make them. */
export function inColumns(rows: readonly (readonly string[])[], longest = 40): readonly string[] {
  const cells = rows.map(row => row.map(cell => cleanText(cell, longest)));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map(row => widthOf(row[column] ?? ''))));
  return cells.map(row =>
    row
      .map((cell, column) => fit(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A time of the service for a person, to the minute and as it came: nobody documents its zone. */
export function timeText(time: string): string {
  return cleanText(time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/u, '$1 $2'), 30);
}
