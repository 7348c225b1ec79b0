import type {ReactNode} from 'react';
import type {Style} from '../terminal/styles.js';
import type {View} from '../view.js';
import {type Column, Ledger} from './ledger.js';
import {listHeight, pageOf} from './list-page.js';
import {Rows, row, span} from './rows.js';

type Props<Row> = {
  readonly view: View;
  readonly columns: readonly Column<Row>[];
  /** The whole list, of which the page of the marked line is shown. */
  readonly rows: readonly Row[];
  readonly index: number;
  /** What is said of a list without a line. */
  readonly empty: string;
  readonly styleOf: (row: Row) => Style;
};

/** The page of a list that the mark is on, and below it which lines they are where there are more. */
export function LedgerPage<Row>({view, columns, rows, index, empty, styleOf}: Props<Row>): ReactNode {
  const {styles, words} = view;
  const height = listHeight(view.height);
  const from = pageOf(index, height);
  const facts = {first: from + 1, last: Math.min(rows.length, from + height), count: rows.length};
  const range = rows.length > height ? words.pendingScreen.range(facts) : '';
  return (
    <>
      {rows.length === 0 ? (
        <Rows rows={[row('   ', empty)]} />
      ) : (
        <Ledger
          columns={columns}
          rows={rows.slice(from, from + height)}
          selected={index - from}
          height={height}
          styleOf={styleOf}
          titleStyle={styles.quiet}
          selectedStyle={styles.selected}
        />
      )}
      <Rows rows={[row('   ', span(range, styles.quiet))]} />
    </>
  );
}
