import {createHash, generateKeyPairSync} from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join, relative} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {folding} from '../../src/core/books/state.js';
import {storedKey} from '../../src/till/signing.js';
import {openJournal} from '../../store/journal.js';
import {oneIn} from '../hostile/runs.js';
import {startLiveService} from '../live-service.js';
import {beginDays, type ShopDays} from './day-support.js';
import {collecting, type Ran, type Shop, startShop} from './support.js';

/** What a till does without a file, as the table of docs/security.md says it: the first words of its second column. */
const outcomes = ['It is closed', 'It is unproved', 'Nobody signs in', 'It goes on'];

/** The rows of the table: which files of a home, and what the till does without one of them, or with half of it. */
const rows = (() => {
  const page = readFileSync('docs/security.md', 'utf8');
  const printed = /<!-- files -->\n[^\n]+\n[^\n]+\n([\s\S]*?)<!-- \/files -->/.exec(page)?.[1] ?? '';
  return printed
    .trimEnd()
    .split('\n')
    .map(line => {
      const [files = '', follows = ''] = line
        .split('|')
        .slice(1)
        .map(cell => cell.trim());
      const names = [...files.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return {names, outcome: outcomes.find(each => follows.startsWith(each))};
    });
})();
const rowOf = (file: string) =>
  rows.find(({names}) =>
    names.some(name => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(file)),
  );

/** What happens to a file. `edited` is what a thief writes in its place; where nothing is worth writing, there is none. */
type Change = 'deleted' | 'renamed' | 'emptied' | 'halved' | 'edited';
const changes: readonly Change[] = ['deleted', 'renamed', 'emptied', 'halved'];

const pins = {Amina: '582931', Baraka: '739182'} as const;
const sale = ['cash', 'sale', '--amount', '200', '--json'];
const whenOver: (() => unknown)[] = [];
let shop: Shop;
let days: ShopDays;
let whole: ReadonlyMap<string, Buffer>;
let aside: string;
let paid: string;

const run = (...line: readonly string[]) => days.run(...line);
const as = (name: keyof typeof pins, ...line: readonly string[]) =>
  shop.run([...line, '--as', name, '--pin-stdin'], {input: `${pins[name]}\n`, world: days.world});
/** The files of the home, without those of the service behind it. */
const filesNow = () =>
  globSync('**', {cwd: shop.home, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(({parentPath, name}) => relative(shop.home, join(parentPath, name)))
    .filter(file => !file.startsWith('sandbox/'))
    .sort();

/** A live till with staff, a price list, a bank’s file, a closed day and an open one, and a note that is not recorded yet. */
beforeAll(async () => {
  shop = await startShop();
  whenOver.push(() => shop.close());
  const service = await startLiveService(shop.baseUrl, end => void whenOver.push(end as () => unknown));
  const {DUKA_API_KEY: live, DUKA_BASE_URL: baseUrl} = service.environment;
  const named = {profile: 'live', till: {live: 'K7Q'}, keys: {live}, baseUrl, ...service.settings};
  const settings = {...named, zone: 'Africa/Nairobi', email: 'a@example.com', shop: 'Mama Njeri'};
  writeFileSync(join(shop.home, 'settings.json'), JSON.stringify(settings), {mode: 0o600});
  days = await beginDays(shop);
  aside = mkdtempSync(join(tmpdir(), 'duka-aside-'));
  whenOver.push(() => rmSync(aside, {recursive: true, force: true}));
  const adding = ['staff', 'add', '--pin-stdin', '--role'];
  await shop.run([...adding, 'owner', '--name', 'Amina'], {input: `${pins.Amina}\n`, world: days.world});
  const both = {input: `${pins.Amina}\n${pins.Baraka}\n`, world: days.world};
  await shop.run([...adding, 'cashier', '--name', 'Baraka', '--as', 'Amina'], both);
  const list = join(aside, 'items.csv');
  writeFileSync(list, 'name,price\nSugar,200\n');
  expect(await as('Amina', 'items', 'import', list)).toMatchObject({exit: 0});
  const {json: collected} = await as('Baraka', ...collecting('0712345678'));
  expect(collected).toMatchObject({status: 'paid'});
  paid = collected.reference;
  expect((await as('Baraka', ...sale)).exit).toBe(0);
  const bank = join(aside, 'bank.csv');
  writeFileSync(bank, 'Date,Details,Amount,Currency\n2026-11-20,Sale,-12.50,KES\n2026-11-21,Sale,20,KES\n');
  await as('Amina', 'reconcile', '--bank-file', bank);
  await days.nextMorning();
  expect((await as('Baraka', ...sale)).exit).toBe(0);
  expect((await as('Baraka', ...sale)).exit).toBe(0);
  expect((await as('Amina', 'journal', 'export', '--out', join(aside, 'lines.csv'))).exit).toBe(0);
  await sumUpTheDay();
  // What the shipper, the screens, the mail and a killed till leave beside the journal.
  const standing = {
    office: 'key',
    seq: 3,
    head: 'a'.repeat(64),
    checkpoint: null,
    heardAt: null,
    rolledBack: null,
    trouble: null,
  };
  const holder = {pid: 1, command: 'cash sale', since: '2026-11-20T07:00:00Z'};
  for (const [name, content] of Object.entries({office: standing, holder}))
    writeFileSync(join(shop.home, 'live/K7Q', `${name}.json`), `${JSON.stringify(content)}\n`, {mode: 0o600});
  mkdirSync(join(shop.home, 'live/K7Q/slips'));
  const office = ['office-key.pem', 'office-staff.json', 'office-items.json'];
  for (const name of ['basket.json', 'mail-password', 'notes-taken.jsonl', 'slips/receipt.html', ...office])
    writeFileSync(join(shop.home, 'live/K7Q', name), `what is left of ${name}\n`, {mode: 0o600});
  whole = new Map(filesNow().map(file => [file, readFileSync(join(shop.home, file))]));
}, 120_000);

/** Writes one more line of the open day, and what is kept of the lines so far, as after the first 2,000. */
async function sumUpTheDay(): Promise<void> {
  const folder = join(shop.home, 'live/K7Q');
  const now = () => Date.parse('2026-11-21T12:00:00Z');
  const header = {profile: 'live', zone: 'Africa/Nairobi', dayStartsAt: '00:00', version: 'test'} as const;
  const place = {folder, mode: 'write', till: 'K7Q', header, now, key: await storedKey(folder)} as const;
  const journal = await openJournal({...place, ...folding, businessDate: () => '', linesPerSummary: 1});
  await journal.append([{type: 'clock-confirmed', person: 'Amina', data: {skewSeconds: 0}}]);
  await journal.close();
  expect(existsSync(join(folder, 'journal', `${journal.tail().segment}.summary.json`))).toBe(true);
}

afterAll(async () => {
  for (const end of whenOver.reverse()) await end();
});

const kindOf = (file: string) => basename(file).replace(/^\d{4}-\d\d-\d\d\./, '');

/** What a thief who computes hashes, and not with the till's key, writes in the place of a file. */
const edits: Readonly<Record<string, (text: string) => string>> = {
  'settings.json': text => text.replace(/"serviceHosts": \[[^\]]*\]/, '"serviceHosts": ["thief.example"]'),
  'settings-signed.json': text => text.replace(/"serviceHosts": "[^\n]*"/, '"serviceHosts": "[\\"thief.example\\"]"'),
  jsonl: text => `${text.trimEnd().split('\n').slice(0, -2).join('\n')}\n`,
  'head.json': text => text.replace(/"seal":"[^"]*"/, `"seal":"${'A'.repeat(43)}"`),
  'summary.json': text => {
    const {seal: _, ...content} = JSON.parse(text);
    content.totals.staff.people = [];
    const body = JSON.stringify(content);
    return `${body.slice(0, -1)},"seal":"${createHash('sha256').update(body).digest('hex')}"}\n`;
  },
};

/** Changes a file, and returns what undoes it. A file that is deleted comes back as the same file of the disk. */
function change(file: string, how: Change): () => void {
  const path = join(shop.home, file);
  const away = how === 'renamed' ? `${path}.aside` : join(aside, basename(file));
  switch (how) {
    case 'deleted':
    case 'renamed':
      renameSync(path, away);
      return () => renameSync(away, path);
    case 'edited': {
      const text = readFileSync(path, 'utf8');
      const edited = edits[kindOf(file)]?.(text) ?? text;
      expect(edited).not.toBe(text);
      writeFileSync(path, edited);
      break;
    }
    default:
      truncateSync(path, how === 'emptied' ? 0 : Math.floor(statSync(path).size / 2));
  }
  return () => undefined;
}

function restore(): void {
  for (const file of filesNow()) if (!whole.has(file)) rmSync(join(shop.home, file));
  for (const [file, bytes] of whole) {
    const path = join(shop.home, file);
    if (!existsSync(path) || !readFileSync(path).equals(bytes)) writeFileSync(path, bytes, {mode: 0o600});
  }
}

const isGiven = async (ran: Promise<Ran>) => (await ran).exit === 0;

/** What the till gives now. A sale without a PIN, one on damage, or a Z without a sale is nothing that the table has. */
async function given(): Promise<string> {
  if (await isGiven(run(...sale))) return 'a sale without a PIN';
  const signed = await as('Baraka', ...sale);
  const isWhole = await isGiven(run('journal', 'verify'));
  if (signed.exit === 0) return isWhole ? 'It goes on' : 'a sale on damage';
  if (await isGiven(as('Amina', 'shift', 'z', '--count', 'KES:600'))) return 'a Z without a sale';
  if (isWhole) return 'Nobody signs in';
  if (await isGiven(run('doctor'))) return 'a ✓ on damage';
  for (const line of [['closing', 'check'], ['reconcile']])
    if (await isGiven(as('Amina', ...line))) return `a ✓ on damage: ${line.join(' ')}`;
  return signed.json?.error === 'journal-unproved' ? 'It is unproved' : 'It is closed';
}

async function without(...files: readonly (readonly [file: string, how: Change])[]) {
  const undo = files.map(([file, how]) => change(file, how));
  const found = await given();
  for (const step of undo) step();
  restore();
  return found;
}

/** What is taken from somebody at the till: nothing, signing in, or all. An owner may give back what is unproved. */
const severity = {'It goes on': 0, 'Nobody signs in': 1, 'It is unproved': 2, 'It is closed': 2} as const;
const severityOf = (outcome: string | undefined) => new Map(Object.entries(severity)).get(outcome ?? '') ?? -1;

it('every file of a home has a row', () => {
  expect([...whole.keys()].some(file => file.includes('/sources/'))).toBe(true);
  expect([...whole.keys()].filter(file => rowOf(file)?.outcome === undefined)).toEqual([]);
  expect([...whole.keys()].map(kindOf)).toEqual(expect.arrayContaining(Object.keys(edits)));
});

it('a file that is deleted, renamed, emptied or cut short: the till does what its row says', async () => {
  const found: string[] = [];
  const wanted: string[] = [];
  for (const [file, {length}] of whole)
    for (const how of changes) {
      if (length === 0 && how !== 'deleted' && how !== 'renamed') continue;
      wanted.push(`${file} ${how}: ${rowOf(file)?.outcome}`);
      found.push(`${file} ${how}: ${await without([file, how])}`);
    }
  expect(found).toEqual(wanted);
}, 600_000);

/** Files that the till only makes again, or does without: two of them together say no more than each alone. */
const isPlain = (file: string) =>
  rowOf(file)?.outcome === 'It goes on' && !Object.hasOwn(edits, kindOf(file)) && kindOf(file) !== 'contents.json';

it('any two files that are deleted: the till gives no more than the stricter of their rows', async () => {
  const files = [...whole.keys()];
  const odd: string[] = [];
  const pairs = files.flatMap((one, at) => files.slice(at + 1).map(other => [one, other] as const));
  for (const [one, other] of oneIn(
    7,
    pairs.filter(pair => !pair.every(isPlain)),
  )) {
    const found = await without([one, 'deleted'], [other, 'deleted']);
    const least = Math.max(...[one, other].map(file => severityOf(rowOf(file)?.outcome)));
    if (severityOf(found) < least) odd.push(`${one}, ${other}: ${found}`);
  }
  expect(odd).toEqual([]);
}, 600_000);

it('a file that a thief has edited counts for nothing, whichever other file is deleted', async () => {
  const files = [...whole.keys()];
  const odd: string[] = [];
  for (const edited of files.filter(file => Object.hasOwn(edits, kindOf(file))))
    for (const other of oneIn(
      3,
      files.filter(file => file !== edited),
    )) {
      const found = await without([edited, 'edited'], [other, 'deleted']);
      const least = Math.max(...[edited, other].map(file => severityOf(rowOf(file)?.outcome)));
      if (severityOf(found) < least) odd.push(`${edited} edited, ${other} deleted: ${found}`);
    }
  expect(odd).toEqual([]);
}, 600_000);

/** What moves money, changes who may do so, or signs. */
const moving = () => [
  collecting('0712345678'),
  ['cash', 'out', '--amount', '50', '--reason', 'change', '--json'],
  ['refund', paid, '--amount', '1', '--reason', 'returned', '--json'],
  ['shift', 'open', '--person', 'Baraka', '--json'],
  ['settings', 'set', 'cooldownMinutes', '3', '--json'],
  ['staff', 'add', '--name', 'Eve', '--role', 'owner', '--pin-stdin', '--json'],
  ['journal', 'accept', '--person', 'Eve', '--json'],
  ['account', 'set', '--name', 'Wanjiru', '--limit', '500', '--json'],
  ['closing', 'month', '2026-11', '--json'],
  ['reconcile', 'rules', 'add', 'RENT', '--account', 'rent', '--json'],
  ['reconcile', 'seal', '--day', '2026-11-20', '--out', join(aside, 'day.sealed'), '--json'],
  ['mail', 'password', '--json'],
];

it('with a file deleted, nobody moves money or signs without a PIN, and no owner where the till is closed', async () => {
  const odd: string[] = [];
  for (const [at, file] of [...whole.keys()].entries()) {
    const outcome = rowOf(file)?.outcome;
    const lines = moving();
    const from = at % lines.length;
    for (const line of oneIn(3, [...lines.slice(from), ...lines.slice(0, from)])) {
      const undo = change(file, 'deleted');
      if (await isGiven(shop.run(line, {input: `${pins.Amina}\n`, world: days.world}))) odd.push(`${file}: ${line}`);
      const isAccepted = outcome === 'It is unproved' && line[1] === 'accept'; // the one thing that an owner can do then
      if (outcome !== 'It goes on' && !isAccepted && (await isGiven(as('Amina', ...line))))
        odd.push(`${file}: ${line}, by the owner`);
      undo();
      restore();
    }
  }
  expect(odd).toEqual([]);
  // Where nothing is missing, each of them is a command that the till understands, and the owner's.
  for (const line of moving().slice(0, 5)) {
    const {json} = await as('Amina', ...line);
    expect(['unknown-option', 'sign-in-needed', 'sign-in-refused', 'not-allowed']).not.toContain(json?.error);
    restore();
  }
}, 600_000);

it('the key that is put aside as the one before vouches for the next one, and for no edited head', async () => {
  const [key = '', old = ''] = ['signing-key.pem', 'signing-key.old.pem'].map(name =>
    join(shop.home, 'live/K7Q', name),
  );
  renameSync(key, old);
  expect(await given()).toBe('It goes on');
  renameSync(old, key);
  restore();
  renameSync(key, old);
  change('live/K7Q/head.json', 'edited');
  expect(await given()).toBe('It is unproved');
  restore();
  // A key of the thief's own vouches for nothing.
  const own = generateKeyPairSync('ed25519').privateKey.export({format: 'pem', type: 'pkcs8'});
  for (const planted of [key, old]) {
    renameSync(key, join(aside, 'signing-key.pem'));
    writeFileSync(planted, own, {mode: 0o600});
    expect(await given()).toBe('It is unproved');
    rmSync(planted, {force: true});
    renameSync(join(aside, 'signing-key.pem'), key);
    restore();
  }
});
