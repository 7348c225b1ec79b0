import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {writeXlsx} from 'hucre';
import {expect, test} from 'vitest';
import type {Context} from '../../screens/kit/screen.js';
import {sourceFields} from '../../screens/reconcile/file-form.js';
import type {Reconcile} from '../../screens/reconcile/state.js';
import {compare} from '../../screens/reconcile/work-list.js';
import {emptyState} from '../../src/core/books/state.js';
import {Problem} from '../../src/core/problem.js';
import {sourceKinds} from '../../src/core/reconcile/rows/row.js';
import {fieldsOf} from '../../src/sources/headings.js';
import {walk} from '../walk.js';
import {addFile, csvOf, eventsOf, openHere, openList, saved, sellTo} from './reconcile-shop.js';

test('a comparison that is refused for one file keeps the others, and one that is refused for none keeps all', () => {
  const files = ['first.csv', 'second.csv'].map(name => ({kind: 'provider', file: join('folder', name)}) as const);
  const context = {till: {state: emptyState()}} as Context;
  const {state, asks} = compare({view: {kind: 'list'}} as Reconcile, context, {files});
  const kept = (problem: Problem) => [asks ?? []].flat()[0]?.refused?.(state, problem, context).state?.files;
  expect(kept(new Problem('file-not-readable', {file: 'second.csv', code: 'ENOENT'}))).toEqual(files.slice(0, 1));
  expect(kept(new Problem('journal-stopped', {cause: 'ENOSPC'}))).toEqual(files);
});

test('a file that is not there is named anew where its name is, and one without headings is asked about below', async () => {
  const shop = await openHere();
  await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  await walk(shop, [[['f', 'nothing.csv', 'enter enter'], 'nothing.csv cannot be read', /▸ File +nothing\.csv▌/]]);
  for (const _ of 'nothing.csv') await shop.press('backspace');
  await shop.paste(saved(shop, 'words that are no table\n', 'bad.txt'));
  await shop.press('enter', 'enter');
  await shop.sees(/bad\.txt has no headings that Duka knows\. Nothing was imported\. Type\s+below/);
  expect(shop.screen()).not.toContain('amount=');
});

test('a spreadsheet in French is understood, a wrong column corrected, and the next one like it read so', async () => {
  const shop = await openHere();
  const reference = await sellTo(shop, '1250', '0712345678');
  const french = (note: string) =>
    [
      '\uFEFFRéférence;Notre numéro;Montant;Devise;Statut;Libellé',
      `MM123456;${reference};"1 250,00";KES;Completed;"${note}\nBonsoir"`,
      '',
    ].join('\r\n');
  await openList(shop);
  await walk(shop, [
    ['f'],
    [() => shop.paste(saved(shop, french('Bonjour')))],
    ['enter enter', 'provider.csv: utf-8, headings in line 1, rows: 1', /▸ Our reference +‹ Référence ›/],
    ['up up up up', /▸ Decimal mark +‹ comma ›/],
    ['tab tab tab tab right', /▸ Our reference +‹ Notre numéro ›/, 'Not read like this yet.', 'Enter read'],
    ['enter', 'Enter use', /▸ Our reference +‹ Notre numéro ›/],
    ['enter', 'Loaded: journal 1, provider 1', '0 to look at'],
  ]);
  expect(eventsOf(shop, 'source-imported')).toHaveLength(2);
  await shop.type('f');
  await shop.paste(saved(shop, french('Merci'), 'second.csv'));
  await shop.press('enter', 'enter');
  await shop.sees('second.csv: utf-8, headings in line 1, rows: 1');
  await shop.sees('Known layout: as provider.csv.');
  await shop.sees(/▸ Our reference +‹ Notre numéro ›/);
});

test('a file of a wallet whose balances have gaps is read without them if the person says so', async () => {
  const shop = await openHere();
  const reference = await sellTo(shop, '1250', '0712345678');
  const rows = [`X1,5.00,105.00,KES`, `X2,7.00,112.00,KES`, `X3,2.00,114.00,KES`, `${reference},1250.00,9000.00,KES`];
  await openList(shop);
  await shop.type('f');
  await shop.paste(saved(shop, ['Reference,Amount,Balance,Currency', ...rows, ''].join('\n')));
  await walk(shop, [
    ['enter enter', /says a balance of 9000\.00/, /type - below to\s+read it without its balances/, /▸ .*alance +▌/],
    [['-', 'enter'], 'provider.csv: utf-8, headings in line 1, rows: 4'],
  ]);
});

test('a file of foreign headings shows them, asks for one after the other, and then for every column from the first on', async () => {
  const shop = await openHere();
  const reference = await sellTo(shop, '1250', '0712345678');
  const rows = ['Pièce;Somme;Unité;Retenue', `${reference};1 250,00;KES;0,00`];
  await openList(shop);
  await walk(shop, [
    ['f'],
    [() => shop.paste(saved(shop, rows.join('\r\n')))],
    ['enter enter', /It seems\s+to have: Pièce, Somme,\s+Unité,\s+Retenue\./],
    ['piece', 'Enter continue'],
    ['enter', /▸ Amount +▌/],
    ['Somme', 'Enter read'],
    [
      'enter',
      /does\s+not\s+name\s+its\s+currency.\s+Nothing\s+was\s+imported.\s+Type\s+below/,
      /▸ Currency of all +▌/,
      {not: /HEADING|amount=|currency=/},
    ],
    ['tab', /▸ Currency +▌/],
    [['Unité', 'enter'], /Add a file {2}1–11 \/ \d+/, /▸ Our reference +‹ Pièce ›/, /Currency +Unité/],
    ['up', /Add a file {2}\d+–(\d+) \/ \1/, '▸ Currency of all'],
    ['enter', '0 to look at'],
  ]);
});

test('a file of the wrong kind is left out again by going back', async () => {
  const shop = await openHere();
  await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  await shop.type('f');
  await shop.paste(saved(shop, await csvOf(shop)));
  await shop.press('enter', 'enter');
  await shop.sees('Esc leaves it out again.');
  await shop.press('escape');
  await shop.sees('Loaded: journal 1 · Not loaded: provider, payouts, bank, answers');
  await expect.poll(() => shop.till.state.reconciled.imports).toEqual([]);
  await shop.sees('f file');
  await addFile(shop, saved(shop, await csvOf(shop)));
  expect(shop.till.state.reconciled.imports).toHaveLength(1);
});

test('a file whose reading was left counts all the same; where nobody waits for it any more it is said', async () => {
  const shop = await openHere();
  const file = (name: string) => {
    const rows = Array.from({length: 60_000}, (_, at) => `${name}${at},10.00,KES,Completed`);
    return saved(shop, ['reference,amount,currency,status', ...rows, ''].join('\n'), name);
  };
  const read = async (path: string) => {
    await shop.type('f');
    await shop.paste(path);
    await shop.press('enter', 'enter', 'escape');
  };
  await openList(shop);
  await read(file('first.csv'));
  await walk(shop, [
    ['', 'Reconciliation of', /Loaded: journal 0, provider 1 ·/],
    [() => read(file('second.csv')), 'Reading second.csv'],
    ['escape', 'r reconcile', 'second.csv was read, rows: 60,000. It counts in the reconciliation.'],
  ]);
  expect(shop.till.state.reconciled.imports).toHaveLength(2);
});

test('a file that is read again with another column is left out by going back, before it is read too', async () => {
  const shop = await openHere();
  const rows = Array.from({length: 60_000}, (_, at) => `ROW${at},X${at},10.00,KES,Completed`);
  await openList(shop);
  await shop.type('f');
  await shop.paste(saved(shop, ['reference,other,amount,currency,status', ...rows, ''].join('\n')));
  await shop.press('enter', 'enter');
  await shop.sees('Esc leaves it out again.');
  await shop.press('right', 'enter', 'escape');
  await shop.sees('Reading provider.csv');
  await shop.sees('Loaded: journal 0 · Not loaded: provider, payouts, bank, answers');
  expect(shop.till.state.reconciled.imports).toEqual([]);
});

test('a file that says too little is asked about; one that cannot be read says why, and nothing is lost', async () => {
  const shop = await openHere();
  const reference = await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  await walk(shop, [
    [['f', '/nowhere/file.csv', 'enter enter'], '✗ file.csv cannot be read (there is no such file or folder)'],
    [['escape', 'f']],
    [() => shop.paste(`'${saved(shop, `What,Amount,Fee\n${reference},"1.250",0\n`)}'`)],
    [
      'enter enter',
      'provider.csv has no column known as “Our reference”',
      /▸ Our reference +▌ the heading, as the file writes it/,
    ],
    [['What', 'enter'], /▸ Decimal mark/],
    ['right right enter', /▸ Currency of all/],
    [['kes', 'enter'], 'It was read like this'],
    ['up up up up', /▸ Decimal mark +‹ comma ›/],
    ['enter', 'Loaded: journal 1, provider 1', '0 to look at'],
  ]);
});

test('a column that looks like a status is asked about, and taken or left as a person says', async () => {
  const shop = await openHere();
  const reference = await sellTo(shop, '1250', '0712345678');
  const file = (word: string) => `Reference,Amount,Currency,Remark\n${reference},1250.00,KES,${word}\n`;
  await openList(shop);
  await walk(shop, [
    ['f'],
    [() => shop.paste(saved(shop, file('Failed')))],
    ['enter enter', /The column “Remark” of provider\.csv \(“Failed”\) looks like a status/, /▸ Status +Remark▌/],
    ['enter', /Status +Remark/, 'Enter use'],
    ['enter', '1 to look at', 'Paid here, not at th'],
  ]);
});

test('what a person said of a column is kept for the next file, and nothing that they did not say', async () => {
  const shop = await openHere();
  const reference = await sellTo(shop, '1250', '0712345678');
  const file = (status: string, answer: string) =>
    `Reference,Amount,Currency,Status,gateway_response\n${reference},1250.00,KES,${status},${answer}\n`;
  await openList(shop);
  await addFile(shop, saved(shop, file('Completed', 'Successful'), 'first.csv'));
  await shop.type('f');
  await shop.paste(saved(shop, file('Completed', 'Declined'), 'second.csv'));
  await shop.press('enter', 'enter');
  await shop.sees(/The column “gateway_response” of second\.csv \(“Declined”\) looks like a\s+status/);
  for (const _ of 'gateway_response') await shop.press('backspace');
  await walk(shop, [
    [['-', 'enter'], /Status +no such column/, 'Enter use'],
    ['enter', 'f file'],
    ['f'],
    [() => shop.paste(saved(shop, file('Completed', 'Reversed'), 'third.csv'))],
    ['enter enter', 'third.csv: utf-8'],
  ]);
});

test('a workbook with a password is opened by it, another of its sheets is chosen, and the first counts no more', async () => {
  const shop = await openHere();
  const reference = await sellTo(shop, '1250', '0712345678');
  const headings = ['Reference', 'Amount', 'Currency', 'Status'];
  const book = await writeXlsx({
    sheets: [
      {name: 'Old', rows: [headings, ['ABC', 5, 'KES', 'Completed']]},
      {name: 'New', rows: [headings, [reference, 1250, 'KES', 'Completed']]},
    ],
    encryption: {password: 'zuri', spinCount: 1000},
  });
  await openList(shop);
  await walk(shop, [
    ['f'],
    [() => shop.paste(saved(shop, book, 'book.xlsx'))],
    ['enter enter', /book\.xlsx needs a password\. Nothing was imported\. Type it below/],
    [['no', 'enter'], 'The password does not open book.xlsx'],
    [['backspace backspace', 'zuri'], /▸ Password +••••▌/],
    [
      'enter',
      'book.xlsx: Old, headings in line 1, rows: 1',
      'Cannot be proved: look at line 2.',
      /▸ Part of it +‹ Old ›/,
      {not: 'Separator'},
    ],
    ['right enter', 'book.xlsx: New, headings in line 1, rows: 1', 'Enter use'],
    ['enter', 'Loaded: journal 1, provider 1', '0 to look at'],
  ]);
  expect(shop.till.state.reconciled.imports).toHaveLength(1);
});

test('of a statement of several accounts one is chosen, and another of them after it was read', async () => {
  const shop = await openHere();
  const of = (account: string, rows: readonly string[]) =>
    [':20:STATEMENT', `:25:${account}`, ':28C:1/1', ':60F:C261119KES0,', ...rows].join('\r\n');
  const one = of('11', [':61:2611201120C250,NTRFNONREF', ':62F:C261120KES250,', '']);
  const two = of('22', [':61:2611201120C5,NTRFNONREF', ':61:2611201120C6,NTRFNONREF', ':62F:C261120KES11,', '']);
  await openList(shop);
  await walk(shop, [
    ['f'],
    [() => shop.paste(saved(shop, one + two, 'two.sta'))],
    [
      'enter right right enter',
      /two\.sta covers several accounts: 11, 22\. Nothing was imported\. Choose one\s+below/,
      /▸ Account +‹ 11 ›/,
    ],
    ['right', /▸ Account +‹ 22 ›/],
    ['enter', 'two.sta: MT940, statements: 1, entries: 2', /▸ Account +‹ 22 ›/],
    ['right', 'Not read like this yet.'],
    ['enter', 'two.sta: MT940, statements: 1, entries: 1'],
    ['enter', 'bank 1'],
  ]);
  expect(shop.till.state.reconciled.imports).toHaveLength(1);
});

test('a statement whose closing balance is wrong is read where a person says so, and told as not proved', async () => {
  const shop = await openHere();
  await openList(shop);
  const path = saved(
    shop,
    ':20:S\n:25:11\n:28C:1\n:60F:C261120KES0,\n:61:261120C250,NTRFNONREF//B1\n:62F:C261120KES251,\n-\n',
    'bank.sta',
  );
  await walk(shop, [
    ['f'],
    [() => shop.paste(path)],
    ['enter right right enter', 'Line 6 of bank.sta says a balance of KES 251.00', /Read it unproved +‹ no ›/],
    ['enter', /Read it unproved +‹ no ›/],
    ['right', /Read it unproved +‹ yes ›/],
    ['enter', 'Line 6 says KES 251.00, but the rows come'],
    ['enter', 'Loaded: journal 0, bank 1'],
  ]);
});

test('what was learned of layouts goes to another till, and what one has changed is taken over after it is shown', async () => {
  const shop = await openHere();
  const csv = 'Pièce;Somme;Quand\nMP1;1 250,00;02/11/26 10:00\nMP2;300,00;13/11/26 10:00\n';
  const columns = {reference: 'Pièce', amount: 'Somme', at: 'Quand'};
  const file = saved(shop, csv, 'nov.csv');
  await shop.till.importSource({kind: 'provider', file, mapping: {columns, currency: 'XAF'}});
  await openList(shop);
  await shop.type('y');
  await shop.sees(/Provider’s file +nov\.csv +columns: reference=Pièce/);
  await shop.type('x');
  await shop.paste(`${shop.folder}/layouts.json`);
  await shop.press('enter');
  await shop.sees('Write 1 layout to');
  await shop.press('enter');
  await shop.sees('✓ Layouts written to');
  const written = readFileSync(join(shop.folder, 'layouts.json'), 'utf8');
  await shop.press('escape', 'tab');
  await shop.paste(saved(shop, written.replace('"XAF"', '"XOF"'), 'others.json'));
  await shop.press('enter');
  await shop.sees('others.json: new 0, read differently here 1, known already 0.');
  await shop.sees(/~ Provider’s file +nov\.csv/);
  expect(shop.till.state.reconciled.layouts).toEqual([]);
  await shop.press('enter');
  await shop.sees('What this till has learned');
  expect(shop.till.state.reconciled.layouts).toMatchObject([{name: 'nov.csv', mapping: {currency: 'XOF'}}]);
});

test('what a file comes to stands above all else, with the rows to look at', async () => {
  const shop = await openHere();
  const row = (id: number, rest: string) => `E${id},${rest}`;
  const rows = [
    row(1, '2026-11-20,Sale,1000.00,KES,Booked'),
    row(2, '2026-11-21,Sale,250.00,KES,Booked'),
    row(2, '2026-11-21,Sale,250.00,KES,Booked'),
    row(3, '2026-11-22,Charge,-40.00,KES,Failed'),
  ];
  await openList(shop);
  await shop.type('f');
  await shop.paste(saved(shop, ['Reference,Date,Details,Amount,Currency,Status', ...rows, ''].join('\n')));
  await shop.press('enter', 'right', 'right', 'enter');
  await shop.sees('Line 4 repeats line 3: 2026-11-21 KES 250.00 E2');
  const screen = shop.screen();
  const places = [
    'Cannot be proved',
    'Line 4 repeats',
    'In: KES 1,500.00',
    'provider.csv: utf-8',
    '“Failed” 1 (line 5)',
  ];
  expect(screen).toContain('First 2026-11-20, last 2026-11-22');
  const found = places.map(text => screen.indexOf(text));
  expect(found).not.toContain(-1);
  expect(found.toSorted((a, b) => a - b)).toEqual(found);
});

test('every column that a file can have can be named', () => {
  for (const kind of sourceKinds) expect([...sourceFields[kind]].sort(), kind).toEqual([...fieldsOf(kind)].sort());
});
