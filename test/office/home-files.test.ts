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
import {afterAll, expect, it} from 'vitest';
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

/** What becomes of an office one entry of whose home is changed: what it says, or that it has what it had. */
async function without(entry: string, how: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'duka-entry-'));
  const aside = `${home}-aside`;
  try {
    cpSync(whole, home, {recursive: true});
    const path = join(home, entry);
    renameSync(path, aside);
    changes[how]?.(path, aside);
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
    for (const path of [home, aside]) rmSync(path, {recursive: true, force: true});
  }
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
    .flatMap(entry => Object.keys(changes).map(how => [entry, how] as const))
    .filter(([entry, how]) => entry !== '' || (how !== 'missing' && how !== 'a folder')); // that is a new office
  const odd: string[] = [];
  for (const [entry, how] of oneIn(23, cases)) {
    const outcome = await without(entry, how);
    if (outcome !== 'opens' && outcome !== 'says so') odd.push(`${entry}, ${how}: ${outcome}`);
  }
  expect(odd).toEqual([]);
});
