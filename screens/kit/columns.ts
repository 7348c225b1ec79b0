import {widthOf, wrap} from '../../src/core/text/width.js';
import type {Block, Column, FieldBlock, ListBlock, ListRow} from '../../src/views/block.js';

/** The cells before the first cell of a row, for its mark. */
export const markWidth = 3;
const narrowestGrown = 4;

type Cells = readonly Pick<ListRow, 'cells'>[];
type Placed = Column & {readonly at: number};
/** A column that has room, with its position among all columns and its width in cells. */
export type ShownColumn = Placed & {readonly width: number};

const inWindow = (columns: readonly Column[], width: number): readonly Placed[] =>
  columns.flatMap((column, at) =>
    width >= (column.from ?? 0) && width < (column.below ?? Number.POSITIVE_INFINITY) ? [{...column, at}] : [],
  );

/** Returns the width in cells of the widest text of the column in these rows. */
const contentOf = ({at, title}: Placed, rows: Cells): number =>
  Math.max(widthOf(title), ...rows.map(({cells}) => widthOf(cells[at] ?? '')));

/** Returns the columns that have room, with their widths. No text of theirs is cut while the column that grows has cells to spare. */
export function widthsOf(columns: readonly Column[], rows: Cells, width: number): readonly ShownColumn[] {
  const usual = (column: Placed) => column.width ?? Math.min(column.most ?? width, contentOf(column, rows));
  const growingOf = (all: readonly Placed[]) => all.find(({grows}) => grows) ?? all.at(-1);
  const roomBeside = (all: readonly Placed[]) =>
    all
      .filter(column => column !== growingOf(all))
      .reduce((room, column) => room - usual(column) - 1, width - 1 - markWidth);
  // The last column that gives way does so first, with those that give way together with it.
  const fitting = (all: readonly Placed[]): readonly Placed[] => {
    const last = all.findLast(({givesWay}) => givesWay !== undefined);
    const isEnough = last === undefined || roomBeside(all) >= (growingOf(all)?.width ?? 0);
    return isEnough
      ? all
      : fitting(all.filter(each => each !== last && !(last?.givesWay === 'together' && each.givesWay === 'together')));
  };
  const visible = fitting(inWindow(columns, width));
  const growing = growingOf(visible);
  let spare = growing === undefined ? 0 : Math.max(0, roomBeside(visible) - contentOf(growing, rows));
  const given = new Map<Placed, number>();
  for (const column of visible) {
    const more = column === growing ? 0 : Math.min(spare, Math.max(0, contentOf(column, rows) - usual(column)));
    given.set(column, more);
    spare -= more;
  }
  const moved = [...given.values()].reduce((sum, more) => sum + more, 0);
  return visible.map(column => ({
    ...column,
    width:
      column === growing
        ? Math.max(narrowestGrown, roomBeside(visible) - moved)
        : usual(column) + (given.get(column) ?? 0),
  }));
}

const leastName = 12;

/** Whether a list of this width shows every text in full. In the column that grows, long texts may be cut. */
export function isListWhole(
  list: ListBlock,
  {columns, height}: {readonly columns: number; readonly height: number},
): boolean {
  const rows = rowsAround(list, height);
  const shown = widthsOf(list.columns, rows, columns);
  const growing = shown.find(({grows}) => grows) ?? shown.at(-1);
  const isWhole = (column: ShownColumn) =>
    column.width >= Math.min(contentOf(column, rows), column === growing ? leastName : columns);
  return shown.every(isWhole) && shown.reduce((sum, {width}) => sum + width + 1, markWidth) <= columns;
}

export const hasTitles = ({columns}: {readonly columns: readonly Column[]}): boolean =>
  columns.some(({title}) => title !== '');

export const detailOf = (blocks: readonly Block[]): ListBlock['detail'] =>
  blocks.find(block => block.kind === 'list')?.detail;

export const indent = 3;
/** The indent of a notice, which begins with a sign. */
export const noticeIndent = 5;
/** The greatest number of lines of a sentence that has no limit of its own. */
export const mostOfOthers = 3;
/** The cells around a badge at the right of a title, and around the cursor of a field. */
const badgeMargin = 5;
const fieldMargin = 5;
const narrowestLabel = 10;
const widestLabel = 34;

/** Returns the width of the label column, which follows the widest label of the description. */
export function labelWidthOf(blocks: readonly Block[]): number {
  const labels = blocks.flatMap(block => {
    if (block.kind === 'paper') return block.blocks.flatMap(each => (each.kind === 'fact' ? [each.lead] : []));
    if (block.kind === 'fact') return [block.lead];
    return 'isFocused' in block ? [block.label] : [];
  });
  return Math.max(narrowestLabel, Math.min(widestLabel, Math.max(0, ...labels.map(widthOf)) + 2));
}

/** A field, and the one that is drawn at its right. */
export type FieldPair = FieldBlock & {readonly beside?: FieldBlock};
const narrowestForTwo = 60;

/** Returns the blocks with each run of half fields as pairs, so that the first half of the run is the left column. */
export function paired(blocks: readonly Block[], columns: number): readonly Block[] {
  const isHalf = (block: Block | undefined): block is FieldBlock => block?.kind === 'field' && block.isHalf === true;
  if (columns < narrowestForTwo) return blocks;
  return blocks.flatMap((block, at): readonly Block[] => {
    if (!isHalf(block)) return [block];
    if (isHalf(blocks[at - 1])) return [];
    const end = blocks.findIndex((each, place) => place > at && !isHalf(each));
    const run = blocks.slice(at, end < 0 ? blocks.length : end).filter(isHalf);
    const left = Math.ceil(run.length / 2);
    return run.slice(0, left).map((field, place): FieldPair => {
      const beside = run[left + place];
      return {...field, ...(beside && {beside})};
    });
  });
}

type Free = {readonly usual: number; readonly free: number};

/** Returns how many of the free cells a body takes: the usual number, or more if a list or a sentence would be cut otherwise. */
export function bodyColumns(blocks: readonly Block[], {usual, free, height}: Free & {readonly height: number}): number {
  if (free <= usual) return usual;
  const list = blocks.find(block => block.kind === 'list');
  const rows = list === undefined ? [] : rowsAround(list, height);
  const listed = inWindow(list?.columns ?? [], free).reduce(
    (sum, column) => sum + Math.max(column.width ?? 0, contentOf(column, rows)) + 1,
    markWidth + 1,
  );
  const labelWidth = labelWidthOf(blocks);
  const said = blocks.map(block => leastUncut(block, labelWidth, {usual, free}));
  return Math.max(usual, Math.min(free, listed), ...said);
}

/** Returns the fewest of the free cells in which every sentence of the block fits into its lines. */
function leastUncut(block: Block, labelWidth: number, {usual, free}: Free): number {
  const line = lineWidthOf(block, labelWidth);
  if (line !== undefined) return Math.max(usual, Math.min(free, line));
  const sentences = sentencesOf(block, labelWidth);
  const isCutIn = (columns: number) =>
    sentences.some(({text, most, margin}) => wrap(text, columns - 1 - margin).length > most);
  let [least, most] = [usual, isCutIn(usual) ? free : usual];
  while (least < most) {
    const between = Math.floor((least + most) / 2);
    if (isCutIn(between)) least = between + 1;
    else most = between;
  }
  return least;
}

/** Returns the cells of a block that always has one line, else undefined. A field has a mark before it and a cursor after it. */
function lineWidthOf(block: Block, labelWidth: number): number | undefined {
  if (block.kind === 'title')
    return block.note.reduce((sum, {text}) => sum + widthOf(text) + badgeMargin, widthOf(block.text) + 2);
  if (block.kind !== 'field') return undefined;
  const {line, unit, note} = block;
  return indent + labelWidth + widthOf(`${unit} ${line.before}${line.after}`) + widthOf(note) + fieldMargin;
}

type Sentence = {readonly text: string; readonly most: number; readonly margin: number};

function sentencesOf(block: Block, labelWidth: number): readonly Sentence[] {
  switch (block.kind) {
    case 'fact': {
      const isLabelled = block.lead !== '' || block.note !== '';
      return [{text: block.text, most: block.most, margin: isLabelled ? indent + labelWidth : indent}];
    }
    case 'notice':
      return [{text: block.text, most: block.most, margin: noticeIndent}];
    case 'question':
      return [{text: block.text, most: mostOfOthers, margin: indent}];
    case 'verdict':
      return block.texts.map(text => ({text, most: mostOfOthers, margin: indent}));
    default:
      return [];
  }
}

/** Returns every row that may be in the same window as the marked one. */
export function rowsAround({count, marked, rowAt}: ListBlock, height: number): readonly ListRow[] {
  const from = Math.max(0, marked - height);
  const to = Math.min(count, Math.max(0, marked) + height);
  return Array.from({length: to - from}, (_, at) => rowAt(from + at));
}
