import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {configure} from '../../src/config.js';
import {textLine, withLine} from '../../src/core/item/basket.js';
import type {SettingsData} from '../../src/core/technical/setting-table.js';
import {openTill} from '../../src/till/open.js';
import {machine} from '../../src/world.js';
import {openSettings} from '../../store/settings.js';
import {cutAfter} from '../cut-disk.js';
import {startLiveService} from '../live-service.js';
import {openShop} from './support.js';

const pin = '739154';
const add = ['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin', '--json'];
const sale = ['cash', 'sale', '--amount', '80', '--tendered', '80', '--json'];
const asOwner = ['--as', 'Amina', '--pin-stdin'];
const beside = ['--till', 'N2W', '--new-till'];
const allow = ['settings', 'allow', ...beside, ...asOwner];

/** A fresh machine of real money. */
async function freshShop() {
  const shop = await openShop();
  const service = await startLiveService(shop.baseUrl);
  const settings = {...service.settings, zone: 'Africa/Nairobi', email: 'a@example.com'};
  writeFileSync(join(shop.home, 'settings.json'), JSON.stringify(settings), {mode: 0o600});
  const run = (line: readonly string[], input?: string) =>
    shop.run(line, {environment: service.environment, ...(input !== undefined && {input})});
  return {...shop, run, environment: {...service.environment, DUKA_HOME: shop.home}};
}
type Fresh = Awaited<ReturnType<typeof freshShop>>;

type Start = {
  readonly before?: (shop: Fresh) => Promise<unknown>;
  readonly first: (shop: Fresh) => Promise<unknown>;
  /** What a person does next: their sale. */
  readonly again: (shop: Fresh) => Promise<{readonly exit: number; readonly err: string}>;
};

const starts: Readonly<Record<string, Start>> = {
  'a sale': {first: ({run}) => run(sale), again: ({run}) => run(sale)},
  'its first person': {
    first: ({run}) => run(add, pin),
    again: async ({run}) => {
      const added = await run(add, pin);
      if (added.json?.error === 'outside-not-allowed') await run(['settings', 'allow', ...asOwner], pin);
      else expect([undefined, 'sign-in-needed']).toContain(added.json?.error);
      return run([...sale, ...asOwner], pin);
    },
  },
  'a second till, which its owner allows, beside one where people sign in': {
    before: async ({run}) => {
      await run(sale);
      await run(add, pin);
    },
    first: ({run}) => run(allow, pin),
    again: async ({run}) => {
      expect(await run(allow, pin)).toMatchObject({exit: 0});
      expect((await run([...sale, ...beside])).json).toMatchObject({error: 'sign-in-needed'});
      return run([...sale, ...beside, ...asOwner], pin);
    },
  },
};

it.each(Object.keys(starts))('a power cut during the first start, at whatever file, stops no till: %s', async name => {
  const {before, first, again} = starts[name] as Start;
  let cut = 0;
  for (let isCut = true; isCut; cut += 1) {
    const shop = await freshShop();
    await before?.(shop);
    isCut = (await cutAfter(shop.home, cut, () => first(shop))) > cut;
    const {exit, err} = await again(shop);
    expect({cut, exit, err: exit === 0 ? '' : err}).toEqual({cut, exit: 0, err: ''});
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
    await shop.close();
  }
  expect(cut).toBeGreaterThan(10);
});

/** A till that was opened by screens and has written no line. */
async function openedOnce() {
  const {home, run, environment} = await freshShop();
  const check = (settings: SettingsData) => configure({}, environment, settings, 'Africa/Nairobi');
  const settings = {...(await openSettings(home)), check};
  const startSandbox = () => Promise.reject(new Error('real money'));
  const parts = {environment, settings, world: machine, version: '0.0.0', startSandbox};
  const open = () => openTill({...parts, config: check(settings.read())}, 'till', {by: 'screens'});
  return {run, open, opened: await open()};
}

it('a till that has sold nothing yet sells, whatever was exported of it before', async () => {
  const {run, opened} = await openedOnce();
  await opened.till.close();
  const file = join(mkdtempSync(join(tmpdir(), 'duka-exported-')), 'lines.csv');
  onTestFinished(() => rmSync(dirname(file), {recursive: true, force: true}));
  expect(await run(['journal', 'export', '--out', file])).toMatchObject({exit: 0});
  expect(existsSync(file)).toBe(true);
  expect(await run(sale)).toMatchObject({exit: 0});
});

it('a till that has sold nothing yet sells, though the power was cut over its first basket, which it keeps', async () => {
  const {run, open, opened} = await openedOnce();
  await opened.till.showBasket(withLine(undefined, textLine('50 Bag', 'KES', [])));
  await opened.till.close();
  expect(await run(sale)).toMatchObject({exit: 0});
  const again = await open();
  expect(await again.till.interruptedBasket()).toMatchObject({total: {currency: 'KES', minor: 5000}});
  await again.till.close();
});
