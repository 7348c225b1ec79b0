import {readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {openDatabase} from '../../src/office/database.js';
import {openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {charging, piped, plainCards} from '../commands/card-support.js';
import {beginDays, csvRows} from '../commands/day-support.js';
import {fileOf} from '../commands/reconcile-support.js';
import {collecting, openShop, paymentIn} from '../commands/support.js';
import {isProving} from '../hostile/runs.js';
import {officeHome} from './office-home.js';

const tills = ['T7A', 'T7B', 'T7C'] as const;
/** What the last digits of a number ask the practice service for: 100 pays at once, the others are its faults. */
const endings = Array.from({length: 26}, (_, place) => 100 + place);
/** Payments of each till; a run of all tests plays each ending on one of them. */
const payments = isProving ? 200 : Math.ceil(endings.length / tills.length);
/** A whole minute beyond all that the service does later by itself. */
const whatIsLate = 15 * 60_000;

const hundredths = (text: string) => Math.round(Number(text) * 100);

/** An office, and tills that each have a home of their own. */
async function officeOf(name: string) {
  const home = await officeHome(name);
  const office = await openOffice({home, beside: home, url: undefined, shop: 'corner', world: machine});
  onTestFinished(async () => {
    await office.close();
    rmSync(home, {recursive: true, force: true});
  });
  const {url} = await office.serve(0);
  const shop = await openShop();
  const {world, today} = await beginDays(shop);
  const at = (till: string) => (line: readonly string[], input?: string) => {
    const place = {DUKA_HOME: join(shop.home, till), DUKA_TILL: till, DUKA_OFFICE_HOME: home};
    return shop.run(line, {
      world,
      ...(input !== undefined && {input}),
      environment: {...place, DUKA_BASE_URL: shop.baseUrl, DUKA_API_KEY: shop.apiKey},
    });
  };
  return {home, office, url, shop, world, today, at};
}

const areMade = (tills: readonly {readonly rows: number; readonly seq: number}[]) =>
  tills.every(({rows, seq}) => rows === seq);

it('counts money that two homes received once, says of which payments, and counts it again for a person alone', async () => {
  const {office, url, shop, today, at} = await officeOf('twice');
  const receive = async (till: string, codes: readonly string[]) => {
    const run = at(till);
    const heading = 'Receipt No,Completion Time,Details,Paid In,Withdrawn,Currency';
    const rows = codes.map(code => `${code},${today()} 10:00:00,Payment from 254712345678,350.00,,KES`);
    await run(['cash', 'sale', '--amount', '10']);
    await run(['reconcile', '--provider-file', fileOf(shop, `${till}.csv`, heading, rows)]);
    const made: string[] = [];
    for (const code of codes) {
      const received = await run(['reconcile', 'receive', code, '--person', 'Amina', '--json']);
      expect(received).toMatchObject({exit: 0});
      made.push(String(received.json.reference));
    }
    expect(await run(['join', url, await office.code(till), '--json'])).toMatchObject({exit: 0});
    return made;
  };
  const earlier = await receive('T7A', ['QKX99ZZZ', '12345678901']);
  const later = await receive('T7B', ['qkx-99zzz', '1.23457E+10', 'QKX99ZZY']);
  for (const till of ['T7B', 'T7A']) expect(await at(till)(['ship', '--once', '--json'])).toMatchObject({exit: 0});
  const found = async () => (await office.incidents()).map(({till, what}) => ({till, ...what}));
  await expect.poll(found).toHaveLength(2);
  const told = [0, 1].map(place => ({
    till: 'T7B',
    kind: 'received-twice',
    reference: later[place],
    amount: {currency: 'KES', minor: 35_000},
    earlier: {shop: 'corner', till: 'T7A', reference: earlier[place]},
  }));
  expect(await found()).toEqual(expect.arrayContaining(told.map(each => expect.objectContaining(each))));
  expect(await office.status()).toMatchObject({openIncidents: 2});
  expect(await at('T7A')(['office', 'incidents', '--lang', 'en'])).toMatchObject({
    exit: 4,
    out: expect.stringContaining(`${later[0]} is the same money as ${earlier[0]}`),
  });
  const day = await at('T7A')(['office', 'today', '--date', today(), '--json']);
  expect(day.json).toMatchObject({notCounted: [{amount: '350.00', currency: 'KES'}, {till: 'T7B'}]});
  const lines = await at('T7A')(['office', 'today', '--date', today(), '--lang', 'en']);
  expect(lines.out).toContain(`! corner/T7B: ${later[0]} (KES 350.00) is not in these sums`);
  /** How many payments the sums have, and for how much. */
  const sums = async () => {
    const {takings, notCounted} = await office.takings(today());
    const received = takings.filter(({method}) => method === 'mobile-money');
    const total = (of: 'paid' | 'minor') => received.reduce((sum, each) => sum + each[of], 0);
    return {paid: total('paid'), minor: total('minor'), notCounted: notCounted.length};
  };
  expect(await sums()).toEqual({paid: 3, minor: 3 * 35_000, notCounted: 2});
  const close = (number: string, ...more: string[]) =>
    at('T7A')(['office', 'incident', 'close', 'T7B', number, '--person', 'Amina', '--reason', 'seen', ...more]);
  expect(await close('1')).toMatchObject({exit: 0});
  expect(await sums()).toEqual({paid: 3, minor: 3 * 35_000, notCounted: 2});
  expect(await close('2', '--counts')).toMatchObject({exit: 0});
  expect(await sums()).toEqual({paid: 4, minor: 4 * 35_000, notCounted: 1});
  await office.rebuild();
  await expect.poll(async () => areMade(await office.tills())).toBe(true);
  expect(await found()).toHaveLength(2);
  expect(await sums()).toEqual({paid: 4, minor: 4 * 35_000, notCounted: 1});
  expect(await office.status()).toMatchObject({openIncidents: 0});
});

it('has of three tills what their own exports say, whatever ending each payment had', {
  timeout: isProving ? 3_600_000 : 900_000,
}, async () => {
  const {home, office, url, shop, world, today, at} = await officeOf('sums');
  for (const [number, till] of tills.entries()) {
    const run = at(till);
    const cash = paymentIn(await run(['cash', 'sale', '--amount', '350', '--json']));
    expect(await run(['join', url, await office.code(till), '--json'])).toMatchObject({exit: 0});
    const made: string[] = [];
    for (let each = 0; each < payments; each += 1) {
      const ending = endings[(each * tills.length + number) % endings.length];
      const phone = `07${String(number * payments + each).padStart(5, '0')}${ending}`;
      made.push(paymentIn(await run(collecting(phone, '--wait', '8'))).reference);
    }
    await run(['cash', 'refund', cash.reference, '--amount', '50', '--reason', 'torn']);
    const card = paymentIn(await run(charging('24'), piped()));
    expect(await run(['refund', card.reference, '--amount', '10', '--json'])).toMatchObject({exit: 0});
    await run(['shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:300']);
    await world.pass(whatIsLate);
    for (const reference of made) await run(['status', reference, '--json']);
    await run(['cash', 'sale', '--amount', '11']);
    await run(['shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:11']);
    expect(await run(['ship', '--once', '--json'])).toMatchObject({exit: 0});
  }
  await expect.poll(async () => areMade(await office.tills())).toBe(true);
  const exported: Readonly<Record<string, string>>[] = [];
  for (const till of tills) exported.push(...csvRows((await at(till)(['journal', 'export', '--lang', 'en'])).out));
  const own = Object.groupBy(exported, ({kind = ''}) => kind);
  const paid = (own['payment'] ?? []).filter(({status}) => status === 'paid');
  const sumOf = (rows: typeof exported, tender?: string) =>
    rows
      .filter(row => tender === undefined || row['tender'] === tender)
      .reduce((sum, {gross = ''}) => sum + hundredths(gross), 0);
  const refunds = (own['refund'] ?? []).filter(({status}) => status === 'done');
  expect(refunds).toHaveLength(2 * tills.length);
  const {takings} = await office.takings(today());
  for (const tender of ['cash', 'mobile-money', 'card']) {
    const here = takings.filter(({method}) => method === tender);
    expect(here.length, tender).toBeGreaterThan(0);
    expect(here.reduce((sum, {minor}) => sum + minor, 0)).toBe(sumOf(paid, tender));
    expect(here.reduce((count, each) => count + each.paid, 0)).toBe(
      paid.filter(row => row['tender'] === tender).length,
    );
    expect(here.reduce((sum, {refunded}) => sum - refunded, 0)).toBe(sumOf(refunds, tender));
  }
  // And each payment by itself, whatever became of it.
  expect(own['payment']).toHaveLength(tills.length * (payments + 3));
  for (const {reference = '', till, status, gross = ''} of own['payment'] ?? []) {
    expect((await office.rows.payment(reference)).payment).toMatchObject({till, status, minor: hundredths(gross)});
  }
  const zs = await office.rows.zs();
  expect(zs).toHaveLength(2 * tills.length);
  expect(zs.flatMap(({differs}) => differs)).toEqual([]);
  // Of the card, of the key of the service and of its own key nothing is in any table or line.
  const texts = await textsOf(home);
  for (const till of tills) for await (const bytes of office.journal(till)) texts.push(Buffer.from(bytes).toString());
  expect(texts.some(text => text.includes('mobile-money'))).toBe(true);
  const [, ownKey = ''] = readFileSync(join(home, 'office-key.pem'), 'utf8').split('\n');
  for (const secret of [plainCards[1], shop.apiKey, ownKey])
    expect({secret, isThere: texts.some(text => text.includes(secret))}).toEqual({secret, isThere: false});
});

/** Every row of every table but the packed lines, as text. */
async function textsOf(home: string): Promise<string[]> {
  const database = await openDatabase({home, url: undefined});
  const tables = await database.query<{name: string}>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'chunk'",
  );
  const texts: string[] = [];
  for (const {name} of tables) {
    const rows = await database.query<{text: string}>(`select to_jsonb(each)::text as text from ${name} as each`);
    texts.push(...rows.map(({text}) => text));
  }
  await database.close();
  return texts;
}

it('comes to the totals of a Z whose drawer was counted twice alike, with its lines sent in between', async () => {
  const home = await officeHome('recount');
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  const place = {home, beside: home, url: undefined, shop: 'corner', world: machine};
  const before = await openOffice(place);
  const {url} = await before.serve(0);
  const {run} = await openShop({DUKA_TILL: 'T7R'});
  await run(['shift', 'open', '--person', 'Amina', '--float', 'KES:1000']);
  await run(['cash', 'sale', '--amount', '200']);
  await run(['join', url, await before.code('T7R')]);
  const close = ['shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:1190', '--json'];
  expect(await run(close)).toMatchObject({exit: 2, json: {error: 'difference-needs-note'}});
  await run(['ship', '--once']);
  await expect.poll(async () => (await before.status()).linesBehind).toBe(0);
  await before.close(); // the next office goes on from what is stored
  const office = await openOffice(place);
  onTestFinished(() => office.close());
  await office.serve(Number(new URL(url).port));
  expect(await run([...close, '--note', 'a coin was lost', '--approver', 'Joseph'])).toMatchObject({exit: 4});
  await run(['ship', '--once']);
  await expect.poll(() => office.rows.zs()).toMatchObject([{till: 'T7R', number: 1, differs: []}]);
});
