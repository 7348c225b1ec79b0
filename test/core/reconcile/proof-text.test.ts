import {expect, test} from 'vitest';
import type {Proof} from '../../../src/core/reconcile/rows/row.js';
import {proofText} from '../../../src/views/reconcile/file-text.js';

test.each<[Proof, string]>([
  [{by: 'balances', count: 410}, 'Proved by 410 balances.'],
  [{by: 'closing', count: 1}, 'Proved by its closing balance.'],
  [{by: 'closing', count: 3}, 'Proved by its 3 closing balances.'],
  [{by: 'totals', count: 2}, 'Proved by its printed totals.'],
  [{by: 'nothing', lookAt: [12, 40, 77]}, 'Cannot be proved: look at lines 12, 40 and 77.'],
  [{by: 'nothing', lookAt: [2]}, 'Cannot be proved: look at line 2.'],
  [
    {by: 'nothing', lookAt: [2], differs: [{line: 9, said: '2.50', reached: '2.40'}]},
    'Cannot be proved: look at line 2. Line 9 says 2.50, but the rows come to 2.40.',
  ],
  [
    {by: 'nothing', lookAt: [2], differs: [{line: 9, part: ':62F:'}]},
    'Cannot be proved: look at line 2. It has no :62F:.',
  ],
  [{by: 'nothing', lookAt: []}, 'Cannot be proved: it has no rows.'],
])('%o', (proof, text) => {
  expect(proofText(proof, 'en')).toBe(text);
});

test('in the other languages', () => {
  const proof: Proof = {by: 'nothing', lookAt: [12, 40]};
  expect(proofText(proof, 'fr')).toBe('Ne peut pas être prouvé : regardez les lignes 12 et 40.');
  expect(proofText(proof, 'pt')).toBe('Não se pode provar: veja as linhas 12 e 40.');
  expect(proofText(proof, 'sw')).toBe('Haliwezi kuthibitishwa: tazama mistari 12 na 40.');
});
