import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {startPrinter} from '../screens/printer.js';
import {walk} from '../walk.js';
import {home, open, run, sell, type Terminal} from './terminal.js';

const plain = {INK_SCREEN_READER: 'true'};

async function openShift(till: Terminal, person: string, float: string): Promise<void> {
  await walk(till, [
    ['', 'New sale'],
    ['t', 'No shift is open.'],
    ['enter', 'Your name'],
    [[person, 'enter'], 'Float KES'],
  ]);
  till.paste(float);
  till.press('enter');
  await till.sees(/▸ Another currency|Another currency, /);
  till.press('enter');
  await till.sees(`of ${person} is open`);
}

async function sellForCash(till: Terminal, amount: string): Promise<void> {
  await till.sees('New sale');
  till.paste(amount);
  await walk(till, [
    ['h', 'New sale in cash'],
    ['3', new RegExp(`‹ KES (?!${amount}\\.)|Cash received.*: KES (?!${amount}\\.)`)],
    ['enter', /CHANGE|Change: KES/, 'Enter next sale'],
    ['enter', 'New sale'],
  ]);
}

/** From the sale to the comparison: `person` counts the total of the only currency. */
async function count(till: Terminal, total: string): Promise<void> {
  till.type('t');
  await till.sees(/z +Close the period|z close/);
  till.type('z');
  await till.sees('This till sells nothing');
  till.press('enter');
  await till.sees('Count the drawer: KES');
  till.paste(total);
  await till.sees(new RegExp(`Total +KES ${total}|Total in KES: ${total}`));
  till.press('enter');
}

it('a shift from its float to its Z: cash and a wallet, a short drawer with a second person, a late completion, a reprint', async () => {
  const server = await sandbox();
  const printer = await startPrinter();
  const folder = home();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({printer: {address: printer.address, drawer: true}}));
  const till = open(folder, server.environment);
  await openShift(till, 'Amina', '2000');
  await sellForCash(till, '240');
  await expect.poll(() => printer.jobs.length).toBe(1);
  await sell(till, '300', '0712345678');
  await walk(till, [
    ['', 'accepted, waiting'],
    [() => server.advance('PT3S'), '✓ PAID', 'Enter next sale'],
    ['enter'],
    [() => sell(till, '700', '0712345103'), 'accepted, waiting'],
    ['escape', 'New sale'],
  ]);

  await count(till, '2200');
  await till.sees('1 of 1 answered');
  till.press('enter');
  await till.sees('SHORT KES 40.00');
  await till.sees('1 pending payment moves to the next period');
  till.paste('gave too much');
  till.press('enter');
  await till.sees('▸ Second person');
  till.paste('Amina');
  await till.sees('Amina▌');
  till.press('enter');
  await till.sees(/✗ Drawer difference/);
  till.press(...Array.from({length: 5}, () => 'backspace' as const));
  till.paste('Joseph');
  await walk(till, [
    ['', 'Joseph▌'],
    ['enter', 'Z-0001 is saved.'],
    ['\u001B[6~', /Cash +1 +KES +240\.00/],
    ['enter', 'Print Z-0001'],
    ['enter', 'Z-0001 is printed.'],
    ['escape', 'No shift is open.'],
  ]);

  await server.advance('PT11M');
  await walk(till, [
    ['', /✓ PAID +KES 700\.00/],
    [() => openShift(returned(till), 'Joseph', '2200')],
    ['escape', 'New sale'],
    [() => count(till, '2200'), 'exact'],
    ['enter', 'Z-0002 is saved.'],
    ['enter', 'Print Z-0002'],
    ['escape', 'No shift is open.'],
    ['a', /▸ Z-0002.*KES 700\.00.*exact/, /Z-0001.*KES 540\.00.*SHORT KES 40\.00/],
    ['down', /▸ Z-0001/],
    ['enter', 'Z REPORT Z-0001'],
    ['p', 'Copy 1 of Z-0001 is printed.'],
  ]);
  expect(printer.jobs.slice(1).map(job => job.includes('Z-0001'))).toEqual([true, true]);

  till.press('ctrl-c');
  expect((await till.ended).exitCode).toBe(0);
  const shown = await run(folder, ['shift', 'show', '--z', '2'], server.environment);
  expect(shown.out).toMatch(/Late from Z-0001 +KES +700\.00/);
  expect((await server.books()).map(({status, requests}) => [status, requests])).toEqual([
    ['Completed', 1],
    ['Completed', 1],
  ]);
});

/** The shift is on the screen already. */
function returned(till: Terminal): Terminal {
  till.press('escape');
  return till;
}

it('in words a shift is opened, closed and left to nobody', async () => {
  const server = await sandbox();
  const till = open(home(), {...server.environment, ...plain}, {columns: 100, rows: 60});
  await openShift(till, 'Amina', '2000');
  await sellForCash(till, '240');
  await count(till, '2240');
  await walk(till, [
    ['', /counted KES 2,240\.00, exact/],
    ['enter', 'Z-0001 is saved.', {not: 'Z-0002'}],
    ['enter', 'No printer is set'],
    ['escape', 'Shift: No shift is open.'],
  ]);
});

it('a till that is left in the middle of a close opens with nothing closed, and sells', async () => {
  const server = await sandbox();
  const folder = home();
  const first = open(folder, server.environment);
  await openShift(first, 'Amina', '2000');
  first.press('escape');
  await count(first, '2000');
  await first.sees('Next: Z-0001');
  first.signal('SIGKILL');
  await first.ended;
  const till = open(folder, server.environment);
  await till.sees(/T7K · Amina/);
  await sellForCash(till, '240');
  await till.sees('✓ 1 paid');
});
