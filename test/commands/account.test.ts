import {readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'vitest';
import {collecting, openShop} from './support.js';

describe.concurrent('a customer who buys on the book', () => {
  it('owes what was sold, pays by any means, and counts as no money until then', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_LANG: 'en', DUKA_TILL: 'T7K'}, onTestFinished);
    await shop.run(['shift', 'open', '--person', 'Amina', '--float', 'KES:0']);
    const limit = ['--limit', '2000', '--json'];
    const set = await shop.run(['account', 'set', '--name', 'Njeri W.', '--phone', '0712345678', ...limit]);
    expect(set).toMatchObject({exit: 0, json: {account: 1, owed: '0.00', limit: '2000.00', days: null}});
    const sold = await shop.run(['account', 'sell', 'njeri', '--line', '1500 Sugar', '--json']);
    expect(sold).toMatchObject({exit: 0, json: {verdict: 'on-book', method: 'account', releaseGoods: true}});
    const above = ['account', 'sell', '1', '--amount', '700', '--json'];
    expect(await shop.run(above)).toMatchObject({exit: 2, json: {error: 'account-above-limit'}});
    expect(await shop.run([...above, '--anyway'])).toMatchObject({exit: 0});
    expect(
      await shop.run(['account', 'pay', '1', '--amount', '200', '--tendered', '500', '--anyway', '--json']),
    ).toMatchObject({json: {change: '300.00', releaseGoods: false}});
    const wallet = await shop.run([...collecting('254712345678'), '--account', '1', '--json']);
    expect(wallet).toMatchObject({exit: 0, json: {verdict: 'paid'}});
    const owed = Number(2000) - Number(wallet.json.amount);
    expect((await shop.run(['account', 'list'])).out).toMatch(
      /^#1 {2}Njeri W\. {2}254712345678 {2}owes KES 1,\d{3}\.00 of KES 2,000\.00, less than a day/,
    );
    const shown = await shop.run(['account', 'show', '0712345678', '--json']);
    expect(shown.json).toMatchObject({owed: `${owed}.00`, entries: [{kind: 'sold'}, {kind: 'sold'}, {}, {}]});
    expect((await shop.run(['account', 'show', '1'])).out).toMatch(/STATEMENT[\s\S]*Owed +KES 1,/);
    expect((await shop.run(['receipt', sold.json.reference])).out).toContain('ON THE BOOK - NOT PAID');
    const back = ['cash', 'refund', sold.json.reference, '--line', '1x0.5', '--reason', 'came back', '--json'];
    expect(await shop.run(back)).toMatchObject({exit: 0});
    const z = await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:200', '--json']);
    expect(z).toMatchObject({exit: 0, json: {drawers: [{difference: '0.00'}]}});
    expect(z.json.accounts).toMatchObject([
      {before: '0.00', sold: '2200.00', returned: '750.00', after: `${owed - 750}.00`, count: 2},
    ]);
    const names = (of: readonly {readonly channelId: string}[]) => of.map(({channelId}) => channelId);
    expect(names(z.json.takings)).not.toContain('account');
    const book = await shop.run(['journal', 'export', '--format', 'hledger']);
    expect(book.out).toMatch(/Assets:Receivables +1500\.00 KES[\s\S]*Income:Sales +-1500\.00 KES/);
    expect(book.out).toMatch(/Assets:Cash:T7K +200\.00 KES\n +Assets:Receivables +-200\.00 KES/);
    expect((await shop.run(['journal', 'export', '--format', 'csv'])).out).toMatch(/^on-book,.*,account,On the book,/m);
    const swap = ['cash', 'exchange', sold.json.reference, '--return', '1x0.1', '--line', '80 Salt', '--reason', 'x'];
    expect(await shop.run([...swap, '--json'])).toMatchObject({exit: 2, json: {error: 'exchange-on-book'}});
    expect(await shop.run(['account', 'set', '--account', '1', '--name', 'Njeri', '--json'])).toMatchObject({
      json: {name: 'Njeri', phone: '254712345678', limit: '2000.00'},
    });
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
  });

  it('has the same groups and taxes in the day, its Z and the books', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_LANG: 'en', DUKA_TILL: 'T7K'}, onTestFinished);
    await shop.run(['shift', 'open', '--person', 'Amina', '--float', 'KES:0']);
    await shop.run(['account', 'set', '--name', 'Njeri', '--phone', '0712345678', '--limit', '2000']);
    await shop.run(['account', 'sell', '1', '--line', '1000 Flour', '--tax-rate', '16']);
    const {json: z} = await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:0', '--json']);
    expect(z.taxes).toMatchObject([{rate: '16', gross: '1000.00', net: '862.07', tax: '137.93'}]);
    const {json: day} = await shop.run(['day', '--json']);
    expect([day.groups, day.taxes]).toEqual([z.groups, z.taxes]);
    expect((await shop.run(['journal', 'export', '--lists', 'sold'])).out).toContain('Flour');
    expect((await shop.run(['journal', 'export', '--format', 'hledger'])).out).toMatch(/VAT:16 +-137\.93 KES/);
  });

  it('has one limit and one debt at all tills of the home', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_LANG: 'en', DUKA_TILL: 'T7K'}, onTestFinished);
    const other = {environment: {DUKA_TILL: 'T8K'}};
    await shop.run(['account', 'set', '--name', 'Njeri', '--phone', '0712345678', '--limit', '500']);
    await shop.run(['account', 'sell', '1', '--amount', '400']);
    const above = await shop.run(['account', 'sell', 'Njeri', '--amount', '101', '--json'], other);
    expect(above).toMatchObject({exit: 2, json: {error: 'account-above-limit'}});
    expect(await shop.run(['account', 'sell', 'Njeri', '--amount', '100'], other)).toMatchObject({exit: 0});
    expect((await shop.run(['account', 'show', '1', '--json'])).json).toMatchObject({owed: '500.00'});
    expect(await shop.run(['account', 'pay', '1', '--json'], other)).toMatchObject({json: {amount: '500.00'}});
    expect((await shop.run(['account', 'list', '--json'])).json).toMatchObject([{owed: '0.00', days: null}]);
    for (const at of [{}, other]) expect(await shop.run(['journal', 'verify'], at)).toMatchObject({exit: 0});
    // What is owed at a till whose folder is gone is not known.
    renameSync(join(shop.home, 'sandbox', 'T7K'), join(shop.home, 'aside'));
    const unknown = await shop.run(['account', 'sell', 'Njeri', '--amount', '1', '--json'], other);
    expect(unknown).toMatchObject({exit: 7, json: {error: 'till-gone', till: 'sandbox/T7K'}});
    expect(await shop.run(['cash', 'sale', '--amount', '1'], other)).toMatchObject({exit: 0});
  });

  it('stays unknown when the name of the till that is gone is taken out of the settings, until the owner gives it up', async ({
    expect,
    onTestFinished,
  }) => {
    const shop = await openShop({DUKA_LANG: 'en', DUKA_TILL: 'T7K'}, onTestFinished);
    const other = {environment: {DUKA_TILL: 'T8K'}};
    await shop.run(['account', 'set', '--name', 'Njeri', '--phone', '0712345678', '--limit', '500'], other);
    await shop.run(['account', 'sell', 'Njeri', '--amount', '400']);
    const x = await shop.run(['shift', 'x', '--json'], other);
    expect(x.json.tills).toEqual(['sandbox/T7K', 'sandbox/T8K']);
    renameSync(join(shop.home, 'sandbox', 'T7K'), join(shop.home, 'aside'));
    const file = join(shop.home, 'settings.json');
    writeFileSync(file, JSON.stringify({...JSON.parse(readFileSync(file, 'utf8')), tillsBegun: ['sandbox/T8K']}));
    const sell = () => shop.run(['account', 'sell', 'Njeri', '--amount', '400', '--json'], other);
    expect(await sell()).toMatchObject({exit: 7, json: {error: 'till-gone', till: 'sandbox/T7K'}});
    expect((await shop.run(['shift', 'x', '--json'], other)).json.tills).toContain('sandbox/T7K ?');
    expect(await shop.run(['settings', 'allow', '--json'], other)).toMatchObject({exit: 0});
    expect(await sell()).toMatchObject({exit: 0});
    expect((await shop.run(['shift', 'x', '--json'], other)).json.tills).toEqual(['sandbox/T8K']);
  });

  it('is named, has a number, and is found by either', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_LANG: 'en'}, onTestFinished);
    expect((await shop.run(['account', 'list'])).out).toContain('Nobody buys on the book yet');
    const nobody = await shop.run(['account', 'sell', 'Njeri', '--amount', '5', '--json']);
    expect(nobody).toMatchObject({exit: 2, json: {error: 'account-unknown'}});
    const unnamed = await shop.run(['account', 'set', '--phone', '0712345678', '--limit', '5', '--json']);
    expect(unnamed).toMatchObject({exit: 2, json: {error: 'account-name-missing'}});
    const unlimited = await shop.run(['account', 'set', '--phone', '0712345678', '--name', 'Njeri', '--json']);
    expect(unlimited).toMatchObject({exit: 2, json: {error: 'account-limit-missing'}});
  });
});
