import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {begin, openShop, paymentIn, segmentsOf} from './support.js';

test('an office is started, joined and sent a journal; it tells of tills, takings, payments, Zs, and gives the journal back', async ({
  onTestFinished,
}) => {
  const home = mkdtempSync(join(tmpdir(), 'duka-head-'));
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  const shop = await openShop({DUKA_TILL: 'T7K', DUKA_OFFICE_HOME: home}, onTestFinished);
  const running = begin(shop, ['office', 'start', '--port', '0', '--json']);
  await running.until('The office serves tills');
  const [url = ''] = /http:\S+\d/.exec(running.said()) ?? [];
  const json = async (...line: readonly string[]) => (await shop.run(['office', ...line, '--json'])).json;
  const {code} = (await json('code')) as {code: string};
  const {reference} = paymentIn(await shop.run(['cash', 'sale', '--amount', '250', '--tendered', '300', '--json']));
  await shop.run(['shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:250']);
  expect(await shop.run(['join', url, code, '--json'])).toMatchObject({exit: 0});
  expect((await shop.run(['join', url, code, '--json'])).exit).not.toBe(0);
  expect(await shop.run(['ship', '--once', '--json'])).toMatchObject({exit: 0});
  await expect.poll(() => json('z')).toMatchObject([{till: 'T7K', number: 1, differs: []}]);
  expect(await json('tills')).toMatchObject([{till: 'T7K', isHalted: false, isRevoked: false}]);
  const [{businessDate}] = (await json('payments', '--search', reference)) as [{businessDate: string}];
  expect(await json('today', '--date', businessDate)).toMatchObject({
    takings: [{method: 'cash', currency: 'KES', paid: 1, amount: '250.00', refunded: '0.00'}],
    freshness: {tills: 1, heardToday: 1, behind: 0},
  });
  const table = await shop.run(['office', 'today', '--date', businessDate]);
  expect(table.out).toMatch(/^cash +1 +KES 250\.00 +KES 250\.00\nAs of: 1 of 1 tills/m);
  expect((await shop.run(['office', 'payment', reference])).out).toContain('"type":"requested"');
  expect(await json('verify')).toMatchObject([{till: 'T7K', wrong: null}]);
  expect(await json('incidents')).toEqual([]);
  const {bytes} = await shop.run(['office', 'export', 'T7K']);
  const own = segmentsOf(shop)
    .map(path => readFileSync(path))
    .join('');
  const sum = (of: string | Uint8Array) => createHash('sha256').update(of).digest('hex');
  expect(own.startsWith(Buffer.from(bytes).toString())).toBe(true);
  expect(sum(bytes)).toBe(sum(own.slice(0, bytes.length)));
  expect(await shop.run(['office', 'revoke', 'T9X', '--json'])).toMatchObject({
    exit: 2,
    json: {error: 'office-till-unknown'},
  });
  expect((await shop.run(['office', 'close', 'T7K', '1', '--reason', 'x', '--json'])).json).toMatchObject({
    error: 'person-missing',
  });
  running.interrupt();
  const {exit, json: started} = await running.ended;
  expect({exit, started}).toMatchObject({exit: 0, started: {url}});
  expect(await json('tills')).toMatchObject([{till: 'T7K'}]); // its database starts for one command, too
});
