import {cleanText} from '../../core/text/text.js';
import {jsonText} from '../../session/print.js';
import {type Book, refundKey} from './book.js';
import {lineColumns, ofLineColumns} from './lines.js';
import type {Cell} from './table.js';

/** Changes whenever a member is removed or gets another meaning. */
export const exportSchemaName = 'duka.export/1';

export function jsonLines({about, lines, sold, refunds}: Book): string {
  const soldBy = Map.groupBy(sold.rows, ({reference, refund}) => `${reference} ${refund ?? ''}`);
  const numbers = new Map(refunds.rows.map(({reference, seq, refund}) => [refundKey(reference, seq), refund]));
  const soldOf = ({kind, reference, seq}: Book['lines']['rows'][number]) => {
    const refund = numbers.get(refundKey(reference, seq)) ?? '';
    return kind === 'refund' || kind === 'payment' || kind === 'on-book'
      ? soldBy.get(`${reference} ${refund}`)
      : undefined;
  };
  const header = {schema: exportSchemaName, ...about, lines: lines.rows.length};
  const rows = lines.rows.map(row => ({
    ...membersOf(row, lineColumns),
    sold: soldOf(row)?.map(own => membersOf(own, ofLineColumns)) ?? null,
  }));
  return [header, ...rows].map(line => `${jsonText(line)}\n`).join('');
}

const membersOf = <Column extends string>(row: Readonly<Record<Column, Cell>>, columns: readonly Column[]) =>
  Object.fromEntries(
    columns.map(column => {
      const cell = row[column];
      return [column, typeof cell === 'string' ? cleanText(cell) : cell];
    }),
  );
