import {marketOf} from '../../src/core/market/markets.js';
import {readOrder, requireOrder} from '../../src/core/payment/order.js';
import type {WalletOrder} from '../../src/core/payment/schema.js';
import type {World} from '../../src/core/world.js';
import type {Till} from '../../src/till/till.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import type {Journal} from '../../store/journal.js';
import {openTillOverJournal} from './over-journal.js';
import {type Script, type ScriptedService, scriptedService} from './scripted-service.js';
import {type VirtualWorld, virtualWorld} from './virtual-world.js';

const second = 1000;
const hour = 3600 * second;
const zone = 'Africa/Nairobi';
const customers = 300;
const morning = Date.UTC(2026, 10, 20, 5);

export type BusyShop = {
  readonly till: Till;
  readonly journal: Journal;
  readonly world: VirtualWorld;
  readonly service: ScriptedService;
  /** The next customer's order. */
  readonly order: () => WalletOrder;
  /** So many sales, one after the other, each in front of the cashier until the next; tells their references. */
  readonly sell: (sales: number, secondsApart: number) => Promise<readonly string[]>;
  /** Lets the time pass until eight in the morning of the next day. */
  readonly untilMorning: () => Promise<void>;
};

export type ShopOptions = Partial<Script> & {readonly disk?: Disk; readonly random?: World['random']};

/** A real till over a real journal in a virtual world, which opens at eight on a Friday morning in Nairobi. */
export async function openBusyShop(folder: string, options: ShopOptions = {}): Promise<BusyShop> {
  const {disk = nodeDisk, random, ...script} = options;
  const virtual = virtualWorld(morning);
  const world = random === undefined ? virtual : {...virtual, random};
  const service = scriptedService(world, script);
  const {till, journal} = await openTillOverJournal({folder, disk, world, service, settings: {zone}});
  till.watch();
  let sold = 0;
  const order = () => {
    sold += 1;
    return orderOf(sold);
  };
  const sell = async (sales: number, secondsApart: number) => {
    const references: string[] = [];
    for (let count = 0; count < sales; count += 1) {
      const {reference, finished} = await till.collect(order());
      till.focus(reference);
      await finished;
      await world.pass(secondsApart * second);
      references.push(reference);
    }
    till.focus(undefined);
    return references;
  };
  const untilMorning = () => world.pass(24 * hour - ((world.now() - morning) % (24 * hour)));
  return {till, journal, world, service, order, sell, untilMorning};
}

function orderOf(number: number): WalletOrder {
  const market = marketOf('KE');
  const form = {
    amount: String(50 + (number % 400)),
    currency: '',
    country: 'KE',
    network: '',
    wallet: `0712${String(number % customers).padStart(6, '0')}`,
    email: 'shop@example.com',
    firstName: 'Customer',
    lastName: 'Duka',
    description: '',
  };
  return requireOrder(readOrder(form, {returnUrl: undefined, offered: market.networks}));
}
