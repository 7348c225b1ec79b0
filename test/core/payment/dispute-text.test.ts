import {expect, test} from 'vitest';
import {explain} from '../../../src/core/books/selectors.js';
import {afterHearing} from './payment-samples.js';

/** What the cashier reads of a payment of which the service said these, one after another. */
function told(statuses: readonly string[], language: 'en' | 'fr' = 'en'): string {
  const {payment} = afterHearing(...statuses);
  expect(payment.status).toBe('disputed');
  return explain(payment, language);
}

test.each([
  [['Completed', 'Reversed'], 'Paid, then reversed.'],
  [['Failed', 'Completed'], 'The provider first reported a failure, then a payment.'],
  [['Failed', 'Completed', 'Reversed'], 'Paid, then reversed.'],
  [['Completed', 'Reversed', 'Completed'], 'Paid, then reversed; now the provider reports it as paid again.'],
  [['Reversed', 'Completed'], 'The provider gave two different answers.'],
  [['Completed', 'Failed'], 'The provider gave two different answers.'],
  [['Completed', 'Failed', 'Completed'], 'The provider gave two different answers.'],
])('%s is told in the order in which it was said', (statuses, text) => expect(told(statuses)).toBe(text));

test('the same in French', () =>
  expect(told(['Completed', 'Reversed', 'Completed'], 'fr')).toBe(
    'Payé, puis annulé ; le prestataire l’indique de nouveau payé.',
  ));
