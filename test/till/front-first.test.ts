import {expect, it} from 'vitest';
import {machine} from '../../src/world.js';
import {openBusyShop} from './busy-shop.js';
import {temporaryFolder} from './real-till.js';

const second = 1000;

it('asks about the sale in front in time, whoever else waits, and about the others in between', async () => {
  let payAfter = 60 * 60 * second;
  const shop = await openBusyShop(temporaryFolder(), {
    courseOf: () => ({after: payAfter, ends: 'Completed'}),
    answersAfter: 0.3 * second,
    random: machine.random,
  });
  const {till, world, sell, order} = shop;
  const others = await sell(20, 0);
  const lags: number[] = [];
  for (const after of [4.4, 10, 31.7, 56.9, 80.1, 119]) {
    payAfter = after * second;
    const {reference, finished} = await till.collect(order());
    till.focus(reference);
    await finished;
    const begun = world.monotonic();
    while (till.state.payments.get(reference)?.status !== 'paid') await world.pass(0.1 * second);
    lags.push(world.monotonic() - begun - payAfter);
  }
  // Two seconds and a fifth, an answer of 0.3 and the step of 0.1 in which this test looks.
  expect(Math.max(...lags)).toBeLessThan(2.9 * second);
  for (const other of others) expect(till.outlook(other).asked).toBeGreaterThan(2);
  await till.close();
});
