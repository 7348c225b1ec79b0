import {writeFile} from 'node:fs/promises';
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {type PrintedLine, type PrintedPiece, printedRows} from '../../src/sources/open/printed-table.js';
import {tableText} from '../../src/sources/open/rows.js';
import {readSource} from '../../src/sources/source.js';
import {forAllAsync, patience, runs} from '../hostile/runs.js';
import {listed, pathOf} from './support.js';

type Entry = {readonly minor: number; readonly words: number; readonly daysLater: number};
/** How a table is set: where its columns stand, how far its rows are apart, and what stands around it. */
type Setting = {
  readonly gaps: readonly number[];
  readonly isLeft: boolean;
  readonly isCentred: boolean;
  readonly between: number;
  readonly letters: number;
  readonly headingLines: 1 | 2;
  readonly above: readonly (readonly number[])[];
  readonly rowsOnPage: number;
  readonly hasBalance: boolean;
  readonly hasFoot: boolean;
};

const setting: fc.Arbitrary<Setting> = fc.record({
  gaps: fc.array(fc.integer({min: 9, max: 30}), {minLength: 6, maxLength: 6}),
  isLeft: fc.boolean(),
  isCentred: fc.boolean(),
  between: fc.integer({min: 2, max: 12}),
  letters: fc.integer({min: 16, max: 40}),
  headingLines: fc.constantFrom(1 as const, 2 as const),
  above: fc.array(fc.array(fc.integer({min: 3, max: 24}), {minLength: 1, maxLength: 4}), {maxLength: 6}),
  rowsOnPage: fc.integer({min: 4, max: 30}),
  hasBalance: fc.boolean(),
  hasFoot: fc.boolean(),
});
const entries = fc.array(
  fc.record({
    minor: fc.oneof(fc.integer({min: 1, max: 9_999_999}), fc.integer({min: -9_999_999, max: -1})),
    words: fc.integer({min: 1, max: 9}),
    daysLater: fc.nat({max: 2}),
  }),
  {minLength: 3, maxLength: 40},
);

const letter = 4;
const leading = 10;
const money = (minor: number) => (Math.abs(minor) / 100).toFixed(2).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');
const dayOf = (later: number) => new Date(Date.UTC(2026, 9, 1 + later)).toISOString().slice(0, 10);
const words = ['PAYMENT', 'from', 'Jane', 'ref', 'PO1001', 'of shop', '7', 'branch', 'till A'];

function wrapped(text: string, letters: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '' || line.length + 1 + word.length <= letters) lines.splice(-1, 1, `${line} ${word}`.trim());
    else lines.push(word);
  }
  return lines;
}

function printed(given: readonly Entry[], style: Setting): readonly (readonly PrintedLine[])[] {
  const {gaps, isLeft, isCentred, between, letters, headingLines, above, rowsOnPage, hasBalance, hasFoot} = style;
  const titles = [
    headingLines === 2 ? ['Value', 'Date'] : ['Date'],
    ['Narration'],
    ['Debit'],
    ['Credit'],
    ...(hasBalance ? [['Balance']] : []),
  ];
  const widths = [10, letters, 12, 12, 14].map(count => count * letter);
  const lefts = widths.map((_, at) =>
    widths.slice(0, at).reduce((sum, width, before) => sum + width + (gaps[before] ?? 9), 30),
  );
  const pages: PrintedPiece[][] = [[]];
  let y = 800;
  const put = (text: string, left: number, top: number) =>
    pages.at(-1)?.push({text, left, right: left + text.length * letter, y: top, height: 8});
  const putRow = (cells: readonly (readonly string[])[], isMiddle: boolean) => {
    const most = Math.max(...cells.map(lines => lines.length));
    for (const [at, lines] of cells.entries())
      for (const [below, text] of lines.entries()) {
        if (text === '') continue;
        const isRight = at > 1 && !isLeft;
        const left = (lefts[at] ?? 0) + (isRight ? (widths[at] ?? 0) - text.length * letter : 0);
        put(text, left, y - below * leading - (isMiddle ? ((most - lines.length) * leading) / 2 : 0));
      }
    y -= most * leading + between;
  };
  for (const line of above) {
    for (const [at, length] of line.entries()) put('x'.repeat(length), 30 + at * 120, y);
    y -= 13;
  }
  y -= 10;
  let [balance, later] = [100_000_000, 0];
  for (const [at, {minor, words: count, daysLater}] of given.entries()) {
    if (at % rowsOnPage === 0) {
      if (at > 0) {
        if (hasFoot) put(`Page ${pages.length} of ${Math.ceil(given.length / rowsOnPage)}`, 200, 10);
        pages.push([]);
        y = 800;
      }
      putRow(titles, false);
    }
    balance += minor;
    later += daysLater;
    const text = wrapped(words.slice(0, count).join(' '), letters);
    const amounts = minor < 0 ? [[money(minor)], ['']] : [[''], [money(minor)]];
    putRow([[dayOf(later)], text, ...amounts, ...(hasBalance ? [[money(balance)]] : [])], isCentred);
  }
  if (hasFoot) put(`Page ${pages.length} of ${Math.ceil(given.length / rowsOnPage)}`, 200, 10);
  return pages.map((pieces, page) => {
    const heights = [...new Set(pieces.map(piece => piece.y))].toSorted((a, b) => b - a);
    return heights.map(height => ({
      pieces: pieces.filter(piece => piece.y === height).toSorted((a, b) => a.left - b.left),
      page,
      y: height,
    }));
  });
}

it('a printed table is read exactly as it is meant, or asked about, or refused', {
  tags: ['thorough'],
  timeout: patience,
}, async () => {
  const outcomes = {read: 0, refused: 0};
  await forAllAsync(runs(60, 20_000), entries, setting, async (given, style) => {
    await writeFile(pathOf('text'), tableText(printedRows(printed(given, style))));
    const result = await readSource('bank', pathOf('text'), {mapping: {currency: 'KES', dateOrder: 'year-first'}}).then(
      listed,
      (error: unknown) => error,
    );
    if (result instanceof Problem) {
      expect(result.code).toMatch(/^file-/);
      outcomes.refused += 1;
      return;
    }
    if (result instanceof Error) throw result;
    let later = 0;
    const meant = given.map(({minor, words: count, daysLater}) => {
      later += daysLater;
      return [minor / 100, dayOf(later), words.slice(0, count).join(' ')];
    });
    const {source} = result as {source: {rows: {amount: string; bookedOn: string; narration: string}[]}};
    expect(source.rows.map(({amount, bookedOn, narration}) => [Number(amount), bookedOn, narration])).toEqual(meant);
    outcomes.read += 1;
  });
  expect(outcomes.refused).toBeLessThan(outcomes.read / 10);
});
