import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe} from 'vitest';
import {textLine, withLine} from '../../src/core/item/basket.js';
import type {TillContext} from '../../src/till/context.js';
import {showBasket} from '../../src/till/shown-basket.js';
import {nodeDisk} from '../../store/disk.js';
import {inShop} from './day-support.js';
import {collectAndLeave, paymentIn, type Shop, segmentsOf} from './support.js';

const it = inShop({DUKA_LANG: 'en'});

const headings = 'code,name,price,barcode,group,unit,tax rate\n';
const bread = 'BR1,Bread,120,5901234123457,Bakery,,16\n';
const tomatoes = 'TOM,Tomatoes,800,,Fresh,kg,\n';

function file({home}: Pick<Shop, 'home'>, text: string, name = 'prices.csv'): string {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
}
/** Where the price lists of the shop's one till are kept, and which are there. */
function kept({home}: Pick<Shop, 'home'>) {
  const [till = ''] = readdirSync(join(home, 'sandbox')).filter(name => /^[A-Z0-9]{1,3}$/.test(name));
  const folder = join(home, 'sandbox', till, 'items');
  return readdirSync(folder).map(name => join(folder, name));
}

/** The lines of the shop's one journal. */
function journalOf(shop: Pick<Shop, 'home'>) {
  const [segment = ''] = segmentsOf(shop);
  return readFileSync(segment, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

describe.concurrent('the price list', () => {
  it('sells by labels of scales and GS1 codes, at their weight or their price, and again', async ({expect, shop}) => {
    await shop.run(['items', 'import', file(shop, `${headings}42,Tomatoes,800,5012345678900,Fresh,kg,\n`)]);
    const patterns = ['settings', 'set', 'scanner.labels'];
    expect(await shop.run([...patterns, '21IIIII', '--json'])).toMatchObject({exit: 5});
    expect((await shop.run([...patterns, '21IIIII'])).err).toContain('21IIIIIWW.WWWC, 20IIIIIPPP.PPC');
    expect(await shop.run([...patterns, '21IIIIIWW.WWWC, 20IIIIIPPP.PPC'])).toMatchObject({exit: 0});
    const sell = (...more: readonly string[]) => shop.run(['cash', 'sale', ...more, '--json']);
    const codes = ['2100042012509', '2000042274009', '(01)95012345678903(3922)27400'];
    for (const [at, amount] of ['1000.00', '274.00', '274.00'].entries()) {
      const sold = paymentIn(await sell('--item', codes[at] ?? ''));
      expect(sold.amount).toBe(amount);
      expect((await sell('--same-as', sold.reference)).json).toMatchObject({amount});
    }
  });

  it('is imported whole, and shows what changes before it does', async ({expect, shop}) => {
    const path = file(shop, headings + bread + tomatoes);
    expect((await shop.run(['items', 'list'])).out).toContain('No price list.');
    const dry = await shop.run(['items', 'import', path, '--dry-run']);
    expect(dry).toMatchObject({exit: 0});
    expect(dry.out).toMatch(
      /^prices\.csv: 2 items; 2 added, 0 changed, 0 removed\.\n {2}\+ added +Bread +BR1 +KES 120\.00\n/,
    );
    expect((await shop.run(['items', 'list', '--json'])).json).toEqual([]);
    const done = await shop.run(['items', 'import', path, '--person', 'Amina']);
    expect(done.out).toContain('✓ The price list has 2 items now. Stock is not counted.');
    const again = file(shop, `${headings}${bread.replace('120', '130')}MLK,Milk,65,,,,\n`);
    const second = await shop.run(['items', 'import', again, '--json']);
    expect(second.json).toEqual({file: 'prices.csv', items: 2, added: 1, changed: 1, gone: 1, unused: [], saved: true});
    expect((await shop.run(['items', 'list', '--search', 'bread', '--json'])).json).toEqual([
      {
        code: 'BR1',
        barcode: '5901234123457',
        name: 'Bread',
        price: '130.00',
        currency: 'KES',
        unit: null,
        group: 'Bakery',
        taxRate: '16',
      },
    ]);
    const [list = '', ...others] = kept(shop);
    expect([others, statSync(list).mode & 0o777]).toEqual([[], 0o600]);
    expect(journalOf(shop).filter(({type}) => type === 'items-changed')).toMatchObject([
      {person: 'Amina', data: {items: 2, added: 2, changed: 0, gone: 0, file: 'prices.csv'}},
      {data: {items: 2, added: 1, changed: 1, gone: 1}},
    ]);
  });

  it('stays as it is when a line of the file is wrong, and each is named', async ({expect, shop}) => {
    await shop.run(['items', 'import', file(shop, headings + bread)]);
    const before = readFileSync(kept(shop)[0] ?? '', 'utf8');
    const wrong = await shop.run([
      'items',
      'import',
      file(shop, `${headings}${bread}X,,5,,,,\nY,Soap,-3,,,,\n`),
      '--json',
    ]);
    expect(wrong).toMatchObject({
      exit: 2,
      json: {
        error: 'items-file-wrong',
        count: 2,
        faults: [
          {line: 3, why: 'name-missing'},
          {line: 4, why: 'price-not-positive', text: '-3'},
        ],
      },
    });
    expect(wrong.err).toContain('  Line 3: no name\n  Line 4: the price “-3” is not above zero\n');
    expect(readFileSync(kept(shop)[0] ?? '', 'utf8')).toBe(before);
  });

  it('has a code that is typed as an amount, and a sale asks which of them is meant', async ({expect, shop}) => {
    await shop.run(['items', 'import', file(shop, `${headings}1250,Soap,60,,,,\n125,Salt,20,,,,\n`)]);
    const sale = (...more: string[]) => shop.run(['cash', 'sale', ...more, '--json']);
    expect(await sale('--amount', '1250')).toMatchObject({exit: 2, json: {error: 'amount-is-item'}});
    expect(await shop.run(['collect', '--phone', '0712345678', '--amount', '1250'])).toMatchObject({exit: 2});
    expect(await sale('--amount', '1250', '--anyway')).toMatchObject({exit: 0, json: {amount: '1250.00'}});
    expect(await sale('--item', '1250')).toMatchObject({exit: 0, json: {amount: '60.00'}});
    expect(await sale('--amount', '125')).toMatchObject({exit: 0, json: {amount: '125.00'}});
  });

  it('is refused when somebody edited its file, until it is imported again', async ({expect, shop}) => {
    const path = file(shop, headings + bread);
    await shop.run(['items', 'import', path]);
    const [list = ''] = kept(shop);
    writeFileSync(list, readFileSync(list, 'utf8').replace('12000', '1'));
    for (const line of [['list'], ['off', 'BR1'], ['add', '--name', 'Milk', '--price', '65']])
      expect(await shop.run(['items', ...line, '--json'])).toMatchObject({
        exit: 5,
        json: {error: 'items-changed-by-hand'},
      });
    expect((await shop.run(['items', 'import', path])).exit).toBe(0);
    expect((await shop.run(['items', 'list', '--json'])).json).toMatchObject([{price: '120.00'}]);
  });

  it('is changed item by item', async ({expect, shop}) => {
    const add = (...more: readonly string[]) => shop.run(['items', 'add', ...more, '--json']);
    expect(await add('--name', 'Bread', '--price', '120', '--barcode', '5901234123457')).toMatchObject({exit: 0});
    expect((await add('--name', 'Milk', '--price', '65', '--code', '5901234123457')).json.name).toBe('Milk');
    expect(
      (await add('--name', 'Tea', '--price', '65', '--code', 'TEA', '--barcode', '5901234123457')).json.error,
    ).toBe('item-code-taken');
    expect((await add('--name', ' ', '--price', '65')).json).toMatchObject({error: 'item-invalid'});
    expect((await shop.run(['items', 'off', '5901234123457'])).out).toBe('✓ Milk is off the price list.\n');
    expect((await shop.run(['items', 'off', 'nothing', '--json'])).json.error).toBe('item-unknown');
    expect((await shop.run(['items', 'list'])).out).toBe('No price list. Import one with “duka items import FILE”.\n');
  });

  it('is imported with 100,000 items', async ({expect, shop}) => {
    const lines = Array.from({length: 100_000}, (_, at) => `C${at},Item ${at},${at + 1},${10_000_000 + at},,,\n`);
    const path = file(shop, headings + lines.join(''));
    expect((await shop.run(['items', 'import', path, '--json'])).json).toMatchObject({added: 100_000});
    const found = await shop.run(['items', 'list', '--search', '99999', '--json']);
    expect(found.json).toMatchObject([{code: 'C99999', price: '100000.00'}]);
  });

  it('is sold from in one step, and its lines are what was paid for', async ({expect, shop}) => {
    await shop.run(['items', 'import', file(shop, headings + bread + tomatoes)]);
    const sold = ['--item', '5901234123457x2', '--item', 'tomx0.25', '--line', '50 Bag'];
    const cash = await shop.run(['cash', 'sale', ...sold, '--tendered', '500', '--json']);
    expect(cash).toMatchObject({exit: 0, json: {amount: '490.00', change: '10.00', releaseGoods: true}});
    const {json} = await shop.run(['ticket', 'show', cash.json.ticket, '--json']);
    expect(json).toMatchObject({
      status: 'paid',
      total: '490.00',
      lines: [
        {kind: 'item', code: 'BR1', name: 'Bread', group: 'Bakery', quantity: '2', tax: {rate: '16', tax: '33.10'}},
        {kind: 'item', code: 'TOM', unit: 'kg', quantity: '0.25', amount: '200.00', tax: null},
        {kind: 'text', code: null, name: 'Bag', amount: '50.00'},
      ],
    });
    const wallet = await collectAndLeave(shop, ['collect', '--phone', '0712345102', '--item', 'BR1', '--json']);
    expect(paymentIn(wallet)).toMatchObject({amount: '120.00', verdict: 'not-known'});
    const open = await shop.run(['ticket', 'open', '--item', 'BR1', '--item', 'BR1', '--json']);
    expect(open.json).toMatchObject({total: '240.00', lines: [{code: 'BR1'}, {code: 'BR1'}]});
    // What is refused leaves no ticket open behind it.
    const again = await shop.run(['collect', '--phone', '0712345102', '--item', 'BR1', '--json']);
    expect(again).toMatchObject({exit: 2, json: {error: 'earlier-payment'}});
    expect((await shop.run(['ticket', 'list', '--json'])).json).toHaveLength(2);
    const wrong = (line: readonly string[]) => shop.run([...line, '--json']).then(({json: {error}}) => error);
    expect(await wrong(['cash', 'sale', '--item', 'nothing'])).toBe('item-unknown');
    expect(await wrong(['cash', 'sale', '--item', 'BR1', '--ticket', open.json.ticket])).toBe('items-with-ticket');
    expect(await wrong(['cash', 'sale', '--item', 'BR1', '--amount', '121'])).toBe('part-above-total');
  });

  it('sells again what an earlier sale sold, at its prices of today', async ({expect, shop}) => {
    await shop.run(['items', 'import', file(shop, headings + bread + tomatoes)]);
    const first = await shop.run(['cash', 'sale', '--item', 'BR1x2', '--line', '50 Bag', '--json']);
    await shop.run(['items', 'import', file(shop, headings + bread.replace('120', '130'))]);
    const again = (id: string, ...more: readonly string[]) =>
      shop.run(['cash', 'sale', '--same-as', id, ...more, '--json']);
    const second = await again(first.json.reference.toLowerCase(), '--item', 'BR1');
    expect(second).toMatchObject({exit: 0, json: {amount: '440.00', releaseGoods: true}});
    expect((await again(second.json.ticket, '--currency', 'USD')).json.error).toBe('line-currency-differs');
    expect((await again(second.json.ticket)).json).toMatchObject({amount: '440.00'});
    await shop.run(['items', 'off', 'BR1']);
    expect(await again(first.json.reference)).toMatchObject({exit: 2, json: {error: 'items-not-sold', items: 'Bread'}});
    expect((await again('T7K0MZ4K8Q2RD')).json.error).toBe('sale-unknown');
    // A sale of a sum, to the wallet that it was asked of.
    const wallet = await shop.run(['collect', '--phone', '0712345678', '--amount', '200', '--json']);
    const same = ['collect', '--same-as', wallet.json.reference];
    const third = await shop.run([...same, '--anyway', '--json']);
    expect(third).toMatchObject({exit: 0, json: {amount: '200.00', wallet: '254712345678'}});
    expect(third.json.sale).not.toBe(wallet.json.sale);
    expect(
      (await shop.run(['cash', 'sale', '--same-as', wallet.json.reference, '--amount', '80', '--json'])).json.amount,
    ).toBe('80.00');
    expect(await shop.books()).toHaveLength(2);
  });

  it('is before its customer line by line, until it is paid for', async ({expect, shop}) => {
    await shop.run(['items', 'add', '--name', 'Bread', '--price', '120', '--code', 'BR1']);
    const [list = ''] = kept(shop);
    const place = {settings: {folder: dirname(dirname(list))}, world: shop.patient, disk: nodeDisk};
    const context = {...place, journal: {readOnly: true}} as unknown as TillContext;
    const interruption = new AbortController();
    const said: string[] = [];
    const display = shop.run(['display'], {
      world: shop.patient,
      interrupted: interruption.signal,
      onOutput: text => void said.push(text),
    });
    const sees = (text: string) => expect.poll(() => said.at(-1) ?? '').toContain(text);
    const bread = textLine('2x120 Bread', 'KES', []);
    const basket = withLine(undefined, bread);
    await showBasket(context, basket);
    await sees('2 x Bread, KES 240.00   KES 240.00');
    await showBasket(context, withLine(basket, textLine('50 Bag', 'KES', [])));
    await sees('1 x Bag, KES 50.00   KES 290.00');
    await shop.run(['cash', 'sale', '--item', 'BR1']);
    await sees('PAID');
    await showBasket(context, basket);
    await sees('2 x Bread, KES 240.00   KES 240.00');
    await showBasket(context, undefined);
    await expect.poll(() => said.at(-1) ?? '').not.toContain('Bread');
    interruption.abort('SIGINT');
    await display;
  });

  it('keeps the barcode of an item that a card could have', async ({expect, shop}) => {
    await shop.run(['items', 'add', '--name', 'Milk', '--price', '65', '--barcode', '5901234123457']);
    const {json} = await shop.run(['cash', 'sale', '--item', '5901234123457', '--json']);
    const {lines} = (await shop.run(['ticket', 'show', json.ticket, '--json'])).json;
    expect(lines).toMatchObject([{code: '5901234123457'}]);
  });
});
