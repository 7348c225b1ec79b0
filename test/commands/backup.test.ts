import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, it} from 'vitest';
import {openShop, run} from './support.js';

describe.concurrent('a journal that was put back', () => {
  it('asks the service about what was open before it asks for more', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const collect = ['collect', '--phone', '0712345102', '--country', 'KE', '--amount', '250', '--wait', '1', '--json'];
    const {json: first} = await shop.run(collect);
    const home = mkdtempSync(join(tmpdir(), 'duka-restored-'));
    onTestFinished(() => rmSync(home, {recursive: true, force: true}));
    cpSync(shop.home, home, {recursive: true});
    const there = {
      environment: {DUKA_HOME: home, DUKA_TILL: 'T7K', DUKA_BASE_URL: shop.baseUrl, DUKA_API_KEY: shop.apiKey},
    };
    const other = collect.map(word => (word === '0712345102' ? '0712345678' : word));
    expect(await run(other, there)).toMatchObject({exit: 2, json: {error: 'restore-unheard', count: 1}});
    expect((await shop.books()).length).toBe(1);
    expect((await run(['cash', 'sale', '--amount', '50', '--tendered', '50'], there)).exit).toBe(0);
    await run(['status', first.reference, '--wait', '1'], there);
    expect((await run(other, there)).json.error).toBeUndefined();
    expect((await shop.books()).length).toBe(2);
  });
});
