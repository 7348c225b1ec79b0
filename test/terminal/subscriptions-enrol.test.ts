import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {cardLeaks} from '../card-leaks.js';
import {goToBank, linksIn, tellTill} from '../commands/bank-page.js';
import {type SandboxServer, sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, run, type Terminal} from './terminal.js';

const visa = '4012000033330026';
const challenged = '4508750015741019';
const holder = 'AMINA WANJIRU';
const email = 'amina@example.com';

/** A till before its sandbox, with a plan; nobody ever learns more of the card than its last four digits. */
async function openTill(number: string, trialDays: string, args: readonly string[] = []) {
  const server = await sandbox();
  const folder = home();
  const plan = ['plan', 'create', '--name', 'Gym', '--amount', '12.50', '--currency', 'USD', '--interval', 'MONTHLY'];
  const made = await run(folder, [...plan, '--trial-days', trialDays, '--json'], server.environment);
  expect(made.exit, made.error).toBe(0);
  // Nobody's browser opens: the cashier sits at another machine.
  const till = open(folder, {...server.environment, SSH_TTY: '/dev/pts/9'}, {args});
  onTestFinished(() => {
    const files = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(each => each.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const {parentPath, name} of files) {
      expect(cardLeaks(readFileSync(join(parentPath, name), 'latin1'), [number]), name).toEqual([]);
    }
    expect(cardLeaks(till.written(), [number])).toEqual([]);
  });
  return {server, folder, till};
}

/** Types an enrolment as a cashier does, up to the question. */
async function ask(till: Terminal, number: string): Promise<void> {
  await walk(till, [
    ['', 'New sale'],
    ['u', 'Subscriptions'],
    ['n', 'Enrol a customer', /▸ Gym +USD 12\.50 every month/],
    ['enter', /charged now|Free for/],
  ]);
  for (const [field, text] of [
    [/▸ E-mail/, email],
    [/▸ Card number/, number],
    [/▸ Expiry/, '0139'],
    [/▸ Security code/, '100'],
    [/▸ Name on the card/, holder],
  ] as const) {
    await till.sees(field);
    till.type(text);
    till.press('enter');
  }
  await till.sees('Enrol this card?');
}

type Listed = readonly {readonly id: number; readonly status: string}[];
async function listed(folder: string, {environment}: SandboxServer): Promise<Listed> {
  const {out} = await run(folder, ['subscription', 'list', '--json'], environment);
  return JSON.parse(out) as Listed;
}

it('a card is enrolled with a trial, and nothing is charged before its end', async () => {
  const {server, folder, till} = await openTill(visa, '7');
  await ask(till, visa);
  await till.sees(/Free for 7 days, until about \w{3} \d+ \w{3} \d{4}; then USD 12\.50/);
  till.press('enter');
  await till.sees('✓ ENROLLED');
  await till.sees('It is subscription');
  expect(await server.books()).toEqual([]);
  till.press('escape');
  await till.sees(email);
  till.press('escape');
  await till.sees('New sale');
  till.press('ctrl-c');
  await till.ended;
  expect(await listed(folder, server)).toMatchObject([{status: 'TRIALING'}]);
});

it('a card whose bank asks is enrolled when the customer has confirmed on its page', async () => {
  const {server, till} = await openTill(challenged, '0');
  await ask(till, challenged);
  await till.sees('USD 12.50 is charged now, and every month from then on.');
  till.press('enter');
  await till.sees('Waiting for the customer to confirm on the bank’s page.');
  await till.sees('http://127.0.0.1:');
  const [link = ''] = linksIn(till.screen().replaceAll(/\s/g, '').replace('http', ' http'));
  const bank = await goToBank(link.slice(0, link.lastIndexOf('/') + 1 + 43));
  await bank.submit('approve', {code: '1234'});
  await tellTill(link);
  await till.sees('✓ PAID');
  expect(await server.books()).toMatchObject([{amount: 12.5, currency: 'USD', status: 'Completed', requests: 1}]);
});

it('an enrolment whose answer is lost blocks its customer, outlives a crash, and is found in the list', async () => {
  const {server, folder, till} = await openTill(visa, '0');
  await server.faults({
    rules: [{route: 'create-subscription', fault: 'drop-after'}],
    switches: {withoutOptional: true},
  });
  await ask(till, visa);
  till.press('enter');
  await till.sees('Was this customer enrolled?');
  await till.sees('the card may have been charged');
  till.signal('SIGKILL');
  await till.ended;
  const again = open(folder, server.environment);
  await ask(again, visa);
  await again.sees('! Not known yet whether amina@example.com was enrolled before');
  again.press('enter');
  await again.sees('Was this customer enrolled?');
  await again.sees('Nothing was sent now.');
  expect(await server.books()).toHaveLength(1);
  await server.faults({rules: []});
  again.type('k');
  await again.sees(/Subscription \d+ +amina@example\.com/);
  again.press('escape');
  expect(await server.books()).toMatchObject([{requests: 1}]);
});
