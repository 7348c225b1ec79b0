import {execFileSync} from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, it, onTestFinished} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {oneIn, patience} from '../hostile/runs.js';
import {officeHome} from './office-home.js';
import {joined, shopJournal} from './support.js';

const outside = mkdtempSync(join(tmpdir(), 'duka-entries-'));
const opened = (home: string) => openOffice({home, beside: home, url: undefined, shop: 'corner', world: machine});
let whole: string;
let key: string;

/** An office that was killed with a till in it: its socket and the file that names its server are left, too. */
async function killedOffice(): Promise<void> {
  whole = await officeHome('entries');
  const office = await opened(whole);
  const {url} = await office.serve(0);
  const code = await office.code(null);
  const {shipOnce} = await joined((await shopJournal()).folder, {url, code: () => code, till: 'T1A'});
  await shipOnce();
  key = office.publicKey;
  const left = ['socket', 'postgres/postmaster.pid'].map(
    name => [name, join(outside, name.replace('/', '-'))] as const,
  );
  for (const [name, aside] of left)
    cpSync(join(whole, name), aside, {recursive: true, filter: from => !statSync(from).isSocket()});
  await office.close();
  for (const [name, aside] of left) cpSync(aside, join(whole, name), {recursive: true});
}
afterAll(() => {
  for (const folder of [whole, outside]) rmSync(folder, {recursive: true, force: true});
});

const makePipe = (path: string) => void execFileSync('sh', ['-c', 'mkfifo "$0"', path]);

const changes: Readonly<Record<string, (path: string, aside: string) => void>> = {
  missing: () => {},
  pipe: makePipe,
  'a link to a pipe': (path, aside) => {
    rmSync(aside, {recursive: true});
    makePipe(aside);
    symlinkSync(aside, path);
  },
  'a link to nothing': path => symlinkSync('/nowhere', path),
  'a link to what was there': (path, aside) => symlinkSync(aside, path),
  'a file': path => writeFileSync(path, 'another file\n'),
  'a folder': path => mkdirSync(path),
  'cut short': (path, aside) => {
    renameSync(aside, path);
    if (statSync(path).isFile()) truncateSync(path, Math.floor(statSync(path).size / 2));
  },
};

/** What an office says that does not open, each with what to do. */
const said = [
  ...['office-database-failed', 'office-database-unreachable', 'office-database-gone'],
  ...['office-key-gone', 'office-file-wrong'],
];

type Changed = readonly [entry: string, how: string];

/** What becomes of an office if entries of its home are changed: what it says, or that it has what it had. */
async function without(...changed: readonly Changed[]): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'duka-entry-'));
  const aside = (at: number) => `${home}-aside-${at}`;
  try {
    cpSync(whole, home, {recursive: true});
    for (const [at, [entry, how]] of changed.entries()) {
      renameSync(join(home, entry), aside(at));
      changes[how]?.(join(home, entry), aside(at));
    }
    const office = await opened(home);
    try {
      const tills = (await office.tills()).map(({till}) => till);
      return office.publicKey === key && tills.join() === 'T1A' ? 'opens' : 'opens as another office';
    } finally {
      await office.close();
    }
  } catch (error) {
    if (!(error instanceof Problem)) return String(error);
    return said.includes(error.code) ? 'says so' : `says ${error.code}`;
  } finally {
    for (const path of [home, ...changed.map((_, at) => aside(at))]) rmSync(path, {recursive: true, force: true});
  }
}

async function oddOf(cases: readonly (readonly Changed[])[]): Promise<readonly string[]> {
  const odd: string[] = [];
  for (const changed of cases) {
    const outcome = await without(...changed);
    if (outcome !== 'opens' && outcome !== 'says so') odd.push(`${changed.join(' and ')}: ${outcome}`);
  }
  return odd;
}

it('opens as it was, or says what to do, whatever is at one of the places of its home', {
  timeout: patience,
}, async () => {
  await killedOffice();
  const inside = (folder: string) => readdirSync(join(whole, folder)).map(name => join(folder, name));
  const entries = [
    '',
    ...inside(''),
    ...inside('socket'),
    ...inside('postgres'),
    'postgres/global/pg_control',
    'postgres/base/1/1259',
  ];
  const cases = entries
    .flatMap(entry => Object.keys(changes).map((how): Changed => [entry, how]))
    .filter(([entry, how]) => entry !== '' || (how !== 'missing' && how !== 'a folder')); // that is a new office
  expect(await oddOf(oneIn(23, cases).map(each => [each]))).toEqual([]);
});

it('opens as it was, or says what to do, whatever two of its places have become', {timeout: patience}, async () => {
  const places = ['office-key.pem', 'socket', 'postgres', 'postgres/PG_VERSION', 'postgres/global', 'postgres/pg_wal'];
  const pairs = places.flatMap((one, at) => places.slice(at + 1).map(other => [one, other] as const));
  const cases = pairs
    .filter(([one, other]) => !other.startsWith(`${one}/`))
    .flatMap(([one, other]) =>
      ['missing', 'cut short'].flatMap(how => [
        [[one, 'missing'] as const, [other, how] as const],
        [[one, how] as const, [other, 'missing'] as const],
      ]),
    )
    // Without its key and its database it is a new office.
    .filter(changed =>
      changed.some(([entry, how]) => entry !== 'office-key.pem' && (entry !== 'postgres' || how !== 'missing')),
    );
  expect(await oddOf(oneIn(7, cases))).toEqual([]);
});

it('hears from its till that its database is an older copy, and gets the lines again', {
  timeout: patience,
}, async () => {
  const home = await officeHome('older');
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  const journal = await shopJournal();
  let office = await opened(home);
  const {url} = await office.serve(0);
  const code = await office.code(null);
  const {shipOnce} = await joined(journal.folder, {url, code: () => code, till: 'T1A'});
  await journal.sell(2);
  await shipOnce();
  await office.close();
  const older = join(outside, 'older');
  cpSync(join(home, 'postgres'), older, {recursive: true});
  const again = async () => {
    office = await opened(home);
    await office.serve(Number(new URL(url).port));
    return shipOnce();
  };
  await again();
  await journal.sell(2);
  expect(await shipOnce()).toMatchObject({kind: 'all'});
  await office.close();
  rmSync(join(home, 'postgres'), {recursive: true});
  cpSync(older, join(home, 'postgres'), {recursive: true});
  expect(await again()).toMatchObject({kind: 'all'});
  expect((await office.incidents()).map(({what}) => what.kind)).toEqual(['office-rolled-back']);
  expect((await office.tills()).find(({till}) => till === 'T1A')?.seq).toBe(journal.tail().seq);
  await office.close();
});
