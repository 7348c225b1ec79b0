import {Box, Text} from 'ink';
import {type CellProps, Table} from 'ink-table';
import {createContext, type ReactNode, use, useMemo} from 'react';
import {fit, wrap} from '../../src/core/text/width.js';
import type {Block, ListBlock, ListRow} from '../../src/views/block.js';
import {blank, blanks, Piece, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import type {Size} from '../terminal/size.js';
import type {Style, Styles} from '../terminal/styles.js';
import {chartRows, type Drawn, formWindow, paperRows, type Room, rowsOf, whole} from './block-rows.js';
import {hasTitles, indent, labelWidthOf, mostOfOthers, paired, type ShownColumn, widthsOf} from './columns.js';

type Window = {
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ListRow[];
  readonly marked: number;
  readonly styles: Styles;
};
const Shown = createContext<Window>({columns: [], rows: [], marked: 0, styles: {} as Styles});

/** ink-table gets only the numbers of the rows. The contents and the mark can move, and no row has to be made anew. */
function Cell({column, children}: CellProps): ReactNode {
  const {columns, rows, marked, styles} = use(Shown);
  const at = Number(children);
  const {at: place = 0, width = 0, align} = columns[column] ?? {};
  const {tone = 'plain', cells = []} = rows[at] ?? {};
  const style: Style = {...styles[tone], ...(at === marked ? styles.selected : {})};
  const mark = column > 0 ? '' : at === marked ? ' ▸ ' : '   ';
  return <Piece {...style}>{`${mark}${fit(cells[place] ?? '', width, align === 'right')} `}</Piece>;
}

function Heading({column = 0}: Partial<CellProps>): ReactNode {
  const {columns, styles} = use(Shown);
  const {title = '', width = 0, align} = columns[column] ?? {};
  return <Text {...styles.quiet}>{`${column > 0 ? '' : '   '}${fit(title, width, align === 'right')} `}</Text>;
}
const None = (): ReactNode => null;
const titled = {cell: Cell, header: Heading, skeleton: None} as object;
const untitled = {cell: Cell, header: None, skeleton: None} as object;

/** Returns the first row of the page with the marked row. The window moves by whole pages; the last page is as full as the others. */
function pageOf(index: number, height: number, count: number): number {
  const page = Math.floor(index / Math.max(1, height)) * Math.max(1, height);
  return Math.max(0, Math.min(page, count - height));
}

/** The page of a list with the marked row. Its rows are the data of a table. */
function Listing({
  block,
  room,
  most,
}: {
  readonly block: ListBlock;
  readonly room: Room;
  readonly most: number;
}): ReactNode {
  const {columns, styles, range} = room;
  const {count, marked} = block;
  const isTitled = hasTitles(block);
  const free = most - (isTitled ? 1 : 0);
  const height = count <= free ? count : Math.max(1, free - 1);
  const from = pageOf(Math.max(0, marked), height, count);
  const rows = Array.from({length: Math.min(height, count - from)}, (_, at) => block.rowAt(from + at));
  const shown = widthsOf(block.columns, rows, columns);
  const places = shown.map(({at}) => at).join(' ');
  const table = useMemo(() => {
    const columns = places.split(' ');
    const data = Array.from({length: rows.length}, (_, line) =>
      Object.fromEntries(columns.map(place => [place, line])),
    );
    return <Table columns={columns} data={data} {...(isTitled ? titled : untitled)} />;
  }, [places, rows.length, isTitled]);
  if (count === 0) return <Rows rows={emptyRows(block, columns)} />;
  const facts = {first: from + 1, last: from + rows.length, count};
  return (
    <>
      <Shown value={{columns: shown, rows, marked: marked - from, styles}}>{table}</Shown>
      {count <= free || free < 2 ? null : <Rows rows={[row('   ', span(range(facts), styles.quiet))]} />}
    </>
  );
}

/** This many lines of a list take precedence over optional blocks. */
const leastListed = 4;

/** Returns the optional blocks in the order in which they get room. In a run of facts the last one comes first. */
function optionalRuns(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const runs: Block[][] = [];
  let isOfFacts = false;
  for (const block of blocks) {
    const isFact = block.isOptional === true && block.kind === 'fact';
    if (isFact && isOfFacts) runs.at(-1)?.unshift(block);
    else if (block.isOptional === true) runs.push([block]);
    isOfFacts = isFact;
  }
  return runs;
}

const emptyRows = ({empty}: ListBlock, columns: number) =>
  paragraph(empty, {width: columns - 1, most: mostOfOthers, indent});

type BlocksProps = {
  readonly blocks: readonly Block[];
  readonly room: Room;
  /** The rows of every block that has any, if they were chosen before. */
  readonly chosen?: Chosen | undefined;
};
type Chosen = ReadonlyMap<Block, readonly Row[]>;

/** Draws blocks in exactly this room. A list takes the lines that the others leave. */
export function Blocks({blocks: all, room, chosen}: BlocksProps): ReactNode {
  const blocks = chosen === undefined ? paired(all, room.columns) : all;
  const drawn = chosen ?? chosenRows(blocks, room);
  const free = [...drawn.values()].reduce((left, rows) => left - rows.length, room.height);
  const runs: (Row[] | ListBlock)[] = [[]];
  for (const block of blocks) {
    if (block.kind === 'list') runs.push(block, []);
    else
      (runs.at(-1) as Row[]).push(
        ...(block.kind === 'gap' && block.isGrowing ? blanks(free) : (drawn.get(block) ?? [])),
      );
  }
  return (
    <Box flexDirection="column" height={room.height} overflow="hidden">
      {runs.map((run, at) =>
        Array.isArray(run) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place
          <Rows key={at} rows={run} />
        ) : free < 1 ? null : (
          <Listing key={run.id} block={run} room={room} most={free} />
        ),
      )}
    </Box>
  );
}

/** Returns the rows of the blocks that have room. Optional ones come after all others, and a chart takes what is left. */
function chosenRows(blocks: readonly Block[], given: Room): Chosen {
  const tall: Drawn = {...given, labelWidth: labelWidthOf(blocks), isTall: true, place: ''};
  const needed = blocks.filter(({isOptional, kind}) => isOptional !== true && kind !== 'paper' && kind !== 'chart');
  const isTall = needed.flatMap(block => rowsOf(block, tall)).length <= given.height;
  const {left, place} = isTall ? whole : formWindow(needed, {...tall, isTall});
  const room: Drawn = {...tall, isTall, place};
  let free = room.height;
  const drawn = new Map<Block, readonly Row[]>();
  const take = (block: Block, rows: readonly Row[]) => {
    drawn.set(block, rows);
    free -= rows.length;
  };
  for (const block of needed) if (!left.has(block)) take(block, rowsOf(block, room));
  const listed = blocks.find(block => block.kind === 'list');
  const least = listed === undefined ? 0 : 1 + Math.min(listed.count, leastListed);
  for (const run of optionalRuns(blocks)) {
    for (const block of run) {
      const rows = rowsOf(block, room);
      if (rows.length + least > free) break;
      take(block, rows);
    }
  }
  const paper = blocks.find(block => block.kind === 'paper');
  if (paper !== undefined) take(paper, paperRows(paper, {...room, height: free}));
  const chart = blocks.find(block => block.kind === 'chart');
  const between = free > 4 ? [blank] : [];
  const bars = chart === undefined ? [] : chartRows(chart, room, free - 1 - between.length);
  if (chart !== undefined && bars.length > 0) take(chart, [...between, ...bars]);
  return drawn;
}

type TooSmallProps = {
  readonly size: Size;
  readonly text: string;
  /** Texts that a person must not miss in a window of any size. They come first. */
  readonly first?: readonly string[];
};

export function TooSmall({size: {columns, rows}, text, first = []}: TooSmallProps): ReactNode {
  const height = Math.max(1, rows - 1);
  return (
    <Box width={columns} height={height} overflow="hidden">
      <Text wrap="truncate">
        {[...first, text]
          .flatMap(each => wrap(each, columns))
          .slice(0, height)
          .join('\n')}
      </Text>
    </Box>
  );
}
