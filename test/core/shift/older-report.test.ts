import {expect, it} from 'vitest';
import {withTenderIds} from '../../../src/core/shift/older-report.js';
import type {Report} from '../../../src/core/shift/report-schema.js';

it.each([
  ['cash', 'Espèces', 'KES', 'cash'],
  ['mobile-money', 'M-Pesa', 'KES', 'SAFARICOM_KE'],
  ['mobile-money', 'M-Pesa', 'TZS', 'VODACOM_TZ'],
  ['mobile-money', 'MTN', 'XOF', 'MTN'],
  ['card', 'American Express', 'USD', 'american-express'],
  ['card', 'Renewal', 'USD', 'Renewal'],
  ['subscription', 'Renouvellement', 'KES', 'renewal'],
  ['subscription', 'enrolment', 'KES', 'enrolment'],
] as const)('of an old report %s by %s in %s is read as %s', (method, channel, currency, id) => {
  const tender = {method, channel, total: {currency, minor: 1}, count: 1, fee: '0', feesUnknown: 0};
  const {tenders, ...rest} = withTenderIds({number: 7, tenders: [tender]} as unknown as Report);
  expect([tenders, rest]).toEqual([[{...tender, channel: id}], {number: 7}]);
});
