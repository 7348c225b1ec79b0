import {expect, it} from 'vitest';
import {providerRows} from './support.js';

const heading = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
const mapping = {currency: 'KES'} as const;

it('reads a wallet’s own statement, which has receipts and no reference of a till', async () => {
  const rows = await providerRows(
    [
      heading,
      'QK1,2026-11-20 10:00:00,Payment from 254712345678 - AMINA W,Completed,200.00,,1200.00',
      'QK2,2026-11-20 10:05:00,Payment 123 to 254733000111,Completed,,50.00,1150.00',
      'QK3,2026-11-20 10:06:00,Charge,Completed,,5.00,1145.00',
      '',
    ].join('\n'),
    {mapping},
  );
  expect(rows).toEqual([
    expect.objectContaining({reference: '', serviceReference: 'QK1', amount: '200.00', phone: '254712345678'}),
    expect.objectContaining({serviceReference: 'QK2', amount: '-50.00', phone: '254733000111'}),
    expect.objectContaining({serviceReference: 'QK3', amount: '-5.00', phone: null}),
  ]);
});

it.each([
  ['t7k0mz4k8q2rd1a', 'T7K0MZ4K8Q2RD1A'],
  ['T7K 0MZ4K8 Q2RD1A', 'T7K0MZ4K8Q2RD1A'],
  ['t7k-0mz4k8–q2rd1a', 'T7K0MZ4K8Q2RD1A'],
  ['Order 17', 'Order 17'],
  ['qk1-ilou-00000000', 'qk1-ilou-00000000'],
])('reads a reference of ours however it is written: %s', async (written, read) => {
  const rows = await providerRows(`reference,amount,currency,status\n${written},200.00,KES,Completed\n`);
  expect(rows).toMatchObject([{reference: read}]);
});
