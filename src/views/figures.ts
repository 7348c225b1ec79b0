import {type Language, messages} from '../core/messages/messages.js';
import {displayAmount, displayMoney, displayNumber, figureColumn, figureOf} from '../core/money/display.js';
import {type Currency, decimalsOf, type Money} from '../core/money/money.js';
import {cleanText} from '../core/text/text.js';
import {type ChartBlock, type FactBlock, fact, type GapBlock, gap, type TableBlock, type Tone} from './block.js';
import {is} from './text.js';

export type FigureRow = TableBlock['rows'][number];
export type FigureBlocks = readonly (TableBlock | FactBlock | GapBlock)[];

const moneyWidth = 18;
const longestName = 34;

/** Returns rows of a label, a count, an amount and what is beside it. */
export const figureTable = (id: string, rows: readonly FigureRow[]): readonly TableBlock[] =>
  rows.length === 0
    ? []
    : [
        {
          kind: 'table',
          id,
          columns: [
            {title: '', width: 30},
            {title: '', width: 6, align: 'right'},
            {title: '', width: moneyWidth + 4},
            {title: '', grows: true, from: 72},
          ],
          rows,
        },
      ];

/** Returns rows with a name above them; nothing if there are none. */
export const section = (id: string, name: string, rows: readonly FigureRow[]): FigureBlocks =>
  rows.length === 0
    ? []
    : [gap(`${id}-above`), fact(`${id}-name`, name, {tone: 'quiet', said: `${name}.`}), ...figureTable(id, rows)];

type Figure = {readonly count?: number | null | undefined; readonly beside?: string; readonly tone?: Tone};

export function figure(
  label: string,
  money: Money,
  language: Language,
  {count, beside = '', tone = 'plain'}: Figure = {},
): FigureRow {
  const worth = displayMoney(money, language);
  // A row that belongs to the one above is indented.
  const indent = label.startsWith('  ') ? '  ' : '';
  const name = cleanText(label, longestName - indent.length);
  const counted = count == null ? worth : messages(language).narration.count({count, word: worth});
  return {
    cells: [
      indent + name,
      count == null ? '' : displayNumber(String(count), language),
      figureColumn(figureOf(money, language), moneyWidth),
      beside,
    ],
    tone,
    said: is(name, [counted, beside].filter(text => text !== '').join(', '), {language}),
  };
}

/** Returns a number without an amount, marked if it stands out. */
export function countFigure(label: string, count: number, language: Language, standsOut = false): FigureRow {
  const counted = displayNumber(String(count), language);
  return {
    cells: [label, counted, standsOut ? '!' : '', ''],
    tone: standsOut ? 'needs-person' : 'plain',
    said: is(label, standsOut ? `${counted} !` : counted, {language}),
  };
}

/** Returns a row with the name of what the rows below it are about. */
export const nameFigure = (name: string): FigureRow => ({
  cells: [cleanText(name, longestName), '', '', ''],
  tone: 'strong',
  said: `${cleanText(name, longestName)}.`,
});

/** The hours that an axis has at least, so that one hour is never a lonely bar. */
const fewestHours = 6;

/** Returns the hours of an axis in the order of a day from `first`: all from earliest to latest in use, and several at least. */
export function axisOf(used: readonly number[], first: number): readonly number[] {
  const places = used.map(hour => (hour - first + 24) % 24);
  if (places.length === 0) return [];
  const from = Math.min(...places, 24 - fewestHours);
  const to = Math.max(...places, from + fewestHours - 1);
  return Array.from({length: to - from + 1}, (_, at) => (from + at + first) % 24);
}

const tops = [1, 2, 3, 4, 5, 6, 8, 10];

/** Returns a round number that is at least as high as the value, and halfway to it another one. */
function roundTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return (tops.find(top => top * power >= value) ?? 10) * power;
}

type Charted = Pick<ChartBlock, 'id' | 'label' | 'points' | 'sentence' | 'aside'> &
  Partial<Pick<ChartBlock, 'series' | 'compared'>> & {readonly currency: Currency; readonly language: Language};

/** Returns a chart of amounts in minor units, with a scale in the currency. */
export function chartOf({currency, language, ...chart}: Charted): ChartBlock {
  const highest = Math.max(...chart.points.flatMap(({values, before = 0}) => [sumOf(values), before]), 1);
  const top = roundTop(highest);
  // No mark needs decimals, unless the amounts are tiny.
  const zeros = decimalsOf(currency) === 0 ? '' : /[.,]0+$/u;
  const label = (minor: number) => displayAmount({currency, minor}, language).replace(zeros, '');
  const scale = [0, top / 2, top].map(value => ({value, label: Number.isInteger(value) ? label(value) : ''}));
  return {kind: 'chart', importance: 'detail', series: [], compared: '', ...chart, scale};
}

/** Returns the height of a point. What was refunded may be more than what was taken. */
export const sumOf = (values: readonly number[]): number =>
  Math.max(
    0,
    values.reduce((sum, value) => sum + value, 0),
  );
