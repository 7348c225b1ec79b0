import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bodyColumns, markWidth, widthsOf} from '../../../screens/kit/columns.js';
import {widthOf} from '../../../src/core/text/width.js';
import type {Column, ListBlock} from '../../../src/views/block.js';
import {forAll} from '../../hostile/runs.js';

const cell = fc.string({maxLength: 40, unit: fc.constantFrom('a', 'é', '界', ' ')});
const column: fc.Arbitrary<Column> = fc
  .record(
    {
      title: fc.string({maxLength: 10, unit: 'grapheme-ascii'}),
      width: fc.integer({min: 3, max: 20}),
      most: fc.integer({min: 3, max: 20}),
      givesWay: fc.constant(true as const),
      from: fc.integer({min: 60, max: 120}),
    },
    {requiredKeys: ['title']},
  )
  .map(({givesWay, ...more}) => ({...more, ...(givesWay && {givesWay})}));

/** A list of any columns, one of which grows, and its rows. */
const anyList = fc
  .record({
    beside: fc.array(column, {minLength: 1, maxLength: 5}),
    at: fc.nat(),
    columns: fc.integer({min: 40, max: 200}),
  })
  .chain(({beside, at, columns: width}) => {
    const grown = at % beside.length;
    const columns = beside.map((each, place): Column => {
      const {givesWay: _, from: __, ...rest} = each;
      return place === grown ? {...rest, grows: true} : each;
    });
    const rows = fc.array(fc.array(cell, {minLength: columns.length, maxLength: columns.length}), {maxLength: 8});
    return rows.map(cells => ({columns, width, rows: cells.map(each => ({cells: each}))}));
  });

test('no text is cut while another column has cells to spare', () =>
  forAll(anyList, ({columns, rows, width}) => {
    const shown = widthsOf(columns, rows, width);
    const longest = (at: number) =>
      Math.max(widthOf(columns[at]?.title ?? ''), ...rows.map(({cells}) => widthOf(cells[at] ?? '')));
    const isCut = shown.some(({at, width: own}) => longest(at) > own);
    const grown = shown.find(({grows}) => grows);
    const toSpare = grown === undefined ? 0 : grown.width - Math.max(4, longest(grown.at));
    if (isCut) expect(toSpare).toBeLessThanOrEqual(0);
  }));

test('a body takes more than the usual cells for a list alone, and no more than are free', () =>
  forAll(anyList, fc.integer({min: 40, max: 240}), ({columns, rows}, free) => {
    const list: ListBlock = {
      kind: 'list',
      id: 'list',
      columns,
      count: rows.length,
      marked: 0,
      markedText: '',
      empty: '',
      rowAt: at => ({id: `${at}`, cells: rows[at]?.cells ?? [], tone: 'plain'}),
    };
    const usual = Math.min(100, free);
    expect(bodyColumns([], {usual, free, height: 20})).toBe(usual);
    const width = bodyColumns([list], {usual, free, height: 20});
    expect(width).toBeGreaterThanOrEqual(usual);
    expect(width).toBeLessThanOrEqual(free);
    const cells = widthsOf(columns, rows, free);
    const needed = cells.reduce(
      (sum, {at, title}) => sum + 1 + Math.max(widthOf(title), ...rows.map(row => widthOf(row.cells[at] ?? ''))),
      markWidth + 1,
    );
    if (width < free) expect(needed).toBeLessThanOrEqual(width);
  }));

test('a body has room for columns of a width of their own that are empty', () => {
  const beside = Array.from({length: 5}, () => ({title: '', width: 18}));
  const columns: readonly Column[] = [{title: 'kind', grows: true}, ...beside];
  const rows = [{cells: ['a kind of thing that is long', '', '', '', '', '']}];
  const list: ListBlock = {
    kind: 'list',
    id: 'list',
    columns,
    count: 1,
    marked: 0,
    markedText: '',
    empty: '',
    rowAt: () => ({id: 'one', cells: rows[0]?.cells ?? [], tone: 'plain'}),
  };
  const width = bodyColumns([list], {usual: 100, free: 139, height: 20});
  expect(widthsOf(columns, rows, width)[0]?.width).toBeGreaterThanOrEqual(28);
});
