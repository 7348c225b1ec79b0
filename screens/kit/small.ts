import {widthOf, wrap} from '../../src/core/text/width.js';
import {
  atBottom,
  type Block,
  compact,
  type FactBlock,
  fact,
  type ListBlock,
  type PaperBlock,
} from '../../src/views/block.js';
import {partAround} from '../parts/field.js';
import {paragraph, type Row} from '../parts/rows.js';
import {type Drawn, everyLine, formWindow, paperRows, type Room, rowsOf} from './block-rows.js';
import {hasTitles, indent, isListWhole, labelWidthOf, rowsAround, widthsOf} from './columns.js';

/** What a small window shows at once of a description, with the rows of each block but the list, unless all of them have room. */
export type SmallPage = {readonly blocks: readonly Block[]; readonly chosen?: ReadonlyMap<Block, readonly Row[]>};

/**
 * Returns the pages on which a small window shows every word of what cannot be left out, with no line cut. What a key acts on, which is the
 * field with the focus or the marked row, is on each of them, below the title. A text that scrolls is one page with all that is around it.
 */
export function smallPages(blocks: readonly Block[], room: Room): readonly [SmallPage, ...SmallPage[]] {
  const end = blocks.indexOf(atBottom);
  const usual = blocks
    .slice(0, end < 0 ? blocks.length : end)
    .filter(({isOptional}) => isOptional !== true)
    .flatMap(block => uncut(block, room));
  const kept = new Set(usual.filter(({isRoomy}) => isRoomy !== true));
  const drawn = () => usual.filter(block => kept.has(block));
  const needed = drawn();
  if (!isRoomFor(needed, room))
    return pagesOf(
      needed.flatMap(block => uncut(block, room)),
      room,
    );
  for (const block of usual.filter(({isRoomy}) => isRoomy === true)) {
    kept.add(block);
    if (!isRoomFor(drawn(), room)) kept.delete(block);
  }
  return [{blocks: drawn()}];
}

/** Returns the block with its sentence in as many lines as it needs. A note that would need a line of its own is left out. */
function inEveryLine(block: Block, {columns}: Room): Block {
  if (block.kind === 'notice') return {...block, most: everyLine};
  if (block.kind !== 'fact') return block;
  const isNoted = indent + widthOf(block.text) + 2 + widthOf(block.note) < columns;
  return {...block, most: everyLine, note: isNoted || block.lead !== '' ? block.note : ''};
}

const kindsOnOne: readonly Block['kind'][] = [
  ...(['title', 'verdict', 'amount', 'field', 'choice', 'options', 'fact', 'notice', 'question'] as const),
  ...(['gap', 'progress', 'steps', 'list', 'table'] as const),
];

const drawnIn = (blocks: readonly Block[], room: Room): Drawn => ({
  ...room,
  labelWidth: labelWidthOf(blocks),
  isTall: false,
  place: '',
});

/** Whether every line of these blocks has room. For a form the field with the focus is enough, for a list the marked row. */
function isRoomFor(blocks: readonly Block[], room: Room): boolean {
  if (!blocks.every(({kind}) => kindsOnOne.includes(kind))) return false;
  const drawn = drawnIn(blocks, room);
  const {left} = formWindow(blocks, drawn);
  const rows = blocks.filter(block => !left.has(block)).flatMap(block => rowsOf(block, drawn));
  const list = blocks.find(block => block.kind === 'list');
  if (rows.some(each => widthOfRow(each) > room.columns) || (list !== undefined && !isListWhole(list, room)))
    return false;
  return rows.length + (list === undefined ? 0 : leastLines(list)) <= room.height;
}

/** The fewest lines in which a person can go through a list. */
const leastLines = (list: ListBlock): number => (hasTitles(list) ? 2 : 1);

const widthOfRow = (spans: Row): number => spans.reduce((sum, {text}) => sum + widthOf(text), 0);

/** Returns the row in as many lines as it needs: one for each part that has no room beside those before it. */
function inColumns(spans: Row, columns: number): readonly Row[] {
  if (widthOfRow(spans) <= columns) return [spans];
  const lines: Row[] = [];
  let line: Row = [];
  for (const span of spans) {
    if (widthOfRow([...line, span]) <= columns) {
      line = [...line, span];
      continue;
    }
    if (line.some(({text}) => text.trim() !== '')) lines.push(line);
    const [style, width] = [span.style, columns - 1];
    const parts = paragraph(span.text.trim(), {width, most: everyLine, indent, style});
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? [];
  }
  return [...lines, line];
}

const isRule = (line: string): boolean => /^(\W)\1+$/u.test(line);

/** Returns the block without anything that a narrow window would cut, as one or more blocks. */
function uncut(block: Block, room: Room): readonly Block[] {
  const {columns} = room;
  switch (block.kind) {
    case 'question':
      return [fact(block.id, block.text, {tone: 'strong', most: everyLine})];
    case 'verdict':
      return [
        {...block, texts: []},
        ...block.texts.map((text, at) =>
          fact(`${block.id} ${at}`, text, {
            tone: at === 0 ? 'strong' : 'plain',
            most: everyLine,
            isRoomy: block.isRoomy === true,
          }),
        ),
      ];
    case 'exact': {
      const fit = (lines: readonly string[]) => lines.every(line => widthOf(line) + 2 * indent <= columns);
      const lines = fit(block.lines) ? block.lines : (block.narrow ?? block.lines);
      if (fit(lines)) return [{...block, lines}];
      const narrow = lines.flatMap(line => (isRule(line) ? line.slice(indent, columns) : wrap(line, columns - indent)));
      return [{...block, onRoll: false, lines: narrow}];
    }
    case 'list':
      return [block.count === 0 ? fact(block.id, block.empty, {most: everyLine}) : block];
    default:
      return [inEveryLine(block, room)];
  }
}

/** Returns the list with the columns that have room, and a fact with everything that the marked row says in the others. */
function narrowed(list: ListBlock, room: Room): readonly [ListBlock, ...FactBlock[]] {
  if (isListWhole(list, room)) return [list];
  const shown = list.columns.map((_, at) => at);
  const withColumns = (places: readonly number[]): ListBlock => ({
    ...list,
    columns: places.flatMap(at => list.columns[at] ?? []),
    rowAt: place => {
      const its = list.rowAt(place);
      return {...its, cells: places.map(at => its.cells[at] ?? '')};
    },
  });
  // What the row is of, its sums and its name stay the longest.
  const inner = shown.slice(1).filter(at => list.columns[at]?.grows !== true);
  const isSum = (at: number) => list.columns[at]?.align === 'right';
  const order = [...inner.filter(at => !isSum(at)).reverse(), ...inner.filter(isSum).reverse(), 0];
  let places: readonly number[] = shown;
  for (const gone of order) {
    if (places.length === 1 || isListWhole(withColumns(places), room)) break;
    places = places.filter(at => at !== gone);
  }
  const cells = list.marked < 0 ? [] : list.rowAt(list.marked).cells;
  const left = withColumns(places);
  const widths = new Map(
    widthsOf(left.columns, rowsAround(left, room.height), room.columns).map(({at, width}) => [at, width]),
  );
  const isTold = (at: number) => widthOf(cells[at] ?? '') > (widths.get(places.indexOf(at)) ?? 0);
  const more = shown.flatMap(at => {
    const cell = (cells[at] ?? '').trim();
    const {title = ''} = list.columns[at] ?? {};
    return isTold(at) && cell !== '' ? [title === '' || title === cell ? cell : `${title}: ${cell}`] : [];
  });
  return [
    left,
    ...(more.length === 0 ? [] : [fact(`${list.id} more`, more.join(' · '), {tone: 'quiet', most: everyLine})]),
  ];
}

/** What is on every page, as far as there is room: the title, the amount, and what a key acts on. */
function isOnEach(block: Block): boolean {
  if (block.kind === 'field' || block.kind === 'choice') return block.isFocused;
  return block.kind === 'title' || block.kind === 'amount' || block.kind === 'list';
}

const isField = ({kind}: Block): boolean => kind === 'field' || kind === 'choice';

function pagesOf(all: readonly Block[], room: Room): readonly [SmallPage, ...SmallPage[]] {
  const paper = all.find(block => block.kind === 'paper');
  if (paper !== undefined) return [textOf(paper, all, room)];
  const list = all.find(block => block.kind === 'list');
  const [narrow, more] = list === undefined ? [] : narrowed(list, room);
  const blocks = all.flatMap((block): readonly Block[] => (block === list ? compact([narrow, more]) : [block]));
  const drawn = drawnIn(blocks, room);
  const rows = new Map(
    blocks.map(block => [block, rowsOf(block, drawn).flatMap(each => inColumns(each, room.columns))] as const),
  );
  const linesOf = (block: Block) => (block.kind === 'list' ? leastLines(block) : (rows.get(block)?.length ?? 0));
  const linesIn = (all: readonly Block[]) => all.reduce((sum, block) => sum + linesOf(block), 0);
  // The field or the row stays if there is room for nothing else.
  const onEach = (['title', 'amount'] as const).reduce<readonly Block[]>(
    (all, kind) => (linesIn(all) < room.height ? all : all.filter(block => block.kind !== kind)),
    blocks.filter(isOnEach),
  );
  const fields = blocks.filter(isField);
  const focused = fields.find(block => onEach.includes(block));
  const read = blocks.filter(block => !onEach.includes(block) && !isField(block) && block !== more);
  // What is wrong with the field is on the first page, and leaves the others to the rest.
  const wrong = focused === undefined ? 0 : linesOf(focused) - 1;
  const free = Math.max(1, room.height - linesIn(onEach));
  const parts = inParts(compact([more, ...read]), rows, {first: free, next: free + wrong});
  const pages = parts.map((part, at): SmallPage => {
    const taken = [...part.values()].reduce((sum, each) => sum + each.length, 0);
    const rowsHere = (block: Block) =>
      part.get(block) ?? (at > 0 && block === focused ? rows.get(block)?.slice(0, 1) : rows.get(block)) ?? [];
    const groups = fields.map(rowsHere);
    const place = focused === undefined ? -1 : fields.indexOf(focused);
    const left = room.height - linesIn(onEach.filter(block => block !== focused)) - taken;
    const {from, to} = partAround(groups, Math.max(0, place), left);
    const around = place < 0 ? [] : fields.slice(from, to);
    const shown = blocks.filter(block => onEach.includes(block) || around.includes(block) || part.has(block));
    return {blocks: shown, chosen: new Map(shown.map(block => [block, rowsHere(block)]))};
  });
  return pages as unknown as readonly [SmallPage, ...SmallPage[]];
}

type Part = Map<Block, readonly Row[]>;

/** Returns the blocks in parts of at most so many lines. A block is divided only if it has no room in a part of its own. */
function inParts(
  blocks: readonly Block[],
  rows: ReadonlyMap<Block, readonly Row[]>,
  {first, next}: {readonly first: number; readonly next: number},
): readonly Part[] {
  const parts: Part[] = [new Map()];
  let free = first;
  for (const block of blocks) {
    let rest = rows.get(block) ?? [];
    while (rest.length > 0) {
      const isBegun = parts.length > 1 ? free < next : free < first || (next > first && rest.length > first);
      if (rest.length > free && isBegun) {
        parts.push(new Map());
        free = next;
      }
      parts.at(-1)?.set(block, rest.slice(0, free));
      [free, rest] = [free - Math.min(free, rest.length), rest.slice(free)];
    }
  }
  return parts;
}

/** Returns a text that scrolls as one page: what is around it scrolls too, but for the field with the focus. */
function textOf(paper: PaperBlock, blocks: readonly Block[], room: Room): SmallPage {
  const at = blocks.indexOf(paper);
  const scrolls = (block: Block): block is FactBlock =>
    block.kind !== 'title' && block.kind !== 'gap' && !isOnEach(block);
  const whole = {
    ...paper,
    blocks: [...blocks.slice(0, at).filter(scrolls), ...paper.blocks, ...blocks.slice(at + 1).filter(scrolls)].flatMap(
      block => uncut(block, room) as PaperBlock['blocks'],
    ),
  };
  const fixed = blocks.filter(block => isField(block) && isOnEach(block));
  const drawn = drawnIn([whole, ...fixed], room);
  const rows = new Map<Block, readonly Row[]>(fixed.map(block => [block, rowsOf(block, drawn)]));
  const used = [...rows.values()].reduce((sum, each) => sum + each.length, 0);
  const shown = [...fixed, whole];
  return {blocks: shown, chosen: rows.set(whole, paperRows(whole, {...drawn, height: room.height - used}))};
}
