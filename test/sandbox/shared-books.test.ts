import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {startSandbox} from '../../src/sandbox/server.js';
import {clientOf, enrolment, kenya, openSandbox, send, southAfrica, stillClock} from './support.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'duka-sandbox-'));
  onTestFinished(() => rmSync(path, {recursive: true}));
  return join(path, 'books');
}

test('two servers on one folder share books, clock and faults', async () => {
  const data = folder();
  const [one, two] = await Promise.all([openSandbox(data), openSandbox(data)]);
  await one.charge(kenya);
  expect(await two.books()).toHaveLength(1);
  await two.advance('PT2S');
  expect((await one.status('REF1')).json.transaction_status).toBe('Completed');
  expect((await two.charge(kenya)).json.response_message).toBe('Transaction reference already exists');
  await one.faults({switches: {unapproved: ['KES']}});
  expect((await two.charge({...kenya, transaction_reference: 'REF2'})).json.response_code).toBe('96');
});

test('a fault counts the calls of all servers', async () => {
  const data = folder();
  const [one, two] = await Promise.all([openSandbox(data), openSandbox(data)]);
  const rules = [{route: 'banks', fault: 'http-502-html', rate: 0.5, seed: 7}];
  const sequence = async (...clients: (typeof one)[]) => {
    await one.faults({rules});
    const seen: number[] = [];
    for (let call = 0; call < 12; call += 1) {
      seen.push((await (clients[call % clients.length] ?? one).banks('KES')).status);
    }
    return seen;
  };
  expect(await sequence(one, two)).toEqual(await sequence(one));
});

test('a payment page is served by whichever server has the books', async () => {
  const data = folder();
  const now = stillClock();
  const [one, two] = await Promise.all([openSandbox(data, now), openSandbox(data, now)]);
  const {json} = await one.charge(southAfrica);
  const {pathname} = new URL(json.payment_completion_url);
  expect((await send(`${two.baseUrl}${pathname}/approve`, {method: 'POST'})).status).toBe(303);
  await one.advance('PT2S');
  expect((await one.status('REF1', 'ZA')).json.transaction_status).toBe('Completed');
});

test('parallel charges of one reference leave one row', async () => {
  const data = folder();
  const clients = await Promise.all([openSandbox(data), openSandbox(data), openSandbox(data)]);
  const replies = await Promise.all([...clients, ...clients, ...clients].map(client => client.charge(kenya)));
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(1);
  expect(await clients[0]?.books()).toMatchObject([{requests: 9}]);
});

test('parallel enrolments of one customer leave one subscription, and one charge a cycle', async () => {
  const data = folder();
  const clients = await Promise.all([openSandbox(data), openSandbox(data), openSandbox(data)]);
  const order = {...enrolment, interval: 'DAILY'};
  const replies = await Promise.all([...clients, ...clients].map(client => client.subscribe(order)));
  expect(replies.map(({status}) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  await clients[0]?.advance('P2D');
  const lists = await Promise.all(clients.map(client => client.charges(1)));
  expect(lists.map(({json}) => json.data.totalElements)).toEqual([3, 3, 3]);
});

test('books outlive their server, and payments fall due while none runs', async () => {
  const data = folder();
  const first = await startSandbox({data});
  await clientOf(first).charge(kenya);
  await clientOf(first).advance('PT1.9S');
  await first.close();
  const second = await openSandbox(data);
  await second.advance('PT0.2S');
  expect((await second.status('REF1')).json.transaction_status).toBe('Completed');
});

test('the clock answers when all that falls due has happened, and every request makes the rest happen', async () => {
  const data = folder();
  const client = await openSandbox(data);
  const database = new DatabaseSync(join(data, 'sandbox.db'));
  onTestFinished(() => database.close());
  const statusInFile = () => database.prepare('SELECT status FROM transactions').get()?.['status'];
  await client.charge({...kenya, customer_number: '254712345115'});
  await client.advance('PT2S');
  expect(statusInFile()).toBe('Failed');
  // Time passes while nobody asks for anything.
  database.exec("UPDATE settings SET value = value + 60000 WHERE name = 'clock-offset'");
  expect(statusInFile()).toBe('Failed');
  expect(await client.books()).toMatchObject([{status: 'Completed'}]);
});

test('the books are for their owner alone', async () => {
  const data = folder();
  const client = await openSandbox(data);
  await client.charge(kenya);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  for (const name of ['sandbox.db', 'sandbox.db-wal', 'sandbox.db-shm']) {
    expect(statSync(join(data, name)).mode & 0o777).toBe(0o600);
  }
});

test('books of a newer version are left alone', async () => {
  const data = folder();
  await (await startSandbox({data})).close();
  const database = new DatabaseSync(join(data, 'sandbox.db'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  await expect(startSandbox({data})).rejects.toThrow('newer version');
});

test('a port that is taken is said so', async () => {
  const {baseUrl} = await openSandbox();
  await expect(startSandbox({data: ':memory:', port: Number(new URL(baseUrl).port)})).rejects.toThrow('EADDRINUSE');
});

test('a server takes the address of the one before, so that a link to its page stays good', async () => {
  const data = folder();
  const first = await startSandbox({data});
  await first.close();
  const second = await startSandbox({data});
  onTestFinished(() => second.close());
  expect(second.baseUrl).toBe(first.baseUrl);
  const beside = await startSandbox({data});
  onTestFinished(() => beside.close());
  expect(beside.baseUrl).not.toBe(second.baseUrl);
});

test('what an earlier version entered for the other tenant is nobody’s any more', async () => {
  const data = folder();
  const client = await openSandbox(data);
  await client.charge(kenya);
  await client.subscribe(enrolment);
  const {planCode} = (await client.plans()).json.data.content[0];
  const books = new DatabaseSync(join(data, 'sandbox.db'));
  for (const table of ['transactions', 'plans', 'subscriptions']) books.exec(`UPDATE ${table} SET tenant = 'live'`);
  books.close();
  expect((await client.status('REF1')).json.response_message).toBe('Transaction not found');
  expect((await client.plan(planCode)).status).toBe(404);
  for (const reply of [await client.subscription(1), await client.cancel(1, {reason: 'x'})]) {
    expect(reply.status).toBe(404);
  }
  for (const list of [await client.plans(), await client.subscriptions()]) {
    expect(list.json.data.totalElements).toBe(0);
  }
});
