import {mkdirSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {test as base, describe, expect} from 'vitest';
import {fromHome, pathIn} from '../../screens/kit/file-import.js';
import {walk} from '../walk.js';
import {fits} from './fits.js';
import {addFile, csvOf, eventsOf, openHere, openList, saved, sellTo} from './reconcile-shop.js';

const test = base.extend('shop', () => openHere());

test('the journal alone at once; with the provider’s file both sides of what differs', async ({shop}) => {
  const less = await sellTo(shop, '1250', '0712345678');
  const gone = await sellTo(shop, '300', '0733000678');
  await openList(shop);
  await shop.sees('Loaded: journal 2 · Not loaded: provider, payouts, bank, answers');
  await shop.sees('Nothing to look at in what is loaded.');
  const csv = (await csvOf(shop)).replace('1250.00', '1200.00').replace(gone, 'ABC');
  await addFile(shop, saved(shop, csv));
  await shop.sees('3 to look at');
  await shop.sees('Loaded: journal 2, provider 1 · Not loaded: payouts, bank, answers');
  await shop.sees(
    new RegExp(`▸ Not at the provider +…${gone.slice(-6)} KES +300\\.00 +−300\\.00 +\\d+ \\w{3} manager`),
  );
  await shop.sees(/ {2}Not in the journal +ABC +KES +300\.00 +300\.00 +\d+ \w{3} manager/);
  await shop.sees(
    new RegExp(`Less at the prov.*${less.slice(-6)} KES +1,250\\.00 +1,200\\.00 +−50\\.00 +\\d+ \\w{3} manager`),
  );
  await shop.sees(new RegExp(`   ${gone} · \\S+`));
  await shop.press('end', 'enter');
  await shop.sees(`Less at the provider  ${less}`);
  await shop.sees(/Here +KES 1,250\.00\n +Provider +KES 1,200\.00\n +Difference +KES +−50\.00/);
  await shop.sees('Collect what is missing or refund what is too much.');
  await shop.sees('provider: provider.csv, line 2');
  await shop.type('e');
  await shop.sees('the provider confirms the payment');
  await shop.press('escape');
  await shop.sees('Difference');
  await shop.press('escape');
  await shop.sees('▸ Less at the prov');
});

test('neither money nor whose it is is ever cut in the list, and what to add has a line of its own', async () => {
  const shop = await openHere({environment: {DUKA_LANG: 'fr'}});
  const reference = await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  const other = 'PCA000000000001,2345678.90,KES,Completed,0.00,2345678.90,';
  const rows = [
    'Reference,Amount,Currency,Status,Fee,Net',
    `${reference},1234567.89,KES,Completed,0.00,1234567.89`,
    other,
  ];
  await shop.type('f');
  await shop.paste(saved(shop, rows.join('\n')));
  await shop.press('enter', 'enter');
  await shop.sees('Voici comment il a été lu');
  await shop.press('enter');
  await shop.sees(/Plus chez le prestataire +…\w+ KES 1 233 317,89 +\d+(?:er)? \S+ responsable/);
  await shop.sees(/Absent du journal +…\w+ KES 2 345 678,90 +\d+(?:er)? \S+ responsable/);
  await shop.sees('Manque : versements, banque, réponses');
});

test('money that came unasked becomes a sale from its row, with one key and one question', async ({shop}) => {
  await openList(shop);
  const today = new Date(shop.till.now()).toISOString().slice(0, 10);
  const rows = [`QKX12ABC99,${today} 10:00:00,Payment from 254712345678 - AMINA W,300.00,,KES`];
  const head = 'Receipt No,Completion Time,Details,Paid In,Withdrawn,Currency';
  await addFile(shop, saved(shop, [head, ...rows, ''].join('\n')));
  await walk(shop, [
    ['', '1 to look at'],
    ['enter', 'n new sale'],
    ['n', 'A customer’s message alone is never enough.'],
    [['Amina', 'enter'], 'Save KES 300.00 as a paid sale?'],
  ]);
  expect(eventsOf(shop, 'requested')).toHaveLength(0);
  await shop.press('enter');
  await shop.sees('Nothing to look at');
  expect(eventsOf(shop, 'requested')).toHaveLength(1);
  expect([...shop.till.state.payments.values()]).toMatchObject([
    {status: 'paid', person: 'Amina', request: {amount: {minor: 30_000}, businessDate: today}},
  ]);
  await shop.press('escape', 'escape');
  await shop.type('l');
  await shop.sees(/KES +300\.00.*Unrequested|Unrequested.*KES +300\.00/);
});

test('money that may be that of a payment becomes a sale only for a recorded reason', async ({shop}) => {
  await shop.sale('300', '0712345102');
  await shop.sees(/accepted,\s+waiting/);
  await shop.press('escape');
  const [open = ''] = [...shop.till.state.payments.keys()];
  await openList(shop);
  const today = new Date(shop.till.now()).toISOString().slice(0, 10);
  const row = `QKX12ABC99,${today} 10:00:00,Payment,300.00,,KES`;
  const head = 'Receipt No,Completion Time,Details,Paid In,Withdrawn,Currency';
  await addFile(shop, saved(shop, [head, row, ''].join('\n')));
  await shop.press('enter');
  await shop.sees('n new sale');
  await shop.type('n');
  await shop.sees(`It may be the money of payment ${open}.`);
  await shop.type('Amina\r\r');
  await shop.sees('✗ ');
  expect(eventsOf(shop, 'requested')).toHaveLength(1);
  await shop.type('another customer\r');
  await shop.sees('Save KES 300.00 as a paid sale?');
  await shop.press('enter');
  await shop.sees(/Loaded: journal 2/);
  expect([...shop.till.state.payments.values()].at(-1)).toMatchObject({
    status: 'paid',
    request: {again: {reason: 'another customer', earlier: open}, received: {providerReference: 'QKX12ABC99'}},
  });
});

test('a difference is accepted by a name and a note, after one question that says what it means', async ({shop}) => {
  await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  await addFile(shop, saved(shop, (await csvOf(shop)).replace('1250.00', '1200.00')));
  await walk(shop, [
    [['enter', 'a'], 'Accept this difference', 'Nothing is paid, refunded or corrected'],
    ['enter enter', '✗ '],
    [['Joseph', 'enter', '4012000033330026', 'enter'], '✗ This text contains a card number'],
  ]);
  for (let typed = 0; typed < 16; typed += 1) await shop.press('backspace');
  await shop.type('bank kept it\r\r');
  await shop.sees(/Save that Joseph accepts “Less at the provider, \S+\s+−KES\s+50\.00”/);
  expect(eventsOf(shop, 'discrepancy-accepted')).toHaveLength(0);
  await shop.press('enter');
  await shop.sees(/Accepted +Joseph, .*: bank kept it/);
  expect(eventsOf(shop, 'discrepancy-accepted')).toHaveLength(1);
  expect(shop.screen()).not.toContain('a accept');
  await walk(shop, [
    ['escape', '0 to look at'],
    ['s', 'Listed: accepted, every kind', '▸ Less at the prov'],
    [['escape', 'r'], '0 to look at'],
  ]);
});

test('the name that is filled in gives way to the one that is typed', async () => {
  const shop = await openHere({environment: {DUKA_PERSON: 'Amina'}});
  await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  await addFile(shop, saved(shop, (await csvOf(shop)).replace('1250.00', '1200.00')));
  await walk(shop, [
    [['enter', 'a'], 'Amina'],
    [['tab', 'Joseph'], / {2}Joseph▌/],
  ]);
});

test('the service is asked about every payment of the day; Esc stops, and what was heard stays', async ({shop}) => {
  for (const wallet of ['0712345678', '0733000678', '0733000679']) await sellTo(shop, '300', wallet);
  await shop.faults({rules: [{route: 'check-status', fault: 'slow', seconds: 0.5}]});
  await openList(shop);
  await walk(shop, [
    ['l', 'Checking with the provider: 2 of 3', 'Esc stop'],
    ['escape', 'Stops after this check; the answers are kept.', 'Loaded: journal 3, answers 2/3'],
    [() => shop.faults({rules: []})],
    ['l', 'Loaded: journal 3, answers 3 · Not loaded: provider, payouts, bank'],
    ['escape escape', 'New sale'],
  ]);
  expect((await shop.books()).length).toBe(3);
});

test('what a row may be of is listed with what agrees, and nothing is matched by it', async ({shop}) => {
  const reference = await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  const row = 'transaction_reference,amount,currency,status,msisdn\n,1250.00,KES,Completed,254712345678\n';
  await addFile(shop, saved(shop, row));
  await shop.sees('2 to look at');
  await shop.type('c');
  await shop.type('c');
  await shop.sees('Listed: to look at, Not in the journal');
  await shop.press('enter');
  await shop.sees(new RegExp(`Possible match +${reference}: same amount, telephone; not\\s+matched`));
  await shop.sees('provider: provider.csv, line 2');
  expect(shop.screen()).not.toContain('e evidence');
});

test('a row is of the payment that a named person says, beside each other and after one question', async ({shop}) => {
  const gone = await sellTo(shop, '300', '0712345678');
  await openList(shop);
  const row = 'reference,receipt no,amount,currency,status,msisdn\n,QKX12ABC,300.00,KES,Completed,254712345678\n';
  await addFile(shop, saved(shop, row));
  await walk(shop, [
    ['', '2 to look at'],
    [['c', 'c'], 'Listed: to look at, Not in the journal'],
    ['enter', 'Possible match'],
    ['m', 'Match this row', /Row +KES\s+300\.00 · QKX12ABC/, new RegExp(`Payment +KES\\s+300\\.00 · ${gone}`)],
    ['enter', '✗ '],
    [['Joseph', 'enter'], new RegExp(`Save that Joseph says this row is\\s+${gone}\\?`)],
  ]);
  expect(eventsOf(shop, 'match-confirmed')).toHaveLength(0);
  await shop.press('enter');
  await shop.sees('0 to look at');
  expect(eventsOf(shop, 'match-confirmed')).toHaveLength(1);
  // And is taken back where it was a mistake.
  await shop.type('s');
  await shop.sees('Listed: matched');
  await shop.press('enter');
  await shop.sees('Joseph says that it is this payment');
  await shop.type('u');
  await shop.sees(new RegExp(`Save that the row is not\\s+${gone}\\?`));
  expect(eventsOf(shop, 'match-withdrawn')).toHaveLength(0);
  await shop.press('enter');
  await shop.sees('2 to look at');
  expect(eventsOf(shop, 'match-withdrawn')).toHaveLength(1);
});

test('a file of the same sender and days is offered in the place of the one before', async ({shop}) => {
  const reference = await sellTo(shop, '300', '0712345678');
  await openList(shop);
  const today = new Date(shop.till.now()).toISOString().slice(0, 10);
  const csv = (amount: string) =>
    `reference,amount,currency,status,date\n${reference},${amount},KES,Completed,${today}\n`;
  await addFile(shop, saved(shop, csv('200.00'), 'first.csv'));
  await walk(shop, [
    ['', '1 to look at'],
    ['f'],
    [() => shop.paste(saved(shop, csv('300.00'), 'second.csv'))],
    ['enter enter', 'Same sender and days as first.csv', /Replaces +‹ no file ›/],
    ['right', /Replaces +‹ first\.csv ›/],
    ['enter', '0 to look at'],
  ]);
  expect(eventsOf(shop, 'source-withdrawn')).toHaveLength(1);
  await shop.press('tab', 'tab');
  await shop.sees('replaces first.csv');
});

test('several payments are one row where a named person says so, after their sum is shown', async ({shop}) => {
  const first = await sellTo(shop, '300', '0712345678');
  const second = await sellTo(shop, '125', '0712345679');
  await openList(shop);
  const today = new Date(shop.till.now()).toISOString().slice(0, 10);
  const row = `reference,receipt no,amount,currency,status,date\n,QKX12ABC,425.00,KES,Completed,${today}\n`;
  await addFile(shop, saved(shop, row));
  await walk(shop, [
    ['', '3 to look at'],
    ['end enter', /2 payments together are\s+KES\s+425\.00/],
    ['m', 'Match this row', new RegExp(`${first} \\+\\s+${second}`)],
    [['Joseph', 'enter'], /Save that Joseph says 1 row is\s+2 payments\?/],
    ['enter', '0 to look at'],
  ]);
  expect(eventsOf(shop, 'match-confirmed')).toHaveLength(1);
});

test('what else moved on a wallet is told where everything else agrees', async ({shop}) => {
  await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  const csv = (await csvOf(shop)).trimEnd();
  const charge = csv
    .split('\n')[0]
    ?.split(',')
    .map(name => ({amount: '-3.00', currency: 'KES', status: 'Completed'})[name] ?? '');
  await addFile(shop, saved(shop, `${csv}\n${charge?.join()}\n`));
  await shop.sees('Nothing to look at in what is loaded.');
  await shop.sees('Other money moved there, not compared: −KES 3.00');
});

test('the equations end at what is unexplained, aligned; what they rest on is always said', async ({shop}) => {
  await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  await shop.press('tab');
  await shop.sees('No equation: load a file');
  await shop.press('escape');
  await addFile(shop, saved(shop, (await csvOf(shop)).replace('1250.00', '1200.00')));
  await shop.press('tab');
  await shop.sees('Journal to provider KES');
  await shop.sees('Loaded: journal 1, provider 1 · Not loaded: payouts, bank, answers');
  const figures = shop.screen().match(/^ +[=+]? *(?:Paid in|Amount d|Provider’s|Unexpl).*$/gm) ?? [];
  expect(figures.map(line => line.replace(/.*\s{2}/, ''))).toEqual(['1,250.00', '−50.00', '1,200.00', '0.00']);
  expect(new Set(figures.map(line => line.trimEnd().length)).size).toBe(1);
  await shop.press('tab');
  await shop.sees('Provider: provider.csv');
  await shop.sees('Payouts: not loaded');
  await shop.sees('Bank: not loaded');
  await shop.sees('Checks with the provider: none');
  await shop.sees(
    /Wrong\s+file\?\s+Exit\s+the\s+till,\s+then\s+remove\s+it\s+with\s+duka\s+reconcile\s+withdraw\s+FILE./,
  );
  await shop.press('tab');
  await shop.sees('1 to look at');
});

test('thousands of rows are one window, filtered with one key', async ({shop}) => {
  await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  const rows = Array.from({length: 3000}, (_, at) => `ROW${at},10.00,KES,Completed,0.00`);
  await addFile(shop, saved(shop, ['reference,amount,currency,status,fee', ...rows, ''].join('\n')));
  await walk(shop, [
    [
      '',
      '3,001 to look at',
      /▸ Not in the journal +× 3000 +KES +30,000\.00 30,000\.00/,
      '3,000 of one cause: all in provider.csv; together KES 30,000.00',
    ],
    ['enter', /1 to \d+ of 3,000/],
    ['end', /to 3,000 of 3,000/],
    ['up page-down', /▸ Not in the journal +ROW\d+/],
    ['escape', /▸ Not in the journal +× 3000/],
    ['c', 'Listed: to look at, Not at the provider', '▸ Not at the provider', {not: 'Not in the journal'}],
    ['c', '▸ Not in the journal'],
    ['s', 'Listed: exceptions, every kind'],
  ]);
});

test('another till of the shop that is not loaded is named', async ({shop}) => {
  mkdirSync(join(dirname(shop.till.settings.folder), 'B2'));
  await openList(shop);
  await shop.sees('Loaded: journal 0 · Not loaded: tills B2, provider, payouts, bank, answers');
});

test('another day has its own lines, and no day to come can be turned to', async ({shop}) => {
  await sellTo(shop, '1250', '0712345678');
  await openList(shop);
  await shop.press('right');
  await shop.sees('Loaded: journal 1 ');
  await shop.press('left');
  await shop.sees('Loaded: journal 0 ');
  await shop.press('right');
  await shop.sees('Loaded: journal 1 ');
});

describe.each([
  ['fr', {columns: 80, rows: 24}],
  ['fr', {columns: 60, rows: 18}],
  ['en', {columns: 120, rows: 40}],
] as const)('in %s at %o', (language, size) => {
  test('everything has room', async () => {
    const shop = await openHere({size, environment: {DUKA_LANG: language}});
    await sellTo(shop, '1250', '0712345678');
    await openList(shop);
    const fitsWithFooter = () => {
      fits(shop, size);
      expect(shop.screen().split('\n').at(-1)).toMatch(/Esc|Échap/);
    };
    await shop.type('f');
    await shop.paste(saved(shop, (await csvOf(shop)).replace('1250.00', '1200.00')));
    await shop.press('enter', 'enter');
    await shop.sees(/(?:rows|lignes) ?: 1/);
    fitsWithFooter();
    await shop.press('enter');
    await shop.sees(/▸ (?:Less at the|Moins)/);
    fitsWithFooter();
    await shop.press('enter');
    await shop.sees(/KES +−50\.00|−50,00 KES/);
    fitsWithFooter();
    await walk(shop, [[['a', 'Awa', 'enter', 'vu', 'enter'], /Awa acce?pte?/]]);
    fitsWithFooter();
  });
});

test('in words the list is one sentence, a line of it is told by its number, and a page is read', async () => {
  const shop = await openHere({environment: {INK_SCREEN_READER: 'true'}});
  await shop.ask('1250', '0712345678');
  await walk(shop, [
    ['enter', /accepted,\s+waiting|accepté, en attente/],
    [() => shop.later('PT3S'), 'PAID: KES 1,250.00'],
    [['escape', 'dr'], /Reconciliation of \w+ \d+ \w+: 0 to look at/, /Not\s+loaded:\s+provider/],
    ['f'],
  ]);
  await shop.paste(saved(shop, (await csvOf(shop)).replace('1250.00', '1200.00')));
  await shop.press('enter', 'enter');
  await shop.sees(/Read\s+as:\s+provider\.csv: utf-8, headings in line 1, rows: 1/);
  await shop.press('enter');
  await shop.sees(/1 of 1:\s+Less\s+at\s+the\s+provider/);
  await shop.press('enter');
  await shop.sees(/Why:\s+The\s+provider\s+has\s+another\s+amount/);
});

test.each([
  ['/a/b.csv', '/a/b.csv'],
  ["'/a/my file.csv'", '/a/my file.csv'],
  ['"/a/b.csv"', '/a/b.csv'],
  ['/a/my\\ file.csv ', '/a/my file.csv'],
  ['C:\\Users\\a.csv', 'C:\\Users\\a.csv'],
])('the path %s is %s', (typed, path) => expect(pathIn(typed)).toBe(path));

test.each(['~/a.csv', '~\\a.csv'])('the path %s is in the home folder', typed =>
  expect(fromHome(typed)).toBe(join(homedir(), 'a.csv')),
);
