import {join} from 'node:path';
import {machine} from '../../../src/world.js';
import {type BusyShop, openBusyShop} from '../../till/busy-shop.js';
import type {Course} from '../../till/scripted-service.js';
import type {Bench, Section} from '../bench.js';
import {compare, type Limits} from '../row.js';

const second = 1000;
const watched = 120 * second;
const othersPayAfter = 15 * 60 * second;
const target: Limits = {of: 'value', unit: 's', limits: {p50: 1.5, p95: 2.5}};
const shares = [0.5, 0.95] as const;

/** How long after the customer has paid the till knows it, for the sale on the screen in its first two minutes. */
export async function measureLag({folder, isQuick}: Bench): Promise<Section> {
  const sales = isQuick ? 10 : 250;
  const alone = await lags(join(folder, 'lag-alone'), {sales, waiting: 0});
  const busy = await lags(join(folder, 'lag-busy'), {sales, waiting: 20});
  const row = (what: string, ours: readonly number[]) =>
    compare({what, ours, reference: '', theirs: [], shares, target});
  return {
    title: 'Detection of the sale on the screen (s, p50 / p95)',
    method:
      'The real till, watcher and journal on a virtual clock. The customer pays at a random instant of the first two ' +
      'minutes; every answer of the service takes 300 ms of the virtual time. The lag is from the payment to the state ' +
      'of the till, which is a frame away from the screen.',
    rows: [row('nothing else is pending', alone), row('20 others are asked about as well', busy)],
    notes: [
      'The floor is the schedule: a question every two seconds, give or take a fifth, is on average one second late, and ' +
        'no two questions are less than a second apart, the sale on the screen first.',
    ],
  };
}

async function lags(folder: string, {sales, waiting}: {readonly sales: number; readonly waiting: number}) {
  let after = 0;
  const courseOf = (): Course => ({after, ends: 'Completed'});
  const shop = await openBusyShop(folder, {courseOf, answersAfter: 0.3 * second, random: machine.random});
  const measured: number[] = [];
  for (let sale = 0; sale < sales; sale += 1) {
    after = othersPayAfter;
    await shop.sell(Math.max(0, waiting - shop.till.state.open.size), 0);
    after = 3 * second + Math.random() * (watched - 3 * second);
    measured.push((await lagOf(shop, after)) / second);
  }
  await shop.till.close();
  return measured;
}

async function lagOf({till, world, order}: BusyShop, paysAfter: number): Promise<number> {
  const {reference, finished} = await till.collect(order());
  till.focus(reference);
  await finished;
  const begun = world.monotonic();
  let knownAt: number | undefined;
  const stop = till.subscribe(() => {
    if (till.state.payments.get(reference)?.status === 'paid') knownAt ??= world.monotonic();
  });
  while (knownAt === undefined) await world.pass(second);
  stop();
  till.focus(undefined);
  return knownAt - begun - paysAfter;
}
