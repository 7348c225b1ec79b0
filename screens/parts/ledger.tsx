import {Text} from 'ink';
import {type CellProps, Table} from 'ink-table';
import {createContext, type ReactNode, use, useMemo} from 'react';
import {fit} from '../../src/core/text/width.js';
import type {Style} from '../terminal/styles.js';

export type LedgerColumn<Row> = {
  readonly title: string;
  readonly width: number;
  readonly right?: boolean;
  readonly text: (row: Row) => string;
};

type Props<Row> = {
  readonly columns: readonly LedgerColumn<Row>[];
  /** One window of a list that may be much longer. */
  readonly rows: readonly Row[];
  /** The marked line of the window. */
  readonly selected: number;
  readonly height: number;
  readonly styleOf: (row: Row) => Style;
  readonly titleStyle: Style;
  readonly selectedStyle: Style;
};

/** ink-table reads its components once and knows only scalars, so the cells find their rows here. */
// biome-ignore lint/suspicious/noExplicitAny: one context for ledgers of every kind of row
const Shown = createContext<Props<any> | undefined>(undefined);

function useShown() {
  const shown = use(Shown);
  if (shown === undefined) throw new Error('no-ledger');
  return shown;
}

function Cell({column, children}: CellProps): ReactNode {
  const {columns, rows, selected, styleOf, selectedStyle} = useShown();
  const at = Number(children);
  const {text, width, right} = columns[column] ?? {text: () => '', width: 0};
  if (at >= rows.length) return <Text>{fit('', width)} </Text>;
  const style = at === selected ? {...styleOf(rows[at]), ...selectedStyle} : styleOf(rows[at]);
  return <Text {...style}>{fit(text(rows[at]), width, right)} </Text>;
}

function Heading({column = 0}: Partial<CellProps>): ReactNode {
  const {columns, titleStyle} = useShown();
  const {title, width, right} = columns[column] ?? {title: '', width: 0};
  return <Text {...titleStyle}>{fit(title, width, right)} </Text>;
}

const NoRule = (): ReactNode => null;

/**
 * A list of `height` lines below its titles. The table is given line numbers and never the data: a window that scrolls
 * mounts nothing anew, and every cell is as wide as its column says, whatever script it is in.
 */
export function Ledger<Row>(props: Props<Row>): ReactNode {
  const {columns, height} = props;
  const names = columns.map((_, at) => `column ${at}`).join('|');
  const table = useMemo(() => {
    const keys = names.split('|');
    const data = Array.from({length: height}, (_, line) => Object.fromEntries(keys.map(key => [key, line])));
    const parts = {cell: Cell, header: Heading, skeleton: NoRule} as object;
    return <Table columns={keys} data={data} {...parts} />;
  }, [names, height]);
  return <Shown value={props}>{table}</Shown>;
}
