import type {Language} from '../../src/core/messages/messages.js';
import {displayMoney, moneyColumn} from '../../src/core/money/display.js';
import {fit, widthOf} from '../../src/core/text/width.js';
import {
  type Block,
  type ChartBlock,
  type ChoiceBlock,
  type CodeBlock,
  type FactBlock,
  type FieldBlock,
  fact,
  type OptionsBlock,
  type PaperBlock,
  type Piece,
  type Steps,
  type TableBlock,
  type TallyBlock,
  type TitleBlock,
} from '../../src/views/block.js';
import {sumOf} from '../../src/views/figures.js';
import {amountRows, bandRows, verdictSpan} from '../parts/big-text.js';
import {chosenField, partAround, typedField} from '../parts/field.js';
import {blank, columnBars, fillBar, paragraph, qrRows, type Row, row, type Span, span} from '../parts/rows.js';
import type {Styles} from '../terminal/styles.js';
import {type FieldPair, hasTitles, indent, labelWidthOf, mostOfOthers, noticeIndent, widthsOf} from './columns.js';
import {firstLine} from './list.js';

/** The area in which blocks are drawn, and its styles. `range` returns the text for a part of a list. */
export type Room = {
  readonly language: Language;
  readonly columns: number;
  readonly height: number;
  readonly styles: Styles;
  readonly range: (facts: {readonly first: number; readonly last: number; readonly count: number}) => string;
};
/** `isTall`: there is room for large digits. `place`: which part of a form is drawn, or empty if all of it is. */
export type Drawn = Room & {readonly labelWidth: number; readonly isTall: boolean; readonly place: string};

/** Returns the lines of a block that has a fixed height. */
export function rowsOf(block: Block, room: Drawn): readonly Row[] {
  const {columns, styles} = room;
  const width = columns - 1;
  switch (block.kind) {
    case 'title':
      return titleRows(block, room);
    case 'gap':
      return block.isGrowing ? [] : [blank];
    case 'fact':
      return factRows(block, room);
    case 'notice': {
      const style = styles[block.tone];
      const lead = span(`   ${block.glyph} `, style);
      return paragraph(block.text, {width, most: block.most, indent: noticeIndent, style, lead});
    }
    case 'question':
      return paragraph(block.text, {width, most: mostOfOthers, indent, style: styles.strong});
    case 'exact':
      return block.onRoll ? onRoll(block.lines, room) : block.lines.map(line => row('   ', line));
    case 'code':
      return codeRows(block, room);
    case 'table':
      return tableRows(block, room);
    case 'chart':
      // In a text that scrolls, what is below the chart should be seen too.
      return chartRows(block, room, Math.min(highest + 2, Math.max(5, Math.floor(room.height / 3))));
    case 'verdict':
      return [
        row('   ', verdictSpan(block.badge, block.word, styles)),
        ...block.texts.flatMap((text, at) =>
          paragraph(text, {width, most: mostOfOthers, indent, style: styles[at === 0 ? 'strong' : 'plain']}),
        ),
      ];
    case 'amount': {
      const [{badge, text: word = ''} = {}, {text: note = ''} = {}] = block.beside;
      const {language} = room;
      const band = badge && room.isTall && bandRows(block.money, {width: columns, language, badge, word, note, styles});
      if (band) return band;
      const [first = span(''), second = span('')] = block.beside.map(piece => spanOf(piece, styles));
      const tall = amountRows(block.money, {
        language,
        width: columns,
        isTall: room.isTall,
        style: styles[block.tone],
        beside: [first, second],
      });
      return room.isTall ? [...tall, blank] : tall;
    }
    case 'tally':
      return tallyRows(block, room);
    case 'options':
      return optionRows(block, room);
    case 'progress': {
      const bar = fillBar(block.value, {full: block.full, width: Math.max(10, Math.min(40, columns - 30))});
      return [row('   ', span(bar, styles.bar), `  ${block.text}`)];
    }
    case 'steps':
      return block.isTrack === true && room.isTall ? trackRows(block, room) : [stepsRow(block, room)];
    case 'field':
    case 'choice':
      return fieldRows(block, room);
    default:
      return [];
  }
}

/** The lines around options: a title, what is standing, and blanks. */
const aroundOptions = 7;

function optionRows({options}: OptionsBlock, {columns, height, styles, labelWidth}: Drawn): readonly Row[] {
  if (options.some(({word}) => word === undefined))
    // Two blanks, because some languages write one between thousands.
    return options.map(({key, text}) =>
      row(' '.repeat(indent + labelWidth), span(`${key}  `, styles.strong), span(text, styles.quiet)),
    );
  if (options.length + aroundOptions <= height)
    return options.map(({key, text}) =>
      row(span(`   ${fit(key, labelWidth)}`, styles.quiet), fit(text, columns - indent - labelWidth - 1)),
    );
  const rows: Span[][] = [];
  let free = 0;
  for (const {key, word = ''} of options) {
    const width = widthOf(`  ${key} ${word}`);
    const isFirst = width > free;
    if (isFirst) {
      rows.push([span('   ')]);
      free = columns - indent + 1;
    }
    rows.at(-1)?.push(span(`${isFirst ? '' : '  '}${key}`, styles.strong), span(` ${word}`, styles.quiet));
    free -= width;
  }
  return rows;
}

const spanOf = ({text, tone, badge}: Piece, styles: Styles): Span =>
  badge === undefined ? span(text, styles[tone]) : verdictSpan(badge, text, styles);

/** Returns the steps as a line that leads from one to the next, with their words below. The note is at the right, if it has room. */
function trackRows({steps, now, note = ''}: Steps, {columns, styles}: Drawn): readonly Row[] {
  const room = columns - indent - 1;
  const stride = Math.min(16, Math.floor(room / steps.length));
  const fits = steps.every(word => widthOf(word) < stride);
  if (!fits) return [stepsRow({steps, now}, {columns, styles})];
  const marks = steps.map((_, at) => {
    const isDone = at + 1 < now;
    const line = at === steps.length - 1 ? '' : (isDone ? '─' : '╌').repeat(stride - 1);
    return span((isDone ? '●' : at + 1 === now ? '▸' : '○') + line, at + 1 === now ? styles.strong : styles.quiet);
  });
  const words = steps.map((word, at) => span(fit(word, stride), at + 1 === now ? styles.strong : styles.quiet));
  const free = room - stride * steps.length;
  const isBeside = widthOf(note) <= free;
  return [
    row('   ', ...marks),
    row('   ', ...words, ...(isBeside ? [span(fit(note, free, true), styles.quiet)] : [])),
    ...(isBeside || note === '' ? [] : [row('   ', span(fit(note, room), styles.quiet))]),
  ];
}

/** The row of steps: those that are done, the present one, and those that follow, which have no words where these have no room. */
function stepsRow(
  {steps, now}: Pick<Steps, 'steps' | 'now'>,
  {columns, styles}: Pick<Room, 'columns' | 'styles'>,
): Row {
  const words = steps.map((word, at) => ` ${at + 1 < now ? '✓' : at + 1} ${word} `);
  const isWhole = words.reduce((sum, word) => sum + widthOf(word), 2) <= columns;
  return words.map((word, at) => {
    if (at + 1 === now) return span(` ▸${word}`, styles.strong);
    return span(isWhole ? word : word.slice(0, 2), styles.quiet);
  });
}

/** Returns the title, with as many pieces of its note at its right as have room. The first and the last piece go last. */
function titleRows({text, note}: TitleBlock, {columns, styles, place}: Drawn): readonly Row[] {
  let pieces = note.map(piece => spanOf(piece, styles));
  const named = span(` ${text}`, styles.strong);
  if (place !== '' || pieces.length === 0) {
    if (widthOf(named.text) > columns)
      return paragraph(text, {width: columns - 1, most: 2, indent: 1, style: styles.strong});
    return [[named, ...(place === '' ? [] : placeBeside(named.text, `  ${place}`, {columns, styles}))]];
  }
  const widthIn = (spans: readonly Span[]) => spans.reduce((sum, each) => sum + widthOf(each.text) + 1, 0);
  while (pieces.length > 1 && widthOf(named.text) + 2 + widthIn(pieces) > columns) {
    pieces = pieces.length === 2 ? pieces.slice(0, 1) : [...pieces.slice(0, -2), ...pieces.slice(-1)];
  }
  const room = Math.max(0, columns - 1 - widthIn(pieces));
  const beside = (text: string) =>
    row({...named, text: fit(text, room)}, ...pieces.flatMap(piece => [span(' '), piece]));
  if (widthOf(named.text) <= room) return [beside(named.text)];
  return [...paragraph(text, {width: columns - 1, most: 2, indent: 1, style: styles.strong}), beside('')];
}

/** Returns which part is shown, or nothing if there is no room for it beside the title. */
const placeBeside = (title: string, place: string, {columns, styles}: Pick<Room, 'columns' | 'styles'>): Row =>
  widthOf(title + place) > columns ? [] : [span(place, styles.quiet)];

function factRows({text, tone, lead, note, most}: FactBlock, {columns, styles, labelWidth}: Drawn): readonly Row[] {
  const width = columns - 1;
  const style = styles[tone];
  if (lead === '' && note === '') return paragraph(text, {width, most, indent, style});
  const margin = lead === '' ? indent : indent + labelWidth;
  const isLong = widthOf(lead) >= labelWidth;
  const above = isLong ? [row('   ', span(fit(lead, width - indent), styles.quiet))] : [];
  const first = span(isLong ? '' : `   ${lead}`, styles.quiet);
  const room = width - margin;
  if (note !== '' && widthOf(text) + 2 + widthOf(note) <= room) {
    const space = ' '.repeat(room - widthOf(text) - widthOf(note));
    return [
      ...above,
      row({...first, text: fit(first.text, margin)}, span(text, style), space, span(note, styles.quiet)),
    ];
  }
  return [
    ...above,
    ...paragraph(text, {width, most, indent: margin, style, lead: first}),
    ...(note === '' ? [] : paragraph(note, {width, most, indent: margin, style: styles.quiet})),
  ];
}

const tallyLabel = 15;
const countWidth = 20;
const sumWidth = 17;

function tallyRows({label, rows}: TallyBlock, room: Drawn): readonly Row[] {
  const {columns, language, styles} = room;
  if (columns < narrowestTable)
    return rows.flatMap(({glyph, tone, text, sums, note}, at) =>
      factRows(
        fact(`${at}`, [`${glyph} ${text}`, note].filter(part => part !== '').join('  '), {
          tone,
          note: sums.map(sum => displayMoney(sum, language)).join('  '),
        }),
        room,
      ),
    );
  const most = Math.max(1, Math.floor((columns - tallyLabel - countWidth - 1) / sumWidth));
  return rows.map(({glyph, tone, text, sums, note}, at) => {
    const counted = `${glyph} ${text}`;
    const shown = sums.slice(0, most).map(sum => moneyColumn(sum, sumWidth - 2, language));
    return row(
      span(fit(at === 0 ? `   ${label}` : '', tallyLabel), styles.quiet),
      span(fit(counted, Math.max(countWidth, widthOf(counted) + 1)), styles[tone]),
      shown.join('  ') + (sums.length > most ? '…' : ''),
      ...(note === '' ? [] : [span(`${shown.length === 0 ? '' : '  '}${note}`, styles.quiet)]),
    );
  });
}

function fieldRows(block: FieldPair | ChoiceBlock, room: Drawn): readonly Row[] {
  if (block.kind === 'field' && block.beside !== undefined) {
    const {beside, ...field} = block;
    return pairRows([field, beside], room);
  }
  const {columns, styles, labelWidth} = room;
  const {label, isFocused, note, problem, warning} = block;
  const options = {
    label,
    labelWidth,
    width: columns,
    isFocused,
    styles,
    note,
    problem: problem === '' ? undefined : problem,
  };
  const isNarrow = columns < narrowestTable;
  const warned = {most: isNarrow ? everyLine : 2, indent: isNarrow ? indent : labelWidth + indent};
  const below =
    warning === '' ? [] : paragraph(`! ${warning}`, {...warned, width: columns - 1, style: styles['not-known']});
  if (block.kind === 'choice') {
    if (!block.isFolded) return [...chosenField(block.value, options), ...below];
    const mark = span(isFocused ? ' ▸ ' : '   ', styles.strong);
    return [row(mark, span(fit(label, labelWidth), styles.quiet), span(block.value, styles.quiet))];
  }
  const {line, unit, shown, fallback, hint, isKept, isLocked} = block;
  const before = unit === '' ? line.before : `${unit} ${line.before}`;
  const placeholder = fallback === '' ? (isFocused && hint !== '' ? ` ${hint}` : '') : fallback;
  const own = {...options, isSelected: isKept, isLocked, placeholder};
  return [...typedField({before, after: line.after}, shown, own), ...below];
}

/** `left`: the fields that are not drawn. `place`: which fields are drawn, as text. */
type FormWindow = {readonly left: ReadonlySet<Block>; readonly place: string};
export const whole: FormWindow = {left: new Set(), place: ''};

/** Returns the fields that have no room. The field with the focus is always drawn, with as many around it as fit. */
export function formWindow(
  needed: readonly Block[],
  room: Drawn,
): {readonly left: ReadonlySet<Block>; readonly place: string} {
  const fields: readonly (FieldPair | ChoiceBlock)[] = needed.filter(block => 'isFocused' in block);
  const groups = fields.map(field => rowsOf(field, room));
  const others = needed.filter(block => !('isFocused' in block)).flatMap(block => rowsOf(block, room));
  const marked = Math.max(
    0,
    fields.findIndex(field => field.isFocused || ('beside' in field && field.beside?.isFocused === true)),
  );
  const {from, to} = partAround(groups, marked, room.height - others.length);
  if (to - from === fields.length) return whole;
  const left = fields.filter((_, at) => at < from || at >= to);
  return {left: new Set(left), place: `${from + 1}–${to} / ${fields.length}`};
}

const widestColumn = 40;

/** Returns two fields in one line, and below it what is wrong with one of them. */
function pairRows(fields: readonly FieldBlock[], room: Drawn): readonly Row[] {
  const columns = Math.min(widestColumn, Math.floor(room.columns / 2));
  const all = fields.map(field => fieldRows(field, {...room, columns, labelWidth: labelWidthOf([field])}));
  const line = all.flatMap(([first = blank], at) => {
    const used = first.reduce((sum, {text}) => sum + widthOf(text), 0);
    return at === 0 ? [...first, span(' '.repeat(Math.max(1, columns - used)))] : first;
  });
  return [line, ...all.flatMap(([, ...below]) => below)];
}

const [widestBar, highest] = [3, 8];
/** Without colour, what is stacked on the first series and what is compared are told by their letters. */
const [stacked, comparedMark] = ['░', '╌'];

/** Returns the bars of a chart, its axis with a scale at the left, and what they mean, in at most so many lines. */
export function chartRows(block: ChartBlock, {columns, styles}: Room, most: number): readonly Row[] {
  const {points, scale} = block;
  const scaleWidth = indent + Math.max(...scale.map(({label}) => widthOf(label))) + 2;
  const stride = Math.max(1, Math.min(widestBar + 1, Math.floor((columns - scaleWidth - 1) / points.length)));
  const bar = Math.max(1, stride - 1);
  const full = Math.max(1, scale.at(-1)?.value ?? 1);
  // If lines are few, the axis and the legend are one.
  const isOneLine = most < 5;
  const height = Math.min(highest, most - (isOneLine ? 1 : 2));
  if (height < 1) return [];
  const lineOf = (value: number) => Math.round((value / full) * height);
  const marks = new Map(scale.map(({value, label}) => [Math.max(1, lineOf(value)), label]));
  const heightOf = (values: readonly number[]) =>
    columnBars(
      values.map(value => Math.min(value, full)),
      {height, width: 1, full},
    );
  const first = heightOf(points.map(({values}) => Math.max(0, values[0] ?? 0)));
  const bars = first.map((line, at) => {
    const level = height - at;
    const cells = points.map(({values, before = 0}, point) => {
      const cell = [...line][point * 2] ?? ' ';
      if (cell === ' ' && level <= lineOf(sumOf(values))) return span(stacked.repeat(bar), styles.strong);
      if (cell === ' ' && before > 0 && level === Math.max(1, lineOf(before)))
        return span(comparedMark.repeat(bar), styles.quiet);
      return span(cell.repeat(bar), styles.bar);
    });
    const label = at === height - 1 && height > 1 ? '0' : (marks.get(level) ?? '');
    const edge = label === '' ? '│' : '┤';
    const margin = ' '.repeat(stride - bar);
    return row(
      span(`${fit(label, scaleWidth - 2, true)} ${edge}`, styles.quiet),
      ...cells.flatMap(cell => [cell, margin]),
    );
  });
  const every = Math.ceil((Math.max(...points.map(({label}) => widthOf(label))) + 1) / stride);
  const wide = stride * points.length;
  const isWhole = (label: string, at: number) => at % every === 0 && at * stride + widthOf(label) <= wide;
  const axis = points.flatMap(({label}, at) => (isWhole(label, at) ? [fit(label, every * stride)] : [])).join('');
  const below = row(
    ' '.repeat(scaleWidth),
    span(fit(axis.trimEnd(), Math.min(columns - scaleWidth, wide)), styles.quiet),
  );
  const used = isOneLine ? scaleWidth + stride * points.length : 0;
  const legend = legendRow(block, {columns: columns - used, styles});
  return isOneLine ? [...bars, [...below, ...legend]] : [...bars, below, legend];
}

/** Returns what the marks of a chart mean and what is beside it, as far as there is room. */
function legendRow(
  {label, series, compared, aside}: ChartBlock,
  {columns, styles}: Pick<Room, 'columns' | 'styles'>,
): Row {
  const parts: Row[] = [
    row(span(`   ${label}`, styles.quiet)),
    ...aside
      .filter(({key}) => key !== '')
      .map(({text, key}) => row('   ', span(key, styles.strong), span(` ${text}`, styles.quiet))),
    ...series.flatMap((text, at) =>
      text === ''
        ? []
        : [row('  ', at === 0 ? span('█', styles.bar) : span(stacked, styles.strong), span(` ${text}`, styles.quiet))],
    ),
    ...(compared === '' ? [] : [row('  ', span(`${comparedMark} ${compared}`, styles.quiet))]),
    ...aside.filter(({key}) => key === '').map(({text}) => row('   ', span(text, styles.quiet))),
  ];
  let room = columns;
  return parts.flatMap(part => {
    const width = part.reduce((sum, {text}) => sum + widthOf(text), 0);
    if (width > room) return [];
    room -= width;
    return part;
  });
}

function onRoll(lines: readonly string[], {columns, styles}: Room): readonly Row[] {
  const width = Math.max(...lines.map(widthOf));
  const margin = ' '.repeat(Math.max(0, Math.floor((columns - width) / 2) - 2));
  return lines.map(line => row(margin, span('│ ', styles.quiet), line, span(' │', styles.quiet)));
}

const narrowestBeside = 14;

/** Returns the rows of a QR code, which may be wider than its roll, since its modules are wider on a screen than on paper. */
function codeRows({text, beside, tooBig, instead}: CodeBlock, {columns, height, styles}: Room): readonly Row[] {
  const code = qrRows(text, styles);
  const codeWidth = widthOf(code[0]?.map(part => part.text).join('') ?? '');
  const room = columns - codeWidth - 4;
  const say = (pieces: readonly Piece[], width: number, indent = 0) =>
    pieces.flatMap(({text: each, tone}) => paragraph(each, {width, most: everyLine, indent, style: styles[tone]}));
  const isShown = code.length > 0 && room >= (beside.length === 0 ? 0 : narrowestBeside);
  // A code of which the window shows only a part can be read by nobody. A text has two lines around it.
  if (!isShown || code.length > height - (beside.length > 0 ? 0 : 2)) {
    const why: readonly Piece[] = tooBig === '' ? [] : [{text: tooBig, tone: 'not-known'}];
    return say([...why, ...instead, ...beside], columns - 1, 4);
  }
  if (beside.length === 0) {
    const margin = ' '.repeat(Math.floor((columns - codeWidth) / 2));
    return code.map(line => [span(margin), ...line]);
  }
  const wording = say(beside, room);
  return code.map((line, at) => row(' ', ...line, '  ', ...(wording[at - 1] ?? [])));
}

const narrowestTable = 60;
/** More lines than a sentence has. */
export const everyLine = 100;

/**
 * Returns the rows of a table. In a narrow window that would cut a cell, each cell is a line with the title of its column; of a table
 * without titles, each row is a text.
 */
function tableRows(table: TableBlock, {columns: width, styles}: Room): readonly Row[] {
  const {columns, rows} = table;
  const shown = widthsOf(columns, rows, width);
  const isCut = shown.some(({at, width: cell}) => rows.some(({cells}) => widthOf(cells[at] ?? '') > cell));
  const labelWidth = Math.max(...columns.map(({title}) => widthOf(title))) + 2;
  const isCramped = isCut && width < narrowestTable;
  if (isCramped && !hasTitles(table))
    return rows.flatMap(({cells, tone}) => {
      const texts = cells.map(cell => cell.trim().replaceAll(/ {2,}/gu, '\u00A0')).filter(cell => cell !== '');
      return paragraph(texts.join('  '), {width, most: everyLine, indent, style: styles[tone]});
    });
  if (isCramped)
    return rows.flatMap(({cells, tone}) =>
      columns.flatMap(({title}, at) => {
        const cell = (cells[at] ?? '').trim();
        const label = span(`   ${fit(title, labelWidth)}`, styles.quiet);
        return cell === ''
          ? []
          : paragraph(cell, {width, most: everyLine, indent: indent + labelWidth, style: styles[tone], lead: label});
      }),
    );
  const line = (cells: readonly string[]) =>
    shown.map(({at, width: cell, align}) => fit(cells[at] ?? '', cell, align === 'right')).join(' ');
  return [
    ...(hasTitles(table) ? [row('   ', span(line(columns.map(({title}) => title)), styles.quiet))] : []),
    ...rows.map(({cells, tone}) => row('   ', span(line(cells), styles[tone]))),
  ];
}

/** The lines from which one is left free below a title. */
const leastSpaced = 10;

/** Returns the part of a text that has room, under a title that says which part it is. */
export function paperRows({title, blocks, offset}: PaperBlock, room: Drawn): readonly Row[] {
  const all = blocks.flatMap(block => rowsOf(block, room));
  const above = room.height < leastSpaced ? [] : [blank];
  const height = Math.max(1, room.height - 1 - above.length);
  const from = firstLine(offset, {count: all.length, height});
  const shown = all.slice(from, from + height);
  const place = all.length > height ? `  ${from + 1}–${from + shown.length} / ${all.length}` : '';
  const named = span(` ${title}`, room.styles.strong);
  return [[named, ...placeBeside(named.text, place, room)], ...above, ...shown];
}
