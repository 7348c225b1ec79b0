import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {startSandbox} from '../../src/sandbox/server.js';
import {bytesWithoutChance} from '../card-leaks.js';
import {challenged, clientOf, enrolment, enrolmentWith, visa} from './support.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'duka-cards-'));
  onTestFinished(() => rmSync(path, {recursive: true}));
  return path;
}

/** Every value of every table. */
function valuesIn(path: string): unknown[] {
  const database = new DatabaseSync(path, {readOnly: true});
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const rows = tables.flatMap(({name}) => database.prepare(`SELECT * FROM ${name}`).all());
  database.close();
  return rows.flatMap(row => Object.values(row));
}

test('of a card, its last four digits are stored, and of its code and its PIN nothing', async () => {
  const data = folder();
  const sandbox = await startSandbox({data});
  const client = clientOf(sandbox);
  const pin = '739154';
  const secret = (card: object) => ({...card, pin});
  const orders = [
    {...visa, currency: 'NGN', card: secret(visa.card)},
    {...challenged, currency: 'NGN', card: secret(challenged.card)},
    {...visa, card: {...visa.card, expiryMonth: '05'}},
    {...visa, card: {...visa.card, securityCode: '8642'}},
    {...visa, amount: -1},
    {...visa, card: {...visa.card, cardNumber: '4012001111111111'}},
  ];
  const answers = await Promise.all(
    orders.map((order, position) => client.chargeCard({...order, transaction_reference: `CARD${position}`})),
  );
  const numbers = ['4012000033330026', '4508750015741019', '4012001111111111'];
  for (const {text} of answers) for (const number of numbers) expect(text).not.toContain(number);

  const written = () => Buffer.concat(readdirSync(data).map(name => readFileSync(join(data, name)))).toString('latin1');
  const whileOpen = written();
  await sandbox.close();
  for (const bytes of [whileOpen, written()]) {
    expect(bytes).toContain('CARD0');
    for (const number of numbers) expect(bytes).not.toContain(number.slice(0, 12));
    expect(bytesWithoutChance(bytes)).not.toContain(pin);
  }
  const values = valuesIn(join(data, 'sandbox.db')).map(String);
  expect(values).toContain('0026');
  for (const code of ['100', '8642', pin]) expect(values).not.toContain(code);
});

test('of an enrolled card, its last four digits and its expiry are stored, through all that is charged', async () => {
  const data = folder();
  const sandbox = await startSandbox({data});
  const client = clientOf(sandbox);
  const code = '8642';
  const orders = [
    {...enrolment, interval: 'DAILY'},
    enrolmentWith({cardNumber: challenged.card.cardNumber}),
    enrolmentWith({securityCode: code}),
    {...enrolmentWith({expiryMonth: '05'}), trialPeriodDays: 1},
    enrolmentWith({cardNumber: '4012001111111111'}),
    {...enrolment, interval: 'never'},
  ];
  const answers = [];
  for (const [position, order] of orders.entries()) {
    answers.push(await client.subscribe({...order, amount: 77, customerEmail: `c${position}@example.com`}));
  }
  await client.advance('P3D');
  answers.push(await client.subscriptions(), await client.charges(1), await client.get('/sandbox/transactions'));
  const numbers = ['4012000033330026', '4508750015741019', '4012001111111111'];
  for (const {text} of answers) for (const number of numbers) expect(text).not.toContain(number);

  await sandbox.close();
  const bytes = Buffer.concat(readdirSync(data).map(name => readFileSync(join(data, name)))).toString('latin1');
  expect(bytes).toContain('c0@example.com');
  for (const number of numbers) expect(bytes).not.toContain(number.slice(0, 12));
  const values = valuesIn(join(data, 'sandbox.db')).map(String);
  for (const kept of ['0026', '1019', '01/39', '05/39']) expect(values).toContain(kept);
  for (const secret of ['100', code]) expect(values).not.toContain(secret);
});
