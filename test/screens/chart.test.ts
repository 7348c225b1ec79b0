import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {rowsOf} from '../../screens/kit/block-rows.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import type {Currency} from '../../src/core/money/money.js';
import {widthOf} from '../../src/core/text/width.js';
import {axisOf, chartOf} from '../../src/views/figures.js';
import {forAll} from '../hostile/runs.js';

const hour = fc.integer({min: 0, max: 23});

describe('the axis of a day', () => {
  it.each([
    ['one hour', [9], 0, [9, 10, 11, 12, 13, 14]],
    ['the last hour of the day', [23], 0, [18, 19, 20, 21, 22, 23]],
    ['from the opening to now', [7, 15], 4, [7, 8, 9, 10, 11, 12, 13, 14, 15]],
    ['past midnight', [22, 2], 6, [22, 23, 0, 1, 2, 3]],
    ['nothing', [], 0, []],
  ] as const)('has several hours: %s', (_, used, first, axis) => expect(axisOf(used, first)).toEqual(axis));

  it('has every hour in use once, in the order of the day', () =>
    forAll(fc.uniqueArray(hour, {minLength: 1}), hour, (used, first) => {
      const axis = axisOf(used, first);
      const places = axis.map(each => (each - first + 24) % 24);
      expect(axis).toEqual(expect.arrayContaining(used));
      expect(places).toEqual(places.map((_, at) => (places[0] ?? 0) + at));
      expect(axis.length).toBeGreaterThanOrEqual(6);
    }));
});

const chart = (
  points: readonly {label: string; values: readonly number[]; before?: number}[],
  currency: Currency = 'KES',
) =>
  chartOf({
    id: 'hours',
    currency,
    language: 'en',
    label: 'KES by hour',
    points,
    sentence: '',
    aside: [],
    series: ['wallets KES 3,000.00', 'cash KES 1,000.00'],
    compared: 'same day last week',
  });

it('has a round scale that holds every value', () => {
  forAll(fc.integer({min: 0, max: 10_000_000}), fc.integer({min: 0, max: 10_000_000}), (one, before) => {
    const {scale} = chart([{label: '08', values: [one, 0], before}]);
    expect(scale.at(-1)?.value).toBeGreaterThanOrEqual(Math.max(one, before));
    expect(scale.at(-1)?.value).toBeLessThanOrEqual(2 * Math.max(one, before, 1));
    expect(scale[0]).toEqual({value: 0, label: '0'});
  });
  expect(
    (['KES', 'UGX', 'KWD'] as const).map(currency =>
      chart([{label: '08', values: [331_600]}], currency).scale.map(({label}) => label),
    ),
  ).toEqual([
    ['0', '2,000', '4,000'],
    ['0', '200,000', '400,000'],
    ['0', '200', '400'],
  ]);
});

it('has no label on its axis that is cut', () => {
  const points = Array.from({length: 31}, (_, at) => ({label: String(at + 1).padStart(2, '0'), values: [1]}));
  for (let columns = 40; columns <= 200; columns++) {
    const room = {columns, height: 40, styles: stylesFor({NO_COLOR: '1'}), language: 'en', range: () => ''} as const;
    const lines = rowsOf(chart(points), {...room, labelWidth: 0, isTall: true, place: ''}).map(row =>
      row.map(({text}) => text).join(''),
    );
    const axis = lines.find(line => line.trim().startsWith('01')) ?? '';
    expect(axis, `${columns}`).toMatch(/01 .*\d\d\s*$/);
    expect(axis).not.toMatch(/…|\b\d\b/);
  }
});

it('is drawn with both kinds, their names and a scale, in every width', () => {
  const points = Array.from({length: 17}, (_, at) => ({
    label: String(at + 6).padStart(2, '0'),
    values: at === 4 ? [300_000, 100_000] : [0, 0],
    before: 200_000,
  }));
  for (const columns of [40, 60, 80, 100]) {
    const room = {columns, height: 40, styles: stylesFor({NO_COLOR: '1'}), language: 'en', range: () => ''} as const;
    const lines = rowsOf(chart(points), {...room, labelWidth: 0, isTall: true, place: ''}).map(row =>
      row.map(({text}) => text).join(''),
    );
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    const text = lines.join('\n');
    expect(text).toMatch(/4,000 ┤[\s\S]*2,000 ┤[\s\S]*0 ┤/);
    expect(text).toMatch(/░[\s\S]*█[\s\S]*06[\s\S]*KES by hour/);
    expect(text).toContain('╌');
    expect(text.includes('░ cash KES 1,000.00')).toBe(columns >= 60);
  }
});
