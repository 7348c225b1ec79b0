import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {zstdCompressSync} from 'node:zlib';
import {expect, it, onTestFinished} from 'vitest';
import {listNote} from '../../src/core/staff/signed-list.js';
import {openOffice} from '../../src/office/program.js';
import {storedKey} from '../../src/till/signing.js';
import {machine} from '../../src/world.js';
import {sealed} from '../../store/key.js';
import {openShop} from '../commands/support.js';
import {openShop as openScreens} from '../screens/open.js';
import {walk} from '../walk.js';
import {officeHome} from './office-home.js';
import {journalBytes} from './support.js';

/** An office over a database, and a till that has joined it. */
async function officeWithTill() {
  const home = await officeHome('lists');
  let later = 0;
  const world = {...machine, monotonic: () => machine.monotonic() + later};
  const office = await openOffice({home, beside: home, url: undefined, shop: 'corner', world});
  onTestFinished(async () => {
    await office.close();
    rmSync(home, {recursive: true, force: true});
  });
  const {url} = await office.serve(0);
  const shop = await openShop({DUKA_TILL: 'T7K'});
  await shop.run(['cash', 'sale', '--amount', '5']);
  await shop.run(['join', url, await office.code('T7K', 'corner')]);
  const folder = join(shop.home, 'sandbox', 'T7K');
  const ship = () => shop.run(['ship', '--once']);
  const as = (name: string, secret: string, ...line: readonly string[]) =>
    shop.run([...line, '--as', name, '--pin-stdin', '--json'], {input: secret});
  const sells = (name: string, secret: string) => as(name, secret, 'cash', 'sale', '--amount', '10');
  const events = (type: string) =>
    journalBytes(folder)
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as {type: string; data: Record<string, unknown>})
      .filter(each => each.type === type);
  const passes = (milliseconds: number) => {
    later += milliseconds;
  };
  return {home, office, shop, folder, ship, as, sells, events, passes};
}

it('says who works at a till, who sets a PIN there with the code of the office and is refused from the next list on', async () => {
  const {office, shop, ship, as, sells, events} = await officeWithTill();
  await shop.run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], {input: '739154'});
  const code = await office.lists.add({name: 'Baraka', role: 'cashier', shops: null}, 'Wanjiku');
  expect((await sells('Baraka', code)).json).toMatchObject({error: 'sign-in-refused'});
  await ship();
  const own = ['staff', 'change', 'Baraka', '--new-pin', '--as', 'Baraka', '--pin-stdin', '--json'];
  expect(await shop.run(own, {input: `${code}\n482601\n`})).toMatchObject({exit: 0});
  expect((await sells('Baraka', code)).json).toMatchObject({error: 'sign-in-refused'}); // it is used up
  expect(await sells('Baraka', '482601')).toMatchObject({exit: 0});
  expect((await as('Amina', '739154', 'staff', 'change', 'Baraka', '--role', 'manager')).json.error).toBe(
    'person-of-office',
  );
  const [person] = await office.lists.staff();
  await office.lists.change({type: 'change', id: person?.id ?? '', isLocked: true}, 'Wanjiku');
  expect(await sells('Baraka', '482601')).toMatchObject({exit: 0}); // the till has not heard of it
  await ship();
  expect((await sells('Baraka', '482601')).json).toMatchObject({error: 'person-locked'});
  await office.lists.change({type: 'remove', id: person?.id ?? ''}, 'Wanjiku');
  await ship();
  expect((await sells('Baraka', '482601')).json).toMatchObject({error: 'sign-in-refused'});
  expect(await sells('Amina', '739154')).toMatchObject({exit: 0}); // who is on no list stays
  expect(events('staff-listed').length).toBe(3);
  expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
});

it('names at the first contact what a command has just changed', async () => {
  const {home, office, shop, ship, passes} = await officeWithTill();
  await ship(); // the office has read its lists, which are none
  const command = await openOffice({home, beside: home, url: undefined, shop: 'corner', world: machine});
  onTestFinished(() => command.close());
  await command.lists.add({name: 'Amina', role: 'owner', shops: null}, 'Wanjiku');
  passes(1000);
  await ship();
  await shop.run(['cash', 'sale', '--amount', '20']);
  expect((await shop.run(['staff', 'list'])).out).toContain('Amina');
  expect(await office.lists.versions('corner')).toEqual(await command.lists.versions('corner'));
});

it('goes on selling without people until one of the list has set a PIN with the code of the office', async () => {
  const {office, shop, ship, as} = await officeWithTill();
  const code = await office.lists.add({name: 'Amina', role: 'owner', shops: ['corner']}, 'Wanjiku');
  const codeOfBaraka = await office.lists.add({name: 'Baraka', role: 'cashier', shops: ['corner']}, 'Wanjiku');
  const esi = {name: 'Esi', role: 'owner', shops: ['market']} as const;
  const unknown = {code: 'office-shop-new', facts: {shop: 'market', shops: 'corner'}};
  await expect(office.lists.add(esi, 'Wanjiku')).rejects.toMatchObject(unknown);
  const prices = {shop: 'market', items: [], file: 'prices.csv'};
  await expect(office.lists.setPrices(prices, 'Wanjiku')).rejects.toMatchObject(unknown);
  await office.code(null, 'market');
  await office.lists.add(esi, 'Wanjiku');
  await ship();
  // The newest list is taken before anybody is looked for in it.
  const set = (name: string) => ['staff', 'change', name, '--new-pin'];
  expect((await as('Amina', '739154\n739154\n', ...set('Amina'))).json).toMatchObject({error: 'sign-in-refused'});
  const sale = ['cash', 'sale', '--amount', '20'];
  expect(await shop.run(sale)).toMatchObject({exit: 0});
  const listed = await shop.run(['staff', 'list', '--json']);
  expect((listed.json as {name: string}[]).map(({name}) => name).sort()).toEqual(['Amina', 'Baraka']);
  expect((await shop.run(['staff', 'list'])).out).toMatch(/\d {2}Amina {2}owner\n/);
  // Whoever stands at the till is nobody of the list, and makes nobody of it.
  const nobody = [
    set('Amina'),
    ['staff', 'add', '--name', 'Eve', '--role', 'owner'],
    ['staff', 'lock', 'Baraka', '--reason', 'away'],
    ['staff', 'rights', 'refund', 'cashier', 'yes'],
  ];
  for (const line of nobody) {
    const {json} = await shop.run([...line, '--pin-stdin', '--json'], {input: '739154\n'});
    expect(json).toMatchObject({error: 'sign-in-needed'});
    expect((await as('Baraka', `${codeOfBaraka}\n739154\n`, ...line)).json).toMatchObject({error: 'not-allowed'});
  }
  expect(await shop.run(sale)).toMatchObject({exit: 0});
  expect(await as('Amina', `${code}\n739154\n`, ...set('Amina'))).toMatchObject({exit: 0});
  expect((await shop.run([...sale, '--json'])).json).toMatchObject({error: 'sign-in-needed'});
  expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
});

it('is begun on the screen too by somebody of the list, with the code', async () => {
  const {office, shop, ship} = await officeWithTill();
  const code = await office.lists.add({name: 'Amina', role: 'owner', shops: null}, 'Wanjiku');
  await ship();
  const till = await openScreens({home: shop.home, environment: {DUKA_TILL: 'T7K'}});
  const fill = (typed: string) => ['enter', 'enter', typed, 'enter', '739154', 'enter', '739154', 'enter'];
  await walk(till, [
    ['ts', /1 +Amina +owner/, {not: 'n add'}],
    [['enter'], 'from the head office', '6 to 8 digits'],
    [[...fill('WRONG'), 'enter', 'enter', 'enter'], 'Name or PIN is wrong'],
  ]);
  expect(till.till.state.staff.people[0]?.credentials).toEqual({});
  await walk(till, [
    ['escape', /1 +Amina +owner/],
    [['enter', ...fill(code), 'enter', 'enter'], 'Save Amina as owner?'],
    ['enter', /1 +Amina +owner/, 'n add'],
  ]);
  expect(till.till.actor()?.name).toBe('Amina');
});

it('takes no list that is forged, shortened, foreign or older, and the office hears of it', async () => {
  const {office, shop, folder, ship, events} = await officeWithTill();
  const price = {currency: 'KES', minor: 12_000} as const;
  const bread = {code: 'BREAD', barcode: null, name: 'Bread', price, unit: null, group: null, rate: null};
  const file = join(folder, 'office-items.json');
  const prices = (minor: number) => ({shop: null, items: [{...bread, price: {...price, minor}}], file: 'prices.csv'});
  await office.lists.setPrices(prices(10_000), 'Wanjiku');
  await ship();
  const older = readFileSync(file, 'utf8');
  await office.lists.setPrices(prices(12_000), 'Wanjiku');
  await office.lists.setPrices(prices(12_000), 'Wanjiku'); // the same file twice is one list
  await ship();
  const listed = async () => ((await shop.run(['items', 'list', '--json'])).json as {price: string}[])[0]?.price;
  await shop.run(['cash', 'sale', '--amount', '5']);
  expect(await listed()).toBe('120.00');
  const newest = JSON.parse(readFileSync(file, 'utf8')) as {note: string; signature: string; body: string};
  const other = zstdCompressSync('{"version":1,"items":[]}').toString('base64');
  const forged = listNote({
    kind: 'items',
    shop: 'corner',
    version: 4_000_000_000,
    at: '2026-11-23T09:00:00Z',
    sha256: '1'.repeat(64),
  });
  const refused: [string, string][] = [
    [older, 'older'],
    [JSON.stringify({...newest, note: forged}), 'forged'],
    [JSON.stringify({...newest, body: other}), 'shortened'],
    [JSON.stringify({...newest, note: newest.note.replace('corner', 'market')}), 'forged'],
    [JSON.stringify({...newest, note: 'x'}), 'unreadable'],
  ];
  for (const [text, why] of refused) {
    writeFileSync(file, text);
    const sold = await shop.run(['cash', 'sale', '--amount', '5']);
    expect(sold).toMatchObject({exit: 0, err: expect.stringContaining('price list')});
    expect(events('list-refused').at(-1)?.data).toMatchObject({kind: 'items', why});
    expect(await listed()).toBe('120.00');
  }
  await ship();
  await office.rebuild();
  const whys = (await office.incidents()).flatMap(({what}) => (what.kind === 'list-refused' ? [what.why] : []));
  expect(whys.toSorted()).toEqual(refused.map(([, why]) => why).toSorted());
  await office.rebuild();
  expect((await office.incidents()).length).toBe(refused.length);
});

it('brings prices to a till only when no basket is open', async () => {
  const {office, shop, folder, ship, events} = await officeWithTill();
  const price = {currency: 'KES', minor: 12_000} as const;
  const item = {code: 'BREAD', barcode: null, name: 'Bread', price, unit: null, group: null, rate: null};
  await office.lists.setPrices({shop: 'corner', items: [item], file: 'prices.csv'}, 'Wanjiku');
  await ship();
  const basket = join(folder, 'basket.json');
  const line = {
    kind: 'text',
    code: null,
    name: 'Milk',
    group: null,
    unit: null,
    quantity: '1',
    unitPrice: price,
    listPrice: null,
    reason: null,
    discount: null,
    tax: null,
    amount: price,
  };
  writeFileSync(basket, sealed({at: machine.now(), lines: [line], total: price}, await storedKey(folder)));
  await shop.run(['cash', 'sale', '--amount', '5']);
  expect(events('items-changed')).toEqual([]);
  rmSync(basket);
  await shop.run(['cash', 'sale', '--amount', '5']);
  expect(events('items-changed').map(({data}) => data)).toMatchObject([
    {items: 1, added: 1, file: null, list: {shop: 'corner'}},
  ]);
});

it('says how old its list is when the office was not heard for more than 30 days', async () => {
  const {office, shop, ship} = await officeWithTill();
  await office.lists.add({name: 'Amina', role: 'owner', shops: null}, 'Wanjiku');
  await ship();
  await shop.run(['cash', 'sale', '--amount', '5']);
  const later = (days: number) => ({world: {...machine, now: () => machine.now() + days * 86_400_000}});
  const sale = ['cash', 'sale', '--amount', '5'];
  expect((await shop.run(sale, later(29))).err).not.toContain('days ago');
  expect(await shop.run(sale, later(33))).toMatchObject({exit: 0, err: expect.stringContaining('33 days ago')});
});
