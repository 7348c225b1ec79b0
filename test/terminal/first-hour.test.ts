import {once} from 'node:events';
import {copyFileSync, cpSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {expect, it} from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import {home, run, start} from './terminal.js';

/** The commands of each block of the page, by its name. */
const blocks = new Map(
  [...readFileSync('docs/first-hour.md', 'utf8').matchAll(/<!-- run: (\w+) -->\n```sh\n([\s\S]*?)```/g)].map(
    ([, name = '', text = '']) => [name, text.trimEnd().split('\n')],
  ),
);

type Facts = Readonly<Record<string, string>>;
/** Runs each command of a block to its end, with what was printed for the words in capitals, and returns what each printed. */
async function play(
  name: string,
  folder: string,
  {environment = {}, typed = {}, exit = 0}: {environment?: Facts; typed?: Facts; exit?: number},
) {
  const printed: string[] = [];
  for (const line of blocks.get(name) ?? []) {
    const [program, ...words] = line.split(/\s+/).map(word => typed[word] ?? word);
    expect(program).toBe('duka');
    const ran = await run(folder, words, environment);
    expect(ran.exit, `${line}\n${ran.error}`).toBe(exit);
    printed.push(ran.out);
  }
  return printed;
}

it('takes a shop alone from its float to a reconciliation without a difference', async () => {
  const printed = await play('shop', home(), {});
  const [, paid, change, , z, reconciled, doctor] = printed;
  expect(paid).toContain('✓ PAID');
  expect(change).toContain('CHANGE KES 300.00');
  expect(z).toMatch(/^Over \(\+\) or short \(-\) +KES +0\.00$/m);
  expect(reconciled).toContain('No difference.');
  expect(doctor?.trimEnd().split('\n').at(-1)).toBe('✓ Ready to sell.');
});

it('joins three tills to an office, whose books have the sales of all', async () => {
  const office = home();
  const environment = {DUKA_OFFICE_HOME: home(), DUKA_OFFICE_SHOP: 'corner'};
  expect(blocks.get('office')).toEqual(['npm run office', 'duka office till add', 'duka office till add']);
  const child = start(office, ['office', 'start', '--port', '0', '--json'], environment);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const first = JSON.parse(line) as {url: string; code: string};
  const codes = [first.code];
  for (let more = 0; more < 2; more++) {
    const added = await run(office, ['office', 'till', 'add', '--json'], environment);
    codes.push(JSON.parse(added.out).code);
  }
  for (const [at, code] of codes.entries())
    await play('till', home(), {environment: {DUKA_TILL: `T${at}`}, typed: {URL: first.url, CODE: code}});
  const [tills, today] = await play('books', office, {environment});
  expect(tills?.match(/corner/g)?.length).toBeGreaterThanOrEqual(3);
  expect(today).toMatch(/900\.00/);
});

it('plays a day for an accountant, with nothing left unexplained', async () => {
  const [demo] = await play('demo', home(), {});
  expect(demo).toMatch(/^ {4}Unexplained +0\.00$/m);
});

it('compares files of one’s own with the journals of the tills, and writes the report and the books', async () => {
  const [folder, fixtures] = [home(), 'test/fixtures'];
  const names = ['tills/', 'november.csv', 'payouts.xlsx', 'bank.xml', 'november.xlsx', 'november.journal'];
  const typed = Object.fromEntries(names.map(name => [name, join(folder, name)]));
  cpSync(join(fixtures, 'golden/home/T7K'), join(folder, 'tills/sandbox/T7K'), {recursive: true});
  copyFileSync(join(fixtures, 'golden/home/provider.csv'), join(folder, 'november.csv'));
  copyFileSync(join(fixtures, 'foreign-files/camt-value-date-only.xml'), join(folder, 'bank.xml'));
  const payouts = [
    ['payout_id', 'amount', 'currency', 'status', 'date'],
    ['PO-1', 195, 'KES', 'Completed', '2026-11-21'],
  ];
  writeFileSync(
    join(folder, 'payouts.xlsx'),
    await writeExcelFile(payouts.map(row => row.map(value => ({value})))).toBuffer(),
  );
  const [compared] = await play('parse', home(), {typed, exit: 4});
  for (const file of names.slice(1, 4)) expect(compared).toContain(`${file}, rows: `);
  expect(compared).toContain('till T7K');
  expect(readFileSync(join(folder, 'november.journal'), 'utf8')).toContain('T7K2PVW30WP8WPB');
  expect(existsSync(join(folder, 'november.xlsx'))).toBe(true);
});
