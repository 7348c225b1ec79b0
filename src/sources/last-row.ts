import type {DecimalMark} from './amount-text.js';
import {type HeadingField, isAmountField} from './headings.js';

/**
 * Decides whether a last row without a line end is complete or was cut off. `note` receives the last cell of every row, if its column is
 * read. An amount is complete if it has as many decimals as all amounts above it; a date if its shape occurs above it; any other text if it
 * occurs above it and is not the beginning of a longer one.
 */
export function lastRowWatch(field: HeadingField | undefined) {
  const earlier = new Set<string>();
  let last: string | undefined;
  return {
    note(cell: string): void {
      if (field === undefined) return;
      if (last !== undefined && earlier.size < mostRemembered) earlier.add(isDate(field) ? shape(last) : last);
      last = cell.trim();
    },
    isWhole(mark: DecimalMark | null): boolean {
      if (field === undefined) return true;
      if (last === undefined || last === '') return false;
      if (isAmountField(field)) {
        const wanted = decimals(last, mark);
        return wanted > 0 && earlier.size > 0 && [...earlier].every(each => decimals(each, mark) === wanted);
      }
      const known = isDate(field) ? shape(last) : last;
      return earlier.has(known) && ![...earlier].some(each => each !== known && each.startsWith(known));
    },
  };
}

const mostRemembered = 1000;

function isDate(field: HeadingField): boolean {
  return field === 'at' || field === 'bookedOn';
}

function decimals(cell: string, mark: DecimalMark | null): number {
  const at = mark === null ? -1 : cell.lastIndexOf(mark);
  return at === -1 ? 0 : cell.length - at - 1;
}

function shape(cell: string): string {
  return cell.replaceAll(/\d/g, '9').replaceAll(/\p{L}/gu, 'a');
}
