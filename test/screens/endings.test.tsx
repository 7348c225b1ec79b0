import {expect, test} from 'vitest';
import {run} from '../commands/support.js';
import {openShop} from './open.js';

/** What the cashier reads three seconds after each ending, later once the clock was pushed on, and what the books say at the end. */
const rows: readonly [
  ending: string,
  verdict: RegExp,
  status: string,
  booked: number,
  advance?: string,
  last?: RegExp,
][] = [
  ['101', /✗ NOT PAID/, 'failed', 1],
  ['102', /\? WAITING FOR CUSTOMER/, 'pending', 1, 'PT3H', /\? WAITING FOR CUSTOMER/],
  ['103', /\? WAITING FOR CUSTOMER/, 'paid', 1, 'PT10M', /✓ PAID/],
  ['104', /! AMOUNT DIFFERS[\s\S]*Requested KES 300\.00/, 'mispaid', 1],
  ['105', /✓ PAID/, 'paid', 1],
  ['106', /\? RESULT UNKNOWN[\s\S]*The request may have gone through/, 'unknown', 0],
  ['107', /✓ PAID/, 'paid', 1],
  ['108', /\? RESULT UNKNOWN[\s\S]*The request may have gone through/, 'unknown', 0],
  ['109', /✓ PAID/, 'paid', 1],
  ['110', /✓ PAID/, 'paid', 1],
  ['111', /✓ PAID/, 'paid', 1],
  ['112', /\? RESULT UNKNOWN[\s\S]*Unknown answer “/, 'pending', 1],
  ['113', /✓ PAID/, 'disputed', 1, 'PT2M', /! CALL MANAGER/],
  ['114', /✓ PAID/, 'paid', 1],
  ['115', /✗ NOT PAID/, 'disputed', 1, 'PT2M', /! CALL MANAGER/],
];

test.each(rows)('a wallet that ends in %s', async (ending, first, status, booked, advance = '', last = first) => {
  const shop = await openShop();
  await shop.sale('300', `0712345${ending}`);
  await shop.sees(ending === '110' ? 'sent to the provider' : /accepted|no clear answer/);
  for (const [duration, verdict] of [['PT3S', first], ...(advance === '' ? [] : [[advance, last] as const])] as const) {
    await shop.advance(duration);
    await shop.type('k');
    await shop.sees(verdict);
  }
  expect((await shop.books()).map(({requests}: {requests: number}) => requests)).toEqual(
    Array.from({length: booked}, () => 1),
  );
  await shop.shut();
  const [{reference} = {reference: ''}] = shop.till.state.payments.values();
  const environment = {DUKA_HOME: shop.folder, DUKA_SHOP: 'Corner Shop', DUKA_ZONE: 'Africa/Nairobi'};
  expect((await run(['why', reference, '--json'], {environment})).json.status).toBe(status);
});
