import fc from 'fast-check';
import {expect, it} from 'vitest';
import {numberIn} from '../../../src/core/reconcile/rows/amount.js';
import {contentOf, distinct, mergeEqual} from '../../../src/core/reconcile/rows/merge.js';
import {forAll} from '../../hostile/runs.js';
import {bankFile, payoutFile, reconciled} from './samples.js';

const narrations = ['P1 DUKA', 'P1 DUKA "A"', 'P1 DUKA A', 'P1 DUKA!', 'P1 DUKA\\', 'P1 DUKA\u00e9'];
const entries = narrations.flatMap((narration, index) => [
  {entry: 'E', amount: '150.00', narration, line: index + 2},
  {entry: `E ${index}`, amount: '5.00', bookedOn: '2026-11-23', narration, line: index + 20},
]);
const bankRows = (rows: readonly (typeof entries)[number][], sha256: string) => bankFile(rows, {name: 'b', sha256});
/** Every line but for the places in files, which differ. */
const linesOf = (bankFiles: readonly ReturnType<typeof bankFile>[]) =>
  Array.from(
    reconciled({payoutFiles: [payoutFile([{payout: 'P1 DUKA'}])], bankFiles}).lines,
    ({rows: _, ...line}) => line,
  );

it('takes the same entry of a bank for a payout that several name, in whatever order one file or two have them', () => {
  const lines = linesOf([bankRows(entries, 'a')]);
  expect(lines).toHaveLength(entries.length);
  expect(linesOf([bankRows(entries.toReversed(), 'a')])).toEqual(lines);
  for (const at of [1, 4, 9]) {
    const [first, second] = [entries.slice(0, at), entries.slice(at)];
    expect(linesOf([bankRows(first, 'a'), bankRows(second, 'b')])).toEqual(lines);
    expect(linesOf([bankRows(first, 'b'), bankRows(entries, 'a')])).toEqual(lines);
  }
});

it('keeps of two copies of a file the one that states its days, in whatever order they are given', () => {
  const dated = bankFile([{}], {interval: {from: '2026-11-24', to: '2026-11-24'}});
  for (const given of [
    [bankFile([{}]), dated],
    [dated, bankFile([{}])],
  ])
    expect(distinct(given)).toEqual([dated]);
});

it('compares a bank with nothing where no payouts are there, but for entries in a word that nobody knows', () => {
  const rows = [
    {status: 'Parked', line: 3},
    {status: 'Booked', line: 2},
  ];
  for (const given of [rows, rows.toReversed()]) {
    const {lines, coverage} = reconciled({bankFiles: [bankFile(given)]});
    expect([...lines].map(({reason}) => reason)).toEqual(expect.arrayContaining(['word-unknown', 'bank-file-alone']));
    expect([...lines].filter(({reason}) => reason === 'word-unknown')).toHaveLength(1);
    expect(coverage.bank).toMatchObject([{rows: 2, repeated: 0}]);
  }
});

it('counts what several files state as often as the file that states it most, and names each place of it once', () => {
  const file = fc.array(fc.constantFrom('A', 'B', 'C', 'D'), {maxLength: 8});
  forAll({numRuns: 200}, fc.array(file, {minLength: 1, maxLength: 4}), given => {
    const files = given.map((words, at) =>
      bankFile(
        words.map((narration, line) => ({entry: 'E', narration, line: line + 2})),
        {name: `${at}.csv`, sha256: String(at)},
      ),
    );
    const {things, repeated} = mergeEqual(files, numberIn);
    const told = [...things].map(({row, files: of, lines}) => ({
      word: row.narration,
      places: of.map(({name}, at) => `${name} ${lines?.[at] ?? row.line}`),
    }));
    for (const word of ['A', 'B', 'C', 'D']) {
      const most = Math.max(...given.map(words => words.filter(each => each === word).length));
      expect(told.filter(each => each.word === word)).toHaveLength(most);
    }
    const all = files.flatMap(({name, rows}) => Array.from(rows, ({line}) => `${name} ${line}`));
    expect(told.flatMap(({places}) => places).sort()).toEqual(all.sort());
    expect(repeated.reduce((sum, count) => sum + count, 0)).toBe(all.length - told.length);
    for (const {row, files: of, lines} of things)
      for (const [at, {rows}] of of.entries())
        expect(
          [...rows].some(each => each.line === (lines?.[at] ?? row.line) && contentOf(each) === contentOf(row)),
        ).toBe(true);
  });
});
