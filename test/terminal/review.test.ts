import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, inject, it} from 'vitest';
import {reviewConfinement} from '../../src/commands/review/confinement.js';
import {sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, run} from './terminal.js';

const collect = (phone: string, amount: string) => ['collect', '--phone', phone, '--amount', amount, '--json'];

const sales = [
  ['254712345678', '1250'],
  ['254712345101', '70'],
  ['254712345679', '4321'],
] as const;

/** A till's folder as somebody would copy it to a stick, with so many payments in it. */
async function stick(
  payments: number,
): Promise<{readonly folder: string; readonly place: string; readonly references: readonly string[]}> {
  const server = await sandbox(Date.now);
  const shop = realpathSync(home());
  const references: string[] = [];
  for (const [phone, amount] of sales.slice(0, payments))
    references.push(JSON.parse((await run(shop, collect(phone, amount), server.environment)).out).reference);
  const place = realpathSync(home());
  const folder = join(place, 'stick');
  cpSync(join(shop, 'sandbox/T7K'), folder, {recursive: true, filter: path => !path.includes('lock')});
  return {folder, place, references};
}

function segmentOf(folder: string): string {
  const name = readdirSync(join(folder, 'journal')).find(each => each.endsWith('.jsonl')) ?? '';
  return join(folder, 'journal', name);
}

/** Every file under a folder with its bytes. */
function filesOf(folder: string): readonly string[] {
  const names = readdirSync(folder, {recursive: true, encoding: 'utf8'}).sort();
  return names.map(name => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? name : `${name} ${readFileSync(path, 'utf8')}`;
  });
}

it('looks through a damaged copy up to the damage: day, payment, event, search, the past, and an export', async () => {
  const {folder, place, references} = await stick(3);
  const [paid, failed, lost] = references as [string, string, string];
  const path = segmentOf(folder);
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex(line => line.includes(lost));
  lines[at] = lines[at]?.replace('432100', '132100') ?? '';
  writeFileSync(path, lines.join('\n'));
  const before = filesOf(folder);
  const exports = join(place, 'exports');
  const review = open(
    place,
    {DUKA_API_KEY: 'PZ78-secret'},
    {args: ['journal', 'review', '--folder', folder, '--out', exports]},
  );
  await walk(review, [
    [
      '',
      `! Damaged in ${path.slice(-16, -6)}, line ${at + 1}: it is not what was written.`,
      'no network · nothing written',
      /▸ \d{4}-\d\d-\d\d +2 +1 +0 +! damaged {2}KES 1,250\.00/,
    ],
    ['enter', /▸ .*KES +70\.00 ✗ NOT PAID +…345 101/, /KES +1,250\.00 ✓ PAID +…345 678/, {not: lost}],
    ['down enter', /✓ PAID\s+KES 1,250\.00/, 'the provider confirms the payment'],
    ['down down enter', 'answer.body.response_code'],
    ['escape', 'sent to the provider'],
    ['/', /▸ Search +▌/],
    [[`not paid ${failed.slice(-5).toLowerCase()}`, 'enter'], /▸ .*KES +70\.00 ✗ NOT PAID/],
    ['x', 'Saved: '],
  ]);
  const table = readFileSync(join(exports, 'payments-1.csv'), 'utf8').trimEnd().split('\r\n');
  expect(table).toHaveLength(2);
  expect(table[1]).toContain(`${failed},`);
  await walk(review, [
    ['w', /The one day was searched: 0 found|▸ +\d+ /],
    [['escape', 'a'], /▸ As it was at +▌/],
    [['4', 'enter'], 'HISTORY: the till after event 4,', 'Found “not paid'],
    ['escape', /▸ \d{4}-\d\d-\d\d +1 +0 +1 /],
    ['enter', /▸ .*KES +1,250\.00 \? SENDING/, paid],
    ['escape', 'Days'],
    ['escape'],
    [() => review.seesNot('HISTORY')],
    ['?', 'This process cannot reach the network'],
    ['escape', 'Days'],
    ['q'],
  ]);
  expect((await review.ended).exitCode).toBe(7);
  expect(review.written()).toMatch(/\u001B\[\?1049l/);
  expect(filesOf(folder)).toEqual(before);
  expect(readdirSync(place).sort()).toEqual(['exports', 'stick']);
  expect(statSync(join(exports, 'payments-1.csv')).mode & 0o777).toBe(0o600);
});

it.runIf(existsSync('/proc/self/cmdline'))(
  'runs in place of the process that started it, under the options of confinement',
  async () => {
    const {folder, place} = await stick(1);
    const exports = join(place, 'exports');
    renameSync(join(folder, 'journal'), join(place, 'segments'));
    const journal = join(place, 'segments');
    const args = ['journal', 'review', '--folder', journal, '--out', exports];
    const review = open(place, {DUKA_API_KEY: 'PZ78-secret'}, {args});
    await review.sees(/▸ \d{4}-\d\d-\d\d +1 +1 +0/);
    const [node = '', ...words] = readFileSync(`/proc/${review.pid}/cmdline`, 'utf8').split('\0');
    const script = realpathSync(inject('duka'));
    const options = reviewConfinement({program: dirname(script), journal, exports});
    expect(realpathSync(node)).toBe(realpathSync(process.execPath));
    const before = words.slice(0, words.indexOf(script));
    expect(before.slice(0, options.length)).toEqual(options);
    expect(
      before.slice(options.length).filter(word => !/^--(max-semi-space-size|heap-growing-percent)=/.test(word)),
    ).toEqual([]);
    expect(readFileSync(`/proc/${review.pid}/environ`, 'utf8')).not.toMatch(/PZ78|DUKA_API_KEY|NODE_OPTIONS/);
    review.press('ctrl-c');
    expect((await review.ended).exitCode).toBe(0);
  },
);

it('says a line for each change where sentences are wanted', async () => {
  const {folder, place} = await stick(2);
  const review = open(place, {}, {args: ['journal', 'review', '--folder', folder, '--plain', '--lang', 'fr']});
  await review.sees('N’utilise pas le réseau et n’écrit que ce que vous exportez');
  await review.sees(/1 sur 1 : \d{4}-\d\d-\d\d, 2 paiements, 1 payé,/);
  review.press('enter');
  await review.sees(/1 sur 2 : NON PAYÉ, 70,00 KES, …345 101/);
  review.press('down');
  await review.sees(/2 sur 2 : PAYÉ, 1 250,00 KES/);
  expect(review.written()).not.toMatch(/\u001B\[\?1049h/);
  review.press('ctrl-c');
  expect((await review.ended).exitCode).toBe(0);
});

it('ends with the signal’s code, and in one line where there is no journal', async () => {
  const {folder, place} = await stick(1);
  const review = open(place, {}, {args: ['journal', 'review', '--folder', folder]});
  await review.sees(/▸ \d{4}/);
  review.signal('SIGTERM');
  expect((await review.ended).exitCode).toBe(143);
  const empty = open(place, {}, {args: ['journal', 'review', '--folder', place]});
  await empty.sees(/^✗ No journal in/);
  expect((await empty.ended).exitCode).toBe(2);
});
