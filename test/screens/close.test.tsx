import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {walk} from '../walk.js';
import {type Opening, openShop, type ShopScreens} from './open.js';
import {startPrinter} from './printer.js';

/** A shop at the page of its shift, which Amina has opened with 2 000. */
async function openShift(opening: Opening = {}, opened = 'Shift 1 of Amina is open.'): Promise<ShopScreens> {
  const shop = await openShop(opening);
  await walk(shop, [['t', 'No shift is open.'], [['enter', 'Amina', 'enter', '2000', 'enter enter'], opened], ['t']]);
  return shop;
}

async function sellForCash(shop: ShopScreens, amount: string): Promise<void> {
  await walk(shop, [
    [() => shop.type(`${amount}h`), 'Exact amount'],
    ['enter', '✓ PAID'],
    ['enter', 'New sale'],
  ]);
}

/** From the shift to the comparison, with a total that was counted. */
async function count(shop: ShopScreens, total: string): Promise<void> {
  await walk(shop, [
    ['z', '▸ 1 stop'],
    ['enter', 'Count the drawer: KES', {not: /expected|2 240/}],
    [[total, 'enter'], /▸ [34] /],
  ]);
}

test('a shift is opened, handed over and told of in the header; the drawer’s movements have reasons', async () => {
  const shop = await openShift();
  await walk(shop, [
    ['', / \w{3} · Amina · /],
    [['h', 'Joseph', 'enter'], 'The shift is now with Joseph.', / \w{3} · Joseph · /],
    [['o', '150', 'enter enter enter'], 'Choose a reason with 1–4.'],
    [['4', 'a new bulb', 'enter'], 'KES 150.00 taken out of the drawer: a new bulb.'],
    [['d', '500', 'enter enter', '2', 'enter'], 'KES 500.00 moved to the safe: to the bank.'],
    [['p', '40', 'enter enter', '1', 'enter'], 'KES 40.00 put into the drawer: change from the bank.'],
  ]);
  const {drawers, people} = shop.till.state.ledger.period;
  expect(drawers).toMatchObject({KES: {float: 200_000, paidIn: 4000, paidOut: 15_000, drops: 50_000}});
  expect(people).toEqual(['Amina', 'Joseph']);
});

test('handing over offers the count: who goes and who comes hear by how much the drawer differs, and so does the Z', async () => {
  const shop = await openShift();
  await walk(shop, [
    [['h', 'Joseph', 'tab'], '‹ no ›'],
    ['right', '‹ yes, first ›'],
    ['enter', 'Count the drawer: KES', {not: /stop|compare|expected|cancel close/}],
    ['escape', 'The shift was not handed over.'],
  ]);
  expect(shop.till.state.ledger).toMatchObject({shift: {person: 'Amina'}, period: {countings: null}});
  await walk(shop, [
    [['h', 'Joseph', 'tab right enter'], 'Count the drawer: KES'],
    ['shift-tab enter', 'Count the drawer first'],
    [['1990', 'enter'], 'The shift is now with Joseph. Counted: SHORT KES 10.00.'],
    ['escape'],
    [() => sellForCash(shop, '10')],
    ['t'],
    [() => count(shop, '2010'), 'exact'],
    ['enter', 'Z-0001 is saved.'],
  ]);
  const first = [{currency: 'KES', counted: 199_000, difference: -1000}];
  expect(await shop.till.readZ(1)).toMatchObject({difference: null, people: ['Amina', 'Joseph'], recount: {first}});
});

test('more than the till knows to be in the drawer goes out after one more question, which names no sum', async () => {
  const shop = await openShift();
  const question = 'This is more cash than the till expects in the drawer.';
  const drop = async (amount: string) => {
    await walk(shop, [[['d', amount, 'enter enter', '1', 'enter']]]);
  };
  await drop('2000.60');
  await walk(shop, [
    ['', question, /Enter saves it anyway, Esc\s+goes\s+back\./, {not: /2,000\.00|\b0\.60/}],
    ['escape', {not: question}, '2,000.60'],
    ['escape', 'Shift 1 of Amina'],
  ]);
  expect(shop.till.state.ledger.period.drawers).toMatchObject({KES: {drops: 0}});
  await drop('2000.60');
  await shop.sees(question);
  await shop.press('enter');
  await shop.sees('KES 2,001.00 moved to the safe');
  expect(shop.till.state.ledger.period.drawers).toMatchObject({KES: {drops: 200_100}});
  await walk(shop, [
    [['o', '1\r\r1\r\r'], '‹ supplier ›', {not: question}],
    ['enter', question],
  ]);
  expect(shop.till.state.ledger.period.drawers).toMatchObject({KES: {paidOut: 0}});
});

test('an opening adds a float in another currency; nobody opens a shift without a name', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['t', 'enter enter', '100', 'enter right enter'], '▸ Float GHS'],
    [['50', 'enter enter'], 'Type your name'],
    [['Amina', 'shift-tab enter'], 'Shift 1 of Amina is open.'],
  ]);
  expect(shop.till.state.ledger.shift?.floats).toHaveLength(2);
});

test('the close: blind, by denomination, a difference with a second person, then the Z and its archive', async () => {
  const shop = await openShift();
  await walk(shop, [
    ['escape'],
    [() => sellForCash(shop, '240')],
    [['tz', 'enter down', '2', 'down down', '1'], '2,200.00', {not: /expected|2 240/}],
  ]);
  for (const _ of Array.from({length: 9})) await shop.press('enter');
  await walk(shop, [
    ['', /2,240\.00 +KES +2,200\.00 +SHORT KES 40\.00/, 'To count again: Esc, then z.'],
    ['enter enter', /▸ Reason +▌\n +✗ Type the reason\./],
    [['gave too much', 'enter', 'amina', 'enter'], /✗ Drawer difference/],
  ]);
  expect(shop.till.state.ledger.z).toBe(0);
  for (const _ of 'amina') await shop.press('backspace');
  await walk(shop, [[['Joseph', 'enter'], 'Z-0001 is saved.', 'Z REPORT Z-0001']]);
  const report = await shop.till.readZ(1);
  expect(report.difference).toEqual({note: 'gave too much', approver: 'Joseph'});
  expect(report.drawers).toMatchObject([{expected: 224_000, counted: 220_000, difference: -4000}]);
  await walk(shop, [
    ['end'],
    // this window has no room for its QR code
    ['', 'DUKAZ1.', {not: /█▀▀▀▀▀█|▄▄▄▄▄|▀▀▀▀▀/}],
    ['enter', /Esc, then a, opens every Z: f saves it as a PDF, i as a\s+picture\./],
    ['escape', 'No shift is open.'],
    ['a', /Z-0001 +\d{4}-\d\d-\d\d +KES 240\.00 +SHORT KES 40\.00/],
    ['enter', 'Z REPORT Z-0001', 'f PDF  i picture'],
    ['escape escape escape'],
  ]);
  await sellForCash(shop, '10');
});

test('a close that is left closes nothing, whatever the step, and the till sells again', async () => {
  const shop = await openShift();
  const left = async () => {
    await shop.press('escape');
    await shop.sees('Nothing was closed');
  };
  await shop.type('z');
  await shop.sees('▸ 1 stop');
  await expect(
    shop.till.takeCash({amount: {currency: 'KES', minor: 100}, country: 'KE', description: ''}),
  ).rejects.toThrow('till-closing');
  await left();
  await shop.type('z');
  await shop.press('enter');
  await left();
  await count(shop, '2000');
  await shop.sees('▸ 4');
  await left();
  expect(shop.till.state.ledger).toMatchObject({z: 0, shift: {person: 'Amina'}});
  await shop.press('escape');
  await sellForCash(shop, '10');
});

test('a count that is left, by a stray Esc too, is there when its close is opened again, until cash moves', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['t', 'enter', 'Amina', 'enter', '2000', 'enter right enter', '50', 'enter enter'], 'Shift 1 of Amina is open.'],
    ['t'],
  ]);
  const close = async () => {
    await shop.type('z');
    await shop.press('enter');
    await shop.sees('Count the drawer: ');
  };
  await close();
  await walk(shop, [
    [['1990', 'enter'], 'Count the drawer: GHS'],
    [['down', '1', 'down', '2', 'escape'], 'The count is kept until cash moves.'],
    [['escape', 't']],
    [() => close(), /▸ Total +KES 1990/],
    ['enter', /▸ +100 × +2/, '400.00'],
    [['escape', 'z', 'Joseph', 'enter'], 'Count the drawer: KES', {not: /1 ?990/}],
    ['escape'],
    [() => close(), /▸ Total +KES 1990/],
    ['escape escape'],
    [() => sellForCash(shop, '10')],
    ['t'],
    [() => close(), {not: /1 ?990/}],
  ]);
  expect(shop.till.state.ledger.period.counted).toBeNull();
});

test('pieces and a total that contradict are said, whichever came later, and nothing is counted before they agree', async () => {
  const shop = await openShift();
  await walk(shop, [
    [['z', 'enter'], 'Count the drawer: KES'],
    [['1990', 'tab'], /▸ +1,000 × +▌/],
    ['2', /Total +KES 1,990\.00 +notes and coins: KES 2,000\.00/],
    ['shift-tab enter'],
  ]);
  const wrong = /The notes and coins come to KES 2,000\.00, but the total\s+is KES 1,990\.00\./;
  await shop.sees(wrong);
  expect(shop.till.state.ledger.period.countings).toBeNull();
  await walk(shop, [
    ['', /▸ Total/],
    [['2000', 'enter'], '▸ 4', 'exact'],
  ]);
  expect(shop.till.state.ledger.period.counted).toEqual([
    {currency: 'KES', minor: 200_000, pieces: [{minor: 100_000, count: 2}]},
  ]);
});

test('what is typed into a field that was filled before takes its place, of pieces as of a float', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['t', 'enter', 'Amina', 'tab', '2000', 'tab shift-tab', '50', '0', 'enter enter'], 'Shift 1 of Amina is open.'],
    ['t'],
  ]);
  expect(shop.till.state.ledger.shift?.floats).toEqual([{currency: 'KES', minor: 50_000}]);
  await walk(shop, [
    [['z', 'enter'], 'Count the drawer: KES'],
    [['down', '3', 'down up', '1', '2'], /▸ +1,000 × +12▌/],
    ['down up backspace', /▸ +1,000 × +1▌/],
    [['down', '1'], /▸ +500 × +1▌/],
    [['down down down down', '2']],
    // The pieces are in two columns, each sum below the other.
    ['', / {2}1,000 × +1 +1,000\.00 +▸ +40 × +2▌ +80\.00\n +500 × +1 +500\.00 +20 ×/],
    [() => shop.resize({columns: 40, rows: 10}), /▸ +40 × +2▌/],
  ]);
});

test('a drawer that is counted again is counted blind, from nothing, and the Z says so', async () => {
  const shop = await openShift();
  await count(shop, '1990');
  await walk(shop, [
    ['', /SHORT KES 10\.00/],
    [['escape', 'z', 'enter'], /▸ Total +KES ▌/],
    [['2000', 'enter'], 'exact'],
    ['enter', 'Z-0001 is saved.'],
  ]);
  const first = [{currency: 'KES', counted: 199_000, difference: -1000}];
  expect(await shop.till.readZ(1)).toMatchObject({difference: null, recount: {times: 2, first}});
});

test('nothing typed is no count; a drawer that is right closes without a word', async () => {
  const shop = await openShift();
  await walk(shop, [
    [['z', 'enter shift-tab enter'], 'Count the drawer first'],
    ['escape'],
    [() => count(shop, '2 000'), 'exact'],
    ['enter', 'Z-0001 is saved.'],
  ]);
  expect((await shop.till.readZ(1)).difference).toBeNull();
});

test('a paste makes no Z', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['10h', 'enter'], '✓ PAID'],
    [['enter', 'tz', `Amina${'\r'.repeat(30)}`], 'Count the drawer: KES'],
    [['escape', 'z', 'Amina', 'enter', `10${'\r'.repeat(30)}`], /▸ Total +KES 10/],
  ]);
  expect(shop.till.state.ledger.period.counted).toBeNull();
  await shop.press('enter');
  await shop.sees('▸ 4');
  expect(shop.till.state.ledger.z).toBe(0);
});

test('what is pending is asked about and carried; its late completion is in the next Z', async () => {
  const shop = await openShift();
  await walk(shop, [
    ['escape'],
    [() => shop.sale('300', '0712345103'), 'accepted, waiting'],
    [['escape', 't']],
    [() => count(shop, '2000'), '1 payment was checked.', '1 of 1 answered', {not: /Checking|30 seconds/}],
    ['enter', /1 pending payment moves to the next period: \w{15}/],
    ['enter', 'Z-0001 is saved.'],
    [() => shop.later('PT11M')],
    ['enter escape', 'No shift is open.'],
  ]);
  expect(await shop.till.readZ(1)).toMatchObject({tenders: [], inFlight: [{amount: {minor: 30_000}}]});
  await expect.poll(() => shop.till.state.ledger.period.late).toMatchObject([{z: 1}]);
  await walk(shop, [
    [['z', 'Amina', 'enter shift-tab enter'], 'There was no cash to count.'],
    ['enter', 'Z-0002 is saved.'],
  ]);
  expect(await shop.till.readZ(2)).toMatchObject({late: [{z: 1, amount: {minor: 30_000}}]});
});

test('asking can be skipped, and what gave no answer is counted', async () => {
  const shop = await openShift();
  await shop.press('escape');
  await shop.sale('300', '0712345103');
  await shop.sees('accepted, waiting');
  await shop.press('escape');
  await shop.sandbox.close();
  await shop.type('t');
  await count(shop, '2000');
  await shop.press('enter');
  await shop.sees('1 of them gave no answer.');
  await shop.press('enter');
  await shop.sees('Z-0001 is saved.');
  expect(await shop.till.readZ(1)).toMatchObject({notAsked: 1, inFlight: [{amount: {minor: 30_000}}]});
});

test('a Z prints at the shop’s printer, and again from the archive as a numbered copy', async () => {
  const printer = await startPrinter();
  const home = await mkdtemp(join(tmpdir(), 'duka-close-'));
  onTestFinished(() => rm(home, {recursive: true, force: true, maxRetries: 3}));
  await writeFile(join(home, 'settings.json'), JSON.stringify({printer: {address: printer.address}}));
  const shop = await openShift({home});
  await count(shop, '2000');
  await walk(shop, [
    ['', 'exact'],
    ['enter', 'Z-0001 is saved.'],
    ['enter', 'Print Z-0001 on the shop’s printer?'],
    ['enter', 'Z-0001 is printed.'],
    [['escape', 'a', 'enter'], 'Z REPORT Z-0001'],
    ['p', 'Copy 1 of Z-0001 is printed.'],
  ]);
  expect(printer.jobs.map(job => job.includes('Z-0001'))).toEqual([true, true]);
  expect(printer.jobs.map(job => job.includes('COPY 1'))).toEqual([false, true]);
});

test('an X says what is so and closes nothing; the day tells takings by tender', async () => {
  const shop = await openShift();
  await shop.press('escape');
  await sellForCash(shop, '240');
  await shop.type('tx');
  await shop.sees('NOTHING WAS CLOSED');
  await shop.press('end');
  await shop.sees('NOTHING WAS CLOSED');
  expect(shop.frames().join('\n')).not.toMatch(/Expected|Cash sales +KES|Total/);
  await walk(shop, [
    ['escape escape', /✓ 1 paid +\+ cash/],
    ['d', /Cash KES, not counted yet +1/, 'Cash is shown when the drawer is counted.', {not: '240.00'}],
    [['escape', 't']],
    [() => count(shop, '2240'), 'exact'],
    ['escape escape', /✓ 1 paid +KES +240\.00/],
    ['d', /Cash +1 +KES +240\.00/, 'Shift 1 of Amina'],
  ]);
  expect(shop.till.state.ledger.z).toBe(0);
});

test('in words each step is a sentence, and the Z is read as it prints', async () => {
  const environment = {INK_SCREEN_READER: 'true'};
  const shop = await openShift({environment, size: {columns: 80, rows: 100}}, 'Shift 1 of Amina is open;');
  await walk(shop, [
    ['z', 'Step 1 of 6, stop'],
    ['enter', 'Step 2 of 6, count; Count the drawer: KES.'],
    [['1990', 'enter'], /Drawer KES: expected KES 2,000\.00, counted KES 1,990\.00,\s+SHORT KES 10\.00/],
    [['lost', 'enter', 'Joseph', 'enter'], 'Step 5 of 6, Z; Z-0001 is saved.', 'Z REPORT Z-0001'],
  ]);
});

test('a close with a total takes at most 11 keys', async () => {
  const shop = await openShift();
  await shop.press('escape');
  await sellForCash(shop, '240');
  const steps = [
    ['tz', '▸ 1 stop'],
    ['\r', 'Count the drawer: KES'],
    ['2240', 'KES 2240'],
    ['\r', 'exact'],
    ['\r', 'Z REPORT Z-0001'],
  ] as const;
  for (const [keys, seen] of steps) {
    await shop.type(keys);
    await shop.sees(seen);
  }
  expect(steps.flatMap(([keys]) => [...keys]).length).toBeLessThanOrEqual(11);
});
