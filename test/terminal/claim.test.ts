import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {type SandboxServer, sandbox} from '../sandbox/support.js';
import {startPrinter} from '../screens/printer.js';
import {walk} from '../walk.js';
import {home, open, run, sell, type Terminal} from './terminal.js';

const plain = {INK_SCREEN_READER: 'true'};

/** A till to which a wallet has paid KES 1,250.00, before its next sale, and the code that the customer's message has. */
async function tillThatWasPaid(environment: Readonly<Record<string, string>> = {}) {
  const server = await sandbox();
  const printer = await startPrinter();
  const folder = home();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({printer: {address: printer.address}}));
  const till = open(folder, {...server.environment, ...environment});
  await sell(till, '1250', '0712345678', /▸ Phone number|Phone number:/);
  await till.sees('accepted, waiting');
  await server.advance('PT3S');
  await till.sees(/✓ PAID|PAID: KES/);
  await till.sees('Enter next sale');
  till.press('enter');
  await till.sees('New sale');
  const [booked] = await server.books();
  return {server, printer, folder, till, code: booked?.transaction_reference ?? ''};
}

async function check(till: Terminal, message: string): Promise<void> {
  till.type('k');
  await till.sees('Check a payment message');
  till.type(message);
}

/** Whatever was asked about a message, the customer was asked for the money once. */
async function wasAskedOnce(server: SandboxServer): Promise<void> {
  expect(await server.books()).toMatchObject([{amount: 1250, status: 'Completed', requests: 1}]);
}

it('a paid message lets the goods go once: from the receipt on it is used, at the till and by command', async () => {
  const {server, printer, folder, till, code} = await tillThatWasPaid();
  await check(till, code.toLowerCase());
  await walk(till, [
    ['', '✓ PAID, NOT USED YET', 'Hand over the goods of this sale'],
    ['enter', 'Searched: this till’s journal since'],
    ['enter', /Hand over the goods\./],
    ['p', 'RECEIPT'],
    ['p', /is printed\./],
  ]);
  expect(printer.jobs.filter(job => job.includes('KES 1,250.00'))).toHaveLength(1);
  await walk(till, [
    ['escape', 'Hand over the goods.'],
    ['escape', '! ALREADY USED', 'one payment buys once'],
    [() => till.seesNot('Hand over')],
    ['escape', '▸ Message or code'],
    ['escape', /▸ Amount +KES/],
    [() => check(till, '678'), '! ALREADY USED'],
    [() => till.seesNot('Hand over')],
    ['ctrl-c'],
  ]);
  expect((await till.ended).exitCode).toBe(0);

  const again = await run(folder, ['claim', code, '--json'], server.environment);
  expect(again.exit).toBe(4);
  expect(JSON.parse(again.out)).toMatchObject({outcome: 'used', used: 'receipt', releaseGoods: false, isAsked: false});
  await wasAskedOnce(server);
});

it('a message of a payment that nobody asked for is false, whatever of it is right', async () => {
  const {server, till} = await tillThatWasPaid();
  await check(till, 'SKL4XY9QRT');
  await till.sees('No match yet.');
  till.press('enter');
  await till.sees('✗ NO SUCH REQUEST');
  await till.sees('Keep the goods.');
  till.press('escape');
  await till.sees('▸ Message or code');
  till.press(...Array.from({length: 'SKL4XY9QRT'.length}, () => 'backspace' as const));
  await walk(till, [
    ['678', '✓ PAID, NOT USED YET'],
    [['tab', '99', 'enter'], '✗ NO SUCH REQUEST', /Close\s+matches:\s+one\s+detail\s+differs/],
  ]);
  await till.seesNot('Hand over');
  await wasAskedOnce(server);
});

it('without the service the journal answers: paid is paid, and what is open is said to be open', async () => {
  const {server, folder, till, code} = await tillThatWasPaid();
  await sell(till, '300', '0733000102');
  await walk(till, [
    ['', 'accepted, waiting'],
    ['escape', 'New sale'],
    [() => server.close()],
    [() => check(till, code), '✓ PAID, NOT USED YET'],
    ['escape', /▸ Amount +KES/],
    [() => check(till, '102'), '? REQUESTED, NO RESULT YET'],
    ['enter', 'Searched: this till’s journal since'],
    [
      'c',
      'The provider gave no answer: this is what the journal knows.',
      'Keep the goods. Ask the customer to wait. Do not charge again.',
    ],
  ]);
  await till.seesNot('Hand over');
  till.signal('SIGKILL');
  await till.ended;
  const offline = await run(folder, ['claim', '--wallet', '102', '--offline', '--json'], server.environment);
  expect(offline.exit).toBe(3);
  expect(JSON.parse(offline.out)).toMatchObject({outcome: 'not-known', releaseGoods: false, isAsked: false});
});

it('in words a paid message is told in one sentence, and only when it is asked for', async () => {
  const {server, till, code} = await tillThatWasPaid(plain);
  await check(till, code);
  await till.seesNot('NOT USED YET');
  till.press('enter');
  await till.sees(/PAID,\s+NOT\s+USED\s+YET:\s+This\s+till/);
  await wasAskedOnce(server);
});
