import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {type Opening, openShop, type ShopScreens} from './open.js';
import {startPrinter} from './printer.js';

/** A shop at the page of its shift, which Amina has opened with 2 000. */
async function openShift(opening: Opening = {}, opened = 'Shift 1 of Amina is open.'): Promise<ShopScreens> {
  const shop = await openShop(opening);
  await shop.type('t');
  await shop.sees('No shift is open.');
  await shop.press('enter');
  await shop.type('Amina');
  await shop.press('enter');
  await shop.type('2000');
  await shop.press('enter', 'enter');
  await shop.sees(opened);
  await shop.type('t');
  return shop;
}

async function sellForCash(shop: ShopScreens, amount: string): Promise<void> {
  await shop.type(`${amount}h`);
  await shop.sees('Exact amount');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  await shop.sees('New sale');
}

/** From the shift to the comparison, with a total that was counted. */
async function count(shop: ShopScreens, total: string): Promise<void> {
  await shop.type('z');
  await shop.sees('▸ 1 stop');
  await shop.press('enter');
  await shop.sees('Count the drawer: KES');
  expect(shop.screen()).not.toMatch(/expected|2 240/);
  await shop.type(total);
  await shop.press('enter');
  await shop.sees(/▸ [34] /);
}

test('a shift is opened, handed over and told of in the header; the drawer’s movements have reasons', async () => {
  const shop = await openShift();
  await shop.sees(/ \w{3} · Amina · /);
  await shop.type('h');
  await shop.type('Joseph');
  await shop.press('enter');
  await shop.sees('The shift is now with Joseph.');
  await shop.sees(/ \w{3} · Joseph · /);
  await shop.type('o');
  await shop.type('150');
  await shop.press('enter', 'enter', 'enter');
  await shop.sees('Choose a reason with 1–4.');
  await shop.type('4');
  await shop.type('a new bulb');
  await shop.press('enter');
  await shop.sees('KES 150.00 taken out of the drawer: a new bulb.');
  await shop.type('d');
  await shop.type('500');
  await shop.press('enter', 'enter');
  await shop.type('2');
  await shop.press('enter');
  await shop.sees('KES 500.00 moved to the safe: to the bank.');
  await shop.type('p');
  await shop.type('40');
  await shop.press('enter', 'enter');
  await shop.type('1');
  await shop.press('enter');
  await shop.sees('KES 40.00 put into the drawer: change from the bank.');
  const {drawers, people} = shop.till.state.ledger.period;
  expect(drawers).toMatchObject({KES: {float: 200_000, paidIn: 4000, paidOut: 15_000, drops: 50_000}});
  expect(people).toEqual(['Amina', 'Joseph']);
});

test('handing over offers the count: who goes and who comes hear by how much the drawer differs, and so does the Z', async () => {
  const shop = await openShift();
  await shop.type('h');
  await shop.type('Joseph');
  await shop.press('tab');
  await shop.sees('‹ no ›');
  await shop.press('right');
  await shop.sees('‹ yes, first ›');
  await shop.press('enter');
  await shop.sees('Count the drawer: KES');
  expect(shop.screen()).not.toMatch(/stop|compare|expected|cancel close/);
  await shop.press('escape');
  await shop.sees('The shift was not handed over.');
  expect(shop.till.state.ledger).toMatchObject({shift: {person: 'Amina'}, period: {countings: null}});
  await shop.type('h');
  await shop.type('Joseph');
  await shop.press('tab', 'right', 'enter');
  await shop.sees('Count the drawer: KES');
  await shop.press('shift-tab', 'enter');
  await shop.sees('Count the drawer first');
  await shop.type('1990');
  await shop.press('enter');
  await shop.sees('The shift is now with Joseph. Counted: SHORT KES 10.00.');
  await shop.press('escape');
  await sellForCash(shop, '10');
  await shop.type('t');
  await count(shop, '2010');
  await shop.sees('exact');
  await shop.press('enter');
  await shop.sees('Z-0001 is saved.');
  const first = [{currency: 'KES', counted: 199_000, difference: -1000}];
  expect(await shop.till.readZ(1)).toMatchObject({difference: null, people: ['Amina', 'Joseph'], recount: {first}});
});

test('more than the till knows to be in the drawer goes out after one more question, which names no sum', async () => {
  const shop = await openShift();
  const question = 'This is more cash than the till expects in the drawer.';
  const drop = async (amount: string) => {
    await shop.type('d');
    await shop.type(amount);
    await shop.press('enter', 'enter');
    await shop.type('1');
    await shop.press('enter');
  };
  await drop('2000.60');
  await shop.sees(question);
  await shop.sees(/Enter saves it anyway, Esc\s+goes\s+back\./);
  expect(shop.screen()).not.toMatch(/2,000\.00|\b0\.60/);
  await shop.press('escape');
  expect(shop.screen()).not.toContain(question);
  await shop.sees('2,000.60');
  await shop.press('escape');
  await shop.sees('Shift 1 of Amina');
  expect(shop.till.state.ledger.period.drawers).toMatchObject({KES: {drops: 0}});
  await drop('2000.60');
  await shop.sees(question);
  await shop.press('enter');
  await shop.sees('KES 2,001.00 moved to the safe');
  expect(shop.till.state.ledger.period.drawers).toMatchObject({KES: {drops: 200_100}});
  await shop.type('o');
  await shop.type('1\r\r1\r\r');
  await shop.sees('‹ supplier ›');
  expect(shop.screen()).not.toContain(question);
  await shop.press('enter');
  await shop.sees(question);
  expect(shop.till.state.ledger.period.drawers).toMatchObject({KES: {paidOut: 0}});
});

test('an opening adds a float in another currency; nobody opens a shift without a name', async () => {
  const shop = await openShop();
  await shop.type('t');
  await shop.press('enter', 'enter');
  await shop.type('100');
  await shop.press('enter', 'right', 'enter');
  await shop.sees('▸ Float GHS');
  await shop.type('50');
  await shop.press('enter', 'enter');
  await shop.sees('Type your name');
  await shop.type('Amina');
  await shop.press('shift-tab', 'enter');
  await shop.sees('Shift 1 of Amina is open.');
  expect(shop.till.state.ledger.shift?.floats).toHaveLength(2);
});

test('the close: blind, by denomination, a difference with a second person, then the Z and its archive', async () => {
  const shop = await openShift();
  await shop.press('escape');
  await sellForCash(shop, '240');
  await shop.type('tz');
  await shop.press('enter', 'down');
  await shop.type('2');
  await shop.press('down', 'down');
  await shop.type('1');
  await shop.sees('2,200.00');
  expect(shop.screen()).not.toMatch(/expected|2 240/);
  for (const _ of Array.from({length: 9})) await shop.press('enter');
  await shop.sees(/2,240\.00 +KES +2,200\.00 +SHORT KES 40\.00/);
  await shop.sees('To count again: Esc, then z.');
  await shop.press('enter', 'enter');
  await shop.sees(/▸ Reason +▌\n +✗ Type the reason\./);
  await shop.type('gave too much');
  await shop.press('enter');
  await shop.type('amina');
  await shop.press('enter');
  await shop.sees(/✗ Drawer difference/);
  expect(shop.till.state.ledger.z).toBe(0);
  for (const _ of 'amina') await shop.press('backspace');
  await shop.type('Joseph');
  await shop.press('enter');
  await shop.sees('Z-0001 is saved.');
  await shop.sees('Z REPORT Z-0001');
  const report = await shop.till.readZ(1);
  expect(report.difference).toEqual({note: 'gave too much', approver: 'Joseph'});
  expect(report.drawers).toMatchObject([{expected: 224_000, counted: 220_000, difference: -4000}]);
  await shop.press('end');
  await shop.sees('DUKAZ1.'); // this window has no room for its QR code
  expect(shop.screen()).not.toMatch(/█▀▀▀▀▀█|▄▄▄▄▄|▀▀▀▀▀/);
  await shop.press('enter');
  await shop.sees('duka shift show --z 1 --format html');
  await shop.press('escape');
  await shop.sees('No shift is open.');
  await shop.type('a');
  await shop.sees(/Z-0001 +\d{4}-\d\d-\d\d +KES 240\.00 +SHORT KES 40\.00/);
  await shop.press('enter');
  await shop.sees('Z REPORT Z-0001');
  await shop.press('escape', 'escape', 'escape');
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
  ).rejects.toMatchObject({code: 'till-closing'});
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
  await shop.type('t');
  await shop.press('enter');
  await shop.type('Amina');
  await shop.press('enter');
  await shop.type('2000');
  await shop.press('enter', 'right', 'enter');
  await shop.type('50');
  await shop.press('enter', 'enter');
  await shop.sees('Shift 1 of Amina is open.');
  await shop.type('t');
  const close = async () => {
    await shop.type('z');
    await shop.press('enter');
    await shop.sees('Count the drawer: ');
  };
  await close();
  await shop.type('1990');
  await shop.press('enter');
  await shop.sees('Count the drawer: GHS');
  await shop.press('down');
  await shop.type('1');
  await shop.press('down');
  await shop.type('2');
  await shop.press('escape');
  await shop.sees('The count is kept until cash moves.');
  await shop.press('escape');
  await shop.type('t');
  await close();
  await shop.sees(/▸ Total +KES 1990/);
  await shop.press('enter');
  await shop.sees(/▸ +100 × +2/);
  await shop.sees('400.00');
  await shop.press('escape');
  await shop.type('z');
  await shop.type('Joseph');
  await shop.press('enter');
  await shop.sees('Count the drawer: KES');
  expect(shop.screen()).not.toMatch(/1 ?990/);
  await shop.press('escape');
  await close();
  await shop.sees(/▸ Total +KES 1990/);
  await shop.press('escape', 'escape');
  await sellForCash(shop, '10');
  await shop.type('t');
  await close();
  expect(shop.screen()).not.toMatch(/1 ?990/);
  expect(shop.till.state.ledger.period.counted).toBeNull();
});

test('pieces and a total that contradict are said, whichever came later, and nothing is counted before they agree', async () => {
  const shop = await openShift();
  await shop.type('z');
  await shop.press('enter');
  await shop.sees('Count the drawer: KES');
  await shop.type('1990');
  await shop.press('tab');
  await shop.sees(/▸ +1,000 × +▌/);
  await shop.type('2');
  await shop.sees(/Total +KES 1,990\.00 +notes and coins: KES 2,000\.00/);
  await shop.press('shift-tab', 'enter');
  const wrong = /The notes and coins come to KES 2,000\.00, but the total\s+is KES 1,990\.00\./;
  await shop.sees(wrong);
  expect(shop.till.state.ledger.period.countings).toBeNull();
  await shop.sees(/▸ Total/);
  await shop.type('2000');
  await shop.press('enter');
  await shop.sees('▸ 4');
  await shop.sees('exact');
  expect(shop.till.state.ledger.period.counted).toEqual([
    {currency: 'KES', minor: 200_000, pieces: [{minor: 100_000, count: 2}]},
  ]);
});

test('what is typed into a field that was filled before takes its place, of pieces as of a float', async () => {
  const shop = await openShop();
  await shop.type('t');
  await shop.press('enter');
  await shop.type('Amina');
  await shop.press('tab');
  await shop.type('2000');
  await shop.press('tab', 'shift-tab');
  await shop.type('50');
  await shop.type('0');
  await shop.press('enter', 'enter');
  await shop.sees('Shift 1 of Amina is open.');
  await shop.type('t');
  expect(shop.till.state.ledger.shift?.floats).toEqual([{currency: 'KES', minor: 50_000}]);
  await shop.type('z');
  await shop.press('enter');
  await shop.sees('Count the drawer: KES');
  await shop.press('down');
  await shop.type('3');
  await shop.press('down', 'up');
  await shop.type('1');
  await shop.type('2');
  await shop.sees(/▸ +1,000 × +12▌/);
  await shop.press('down', 'up', 'backspace');
  await shop.sees(/▸ +1,000 × +1▌/);
  await shop.press('down');
  await shop.type('1');
  await shop.sees(/▸ +500 × +1▌/);
  await shop.press('down', 'down', 'down', 'down');
  await shop.type('2');
  // The pieces are in two columns, each sum below the other.
  await shop.sees(/ {2}1,000 × +1 +1,000\.00 +▸ +40 × +2▌ +80\.00\n +500 × +1 +500\.00 +20 ×/);
  await shop.resize({columns: 40, rows: 10});
  await shop.sees(/▸ +40 × +2▌/);
});

test('a drawer that is counted again is counted blind, from nothing, and the Z says so', async () => {
  const shop = await openShift();
  await count(shop, '1990');
  await shop.sees(/SHORT KES 10\.00/);
  await shop.press('escape');
  await shop.type('z');
  await shop.press('enter');
  await shop.sees(/▸ Total +KES ▌/);
  await shop.type('2000');
  await shop.press('enter');
  await shop.sees('exact');
  await shop.press('enter');
  await shop.sees('Z-0001 is saved.');
  const first = [{currency: 'KES', counted: 199_000, difference: -1000}];
  expect(await shop.till.readZ(1)).toMatchObject({difference: null, recount: {times: 2, first}});
});

test('nothing typed is no count; a drawer that is right closes without a word', async () => {
  const shop = await openShift();
  await shop.type('z');
  await shop.press('enter', 'shift-tab', 'enter');
  await shop.sees('Count the drawer first');
  await shop.press('escape');
  await count(shop, '2 000');
  await shop.sees('exact');
  await shop.press('enter');
  await shop.sees('Z-0001 is saved.');
  expect((await shop.till.readZ(1)).difference).toBeNull();
});

test('a paste makes no Z', async () => {
  const shop = await openShop();
  await shop.type('10h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  await shop.type('tz');
  await shop.type(`Amina${'\r'.repeat(30)}`);
  await shop.sees('Count the drawer: KES');
  await shop.press('escape');
  await shop.type('z');
  await shop.type('Amina');
  await shop.press('enter');
  await shop.type(`10${'\r'.repeat(30)}`);
  await shop.sees(/▸ Total +KES 10/);
  expect(shop.till.state.ledger.period.counted).toBeNull();
  await shop.press('enter');
  await shop.sees('▸ 4');
  expect(shop.till.state.ledger.z).toBe(0);
});

test('what is pending is asked about and carried; its late completion is in the next Z', async () => {
  const shop = await openShift();
  await shop.press('escape');
  await shop.sale('300', '0712345103');
  await shop.sees('accepted, waiting');
  await shop.press('escape');
  await shop.type('t');
  await count(shop, '2000');
  await shop.sees('1 payment was checked.');
  await shop.sees('1 of 1 answered');
  expect(shop.screen()).not.toMatch(/Checking|30 seconds/);
  await shop.press('enter');
  await shop.sees(/1 pending payment moves to the next period: \w{15}/);
  await shop.press('enter');
  await shop.sees('Z-0001 is saved.');
  await shop.later('PT11M');
  await shop.press('enter', 'escape');
  await shop.sees('No shift is open.');
  expect(await shop.till.readZ(1)).toMatchObject({tenders: [], inFlight: [{amount: {minor: 30_000}}]});
  await expect.poll(() => shop.till.state.ledger.period.late).toMatchObject([{z: 1}]);
  await shop.type('z');
  await shop.type('Amina');
  await shop.press('enter', 'shift-tab', 'enter');
  await shop.sees('There was no cash to count.');
  await shop.press('enter');
  await shop.sees('Z-0002 is saved.');
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
  await shop.sees('exact');
  await shop.press('enter');
  await shop.sees('Z-0001 is saved.');
  await shop.press('enter');
  await shop.sees('Print Z-0001 on the shop’s printer?');
  await shop.press('enter');
  await shop.sees('Z-0001 is printed.');
  await shop.press('escape');
  await shop.type('a');
  await shop.press('enter');
  await shop.sees('Z REPORT Z-0001');
  await shop.type('p');
  await shop.sees('Copy 1 of Z-0001 is printed.');
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
  await shop.press('escape', 'escape');
  await shop.sees(/✓ 1 paid +\+ cash/);
  await shop.type('d');
  await shop.sees(/Cash KES, not counted yet +1/);
  await shop.sees('Cash is shown when the drawer is counted.');
  expect(shop.screen()).not.toContain('240.00');
  await shop.press('escape');
  await shop.type('t');
  await count(shop, '2240');
  await shop.sees('exact');
  await shop.press('escape', 'escape');
  await shop.sees(/✓ 1 paid +KES +240\.00/);
  await shop.type('d');
  await shop.sees(/Cash +1 +KES +240\.00/);
  await shop.sees('Shift 1 of Amina');
  expect(shop.till.state.ledger.z).toBe(0);
});

test('in words each step is a sentence, and the Z is read as it prints', async () => {
  const environment = {INK_SCREEN_READER: 'true'};
  const shop = await openShift({environment, size: {columns: 80, rows: 100}}, 'Shift 1 of Amina is open;');
  await shop.type('z');
  await shop.sees('Step 1 of 6, stop');
  await shop.press('enter');
  await shop.sees('Step 2 of 6, count; Count the drawer: KES.');
  await shop.type('1990');
  await shop.press('enter');
  await shop.sees(/Drawer KES: expected KES 2,000\.00, counted KES 1,990\.00,\s+SHORT KES 10\.00/);
  await shop.type('lost');
  await shop.press('enter');
  await shop.type('Joseph');
  await shop.press('enter');
  await shop.sees('Step 5 of 6, Z; Z-0001 is saved.');
  await shop.sees('Z REPORT Z-0001');
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
