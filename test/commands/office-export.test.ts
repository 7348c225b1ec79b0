import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {officeHome} from '../office/office-home.js';
import {beginDays} from './day-support.js';
import {providerFile} from './reconcile-support.js';
import {begin, collecting, openShop, paymentIn} from './support.js';
import {openTaxed, taxed} from './taxed-ticket.js';

/** The formats, and whether they name customers, of whom an office has no keys. */
const formats = {csv: true, xlsx: true, jsonl: true, hledger: false, ledger: false, beancount: false, fec: false};
const held = () => readdirSync(tmpdir()).filter(name => name.startsWith(`duka-open-${process.pid}-`));

test('an office exports each till’s books byte for byte, and says what it holds back', async ({onTestFinished}) => {
  const home = await officeHome('exports');
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  const shop = await openShop({DUKA_OFFICE_HOME: home}, onTestFinished);
  const {world, today, nextMorning} = await beginDays(shop);
  const at =
    (till: string, of: string, machine = till) =>
    (line: readonly string[]) =>
      shop.run(line, {
        world,
        environment: {
          DUKA_TILL: till,
          DUKA_SHOP: of,
          DUKA_HOME: join(shop.home, machine),
          DUKA_BASE_URL: shop.baseUrl,
          DUKA_API_KEY: shop.apiKey,
        },
      });
  const running = begin(shop, ['office', 'start', '--port', '0', '--json']);
  await running.until('The office serves tills');
  const [url = ''] = /http:\S+\d/.exec(running.said()) ?? [];
  const tills = [
    ['T7K', 'corner'],
    ['B2', 'harbour'],
    ['C3', 'harbour'],
  ] as const;
  for (const [till, of] of tills) {
    await at(till, of)(['cash', 'sale', '--amount', '10']);
    const {code} = (await shop.run(['office', 'till', 'add', '--shop', of, '--json'])).json;
    expect(await at(till, of)(['join', url, code])).toMatchObject({exit: 0});
  }
  const first = today();
  const ticket = await openTaxed({...shop, home: join(shop.home, 'T7K')}, [taxed('Radio', 20_000, ['16', 2759])]);
  for (const [till, of] of tills) {
    const sold = till === 'T7K' ? ['--ticket', ticket] : [];
    const {reference} = paymentIn(await at(till, of)(collecting('0712345678', ...sold)));
    await at(till, of)(['shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:15']);
    await nextMorning();
    const back = ['--amount', '50', '--cash', '--person', 'Amina', '--reason', 'returned'];
    await at(till, of)(['refund', reference, ...back]);
    await at(till, of)(['ship', '--once', '--json']);
  }
  for (const [till, of] of tills) {
    cpSync(join(shop.home, till), join(shop.home, `${till} without keys`), {recursive: true});
    rmSync(join(shop.home, `${till} without keys`, 'sandbox', till, 'customer-keys.json'));
    for (const [format, namesCustomers] of Object.entries(formats)) {
      const span = format === 'csv' ? ['--day', first] : ['--from', first, '--to', today()];
      const machine = namesCustomers ? `${till} without keys` : till;
      const own = await at(till, of, machine)(['journal', 'export', '--format', format, ...span]);
      const office = await shop.run(['office', 'export', '--till', till, '--format', format, ...span], {world});
      expect([own.exit, office.exit, office.err], `${till} ${format}`).toEqual([0, 0, '']);
      expect(own.out.length + own.bytes.length).toBeGreaterThan(100);
      expect(office.out, `${till} ${format}`).toBe(own.out);
      expect(Buffer.from(office.bytes).equals(own.bytes), `${till} ${format}`).toBe(true);
    }
  }

  const provider = await providerFile(shop, 'provider.csv', text =>
    text
      .split('\n')
      .filter((row, line) => line === 0 || row === '' || row.startsWith('T7K'))
      .join('\n'),
  );
  const compared = ['--from', first, '--to', today(), '--provider-file', provider, '--as-of', `${today()}T18:00:00Z`];
  for (const book of ['hledger', 'beancount', 'csv']) {
    const own = await at('T7K', 'corner')(['reconcile', ...compared, '--book', book]);
    const office = await shop.run(['office', 'reconcile', '--shop', 'corner', ...compared, '--book', book], {world});
    expect(own.out, own.err).toMatch(/VAT:16/);
    expect([office.exit, office.out], book).toEqual([own.exit, own.out]);
  }
  const whole = await shop.run(['office', 'reconcile', ...compared, '--book', 'hledger'], {world});
  expect(whole.out).toMatch(/T7K B2 C3/);
  expect(held()).toEqual([]);

  // A copy of the machine sells on: what is sold from then on is in no total and in no export.
  cpSync(join(shop.home, 'B2'), join(shop.home, 'copy'), {recursive: true});
  const span = ['--from', first];
  const before = await shop.run(['office', 'export', '--till', 'B2', ...span], {world});
  for (const [machine, amount] of [
    ['B2', '77'],
    ['copy', '78'],
    ['B2', '79'],
  ] as const) {
    await at('B2', 'harbour', machine)(['cash', 'sale', '--amount', amount]);
    await at('B2', 'harbour', machine)(['ship', '--once', '--json']);
  }
  const forked = await shop.run(['office', 'export', '--till', 'B2', ...span], {world});
  expect(forked).toMatchObject({exit: 4, err: expect.stringMatching(/B2.*line/)});
  expect(forked.out.match(/,7[789]\.00/g)).toEqual([',77.00', ',77.00']); // what it was, and what is left of it
  expect(before).toMatchObject({exit: 0});
  const folder = join(shop.home, 'out');
  mkdirSync(folder);
  const out = ['--format', 'xlsx', '--out', `${folder}/`, '--json'];
  expect(await shop.run(['office', 'export', '--till', 'T7K', ...out, ...span], {world})).toMatchObject({
    json: {files: [{file: join(folder, 'export.xlsx')}]},
  });
  expect(readFileSync(join(folder, 'export.xlsx')).subarray(0, 2).toString()).toBe('PK');
  expect(await shop.run(['office', 'export', '--till', 'X9', ...span, '--json'], {world})).toMatchObject({
    json: {error: 'office-till-unknown'},
  });
  running.interrupt();
  await running.ended;
}, 60_000);
