import {getEventListeners} from 'node:events';
import {openBusyShop} from '../../till/busy-shop.js';

const megabyte = 1e6;
const secondsApart = 40;

/** What is told of a week: megabytes of heap each evening, and what was left of it. */
export type Week = {
  readonly evenings: readonly number[];
  readonly left: number;
  readonly resources: number;
  readonly lines: number;
  readonly questions: number;
};

async function week(folder: string, days: number, sales: number): Promise<Week> {
  const before = process.getActiveResourcesInfo();
  const {till, world, service, journal, sell, untilMorning} = await openBusyShop(folder);
  const evenings: number[] = [];
  for (let day = 0; day < days; day += 1) {
    await sell(sales, secondsApart);
    evenings.push(heapInUse());
    await untilMorning();
  }
  const listeners = [...service.signals].flatMap(signal => getEventListeners(signal, 'abort'));
  const sold = days * sales;
  const [lines, questions] = [journal.tail().seq / sold, service.questions() / sold];
  await till.close();
  const after = await lastResources();
  const left = listeners.length + world.sleeping() + till.state.open.size;
  return {evenings, left, resources: Math.max(0, after.length - before.length), lines, questions};
}

/** What keeps the process alive when all that is over has been collected. */
async function lastResources(): Promise<readonly string[]> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(resolve => setImmediate(resolve));
    global.gc?.();
  }
  return process.getActiveResourcesInfo();
}

function heapInUse(): number {
  global.gc?.();
  global.gc?.();
  return process.memoryUsage().heapUsed / megabyte;
}

const [folder = '', days = '', sales = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await week(folder, Number(days), Number(sales))));
