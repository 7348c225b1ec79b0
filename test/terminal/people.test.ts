import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {outsideOfHashes} from '../outside-of-hashes.js';
import {home, open, sandbox, type Terminal} from './terminal.js';

const [ownerPin, cashierPin] = ['739154', '482601'];

async function addPerson(till: Terminal, name: string, pin: string): Promise<void> {
  till.type('n');
  await till.sees('Add a person');
  till.type(name);
  till.press('enter');
  await till.sees(/▸ Role/);
  const isFirst = till.screen().includes('‹ owner ›');
  till.press('enter');
  if (!isFirst) {
    await till.sees(/▸ Language/);
    till.press('enter');
  }
  await till.sees(/▸ PIN /);
  till.type(pin);
  till.press('enter');
  await till.sees(/▸ PIN again/);
  till.type(pin);
  till.press('enter');
  await till.sees(`Add ${name} as`);
  till.press('enter');
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
  till.type('h');
  await till.sees('New sale in cash');
  till.press('enter');
  await till.sees('✓ PAID');
  await till.sees('Enter next sale');
  till.press('enter');
  await till.sees('New sale');
}

it('people sign in, sell, lock, are switched and approve, and no PIN is written anywhere', async () => {
  const server = await sandbox();
  const folder = home();
  const till = open(folder, server.environment);
  await till.sees('New sale');
  till.type('t');
  await till.sees('No shift is open.');
  till.type('s');
  await till.sees('Nobody signs in at this till');
  await addPerson(till, 'Amina', ownerPin);
  await till.sees(/[2-9A-Z]{5}(?:-[2-9A-Z]{5}){3}/);
  till.press('escape');
  await till.sees(/1 +Amina +owner/);
  await addPerson(till, 'Baraka', cashierPin);
  await till.sees(/2 +Baraka +cashier/);
  till.press('escape');
  await till.sees('No shift is open.');
  till.press('escape');
  await sellForCash(till, '250');
  till.type('75');
  await till.sees('KES 75');
  // What comes after the lock in one piece goes into the PIN, and nowhere else.
  till.type(`\u000C${ownerPin}`);
  await till.sees('Sign in');
  await till.sees('••••••');
  expect(till.screen()).not.toContain('KES 75');
  till.type('\u0015');
  await till.seesNot('•');
  till.press('right');
  await till.sees(/2 +Baraka +cashier/);
  till.type(cashierPin);
  await signIn(till, cashierPin);
  await till.sees('KES 75');
  await till.sees('· Baraka ·');
  till.type(`\u0015${cashierPin}`);
  await till.sees('KES ••••••');
  till.press('enter');
  await till.sees('You typed your PIN.');
  till.press('escape');
  await till.seesNot('You typed your PIN.'); // an Esc and a paste that arrive together are no paste
  await sellForCash(till, '120');
  till.type('t');
  await till.sees('No shift is open.');
  till.type('x');
  await till.sees('Baraka wants to see the totals.');
  till.type(ownerPin);
  await signIn(till, ownerPin);
  await till.sees('X REPORT');
  await till.sees(/People +Amina and Baraka/);
  till.press('ctrl-c');
  await till.ended;

  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).map(name => join(folder, name));
  const texts = files.filter(file => statSync(file).isFile()).map(file => readFileSync(file, 'latin1'));
  for (const pin of [ownerPin, cashierPin])
    for (const text of [...texts, till.written()]) expect(outsideOfHashes(text)).not.toContain(pin);
});
