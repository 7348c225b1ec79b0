import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Opening, openShop, type ShopScreens} from './open.js';

/** The provider's file is in the time of the world; so is the shop. */
export const openHere = ({environment, ...more}: Opening = {}) =>
  openShop({...more, environment: {DUKA_ZONE: 'UTC', ...environment}});

/** Sells to a wallet, which pays within three seconds of the service's; returns the reference. */
export async function sellTo(shop: ShopScreens, amount: string, wallet: string): Promise<string> {
  await shop.sale(amount, wallet);
  await shop.sees(/accepted,\s+waiting|accepté, en attente/);
  await shop.later('PT3S');
  await shop.sees(/✓ (?:PAID|PAYÉ)/);
  await shop.press('escape');
  return [...shop.till.state.payments.keys()].at(-1) ?? '';
}

export async function openList(shop: ShopScreens): Promise<void> {
  await shop.type('dr');
  await shop.sees(/Loaded: journal|Chargé : journal/);
}

export const csvOf = async (shop: ShopScreens): Promise<string> =>
  (await shop.get('/sandbox/transactions?format=csv')).text;

/** A file as somebody saved it beside the till. */
export function saved(shop: ShopScreens, content: string | Uint8Array, name = 'provider.csv'): string {
  const path = join(shop.folder, name);
  writeFileSync(path, content);
  return path;
}

/** Adds the provider's file, as it is taken for. */
export async function addFile(shop: ShopScreens, path: string): Promise<void> {
  await shop.type('f');
  await shop.paste(path);
  await shop.press('enter', 'enter');
  await shop.sees('It was read like this');
  await shop.press('enter');
  await shop.sees(/Loaded: journal \d+, provider/);
}

export const eventsOf = (shop: ShopScreens, type: string) =>
  readFileSync(journalOf(shop), 'utf8')
    .split('\n')
    .filter(line => line.includes(`"type":"${type}"`));

const journalOf = ({till}: ShopScreens) =>
  join(till.settings.folder, 'journal', `${new Date(till.now()).toISOString().slice(0, 10)}.jsonl`);
