import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {outsideOfHashes} from '../outside-of-hashes.js';
import {sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, type Terminal} from './terminal.js';

const [ownerPin, cashierPin] = ['739154', '482601'];

async function addPerson(till: Terminal, name: string, pin: string): Promise<void> {
  till.type('n');
  await till.sees('Add a person');
  till.type(name);
  till.press('enter');
  await till.sees(/▸ (?:Role|PIN)/);
  if (till.screen().includes('▸ Role')) {
    till.press('enter');
    await till.sees(/▸ Language/);
    till.press('enter');
  }
  await walk(till, [['', /▸ PIN /], [[pin, 'enter'], /▸ PIN again/], [[pin, 'enter'], `Add ${name} as`], ['enter']]);
}

async function signIn(till: Terminal, pin: string): Promise<void> {
  await till.sees('••••••');
  till.press('enter');
  await till.seesNot(/▸ PIN/);
  expect(till.written()).not.toContain(pin);
}

async function sellForCash(till: Terminal, amount: string): Promise<void> {
  await till.sees('New sale');
  till.paste(amount);
  await walk(till, [
    ['h', 'New sale in cash'],
    ['enter', '✓ PAID', 'Enter next sale'],
    ['enter', 'New sale'],
  ]);
}

it('people sign in, sell, lock, are switched and approve, and no PIN is written anywhere', async () => {
  const server = await sandbox();
  const folder = home();
  const till = open(folder, server.environment);
  await walk(till, [
    ['', 'New sale'],
    ['t', 'No shift is open.'],
    ['s', 'Nobody signs in at this till'],
    [() => addPerson(till, 'Amina', ownerPin), /[2-9A-Z]{5}(?:-[2-9A-Z]{5}){3}/],
    ['escape', /1 +Amina +owner/],
    [() => addPerson(till, 'Baraka', cashierPin), /2 +Baraka +cashier/],
    ['escape', 'No shift is open.'],
    ['escape'],
    [() => sellForCash(till, '250')],
    ['75', 'KES 75'],
    // What comes after the lock in one piece goes into the PIN, and nowhere else.
    [`\u000C${ownerPin}`, 'Sign in', '••••••', {not: 'KES 75'}],
    ['\u0015'],
    [() => till.seesNot('•')],
    ['right', /2 +Baraka +cashier/],
    [cashierPin],
    [() => signIn(till, cashierPin), 'KES 75', '· Baraka ·'],
    [`\u0015${cashierPin}`, 'KES ••••••'],
    ['enter', 'You typed your PIN.'],
    ['escape'],
    // an Esc and a paste that arrive together are no paste
    [() => till.seesNot('You typed your PIN.')],
    [() => sellForCash(till, '120')],
    ['t', 'No shift is open.'],
    ['x', 'Baraka wants to see the totals.'],
    [ownerPin],
    [() => signIn(till, ownerPin), 'X REPORT', /People +Amina and Baraka/],
    ['ctrl-c'],
  ]);
  await till.ended;

  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).map(name => join(folder, name));
  const texts = files.filter(file => statSync(file).isFile()).map(file => readFileSync(file, 'latin1'));
  for (const pin of [ownerPin, cashierPin])
    for (const text of [...texts, till.written()]) expect(outsideOfHashes(text)).not.toContain(pin);
});
