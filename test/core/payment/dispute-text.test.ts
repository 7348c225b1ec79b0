import {expect, test} from 'vitest';
import {explain} from '../../../src/core/journal/selectors.js';
import {afterHearing} from './payment-samples.js';

/** What the cashier reads of a payment of which the service said these, one after another. */
function told(statuses: readonly string[], language: 'en' | 'fr' = 'en'): string {
  const {payment} = afterHearing(...statuses);
  expect(payment.status).toBe('disputed');
  return explain(payment, language);
}

test.each([
  [['Completed', 'Reversed'], 'It was paid, and then the money was taken back.'],
  [['Failed', 'Completed'], 'The service first said that it failed, and then that it was paid.'],
  [['Failed', 'Completed', 'Reversed'], 'It was paid, and then the money was taken back.'],
  [
    ['Completed', 'Reversed', 'Completed'],
    'It was paid, then the money was taken back; now the service says again that it is paid.',
  ],
  [['Reversed', 'Completed'], 'The service first said one thing and then another.'],
  [['Completed', 'Failed'], 'The service first said one thing and then another.'],
  [['Completed', 'Failed', 'Completed'], 'The service first said one thing and then another.'],
])('%s is told in the order in which it was said', (statuses, text) => {
  expect(told(statuses)).toBe(text);
});

test('the same in French', () => {
  expect(told(['Completed', 'Reversed', 'Completed'], 'fr')).toBe(
    'Il a été payé, puis l’argent a été repris ; le service dit maintenant de nouveau qu’il est payé.',
  );
});
