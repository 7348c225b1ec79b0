import {expect, it} from 'vitest';
import type {ProviderRow} from '../../../src/core/reconcile/rows/row.js';
import {day, payment, providerFile, reconciled, row, told} from './samples.js';

/** The days that a file speaks of: those that are reconciled, or others. */
const ofTheseDays = null;
const ofOthers = {from: '2026-11-18', to: '2026-11-19'};

const paidFor = (amount: string, more: Partial<ProviderRow> = {}) => row(1, {amount, ...more});
const failed = (amount: string) => paidFor(amount, {status: 'Failed'});

it.each<[string, first: ProviderRow, second: ProviderRow, daysOfFirst: typeof ofOthers | null, expected: string[]]>([
  [
    'with the payment’s amount, before another amount',
    paidFor('150.00'),
    paidFor('200.00', {line: 9}),
    ofTheseDays,
    ['DUPLICATE_SAME_REF listed-again KES 150.00'],
  ],
  [
    'that took money, before one that took none with the payment’s amount',
    failed('200.00'),
    paidFor('250.00', {line: 9}),
    ofTheseDays,
    ['AMOUNT_OVER amount-differs KES 50.00', 'DUPLICATE_SAME_REF listed-unpaid'],
  ],
  [
    'of these days, before one of others with the payment’s amount',
    paidFor('200.00', {at: '2026-11-19'}),
    paidFor('250.00', {at: '2026-11-20'}),
    ofOthers,
    ['AMOUNT_OVER amount-differs KES 50.00', 'NOT_COMPARED file-of-other-days'],
  ],
  [
    'that took money on other days, before one of these days that took none',
    paidFor('200.00', {at: '2026-11-19'}),
    failed('250.00'),
    ofOthers,
    ['DUPLICATE_SAME_REF listed-unpaid', 'TIMING in-another-window'],
  ],
])('of two rows of one reference the one is kept %s', (_, first, second, days, expected) => {
  const providerFiles =
    days === null
      ? [providerFile([first, second])]
      : [
          providerFile([first], {name: 'others.csv', sha256: `${'e'.repeat(62)}01`, interval: days}),
          providerFile([second], {interval: {from: day, to: day}}),
        ];
  for (const files of [
    providerFiles,
    providerFiles.map(file => ({...file, rows: [...file.rows].reverse()})).reverse(),
  ]) {
    expect(told(reconciled({payments: [payment(1)], providerFiles: files})).sort()).toEqual(expected);
  }
});
