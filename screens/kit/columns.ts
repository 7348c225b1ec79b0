import {widthOf} from '../../src/core/text/width.js';
import type {Block, Column, ListBlock, ListRow} from './block.js';

/** Before the first cell of a row: its mark. */
export const markWidth = 3;
const narrowestGrown = 4;

type Cells = readonly Pick<ListRow, 'cells'>[];
type Kept = Column & {readonly at: number};
/** A column that has room, its place among all and its cells. */
export type ShownColumn = Kept & {readonly width: number};

const inWindow = (columns: readonly Column[], width: number): readonly Kept[] =>
  columns.flatMap((column, at) =>
    width >= (column.from ?? 0) && width < (column.below ?? Number.POSITIVE_INFINITY) ? [{...column, at}] : [],
  );

/** The cells of its widest text in these rows. */
const contentOf = ({at, title}: Kept, rows: Cells): number =>
  Math.max(widthOf(title), ...rows.map(({cells}) => widthOf(cells[at] ?? '')));

/** The columns that have room, with their widths: no text of them is cut while the one that grows has cells to spare. */
export function widthsOf(columns: readonly Column[], rows: Cells, width: number): readonly ShownColumn[] {
  const all = inWindow(columns, width);
  const usual = (column: Kept) => column.width ?? Math.min(column.most ?? width, contentOf(column, rows));
  const growing = all.find(({grows}) => grows) ?? all.at(-1);
  const roomBeside = (beside: readonly Kept[]) =>
    beside
      .filter(column => column !== growing)
      .reduce((room, column) => room - usual(column) - 1, width - 1 - markWidth);
  const isEnough = roomBeside(all) >= (growing?.width ?? 0);
  const kept = isEnough ? all : all.filter(({givesWay}) => givesWay !== true);
  let spare = growing === undefined ? 0 : Math.max(0, roomBeside(kept) - contentOf(growing, rows));
  const given = new Map<Kept, number>();
  for (const column of kept) {
    const more = column === growing ? 0 : Math.min(spare, Math.max(0, contentOf(column, rows) - usual(column)));
    given.set(column, more);
    spare -= more;
  }
  const moved = [...given.values()].reduce((sum, more) => sum + more, 0);
  return kept.map(column => ({
    ...column,
    width:
      column === growing
        ? Math.max(narrowestGrown, roomBeside(kept) - moved)
        : usual(column) + (given.get(column) ?? 0),
  }));
}

/** The cells that a body takes of those that are free: as many as usual, and more where a list would have to cut. */
export function bodyColumns(
  blocks: readonly Block[],
  {usual, free, height}: {readonly usual: number; readonly free: number; readonly height: number},
): number {
  const list = blocks.find(block => block.kind === 'list');
  if (list === undefined || free <= usual) return usual;
  const rows = rowsAround(list, height);
  const wanted = inWindow(list.columns, free).reduce((sum, column) => sum + contentOf(column, rows) + 1, markWidth + 1);
  return Math.max(usual, Math.min(free, wanted));
}

/** Every row that may stand in the same window as the marked one. */
function rowsAround({count, marked, rowAt}: ListBlock, height: number): readonly ListRow[] {
  const from = Math.max(0, marked - height);
  const to = Math.min(count, Math.max(0, marked) + height);
  return Array.from({length: to - from}, (_, at) => rowAt(from + at));
}
