import {stripVTControlCharacters} from 'node:util';
import {describe, expect, it} from 'vitest';
import {isProving} from '../hostile/runs.js';
import {sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {type Face, journeys} from './journeys.js';
import {home, open, run, type Terminal, until} from './terminal.js';

type Environment = Readonly<Record<string, string>>;

/** A till that is listened to: what it shows is what it has said since the last key. */
function heard(till: Terminal): Terminal {
  let from = 0;
  const screen = () =>
    stripVTControlCharacters(till.written().slice(from))
      .replaceAll('\r', '')
      .replaceAll(/[\u00A0\u202F]/g, ' ');
  const matches = (text: string | RegExp) => (typeof text === 'string' ? screen().includes(text) : text.test(screen()));
  const listen = () => {
    from = till.written().length;
  };
  return {
    ...till,
    screen,
    sees: async text => {
      await until(() => matches(text));
      if (!matches(text)) expect.fail(`${text} was not said:\n${screen()}`);
    },
    type: text => {
      listen();
      till.type(text);
    },
    paste: text => {
      listen();
      till.paste(text);
    },
    press: (...keys) => {
      listen();
      till.press(...keys);
    },
  };
}

const inWords: Omit<Face, 'open'> = {
  wallet: /Phone number:/,
  phone: /Phone, \d+:/,
  network: name => new RegExp(`Network, .*${name}`),
  paid: /(?<!NOT )PAID: [A-Z]{3} /,
  next: /Enter next sale/,
  lastPaid: /Last payment: PAID/,
  paidToday: /1 paid, KES 1,250\.00/,
  paidBehind: /PAID {2}KES 300\.00/,
};

describe('with --plain', () => {
  const opened = (folder: string, environment: Environment) => heard(open(folder, environment, {args: ['--plain']}));
  journeys({...inWords, open: opened}, isProving ? 'all' : 'first');
});

describe('with a screen reader', () => {
  const opened = (folder: string, environment: Environment) =>
    heard(open(folder, {...environment, INK_SCREEN_READER: 'true'}));
  journeys({...inWords, open: opened}, 'first');
});

it.each<[string, Environment]>([
  ['a dumb terminal', {TERM: 'dumb'}],
  ['a terminal whose locale is not UTF-8', {LC_ALL: 'C'}],
])('%s gets sentences in ASCII by itself', async (_, environment) => {
  const server = await sandbox();
  const till = heard(open(home(), {...server.environment, DUKA_LANG: 'fr', ...environment}));
  await walk(till, [
    ['', 'Nouvelle vente'],
    [['1250', 'enter'], 'Numero :'],
    [['0712345678', 'enter'], 'Envoyer cette demande'],
    ['enter', 'EN ATTENTE DU CLIENT'],
    [() => server.advance('PT3S'), /PAYE : 1 250,00 KES/],
  ]);
  expect(till.written()).toMatch(/^[\0-\x7F]*$/);
  expect((await run(home(), ['--help'], {DUKA_LANG: 'fr', ...environment})).out).toContain('é'); // no terminal
  if (environment['TERM'] === 'dumb') expect(till.written()).not.toContain('\u001B');
});

it('says each change in one line, verdict first, and draws nothing again but the line of the question', async () => {
  const server = await sandbox();
  const till = heard(open(home(), server.environment, {args: ['--plain']}));
  await till.sees('Amount in KES:');
  expect(till.screen()).toMatch(/Corner Shop, till T7K, cashier, SANDBOX;/);
  expect(till.screen()).toMatch(/Today: 0 paid; 0 pending; 0 not paid\./);
  await walk(till, [
    ['1250', 'Amount in KES: 1250'],
    ['enter', /Amount: KES 1,250\.00\.\nPhone number:/],
    ['0712345678', 'Network: Safaricom M-Pesa, from the prefix.'],
    [
      'enter',
      /Send this request\? KES 1,250\.00 to 0712 345 678, Safaricom M-Pesa, Kenya;/,
      /Enter send, Esc change, \? help:/,
    ],
    ['enter', /WAITING FOR CUSTOMER: KES 1,250\.00, 0712 345 678, M-Pesa, T7K/, /accepted, waiting for the customer/],
    [() => server.advance('PT3S'), /\n.*\bPAID: KES 1,250\.00[^\n]* Hand over the goods;/],
  ]);
  expect(till.screen().match(/Hand over the goods/g)).toHaveLength(1);
  await walk(till, [
    ['', 'Enter next sale'],
    ['z', /PAID: KES 1,250\.00/],
  ]);
  expect(till.written()).not.toContain('\u001B[?1049h');
  expect(till.written()).not.toMatch(/[│┌└─█▀▄▸✓✗]/);
  till.press('ctrl-c');
  expect((await till.ended).exitCode).toBe(0);
});

it('says what is wrong, and says it again when asked again', async () => {
  const server = await sandbox();
  const till = heard(open(home(), server.environment, {args: ['--plain']}));
  await walk(till, [
    ['', 'Amount in KES:'],
    ['enter', /Amount: .*amount/i],
    ['enter', /Amount: .*amount/i],
  ]);
});

it('reads out the help, the evidence and the slip, line by line', async () => {
  const server = await sandbox();
  const till = heard(open(home(), server.environment, {args: ['--plain']}));
  await walk(till, [
    ['', 'Amount in KES:'],
    ['?', /w: Show pending payments\./],
    ['escape', 'New sale;'],
    [['300', 'enter'], 'Phone number:'],
    [['0712345678', 'enter'], 'Send this request?'],
    ['enter', 'accepted, waiting'],
    ['e', /Audit trail[^\n]*\.\nWAITING FOR CUSTOMER[\s\S]*saved[\s\S]*sent to the provider[\s\S]*accepted, waiting/],
    ['escape', 'WAITING FOR CUSTOMER'],
    ['p', /Slip\.[\s\S]*KES 300\.00/],
  ]);
});

it('asks a new shop its questions in words', async () => {
  const folder = home();
  const till = heard(open(folder, {DUKA_SHOP: '', DUKA_ZONE: ''}, {args: ['--plain']}));
  await walk(till, [
    ['', /Shop, as it appears on receipts:/],
    [['Mama Njeri', 'enter'], /Shop: Mama Njeri\.\nE-mail, /],
    ['enter', /Country, type its name, letters or currency: /],
    ['enter', /Till speaks, ←→ for another: /],
    ['enter', /Customers hear, ←→ for another: /],
    ['enter', /Time zone, a name e\.g\. Africa\/Nairobi: /],
    ['enter', /Mode, ←→ for another: SANDBOX/],
    ['enter', /Mama Njeri, till \w+, cashier, SANDBOX;/],
  ]);
});

it('says in one line which key of the settings cannot be', async () => {
  const {writeFileSync} = await import('node:fs');
  const folder = home();
  writeFileSync(`${folder}/settings.json`, JSON.stringify({shortcuts: {check: ['e']}}));
  const till = open(folder);
  expect((await till.ended).exitCode).toBe(5);
  await till.sees(/shortcuts\.check cannot be “e \(evidence\)”/);
  expect((await run(folder, ['pending'])).exit).toBe(0);
});

it('takes its last question away when it leaves, so that the shell goes on at the beginning of a line', async () => {
  const till = open(home(), {}, {args: ['--plain']});
  await till.sees('Amount in KES:');
  till.press('ctrl-c');
  expect((await till.ended).exitCode).toBe(0);
  await till.seesNot('Amount in KES:');
  expect(till.screen()).toContain('New sale;');
});
