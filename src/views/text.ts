import {type Language, messages} from '../core/messages/messages.js';
import {cleanText} from '../core/text/text.js';
import {fit, widthOf, wrap} from '../core/text/width.js';
import type {Block, Column, ListRow} from './block.js';

type Columns = {
  /** The longest that a cell may be, so that a text from the service cannot make the table too wide. */
  readonly longest?: number;
  /** The columns, counted from 0, that are aligned right. */
  readonly numbers?: readonly number[];
};

/** Formats rows as columns, each as wide as its longest cell. */
export const inColumns = (
  rows: readonly (readonly string[])[],
  {longest = 40, numbers = []}: Columns = {},
): readonly string[] =>
  aligned(
    rows.map(row => row.map(cell => cleanText(cell, longest))),
    column => numbers.includes(column),
  );

/** `least` are the fewest cells of the columns, so that tables below each other are aligned. */
function aligned(
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean,
  least: readonly number[] = [],
): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(least[column] ?? 0, ...rows.map(row => widthOf(row[column] ?? ''))),
  );
  return rows.map(row =>
    row
      .map((cell, column) => fit(cell, widths[column] ?? 0, isRight(column)))
      .join('  ')
      .trimEnd(),
  );
}

/** The lines of a description for a command: nothing is cut, every row of a list is there, and nothing has a colour. */
export function blockLines(blocks: readonly Block[], {width}: {readonly width: number}): readonly string[] {
  const labels = blocks.flatMap(block => (block.kind === 'fact' && block.lead !== '' ? [widthOf(block.lead) + 2] : []));
  return blocks.flatMap(block => linesOf(block, width, Math.max(0, ...labels)));
}

function linesOf(block: Block, width: number, labelWidth: number): readonly string[] {
  switch (block.kind) {
    case 'title':
      return [[block.text, ...block.note.map(({text}) => text)].join('  ')];
    case 'fact': {
      const {text, lead, note} = block;
      const margin = lead === '' ? 0 : labelWidth;
      const lines = wrap(note === '' ? text : `${text} (${note})`, width - margin);
      return lines.map((line, at) => (margin === 0 ? line : `${fit(at === 0 ? lead : '', margin)}${line}`));
    }
    case 'table':
      return tableLines(block.columns, block.rows);
    case 'list':
      return block.count === 0
        ? [block.empty]
        : tableLines(
            block.columns,
            Array.from({length: block.count}, (_, at) => block.rowAt(at)),
          );
    case 'gap':
      return [''];
    default:
      return [];
  }
}

function tableLines(columns: readonly Column[], rows: readonly Pick<ListRow, 'cells'>[]): readonly string[] {
  const titles = columns.map(({title}) => title);
  const hasTitles = titles.some(title => title !== '');
  const cells = [...(hasTitles ? [titles] : []), ...rows.map(row => titles.map((_, at) => row.cells[at] ?? ''))];
  return aligned(
    cells,
    at => columns[at]?.align === 'right',
    columns.map(({width = 0}) => width),
  );
}

/** Returns a sentence with a label, its value and optionally a reason. A single letter is the name of a key and is not capitalised. */
export function is(label: string, value: string, {language}: {readonly language: Language}, note = ''): string {
  const {is: plain, isBecause} = messages(language).narration;
  const name = label.length === 1 ? label : label.charAt(0).toUpperCase() + label.slice(1);
  return (note === '' ? plain : isBecause)({label: name, value, note});
}
