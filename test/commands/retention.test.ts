import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import type {World} from '../../src/core/world.js';
import {machine} from '../../src/world.js';
import {inShop} from './day-support.js';
import {collectAndLeave, collectAndSettle, collecting, paymentIn, type Shop, segmentsOf} from './support.js';

/** By the world's time, as months are reckoned of what is kept of customers. */
const own = {DUKA_TILL: 'T7K', DUKA_ZONE: 'UTC'};
const it = inShop(own);

const later = (days: number): World => ({...machine, now: () => machine.now() + days * 86_400_000});

/** From now on the service tells in its answers that it is so many days later. */
const tellLater = ({faults}: Pick<Shop, 'faults'>, days: number) =>
  faults({switches: {clockSkewSeconds: days * 86_400}});

/** Every file of the home but the practice service's own books. */
function filesIn(home: string): readonly string[] {
  return readdirSync(home, {recursive: true, encoding: 'utf8'})
    .map(name => join(home, name))
    .filter(path => statSync(path).isFile() && !path.includes('/service/'));
}

const holding = ({home}: Pick<Shop, 'home'>, secret: string) =>
  filesIn(home).filter(path => readFileSync(path, 'latin1').toLowerCase().includes(secret));

const named = ['--first-name', 'Wanjiru', '--last-name', 'Otieno', '--customer-email', 'Wanjiru@example.com'];
const secrets = ['712345678', 'wanjiru', 'otieno'];

it('takes the customers of months that are over and leaves sums, statuses and the chain', async ({shop}) => {
  const folder = join(shop.home, 'sandbox/T7K');
  const old = paymentIn(await collectAndSettle(shop, collecting('0712345678', ...named)));
  expect(old.status).toBe('paid');
  const month = old.businessDate.slice(0, 7);
  // A busy machine asks about the payment once more while it waits, and has one line more.
  const lines = segmentsOf(shop).flatMap(path => readFileSync(path, 'utf8').split(`"key":"${month}-`).slice(1)).length;
  await shop.advance('P100D');
  const running = {world: later(100)};
  await tellLater(shop, 100);
  const young = paymentIn(await shop.run(collecting('0722000111', '--wait', '1'), running));
  const day = async () => (await shop.run(['day', '--json', '--date', old.businessDate], running)).json;
  const totals = await day();
  expect(totals).toMatchObject({totals: [{amount: '200.00'}]});
  expect((await shop.run(['sales', '--search', 'wanjiru', '--json'], running)).json.sales).toHaveLength(1);
  expect(holding(shop, 'wanjiru').length).toBeGreaterThan(0);

  const plan = async (months: string) => (await shop.run(['retention', '--months', months, '--json'], running)).json;
  expect((await plan('12')).months).toMatchObject([{month, standing: 'kept'}, {standing: 'kept'}]);
  expect(await plan('2')).toMatchObject({months: [{month, standing: 'due', lines}, {standing: 'kept'}], asOf: null});
  expect((await shop.run(['retention', '--months', '2'], running)).out).toContain('--yes');
  expect((await shop.run(['retention', '--months', '0'], running)).exit).toBe(2);
  const keys = join(shop.home, 'kept-keys');
  cpSync(join(folder, 'customer-keys.json'), keys);

  const shred = ['retention', '--months', '2', '--yes', '--json'];
  expect((await shop.run(shred, running)).json).toMatchObject({error: 'person-missing'});
  expect((await shop.run([...shred, '--person', 'Amina'], running)).json).toEqual({shredded: [month]});
  for (const secret of secrets) expect(holding(shop, secret)).toEqual([]);
  expect(await day()).toEqual(totals);
  const shown = (await shop.run(['status', old.reference, '--json'], running)).json;
  expect(shown).toMatchObject({status: 'paid', amount: old.amount});
  expect(JSON.stringify(shown)).toMatch(/sealed-[a-z]{12}/);
  expect((await shop.run(['sales', '--search', 'wanjiru', '--json'], running)).json.sales).toEqual([]);
  expect((await shop.run(['sales', '--search', '0722000111', '--json'], running)).json.sales).toMatchObject([
    {reference: young.reference},
  ]);
  expect((await shop.run(['journal', 'verify', '--json'], running)).exit).toBe(0);
  expect((await shop.run([...shred, '--person', 'Amina'], running)).json).toEqual({shredded: []});
  const {json: checks} = await shop.run(['doctor', '--json'], running);
  expect(checks.checks.find((each: {name: string}) => each.name === 'customers')).toMatchObject({state: 'ok'});

  cpSync(keys, join(folder, 'customer-keys.json')); // as a backup of before would
  await shop.run(['cash', 'sale', '--amount', '50', '--tendered', '50'], running);
  for (const secret of secrets) expect(holding(shop, secret)).toEqual([]);
  expect(readFileSync(join(folder, 'customer-keys.json'), 'utf8')).not.toContain(`"${month}`);
});

it('takes the copies of files of those days, which are not reconciled again', async ({shop}) => {
  await tellLater(shop, 100);
  const {businessDate, reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
  const file = join(shop.home, 'provider.csv');
  writeFileSync(
    file,
    `transaction_reference,amount,fee,currency,status,date,phone\n${reference},200,0,KES,Completed,${businessDate},254712345678\n`,
  );
  const reconcile = ['reconcile', '--day', businessDate, '--json'];
  expect((await shop.run([...reconcile, '--provider-file', file])).json.totals.byStatus).toMatchObject({matched: 1});
  rmSync(file);
  const running = {world: later(100), environment: {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'x'}};
  expect((await shop.run(['retention', '--months', '2', '--json'], running)).json.copies).toBe(1);
  await shop.run(['retention', '--months', '2', '--yes', '--person', 'Amina'], running);
  expect(holding(shop, '712345678')).toEqual([]);
  expect((await shop.run(reconcile, running)).json).toMatchObject({error: 'file-shredded', file: 'provider.csv'});
});

it('has its keys in an archive where they are asked for, and says when they are lost', async ({shop}) => {
  const {businessDate, reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678', ...named)));
  const archive = (out: string, ...more: readonly string[]) =>
    shop.run(['archive', '--from', businessDate, '--to', businessDate, '--out', join(shop.home, out), ...more]);
  expect([(await archive('open', '--customer-keys')).exit, (await archive('closed')).exit]).toEqual([0, 0]);
  expect(holding(shop, 'wanjiru').filter(path => /(?:open|closed)/.test(path.slice(shop.home.length)))).toEqual([]);
  const isThere = (out: string) => existsSync(join(shop.home, out, 'customer-keys.json'));
  expect([isThere('open'), isThere('closed')]).toEqual([true, false]);
  for (const out of ['open', 'closed'])
    expect((await shop.run(['archive', 'verify', join(shop.home, out), '--json'])).json).toMatchObject({ok: true});

  const keys = join(shop.home, 'sandbox/T7K/customer-keys.json');
  const check = async () => {
    const {json} = await shop.run(['doctor', '--json']);
    return json.checks.find((each: {name: string}) => each.name === 'customers');
  };
  renameSync(keys, `${keys}.77aa.unread`);
  expect(await check()).toMatchObject({state: 'warning', facts: {months: businessDate.slice(0, 7)}});
  cpSync(`${keys}.77aa.unread`, keys);
  expect(await check()).toMatchObject({state: 'warning', facts: {files: 'customer-keys.json.77aa.unread'}});
  rmSync(keys);
  expect((await shop.run(['status', reference, '--json'])).json).toMatchObject({status: 'paid'});
  expect((await shop.run(['cash', 'sale', '--amount', '50', '--tendered', '50'])).exit).toBe(0);
  expect((await shop.run(['journal', 'verify'])).exit).toBe(0);
});

it('keeps the customers of a month in which something is not over', async ({shop}) => {
  await tellLater(shop, 100);
  const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345101')));
  const running = {world: later(100), environment: {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'x'}};
  const {json} = await shop.run(['retention', '--months', '1', '--json'], running);
  expect(json.months).toMatchObject([{standing: 'open', open: [reference]}]);
  const shred = await shop.run(['retention', '--months', '1', '--yes', '--person', 'Amina', '--json'], running);
  expect(shred.json).toEqual({shredded: []});
});

it('sells where a file that is to go stays, and goes on at every opening', async ({shop}) => {
  await tellLater(shop, 100);
  await collectAndSettle(shop, collecting('0712345678'));
  const folder = join(shop.home, 'sandbox/T7K');
  await shop.advance('P100D');
  const running = {world: later(100), environment: {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'x'}};
  mkdirSync(join(folder, 'sources/kept'), {recursive: true});
  mkdirSync(join(folder, 'journal/2026-01-01.digest.json/x'), {recursive: true});
  const shred = ['retention', '--months', '2', '--yes', '--person', 'Amina', '--json'];
  const {exit, json} = await shop.run(shred, running);
  expect([exit, json.error]).toEqual([7, 'customers-not-shredded']);
  expect(await shop.run(['cash', 'sale', '--amount', '50', '--tendered', '50'], running)).toMatchObject({exit: 0});
  rmSync(join(folder, 'journal/2026-01-01.digest.json'), {recursive: true});
  expect(await shop.run(['cash', 'sale', '--amount', '50', '--tendered', '50'], running)).toMatchObject({exit: 0});
  expect(holding(shop, '712345678')).toEqual([]);
  expect(existsSync(join(folder, 'sources/kept'))).toBe(true);
});

it('takes nothing that is due by a clock alone that is years ahead', async ({shop}) => {
  const today = () => new Date(machine.now()).toISOString().slice(0, 10);
  const before = today();
  await collectAndSettle(shop, collecting('0712345678'));
  const days = [before, today()];
  const running = {world: later(24 * 365)};
  for (const _ of [1, 2]) await shop.run(['cash', 'sale', '--amount', '50', '--tendered', '50'], running);
  const {json} = await shop.run(['retention', '--months', '2', '--json'], running);
  expect(json.months).toMatchObject([{standing: 'kept'}]);
  expect(days).toContain(json.asOf);
  expect((await shop.run(['retention', '--months', '2'], running)).out).toContain(json.asOf);
  const shred = await shop.run(['retention', '--months', '2', '--yes', '--person', 'Amina', '--json'], running);
  expect(shred.json).toEqual({shredded: []});
  expect(holding(shop, '712345678').length).toBeGreaterThan(0);
});
