import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, run} from './terminal.js';

const display = {args: ['display']};

/** Every file of a home with its time and size: what a mere reader leaves as they are. */
function filesOf(folder: string): readonly string[] {
  const names = readdirSync(folder, {recursive: true, encoding: 'utf8'}).sort();
  return names.map(name => {
    const {mtimeMs, size} = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

it('shows the customer the sale that the cashier has in front', async () => {
  const server = await sandbox();
  const folder = home();
  const customer = open(folder, server.environment, display);
  await customer.sees('Welcome.');
  const till = open(folder, server.environment);
  await walk(till, [
    ['', 'New sale'],
    [['1250', 'enter'], /▸ Phone number/],
    [['0712345678', 'enter'], 'Send this request?'],
    [() => customer.sees('Welcome.')],
    ['enter'],
  ]);
  await customer.sees('Please approve the payment on your phone.');
  await customer.sees('…345 678');
  await customer.sees(/KES {2}▀▀▀ . ▀▀▀ ▀▀▀ ▀▀▀ ▀ ▀▀▀ ▀▀▀/);
  expect(customer.screen()).not.toMatch(/712 345|Customer/);
  await server.advance('PT3S');
  await customer.sees('Thank you, your payment has arrived.');
  await till.sees('✓ PAID');
  customer.type('q');
  expect((await customer.ended).exitCode).toBe(0);
});

it('shows the code of the page, smaller and larger, and gives the terminal back', async () => {
  const server = await sandbox();
  const folder = home();
  const environment = {...server.environment, DUKA_COUNTRY: 'CI'};
  const wave = ['collect', '--phone', '2250712345678', '--network', 'WAVCIV', '--amount', '5000', '--wait', '4'];
  expect((await run(folder, wave, environment)).exit).toBe(3);
  const before = filesOf(folder);
  const customer = open(folder, environment, display);
  await customer.sees('Veuillez ouvrir cette page');
  await customer.sees(/█ ▄▄▄▄▄ █/);
  customer.resize(40, 12);
  await customer.sees('/pay/');
  await customer.sees('5 000 XOF');
  expect(customer.screen().split('\n').length).toBeLessThanOrEqual(12);
  customer.resize(30, 8);
  await customer.sees('40x12');
  customer.resize(100, 40);
  await customer.sees(/█ ▄▄▄▄▄ █/);
  customer.press('ctrl-c');
  expect(await customer.ended).toEqual({exitCode: 0, signal: 0});
  expect(customer.written()).toMatch(/\u001B\[\?1049l/);
  expect(filesOf(folder)).toEqual(before);
});

it('ends with the signal’s code, and with one line where the settings cannot be', async () => {
  const server = await sandbox();
  const customer = open(home(), server.environment, display);
  await customer.sees('Welcome.');
  customer.signal('SIGTERM');
  expect((await customer.ended).exitCode).toBe(143);
  const lost = open(home(), {DUKA_PROFILE: 'live', DUKA_ZONE: ''}, display);
  await lost.sees(/^✗ DUKA_ZONE/);
  expect((await lost.ended).exitCode).toBe(5);
});
