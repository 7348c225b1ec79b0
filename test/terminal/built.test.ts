import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {expect, it, onTestFinished} from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import {callbackListener} from '../callback-listener.js';
import {piped} from '../commands/card-support.js';
import {aminas} from '../commands/subscription-support.js';
import {openMailServer} from '../print/mail-server.js';
import {pdfOf, printedTable, xlsOf, zipOf} from '../sources/containers.js';
import {home, open, run, sell, start} from './terminal.js';

/*
 * Features that elsewhere only the sources prove, each once in the built program: calls of the sandbox, its callback, and the sandbox as a
 * process; papers, exports, backups and archives; foreign files; mail; the head office with its shipper. What a bundler, a chunk that is
 * loaded late or a process of its own can break shows here.
 */

type Environment = Readonly<Record<string, string>>;

/** Commands in one home. What fails says with which words. */
function shop(environment: Environment = {}) {
  const folder = home();
  const command = async (line: string, {input = '', exit = 0} = {}) => {
    const ran = await run(
      folder,
      [...line.split(' ').map(word => word.replaceAll('_', ' ')), '--json'],
      environment,
      input,
    );
    expect(ran.exit, `${line}\n${ran.error}${ran.out}`).toBe(exit);
    return ran.out === '' ? undefined : JSON.parse(ran.out.trimEnd().split('\n').at(-1) ?? '');
  };
  return {folder, command};
}

const charge = 'charge --card-stdin --currency USD --amount 24';

it('the practice service inside a till posts the callback of a card, and outlives it', async () => {
  const {url, posted, close} = await callbackListener();
  onTestFinished(async () => void (await close()));
  const {command} = shop({DUKA_CALLBACK_URL: url});
  const {reference} = await command(charge, {input: piped()});
  await expect.poll(() => posted.map(({payload}) => payload['transactionReference'])).toEqual([reference]);
  expect(await command(`refund ${reference} --amount 4`)).toMatchObject({refund: {status: 'done'}});
});

it('a practice service of its own answers every call, and tells of a callback that reaches nobody', async () => {
  const {environment, complaints} = await serve();
  const {url, close} = await callbackListener();
  await close();
  const {command} = shop({...environment, DUKA_CALLBACK_URL: url});
  const {reference} = await command(charge, {input: piped()});
  await expect.poll(complaints).toContain(`could not report a payment to ${url}`);
  expect(await command(`status ${reference}`)).toMatchObject({status: 'paid'});
  expect((await command('bank list KES')).length).toBeGreaterThan(0);
  const {planCode} = await command('plan create --name Gym --amount 12.50 --currency USD --interval MONTHLY');
  const enrol = `subscription create --card-stdin --email amina@example.com --plan ${planCode}`;
  await command(enrol, {input: aminas()});
  expect(await command('subscription list --charges')).toMatchObject([{id: 1}]);
  for (const line of ['charges 1', 'pause 1 --reason travels', 'resume 1', 'cancel 1 --reason moved'])
    await command(`subscription ${line}`);
});

/** The practice service as a process of the built program. */
async function serve(): Promise<{environment: Environment; complaints: () => string}> {
  const child = start(home(), ['sandbox', '--port', '0']);
  let complaints = '';
  child.stderr.on('data', data => {
    complaints += data;
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const {baseUrl, apiKey} = JSON.parse(line);
  const environment = {DUKA_BASE_URL: baseUrl, DUKA_API_KEY: apiKey, DUKA_PROFILE: 'sandbox'};
  return {environment, complaints: () => complaints};
}

it('the papers of a day are printed, exported, archived, backed up, and read back', async () => {
  const {folder, command} = shop();
  const file = (name: string) => join(folder, name);
  await command('shift open --person Amina --float KES:100');
  const {reference} = await command('cash sale --amount 250 --tendered 300 --currency KES');
  for (const format of ['text', 'escpos', 'html', 'pdf', 'png'])
    await command(`receipt ${reference} --format ${format} --out ${file(`receipt.${format}`)}`);
  await command('shift z --person Amina --skip-questions --count KES:350');
  for (const format of ['text', 'html', 'pdf'])
    await command(`shift show --format ${format} --out ${file(`z.${format}`)}`);
  const formats = ['csv', 'xlsx', 'jsonl', 'hledger', 'ledger', 'beancount', 'fec'];
  for (const format of formats) await command(`journal export --format ${format} --out ${file(`export.${format}`)}`);
  for (const format of ['text', 'json'])
    await command(`evidence ${reference} --format ${format} --out ${file(`pack.${format}`)}`);
  const today = (await command('day')).date;
  await command(`archive --from ${today} --to ${today} --out ${file('archive')}`);
  await command(`archive verify ${file('archive')}`);
  const {recipient} = await command(`backup key ${file('owner.key')}`);
  const made = await command(`backup create --out ${file('till.age')} --recipient ${recipient}`);
  expect(await command(`backup verify ${made.file} --identity ${file('owner.key')}`)).toMatchObject({ok: true});
  const other = shop();
  await other.command(`backup restore ${made.file} --identity ${file('owner.key')}`);
  expect(await other.command(`status ${reference}`)).toMatchObject({reference, status: 'paid'});
  await command('journal verify');
});

const items = [
  ['Name', 'Code', 'Price'],
  ['Bread', 'B1', '60.00'],
  ['Milk', 'M1', '75.50'],
];

it.each([
  ['workbook', 'list.xlsx', () => workbookOf(items)],
  ['old workbook', 'list.xls', () => xlsOf('Items', items)],
  ['archive', 'list.zip', () => zipOf({'list.csv': items.map(row => row.join()).join('\n')})],
  ['PDF', 'list.pdf', () => pdfOf([printedTable(items, [{x: 30}, {x: 200}, {x: 400, right: true}])])],
  [
    'mail',
    'list.eml',
    () =>
      `Subject: List\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=list.csv\r\n\r\n${items.map(row => row.join()).join('\r\n')}\r\n`,
  ],
])('a price list is read out of a %s', async (_, name, make) => {
  const {folder, command} = shop();
  writeFileSync(join(folder, name), await make());
  await command(`items import ${join(folder, name)}`);
  expect(await command('items list --search milk')).toMatchObject([{code: 'M1', price: '75.50'}]);
});

async function workbookOf(rows: readonly (readonly string[])[]): Promise<Buffer> {
  return writeExcelFile(rows.map(row => row.map(value => ({value})))).toBuffer();
}

it('a receipt leaves by mail', async () => {
  const server = await openMailServer({user: {name: 'till', password: 'a secret word'}}, onTestFinished);
  const {command} = shop();
  for (const set of ['host 127.0.0.1', `port ${server.port}`, 'from till@shop.example', 'user till'])
    await command(`settings set mail.${set}`);
  await command('mail password --pin-stdin', {input: 'a secret word\n'});
  const {reference} = await command('cash sale --amount 250 --currency KES');
  await command(`receipt ${reference} --to wanjiru@example.com`);
  expect(server.taken).toMatchObject([{to: ['wanjiru@example.com']}]);
});

it('a head office has what the till sells by command and beside its shipper, and tells and proves it', async () => {
  const head = {DUKA_OFFICE_HOME: home()};
  const child = start(home(), ['office', 'start', '--port', '0', '--json'], {...head, DUKA_OFFICE_SHOP: 'corner'});
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const {url, code, home: kept} = JSON.parse(line);
  expect(kept).toBe(head.DUKA_OFFICE_HOME);
  // Also where the administrator starts it, who would serve as its database does.
  const serving = Number(String(execFileSync('ps', ['-o', 'uid=', '-p', String(child.pid)])));
  expect(serving).toBe(statSync(join(kept, 'postgres', 'PG_VERSION')).uid);
  expect(serving).not.toBe(0);
  const {folder, command} = shop(head);
  await command('cash sale --amount 250 --currency KES');
  await command(`join ${url} ${code}`);
  await command('ship --once');
  await command('cash sale --amount 300 --currency KES');
  const payments = async () => (await command('office payments')).payments.length;
  await expect.poll(payments).toBe(2); // nobody but the command has sent it
  const till = open(folder, head);
  await sell(till, '1250', '0712345678');
  await till.sees('PAID');
  await expect.poll(payments).toBe(3);
  for (const each of ['status', 'tills', 'incidents', 'today', 'z', 'verify']) await command(`office ${each}`);
  const out = join(folder, 'office.age');
  await command(`office backup ${out} --passphrase-stdin`, {input: 'correct horse battery staple\n'});
  expect(readFileSync(out, 'latin1')).toMatch(/^age-encryption/);
});
