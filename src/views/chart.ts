import type {Language} from '../core/messages/messages.js';
import {displayAmount} from '../core/money/display.js';
import type {Currency} from '../core/money/money.js';
import type {ChartBlock} from './block.js';

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
  const label = (minor: number) => displayAmount({currency, minor}, language).replace(/[.,]0+$/u, '');
  const scale = [0, top / 2, top].map(value => ({value, label: Number.isInteger(value) ? label(value) : ''}));
  return {kind: 'chart', importance: 'detail', series: [], compared: '', ...chart, scale};
}

/** Returns the height of a point. What was refunded may be more than what was taken. */
export const sumOf = (values: readonly number[]): number =>
  Math.max(
    0,
    values.reduce((sum, value) => sum + value, 0),
  );
