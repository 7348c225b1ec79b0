// @module-tag slow

import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {Finding} from '../../../src/core/reconcile/rows/discrepancy.js';
import {keyOf, linesOf, readKey} from '../../../src/core/reconcile/rows/finish.js';
import {madeRows} from '../../../src/core/reconcile/rows/row.js';
import {reconciliationText} from '../../../src/views/reconcile/reconciliation-text.js';
import {forAll} from '../../hostile/runs.js';
import {bankFile, bytesOf, inputs, payoutFile, reconciled} from './samples.js';

const findings = fc.array(
  fc.record({
    code: fc.constantFrom('BANK_EXTRA' as const, 'TIMING' as const, 'BANK_MISSING' as const),
    entry: fc.constantFrom('A', 'B', 'C D', ''),
    cents: fc.integer({min: 1, max: 3}),
    isMatched: fc.boolean(),
  }),
  {maxLength: 40},
);

it('gives the same lines of findings that are held and of those that are made, however they are divided', () =>
  forAll(findings, fc.integer({min: 0, max: 40}), fc.boolean(), (given, at, isKnown) => {
    const all = given.map(({code, entry, cents, isMatched}, index): Finding => {
      const value = {currency: 'KES', value: {digits: BigInt(cents), scale: 2}};
      return {
        code,
        subject: entry,
        reason: 'credit-unexplained',
        reference: '',
        till: null,
        since: '2026-11-20',
        rows: [{kind: 'bank', file: 'b', line: index + 2}],
        local: null,
        provider: value,
        delta: value,
        ...(isMatched ? {status: 'matched' as const} : {}),
      };
    });
    const key = 'BANK_EXTRA:A:KES0.01#2';
    const known = isKnown
      ? {
          accepted: [{key, who: 'Amina', note: 'told', when: ''}],
          carried: [{key: 'TIMING:B:KES0.02', firstSeen: '2026-11-18'}],
        }
      : {};
    const weighed = {inputs: inputs(known), asOfDate: '2026-11-24', guessed: new Set<Finding>()};
    const [held, loose] = [all.slice(0, at), all.slice(at)];
    const made = madeRows(loose.length, index => loose[index] as Finding);
    const {linesWith} = linesOf(held, {...weighed, loose: made});
    expect([...linesWith([])]).toEqual([...linesOf(all, weighed).linesWith([])]);
  }));

it('numbers what has one key by its place, in whatever order it was found', () => {
  const value = {currency: 'KES', value: {digits: 7n, scale: 0}};
  const found = [4, 2, 3].map(
    (line): Finding => ({
      code: 'BANK_EXTRA',
      subject: 'E',
      reason: 'credit-unexplained',
      reference: '',
      till: null,
      since: '2026-11-20',
      rows: [{kind: 'bank', file: 'b', line}],
      local: null,
      provider: value,
      delta: value,
    }),
  );
  const weighed = {inputs: inputs(), asOfDate: '2026-11-24', guessed: new Set<Finding>()};
  const loose = madeRows(found.length, at => found[at] as Finding);
  for (const all of [linesOf(found, weighed), linesOf([], {...weighed, loose})])
    expect([...all.linesWith([])].map(({key, rows}) => [key, rows[0]?.line])).toEqual([
      ['BANK_EXTRA:E:KES7.00', 2],
      ['BANK_EXTRA:E:KES7.00#2', 3],
      ['BANK_EXTRA:E:KES7.00#3', 4],
    ]);
});

it('tells the same of a busy account in whatever order one file or two have its entries', () => {
  const rows = Array.from({length: 700}, (_, at) => ({
    // Three of them say the same.
    entry: at < 3 ? 'E' : `E${at}`,
    amount: at >= 3 && at % 3 === 0 ? '-1.00' : '2.00',
    narration: at % 100 === 3 ? 'SMS CHARGE' : 'TRANSFER',
    line: at + 2,
  }));
  const named = {entry: 'P', amount: '199.50', narration: 'TRF P1', line: 1};
  const rules = [{text: 'SMS CHARGE', amount: null, tolerance: null, account: '631', who: 'Amina', when: ''}];
  const told = (bankFiles: readonly ReturnType<typeof bankFile>[]) => {
    const result = reconciled({payoutFiles: [payoutFile([{}])], bankFiles, rules});
    return {result, lines: Array.from(result.lines, ({rows: _, ...line}) => line)};
  };
  const one = told([bankFile([named, ...rows], {name: 'b', sha256: 'a'})]);
  expect(one.lines).toHaveLength(rows.filter(({amount}) => !amount.startsWith('-')).length);
  expect(one.result.equations).toMatchObject([{unexplained: {digits: 0n}}]);
  expect(one.result.rules).toMatchObject([{text: 'SMS CHARGE', entries: 7}]);
  expect(told([bankFile([...rows.toReversed(), named], {name: 'b', sha256: 'a'})]).lines).toEqual(one.lines);
  const halves = [rows.slice(0, 500), [named, ...rows.slice(350)]].map((half, at) =>
    bankFile(half, {name: `b${at}`, sha256: String(at)}),
  );
  const two = told(halves);
  expect(two.result.coverage.bank.map(({repeated}) => repeated)).toEqual([0, 150]);
  expect(two.lines).toEqual(one.lines);
  expect(bytesOf(told(halves.toReversed()).result)).toBe(bytesOf(two.result));
});

it('prints a thousand that share nothing, and what the others come to', () => {
  const rows = Array.from({length: 1500}, (_, at) => ({
    entry: `E${at}`,
    amount: '2.00',
    narration: 'X1',
    line: at + 2,
  }));
  const result = reconciled({payoutFiles: [payoutFile([])], bankFiles: [bankFile(rows)]});
  const texts = (isWhole: boolean) => [...reconciliationText(result, {language: 'en', width: 80, isWhole})];
  const listed = (told: readonly string[]) => told.filter(text => text.startsWith('BANK_EXTRA'));
  expect(listed(texts(true))).toHaveLength(1500);
  expect(listed(texts(false))).toHaveLength(1000);
  expect(texts(false).join(' ')).toContain('… and 500 more, KES\u00A01,000.00 in all, not listed here.');
});

it.each([
  ['OK:A_B_C_1', {code: 'OK', subject: 'A_B_C_1', delta: null}],
  ['OK:X:KES-1.50#2', {code: 'OK', subject: 'X', delta: 'KES-1.50'}],
  ['OK:X:nonsense', null],
  ['NONSENSE:X', null],
])('the key %s says what its parts do, or is none', (key, parts) => expect(readKey(key)).toEqual(parts));

it('a key has no blank, colon or number sign of its subject', () =>
  expect(keyOf({code: 'OK', subject: 'A B:C#1', delta: null})).toBe('OK:A_B_C_1'));
