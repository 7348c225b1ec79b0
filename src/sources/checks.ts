import {isZero} from './amount-text.js';
import {directionSaid, isNothing, type Layout, type NumberedRecord} from './columns.js';
import {decidingValues} from './deciding.js';
import {unclear} from './deciding-columns.js';

/**
 * Checks rows against the columns that could decide direction or status but are not read for it. Throws the `Problem`
 * `file-direction-unclear` or `file-status-unclear` for the first row that such a column contradicts.
 */
export function checksOf(
  file: string,
  {checked, columns}: Pick<Layout, 'checked' | 'columns'>,
): (line: NumberedRecord, row: {readonly amount: string; readonly status: string}) => void {
  const words = decidingValues();
  return ({record}, {amount, status}) => {
    for (const {deciding, column, by} of checked) {
      const text = record[column.index] ?? '';
      if (text === '' || isNothing(text.trim())) continue;
      const inside = deciding === 'status' && column.index === columns.kind?.index ? words.failureIn(text) : undefined;
      const isMeant =
        by === 'remark' ? words.isFailure(text) : by === 'name' || inside !== undefined || words.says(deciding, text);
      const said = inside ?? text.trim();
      const agrees = deciding === 'direction' ? hasSign(amount, text) : !isMeant || words.agree(status, said);
      if (!agrees) throw unclear({file}, deciding, {column, text});
    }
  };
}

/** Whether an amount has the direction that a cell states. True if the cell states none. */
function hasSign(amount: string, text: string): boolean {
  const said = directionSaid(text);
  return said === undefined || isZero(amount) || (said === 'debit') === amount.startsWith('-');
}
