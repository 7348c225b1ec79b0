import {glyphs} from '../../src/core/payment/badge.js';
import {widthOf} from '../../src/core/text/width.js';
import {atBottom, type Block, type CodeBlock, fact, gap} from '../../src/views/block.js';
import {bigWord} from '../parts/big-text.js';
import {blank, blanks, paragraph, qrRows, type Row, row, span} from '../parts/rows.js';
import {type Room, rowsOf} from './block-rows.js';
import {indent} from './columns.js';

/** The least width beside a QR code for texts that must be legible from a distance. */
const leastBeside = 28;
const widestText = 60;
/** The longest text for a QR code. A telephone cannot read a denser code from a screen. */
const longestCoded = 600;
/** The kinds of blocks that are drawn large, from the most room to the least. */
const sizes: readonly (readonly Block['kind'][])[] = [['amount', 'verdict'], ['amount'], []];

/**
 * Returns the rows of a description for a person who stands in front of the window: each line is centred and as large as the room allows,
 * and a code is at the right or below. The result has exactly the height of the room. Optional blocks are left out, the first ones first.
 */
export function centredRows(blocks: readonly Block[], room: Room): readonly Row[] {
  const end = blocks.includes(atBottom) ? blocks.indexOf(atBottom) : blocks.length;
  const foot = blocks.slice(end + 1).flatMap(block => linesOf(block, room, false));
  const above = {...room, height: room.height - foot.length};
  const body = blocks.slice(0, end);
  const code = body.find(block => block.kind === 'code');
  const rest = body.filter(block => block !== code);
  return [...(code === undefined ? fitted(rest, above) : withCode(code, rest, above)), ...foot];
}

function withCode(block: CodeBlock, rest: readonly Block[], room: Room): readonly Row[] {
  const {text, beside} = block;
  const {columns, height, styles} = room;
  const code = text.length > longestCoded ? [] : qrRows(text, styles);
  const width = rowWidth(code[0] ?? blank);
  const free = columns - width - 3;
  if (width > 0 && code.length <= height && free >= leastBeside) {
    const picture = middle(code, height);
    const fittedRows = fitted(rest, {...room, columns: free});
    return fittedRows.map((line, at) => [
      ...line,
      span(' '.repeat(free - rowWidth(line) + 1)),
      ...(picture[at] ?? blank),
    ]);
  }
  const short = [
    ...rest.filter(({kind}) => kind === 'amount' || kind === 'verdict'),
    ...beside.map(({text: each, tone}) => fact(each, each, {tone})),
  ];
  const rows = [...short.flatMap(each => linesOf(each, room, false)), ...code.map(line => centred(line, columns))];
  const isBelow = width > 0 && width <= columns && rows.length <= height;
  return isBelow ? middle(rows, height) : fitted([...rest, gap('before-instead'), block], room);
}

function fitted(blocks: readonly Block[], room: Room): readonly Row[] {
  const optional = blocks.filter(({isOptional}) => isOptional);
  const choices = sizes.flatMap(large =>
    [...optional.keys(), optional.length].map(count => {
      const left = optional.slice(0, count);
      const shown = blocks.filter(block => !left.includes(block));
      return shown.flatMap(block => linesOf(block, room, large.includes(block.kind)));
    }),
  );
  const chosen = choices.find(rows => rows.length <= room.height) ?? choices.at(-1) ?? [];
  return middle(chosen.slice(0, room.height), room.height);
}

/** Returns the centred lines of a block. The lines that replace a code are at the left, because a person may have to type them. */
function linesOf(block: Block, {columns, ...room}: Room, isTall: boolean): readonly Row[] {
  if (block.kind === 'code')
    return block.instead.flatMap(({text, tone}) =>
      paragraph(text, {width: columns - 1, most: 5, indent: 1, style: room.styles[tone]}),
    );
  const width = (block.kind === 'fact' ? Math.min(columns - 2, widestText) + 1 : columns) + indent;
  const rows = rowsOf(block, {...room, columns: width, labelWidth: 0, isTall, place: ''});
  const big = block.kind === 'verdict' && isTall ? bigWord(`${glyphs[block.badge]} ${block.word}`) : undefined;
  if (block.kind !== 'verdict' || big === undefined || widthOf(big[0]) + 2 > columns)
    return rows.map(line => centred(withoutMargin(line), columns));
  const letters = big.map(line => row(span(line, room.styles[block.badge])));
  return [...letters, ...rows.slice(1).map(withoutMargin)].map(line => centred(line, columns));
}

const withoutMargin = ([first, ...more]: Row): Row =>
  first === undefined ? blank : [{...first, text: first.text.slice(indent)}, ...more];

const centred = (line: Row, columns: number): Row =>
  line.length === 0 ? line : row(' '.repeat(Math.max(0, Math.floor((columns - rowWidth(line)) / 2))), ...line);

function middle(rows: readonly Row[], height: number): readonly Row[] {
  const above = blanks(Math.floor((height - rows.length) / 2));
  return [...above, ...rows, ...blanks(height - rows.length - above.length)];
}

const rowWidth = (line: Row): number => line.reduce((sum, {text}) => sum + widthOf(text), 0);
