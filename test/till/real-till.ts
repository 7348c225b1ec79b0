import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {createService} from '../../src/api/service.js';
import type {Service} from '../../src/core/endpoints/service.js';
import {marketOf} from '../../src/core/market/markets.js';
import {readOrder, requireOrder} from '../../src/core/payment/order.js';
import type {WalletOrder} from '../../src/core/payment/schema.js';
import type {World} from '../../src/core/world.js';
import type {TillSettings} from '../../src/till/context.js';
import {ownKey} from '../../src/till/signing.js';
import type {Till} from '../../src/till/till.js';
import {machine} from '../../src/world.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {openSettings} from '../../store/settings.js';
import {openTillOverJournal} from './over-journal.js';

/** A folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'duka-test-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

export type Opened = {readonly till: Till; readonly folder: string; readonly service: Service};
export type Opening = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly folder?: string;
  readonly disk?: Disk;
  readonly world?: World;
  readonly service?: (service: Service) => Service;
  readonly settings?: Partial<TillSettings>;
};

/** A real till: journal on a disk, service over HTTP, state folded from what is there. */
export async function openRealTill({
  baseUrl,
  apiKey,
  folder = temporaryFolder(),
  disk = nodeDisk,
  world = machine,
  service: wrap,
  settings,
}: Opening): Promise<Opened> {
  const real = createService({baseUrl, key: apiKey, tenant: 'test', version: 'test'});
  const service = wrap === undefined ? real : wrap(real);
  const key = await ownKey(folder, await openSettings(folder), 'sandbox');
  const {till} = await openTillOverJournal({
    folder,
    disk,
    world,
    service,
    settings: {folder, ...settings},
    sign: key.sign,
    key,
    release: () => real.close(),
  });
  onTestFinished(() => till.close());
  return {till, folder, service};
}

/** An order in a country's first network, for a wallet that ends as it should. */
export function order(
  ending: string,
  {
    amount = '200',
    country = 'KE',
    wallet = `0712345${ending}`,
  }: {amount?: string; country?: string; wallet?: string} = {},
): WalletOrder {
  const market = marketOf(country);
  const form = {
    amount,
    currency: '',
    country,
    network: '',
    wallet,
    email: 'shop@example.com',
    firstName: 'Customer',
    lastName: 'Duka',
    description: '',
  };
  return requireOrder(readOrder(form, {returnUrl: undefined, offered: market.networks}));
}
