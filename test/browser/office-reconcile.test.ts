import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Page} from 'playwright-core';
import {afterAll, afterEach, describe, expect, it} from 'vitest';
import {browserOfThisFile} from './browser.js';
import {flawsOf, officeOfFile, owner, pictures} from './office-page.js';

const {visit} = browserOfThisFile();
const opened = officeOfFile();
const folder = mkdtempSync(join(tmpdir(), 'duka-files-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));
afterEach(async () => {
  opened().signIn(owner);
  await post({do: 'remove'});
});

const days = {from: '2020-01-01', to: '2099-12-31'};
const main = (page: Page) => page.locator('main').innerText();
const button = (page: Page, name: string) => page.getByRole('button', {name}).click();
const token = owner.formToken;

/** The provider's file without one payment of the tills, and with one that no till has. */
const differing = async () => {
  const rows = (await opened().transactions()).trimEnd().split('\n');
  const [first = '', second = ''] = [rows[1]?.split(',')[0], rows[2]?.split(',')[0]];
  const text = rows.map((row, at) => (at === 2 ? row.replaceAll(second, 'QKX12ABC') : row)).join('\n');
  return {text: `${text}\n`, first, second};
};

/** The files that the pages hold now. */
const held = () =>
  readdirSync(tmpdir())
    .filter(each => each.startsWith(`duka-open-${process.pid}-`))
    .flatMap(each => readdirSync(join(tmpdir(), each), {recursive: true, withFileTypes: true}))
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name));

const post = (fields: Readonly<Record<string, string>>, path = '/reconcile?shop=') =>
  fetch(opened().url + path, {method: 'POST', redirect: 'manual', body: new URLSearchParams({token, ...fields})});

/** Sends files as the form does. */
function upload(
  files: readonly (readonly [string, string | Blob, string])[],
  fields: Readonly<Record<string, string>> = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({token, do: 'files', ...days, ...fields})) body.set(name, value);
  for (const [kind, content, name] of files) body.append(kind, new Blob([content]), name);
  return fetch(`${opened().url}/reconcile?shop=`, {method: 'POST', redirect: 'manual', body});
}

describe('in a browser', () => {
  it('compares files with the books of all tills, without a script, and gives the files that the command writes', async () => {
    const {url, run, apart} = opened();
    const {text, first, second} = await differing();
    const {page, complaints} = await visit(`${url}/reconcile`, {
      runsScripts: false,
      viewport: {width: 390, height: 900},
    });
    await page.getByLabel('From').fill(days.from);
    await page.getByLabel('To', {exact: true}).fill(days.to);
    const file = {name: 'provider.csv', mimeType: 'text/csv', buffer: Buffer.from(text)};
    await page.getByLabel('Provider’s file').setInputFiles([file, file]);
    await button(page, 'Read the files');
    const read = await main(page);
    expect(read.match(/Provider’s file provider\.csv, rows: 10/g)).toHaveLength(1); // the same file twice is one
    expect(read).toMatch(/Cannot be proved: look at lines[\s\S]*Compare with the books/);
    expect(apart).toEqual([expect.stringContaining('--look=')]);
    expect(held().map(each => statSync(each).mode % 0o1000)).toEqual([0o600]);
    await page.screenshot({path: `${pictures}/reconcile-read-390.png`, fullPage: true});
    await button(page, 'Compare with the books');
    expect(await main(page)).toMatch(/To look at: 2[\s\S]*Equations[\s\S]*Unexplained\s+0\.00[\s\S]*Differences/);
    for (const part of [second, 'QKX12ABC']) expect(await main(page)).toContain(part);
    expect(await main(page)).not.toContain(first);
    await page.screenshot({path: `${pictures}/reconcile-390.png`, fullPage: true});

    const given = join(folder, 'provider.csv');
    writeFileSync(given, text);
    const download = async (name: string) =>
      Buffer.from(await (await fetch(`${url}/reconcile/${name}?shop=`)).arrayBuffer());
    const lines = await download('jsonl');
    const {asOf} = JSON.parse(lines.toString().split('\n')[0] ?? '');
    const named = ['--from', days.from, '--to', days.to, '--provider-file', given, '--as-of', asOf];
    for (const name of ['jsonl', 'csv', 'xlsx', 'hledger', 'beancount', 'sealed']) {
      const out = join(folder, `out.${name}`);
      const how = ['hledger', 'beancount'].includes(name) ? ['--book', name] : [];
      const ran = await run([
        'office',
        'reconcile',
        ...(name === 'sealed' ? ['seal'] : []),
        ...named,
        ...how,
        '--out',
        out,
      ]);
      expect([name, ran.exit]).toEqual([name, name === 'sealed' ? 0 : 4]);
      expect((await download(name)).equals(readFileSync(out)), name).toBe(true);
    }
    await button(page, 'Remove these files');
    expect(held()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('gives a sealed file that anybody can check, with the key by which the office has signed it', async () => {
    const {url, office, run} = opened();
    await upload([['provider', (await differing()).text, 'provider.csv']]);
    await post({do: 'compare'});
    const sealed = Buffer.from(await (await fetch(`${url}/reconcile/sealed?shop=`)).arrayBuffer());
    const check = async (bytes: Buffer, ...line: readonly string[]) => {
      const file = join(folder, 'checked.sealed');
      writeFileSync(file, bytes);
      return run(['reconcile', 'check', file, ...line]);
    };
    const by = {till: '', office: office.publicKey};
    const proved = await check(sealed, '--key', office.publicKey, '--json');
    expect(proved).toMatchObject({exit: 0, json: {same: true, remaining: 2, ...by, files: [{rows: 10}]}});
    expect(proved.json.signatures).toEqual([{...by, isOfThis: true, isProved: true}]);
    expect((await check(sealed)).out).toContain(`? Signed by the head office with the key ${office.publicKey}; no key`);
    const last = sealed.lastIndexOf('{"signature"');
    for (let at = 0; at < last; at += Math.ceil(last / 20)) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const {exit, json} = await check(changed, '--key', office.publicKey, '--json');
      expect([at, exit === 4 || json.error === 'file-damaged']).toEqual([at, true]);
    }
    await post({do: 'remove'});
  });

  it('records what a named person decides, compares again, and takes nothing from an old form', async () => {
    const {url, office} = opened();
    const {text, second} = await differing();
    expect((await upload([['provider', text, 'provider.csv']])).status).toBe(303);
    expect((await post({do: 'compare'})).status).toBe(303);
    const {page, complaints} = await visit(`${url}/reconcile?shop=`, {viewport: {width: 1440, height: 900}});
    await page.screenshot({path: `${pictures}/reconcile-1440.png`, fullPage: true});
    expect(await flawsOf(page)).toEqual([]);
    await page.getByRole('link', {name: 'QKX12ABC'}).click();
    expect(await flawsOf(page)).toEqual([]);
    await page.screenshot({path: `${pictures}/reconcile-difference-1440.png`, fullPage: true});
    const address = new URL(page.url());
    const old = {
      key: address.searchParams.get('key') ?? '',
      version: await page.locator('#accept [name=version]').inputValue(),
    };
    await page.getByLabel('Reason').fill('<script>alert(1)</script> seen in the portal');
    await button(page, 'Accept this difference');
    expect(await main(page)).toContain('Wanjiku <b>, ');
    const {accepted} = await office.records(undefined);
    expect(accepted).toMatchObject([
      {key: old.key, who: 'Wanjiku <b>', note: '<script>alert(1)</script> seen in the portal'},
    ]);
    const again = await post({do: 'accept', ...old, note: 'x'}, address.pathname + address.search);
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('Somebody else has decided')]);
    expect(await (await fetch(`${url}/reconcile?shop=`)).text()).toContain('To look at: 1');
    await button(page, 'Withdraw the acceptance');
    await page.getByLabel('Payment').fill(`${second} ${second}X`);
    await button(page, 'Match this row');
    expect(await main(page)).toContain(`${second}X`); // there is no such payment
    await page.goBack();
    await page.getByLabel('Payment').fill(second);
    await button(page, 'Match this row');
    expect((await office.records(undefined)).matches).toMatchObject([
      {key: old.key, reference: second, who: 'Wanjiku <b>'},
    ]);
    await page.goto(`${url}/reconcile?shop=`);
    expect(await main(page)).toContain('To look at: 0');
    await page.getByRole('link', {name: 'What was decided'}).click();
    await page.getByRole('link', {name: 'QKX12ABC'}).click();
    await button(page, 'Withdraw the match');
    expect((await office.records(undefined)).matches).toEqual([]);
    await page.goto(`${url}/reconcile/decided?shop=`);
    await page.getByLabel('Text').fill('sms charge');
    await page.getByLabel('Account').fill('631');
    await button(page, 'Make a rule');
    expect((await office.records(undefined)).rules).toMatchObject([
      {text: 'SMS CHARGE', account: '631', who: 'Wanjiku <b>'},
    ]);
    await page.screenshot({path: `${pictures}/reconcile-decided-1440.png`, fullPage: true});
    expect(await flawsOf(page)).toEqual([]);
    await button(page, 'Remove a rule');
    expect((await office.records(undefined)).rules).toEqual([]);
    expect((await office.verify()).every(({wrong}) => wrong === null)).toBe(true);
    expect((await post({do: 'remove'})).status).toBe(303);
    await page.goto(`${url}/reconcile?shop=`);
    expect(await main(page)).toMatch(/Reconciled up to .* 2 differences are left[\s\S]*QKX12ABC/); // it is not forgotten with its files
    expect(complaints).toEqual([expect.stringContaining('400')]); // the payment that does not exist
  });
});

it('shows what providers owe, what was dropped into safes and what customers owe, over all tills', async () => {
  const {url, at} = opened();
  const sell = async (till: string, phone: string, amount: string) => {
    await at(till, 'account', 'set', '--name', 'Baraka', '--phone', phone, '--limit', '900', '--person', 'Amina');
    await at(till, 'account', 'sell', phone, '--amount', amount, '--person', 'Amina');
  };
  await sell('T7A', '0712300500', '300');
  await sell('T7B', '0712300501', '200.50');
  await at('K2P', 'cash', 'drop', '--amount', '50', '--person', 'Amina', '--reason', 'to the safe');
  await at('K2P', 'shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:570');
  await upload([
    ['provider', await opened().transactions(), 'provider.csv'],
    ['payout', 'payout_id,amount,currency,status,date\nP1,700.00,KES,paid,2026-12-08\n', 'payouts.csv'],
    [
      'bank',
      'date,description,amount,currency,balance\n2026-12-08,DEPOSIT,10.00,KES,10.00\n2026-12-08,DEPOSIT,20.00,KES,30.00\n',
      'bank.csv',
    ],
  ]);
  const compared = await post({do: 'compare'});
  expect([compared.status, await compared.text()]).toEqual([303, '']);
  const {page, complaints} = await visit(`${url}/money`, {runsScripts: false});
  await page.screenshot({path: `${pictures}/money.png`, fullPage: true});
  expect(await main(page)).toMatch(
    /all shops\s+[^\n]* × [12]\s[\s\S]*Dropped into safes[\s\S]*ngong\s+KES\s50\.00[\s\S]*Owed on the book\s+Shop\s+Amount\s+westlands\s+KES\s500\.50/,
  );
  expect(complaints).toEqual([]);
});

const part = (name: string, content = 'x') =>
  `--b\r\ncontent-disposition: form-data; name="provider"; filename="${name}"\r\n\r\n${content}\r\n`;
const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const begun = field('token', token) + field('do', 'files') + field('from', days.from) + field('to', days.to);

/** Sends a form as it is written here, perhaps not to its end, and returns the answer. */
const sendRaw = (body: string, length = Buffer.byteLength(body)) =>
  new Promise<readonly [number | string, string]>(resolve => {
    const headers = {'content-type': 'multipart/form-data; boundary=b', 'content-length': length};
    const sending = request(`${opened().url}/reconcile?shop=`, {method: 'POST', headers}, answer => {
      let said = '';
      answer.on('data', chunk => (said += String(chunk)));
      answer.on('close', () => resolve([answer.statusCode ?? 0, said]));
      answer.on('end', () => sending.destroy());
    });
    sending.on('error', error => resolve([(error as NodeJS.ErrnoException).code ?? '', '']));
    sending.write(body, () => length > body.length && length < 1e6 && sending.destroy());
  });

it.each([
  [
    'ten thousand files',
    `${begun}${part('a.csv').repeat(10_000)}--b--\r\n`,
    0,
    413,
    'More than 200 files. Nothing was changed.',
  ],
  ['750 MB and more', begun, 800 * 1024 * 1024, 413, 'larger than 750 MB'],
  ['a form that is cut in the middle', begun + part('a.csv').slice(0, -20), 1000, 'ECONNRESET', ''],
  ['a form without its end', begun + part('a.csv'), 0, 400, 'did not arrive whole'],
  [
    'a form of another page',
    `${field('token', 'x')}${part('a.csv')}--b--\r\n`,
    0,
    403,
    'made before you signed in again',
  ],
  ['a file before the token', `${part('a.csv')}${begun}--b--\r\n`, 0, 403, 'made before you signed in again'],
])('holds nothing of %s', async (_, body, length, status, said) => {
  const [answered, text] = await sendRaw(body, length || undefined);
  expect([answered, text]).toEqual([status, expect.stringContaining(said)]);
  await expect.poll(held).toEqual([]);
});

it('compares with the readable files once the one that is not readable is removed, without a script', async () => {
  const {url} = opened();
  await upload([
    ['provider', (await differing()).text, 'provider.csv'],
    ['bank', '%PDF-1.7 nothing', 'x.pdf'],
  ]);
  const {page, complaints} = await visit(`${url}/reconcile?shop=`, {runsScripts: false});
  expect(await main(page)).not.toContain('Compare with the books');
  await page.getByRole('button', {name: 'Remove this file'}).nth(1).click();
  expect(await main(page)).not.toContain('x.pdf');
  expect(held()).toEqual([expect.stringContaining('provider.csv')]);
  await button(page, 'Compare with the books');
  expect(await main(page)).toContain('To look at: 2');
  await upload([['bank', '%PDF-1.7 nothing', 'x.pdf']]);
  await page.reload();
  for (const _ of 'xx') await page.getByRole('button', {name: 'Remove this file'}).first().click();
  expect([await main(page), held()]).toEqual([expect.not.stringContaining('Remove'), []]);
  expect(complaints).toEqual([]);
});

it('shows names of files as text, keeps them out of headers and paths, and says why a file is not read', async () => {
  const {url} = opened();
  const name = '../<img src=x>\u202e\u001b[31m%0d%0aSet-Cookie: a=b".csv';
  expect(
    (
      await upload([
        ['provider', (await differing()).text, name],
        ['bank', '%PDF-1.7 nothing', 'x.pdf'],
      ])
    ).status,
  ).toBe(303);
  const body = await (await fetch(`${url}/reconcile?shop=`)).text();
  expect(body).not.toMatch(/<img|\u202e|\u001b/);
  expect(body).toMatch(/x\.pdf[\s\S]*Say below how it is written/);
  expect(body).not.toContain('id="compare"');
  expect((await post({do: 'compare'})).status).toBe(400);
  expect((await post({do: 'remove'})).status).toBe(303);
  await upload([['provider', (await differing()).text, name]]);
  await post({do: 'compare'});
  const {headers} = await fetch(`${url}/reconcile/csv?shop=`);
  expect([headers.get('content-disposition'), headers.get('set-cookie')]).toEqual([
    'attachment; filename="duka-reconcile-2020-01-01-2099-12-31.csv"',
    null,
  ]);
  expect((await post({do: 'remove'})).status).toBe(303);
  expect(held()).toEqual([]);
});

it.each([
  ['a viewer', {role: 'viewer', shops: 'all'}, '', [404, 404]],
  ['an accountant of another shop', {role: 'accountant', shops: ['ngong']}, 'westlands', [404, 404]],
  ['an accountant of a shop, of all together', {role: 'accountant', shops: ['ngong']}, '', [404, 404]],
  ['an accountant of the shop', {role: 'accountant', shops: ['ngong']}, 'ngong', [200, 303]],
] as const)('is for whom it is: %s', async (_, who, shop, statuses) => {
  const {url, signIn, office} = opened();
  signIn({...owner, ...who});
  const before = (await office.records(undefined)).rules;
  const asked = await fetch(`${url}/reconcile?shop=${shop}`);
  const sent = await post({do: 'rule', text: 'rent', account: '6'}, `/reconcile?shop=${shop}`);
  expect([asked.status, sent.status]).toEqual(statuses);
  expect((await office.records(undefined)).rules).toEqual(before);
});
