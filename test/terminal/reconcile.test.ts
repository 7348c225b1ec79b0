import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, run, sell, type Terminal} from './terminal.js';

/** The provider's file is in the time of the world; so is the shop, or a test at midnight would be of two days. */
const here = {DUKA_ZONE: 'UTC'};
const plain = {INK_SCREEN_READER: 'true'};

async function paid(till: Terminal, advance: () => Promise<void>, amount: string, wallet: string): Promise<void> {
  await sell(till, amount, wallet, /▸ Phone number|Phone number:/);
  await till.sees('accepted, waiting');
  await advance();
  await till.sees(/✓ PAID|PAID: KES/);
  await till.sees('Enter next sale');
  till.press('enter');
  await till.sees('New sale');
}

/** What a spreadsheet in French makes of the provider's own file: another column has the name that ours should have. */
function inFrench(csv: string): string {
  const rows = csv.trim().split('\n').slice(1);
  const cells = rows.map(row => {
    const [reference = '', amount = '', currency = '', status = '', fee = ''] = row.split(',');
    const decimal = (text: string) => text.replace('.', ',');
    return `MM${reference.slice(-6)};${reference};${decimal(amount)};${currency};${status};${decimal(fee)};"merci\nbien"`;
  });
  return `\uFEFF${['Référence;Notre numéro;Montant;Devise;Statut;Frais;Note', ...cells, ''].join('\r\n')}`;
}

async function addFile(till: Terminal, path: string): Promise<void> {
  till.type('f');
  await till.sees('Add a file');
  till.type(path);
  till.press('enter');
  till.press('enter');
}

it('a day is reconciled with the file of a French spreadsheet, a difference opened and accepted', async () => {
  const server = await sandbox();
  const folder = home();
  const till = open(folder, {...server.environment, ...here});
  const advance = () => server.advance('PT3S');
  await paid(till, advance, '1250', '0712345678');
  await paid(till, advance, '300', '0733000678');
  const csv = await (await fetch(`${server.baseUrl}/sandbox/transactions?format=csv`)).text();
  const path = join(folder, 'releve.csv');
  writeFileSync(path, inFrench(csv.replace('1250.00', '1200.00')));

  await walk(till, [
    ['d', /r reconcile/],
    ['r', 'Loaded: journal 2 · Not loaded: provider, payouts, bank, answers'],
    [() => addFile(till, path)],
    // by what stands in it: both headings could be ours
    ['', /▸ Our reference +‹ Notre numéro ›/],
    ['up up up up', /▸ Decimal mark +‹ comma ›/],
    ['tab tab tab tab', /▸ Our reference +‹ Notre numéro ›/],
    ['enter', 'Enter use'],
    ['enter', '1 to look at', /▸ Less at the prov.* KES +1,250\.00 +1,200\.00 +−50\.00/],
  ]);

  await walk(till, [
    ['enter', 'provider: releve.csv, line 2'],
    ['e', 'the provider confirms the payment'],
    ['escape', 'a accept'],
    ['a', '▸ Your name'],
    [['Joseph', 'enter'], '▸ Reason'],
    [['kept by the network', 'enter'], 'Save that Joseph accepts'],
    ['enter', /Accepted +Joseph, .*: kept by the network/],
    ['escape', '0 to look at'],
    ['tab', /Unexplained +0\.00/],
    ['tab', 'Provider: releve.csv'],
    ['tab', '0 to look at'],
    ['l', 'Loaded: journal 2, provider 1, answers 2 · Not loaded: payouts, bank'],
  ]);

  till.press('ctrl-c');
  expect((await till.ended).exitCode).toBe(0);
  const listed = await run(folder, ['journal', 'list', '--json'], {...server.environment, ...here});
  expect(listed.out).toContain('kept by the network');
  expect((await server.books()).map(({amount, requests}) => [amount, requests])).toEqual([
    [1250, 1],
    [300, 1],
  ]);
});

it('in words a day is reconciled too', async () => {
  const server = await sandbox();
  const folder = home();
  const till = open(folder, {...server.environment, ...here, ...plain}, {columns: 100, rows: 60});
  await paid(till, () => server.advance('PT3S'), '1250', '0712345678');
  const csv = await (await fetch(`${server.baseUrl}/sandbox/transactions?format=csv`)).text();
  const path = join(folder, 'file.csv');
  writeFileSync(path, csv.replace('1250.00', '1200.00'));
  await walk(till, [
    ['dr', /Reconciliation of .*: 0 to look at/],
    [() => addFile(till, path), 'Read as: file.csv'],
    ['enter', /1 of 1: Less at the provider/],
    ['enter', /Why: The provider has another amount/],
  ]);
});
