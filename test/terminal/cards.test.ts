import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {cardLeaks} from '../card-leaks.js';
import {type SandboxServer, sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, type Terminal} from './terminal.js';

const visa = '4012000033330026';
const challenged = '4508750015741019';
const pin = '739148';
/** Three digits that a slip of paper, a time or a price could have; looked for where they stand alone. */
const code = '100';

type Typed = {readonly amount: string; readonly number: string; readonly expiry?: string};

/** A till before its sandbox, of which nobody ever learns more of a card than its last four digits. */
async function openTill(number: string, args: readonly string[] = []) {
  const server = await sandbox();
  const folder = home();
  // Nobody's browser opens: the cashier sits at another machine.
  const till = open(folder, {...server.environment, SSH_TTY: '/dev/pts/9'}, {args});
  onTestFinished(() => {
    const files = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(each => each.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const {parentPath, name} of files) {
      const text = readFileSync(join(parentPath, name), 'latin1');
      expect(cardLeaks(text, [number], [pin]), name).toEqual([]);
      expect(text, name).not.toContain(`"${code}"`);
    }
    expect(cardLeaks(till.written(), [number], [pin])).toEqual([]);
  });
  return {server, folder, till};
}

async function ask(till: Terminal, {amount, number, expiry = '01/39'}: Typed): Promise<void> {
  await till.sees('New sale');
  till.type('c');
  await till.sees('New sale by card');
  till.type(amount);
  till.press('enter');
  for (const [field, text] of [
    [/▸ Card number/, number],
    [/▸ Expiry/, expiry],
    [/▸ Security code/, code],
    [/▸ PIN/, pin],
  ] as const) {
    await till.sees(field);
    till.type(text);
    till.press('enter');
  }
  await till.sees('Charge this card?');
}

async function charge(till: Terminal, typed: Typed): Promise<void> {
  await ask(till, typed);
  till.press('enter');
}

async function refundsOf({baseUrl}: SandboxServer): Promise<unknown> {
  return (await fetch(`${baseUrl}/sandbox/refunds`)).json();
}

it('a card is charged, paid, and its money given back', async () => {
  const {server, till} = await openTill(visa);
  await charge(till, {amount: '24', number: visa});
  await till.sees('···· 0026 · Visa');
  await till.sees('✓ PAID');
  await till.sees('Enter next sale');
  expect(await server.books()).toMatchObject([{amount: 24, currency: 'NGN', status: 'Completed', requests: 1}]);
  await walk(till, [
    ['f', 'NGN 24.00 of NGN 24.00 can be refunded'],
    ['enter', '1  returned goods'],
    ['1', 'Reason: “returned goods”'],
    ['enter', 'Refund of NGN 24.00'],
    [() => expect.poll(() => refundsOf(server)).toHaveLength(1)],
    [() => server.advance('PT2S')],
    ['k', '✓ Refund of NGN 24.00: done.'],
  ]);
  expect(await refundsOf(server)).toMatchObject([{amount: 24, status: 'Success'}]);
});

it('a refusal is told with its reason, and nothing was taken', async () => {
  const {server, till} = await openTill(visa);
  await charge(till, {amount: '24', number: visa, expiry: '05/39'});
  await till.sees('✗ NOT PAID');
  await till.sees('DECLINED');
  await till.sees('Ask for another card');
  expect(await server.books()).toMatchObject([{status: 'Failed'}]);
});

it('the customer confirms on the bank’s page, whose link is read off the screen', async () => {
  const {server, till} = await openTill(challenged);
  await charge(till, {amount: '24', number: challenged});
  await till.sees('Waiting for the customer to confirm on the bank’s page.');
  await till.sees('http://127.0.0.1:');
  await confirm(linkOn(till));
  await till.sees('✓ PAID');
  expect(await server.books()).toMatchObject([{status: 'Completed', requests: 1}]);
});

const linkOn = (till: Terminal): string =>
  /http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}/.exec(till.screen().replaceAll(/\s/g, ''))?.[0] ?? till.screen();

/** Walks the bank's pages as the customer's browser would: the form of our page, the redirect, the code. */
async function confirm(link: string): Promise<void> {
  const page = await (await fetch(link)).text();
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? page;
  const creq = /name="creq" value="([^"]+)"/.exec(page)?.[1] ?? page;
  const bank = await fetch(action, {method: 'POST', body: new URLSearchParams({creq})});
  const question = await bank.text();
  const approve = /action="([^"]+approve)"/.exec(question)?.[1] ?? question;
  const answer = await fetch(new URL(approve, bank.url), {method: 'POST', body: new URLSearchParams({code: '1234'})});
  expect(answer.ok).toBe(true);
  // What the page around it does when the bank's page says that it is finished.
  await fetch(`${link}/message`, {method: 'POST', headers: {origin: new URL(link).origin}});
}

it('a refund whose answer is lost is in the history: done, and made once', async () => {
  const {server, till} = await openTill(visa);
  await charge(till, {amount: '300', number: visa});
  await till.sees('✓ PAID');
  await till.sees('Enter next sale');
  till.type('f');
  await till.sees('▸ Amount');
  till.paste('105');
  await walk(till, [
    ['enter', '▸ Reason'],
    ['3', 'Refund NGN 105.00 to'],
    ['enter', 'result unknown', 'Send no other refund'],
    [() => expect.poll(() => refundsOf(server)).toHaveLength(1)],
    [() => server.advance('PT2S')],
    ['k', '✓ Refund of NGN 105.00: done.', 'in the history: done'],
  ]);
  expect(await refundsOf(server)).toHaveLength(1);
});

it('Esc forgets the card, before and after the question', async () => {
  const {server, till} = await openTill(visa);
  await ask(till, {amount: '24', number: visa});
  await walk(till, [
    ['escape', '•••• •••• •••• 0026'],
    ['escape', /New sale *$/m],
    ['c', 'New sale by card'],
    [() => till.seesNot('••')],
    ['escape', /▸ Amount +KES/],
  ]);
  expect(await server.books()).toEqual([]);
});

it('in words a card is charged without a digit of it but the last four', async () => {
  const {server, till} = await openTill(visa, ['--plain']);
  await walk(till, [
    ['', 'Amount in KES:'],
    ['c', 'Amount in NGN:'],
    [['24', 'enter'], 'Card number, 0 digits:'],
    [visa, 'Card number, Visa, 16 digits:'],
    ['enter', 'Expiry, as in 01/39:'],
    [['0139', 'enter'], 'Security code, 0 digits:'],
    [[code, 'enter'], 'PIN, 0 digits:'],
    [[pin, 'enter'], /Charge this card\? NGN 24\.00 from card ending in 0026, Visa/],
    ['enter', /\bPAID: NGN 24\.00/],
  ]);
  expect(await server.books()).toMatchObject([{status: 'Completed', requests: 1}]);
});
