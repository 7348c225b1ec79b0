// @module-tag slow

import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {ProviderRow} from '../../src/core/reconcile/rows/row.js';
import {PackedRows} from '../../src/sources/packed-rows.js';
import {anyCharacter} from '../any-character.js';
import {forAll} from '../hostile/runs.js';

const text = fc.oneof(
  fc.string({unit: anyCharacter, maxLength: 30}),
  fc.constantFrom('', 'KES', 'Müller', 'ŁÓDŹ', '中文', '\uD83D\uDE00 ok', '\uD800', 'x'.repeat(40_000)),
);
const row = fc.record<ProviderRow>({
  line: fc.nat(2 ** 31 - 1),
  kind: fc.constantFrom('payment', 'fee'),
  reference: text,
  serviceReference: fc.option(text),
  amount: text,
  currency: fc.constantFrom('KES', 'XOF'),
  status: text,
  fee: fc.option(text),
  tax: fc.option(text),
  net: fc.constant(null),
  at: fc.option(text),
  phone: fc.option(text),
  payout: fc.option(text),
});

it('gives back every row as it was, in its place, and what each field says', () =>
  forAll(fc.array(row, {minLength: 1, maxLength: 40}), fc.nat(), row, (given, at, other) => {
    const packed = new PackedRows<ProviderRow>();
    for (const each of given) packed.push(each);
    const changed = given.with(at % given.length, other);
    packed.put(at % given.length, other);
    expect([...packed]).toEqual(changed);
    expect(packed.at(-1)).toEqual(changed.at(-1));
    expect(packed.at(given.length)).toBeUndefined();
    for (const field of ['line', 'kind', 'status', 'at', 'net'] as const)
      expect(new Set(packed.distinct(field))).toEqual(new Set(changed.map(each => each[field])));
  }));

it('tells rows apart past what it keeps once', () => {
  const packed = new PackedRows<{line: number; text: string}>();
  for (let line = 0; line < 100_000; line += 1)
    packed.push({line, text: line % 3 === 0 ? 'FEE' : `Row ${line} ${'y'.repeat(line % 50)}`});
  let wrong = 0;
  let line = 0;
  for (const each of packed) {
    const said = line % 3 === 0 ? 'FEE' : `Row ${line} ${'y'.repeat(line % 50)}`;
    if (each.line !== line || each.text !== said) wrong += 1;
    line += 1;
  }
  expect([line, wrong]).toEqual([100_000, 0]);
});
