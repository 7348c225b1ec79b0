import {hideCardNumbers} from '../core/card/numbers.js';
import {dateOrders} from '../core/reconcile/row.js';
import {cleanText} from '../core/text/text.js';
import {plainAmount} from './amount-text.js';
import {plainDate} from './date-text.js';
import {type Head, longestHeading, recordsBeforeHeadings, separators, type TablePlace} from './layout.js';
import {firstRecords, type Separator} from './records.js';

const narrowest = 3;
const fewestRecords = 3;
const fewestFigures = 2;

const isFigure = (cell: string): boolean =>
  (['.', ','] as const).some(mark => plainAmount(cell.trim(), mark) !== undefined) ||
  dateOrders.some(order => plainDate(cell, order) !== undefined);
const figuresIn = (record: readonly string[]) => record.filter(isFigure).length;

/**
 * Where a table begins whose headings nobody knows: above the first records of one width that are full of figures and
 * dates, on the line that has none.
 */
export function placeByShape({text, isWhole}: Head, given: Separator | undefined): TablePlace | undefined {
  let best: (TablePlace & {readonly width: number}) | undefined;
  for (const separator of given === undefined ? separators : [given]) {
    const records = firstRecords(text, separator, recordsBeforeHeadings + fewestRecords, isWhole);
    const at = records.findIndex((record, index) => {
      const below = records.slice(index + 1, index + 1 + fewestRecords);
      const width = record.length;
      return (
        width >= narrowest &&
        figuresIn(record) === 0 &&
        record.filter(cell => cell.trim() !== '').length >= narrowest &&
        below.length === fewestRecords &&
        below.every(each => each.length === width && figuresIn(each) >= fewestFigures)
      );
    });
    const record = records[at];
    if (record === undefined || record.length <= (best?.width ?? 0)) continue;
    const headings = record.map(cell => hideCardNumbers(cleanText(cell, longestHeading)));
    best = {separator, preamble: at, headings, width: record.length};
  }
  return best;
}
