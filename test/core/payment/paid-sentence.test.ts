import {expect, it} from 'vitest';
import {currencies} from '../../../src/core/money/money.js';
import {paidSentence} from '../../../src/core/payment/became-paid.js';

it('what is spoken when it was paid has a sentence that is spoken well for every currency', () => {
  expect(paidSentence({currency: 'XOF', minor: 5000}, 'fr')).toBe('Payé : 5000 francs.');
  const shillings = [125_050, 125_005].map(minor => paidSentence({currency: 'KES', minor}, 'fr'));
  expect(shillings).toEqual(['Payé : 1250,50 shillings kényans.', 'Payé : 1250,05 shillings kényans.']);
  for (const currency of currencies)
    for (const language of ['en', 'fr'] as const)
      expect(paidSentence({currency, minor: 20_000}, language)).toMatch(/^Pa(?:id|yé) ?: (?:20|200|20000) \p{L}/u);
});
