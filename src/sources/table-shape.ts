import {hideCardNumbers} from '../core/text/card-numbers.js';
import {cleanText} from '../core/text/text.js';
import {plainAmount} from './amount-text.js';
import {isDate} from './date-text.js';
import {type Head, isRow, longestHeading, recordsBeforeHeadings, separators, type TablePlace} from './layout.js';
import {firstRecords, type Separator} from './records.js';

const narrowest = 3;
const fewestRecords = 3;
const fewestFigures = 2;

const isFigure = (cell: string): boolean =>
  (['.', ','] as const).some(mark => plainAmount(cell.trim(), mark) !== undefined) || isDate(cell);
const figuresIn = (record: readonly string[]) => record.filter(isFigure).length;

/**
 * Finds the place of a table whose headings are unknown. The headings are on the line without figures or dates that stands directly above
 * the first records of one width that are full of them. A table without such a line begins with its first row, and its headings are empty.
 * None of the lines above may be a row, because it would be left out.
 */
export function placeByShape({text, isWhole}: Head, given: Separator | undefined): TablePlace | undefined {
  let best: (TablePlace & {readonly isBare: boolean}) | undefined;
  for (const separator of given === undefined ? separators : [given]) {
    const records = firstRecords(text, separator, recordsBeforeHeadings + fewestRecords, isWhole);
    const areRows = (from: number, width: number) => {
      const rows = records.slice(from, from + fewestRecords);
      return (
        rows.length === fewestRecords && rows.every(each => each.length === width && figuresIn(each) >= fewestFigures)
      );
    };
    const headings = records.findIndex(
      (record, at) =>
        record.length >= narrowest &&
        figuresIn(record) === 0 &&
        record.filter(cell => cell.trim() !== '').length >= narrowest &&
        areRows(at + 1, record.length),
    );
    const isBare = headings === -1;
    const at = isBare
      ? records.findIndex((record, index) => record.length >= narrowest && areRows(index, record.length)) - 1
      : headings;
    if (records.slice(0, at + 1).some(isRow)) continue;
    const {length = 0} = records[at + 1] ?? [];
    if (at < -1 || (best !== undefined && (length <= best.headings.length || (isBare && !best.isBare)))) continue;
    const names = isBare ? [] : (records[at] ?? []).map(cell => hideCardNumbers(cleanText(cell, longestHeading)));
    best = {separator, preamble: at, headings: Array.from({length}, (_, index) => names[index] ?? ''), isBare};
  }
  return best;
}
