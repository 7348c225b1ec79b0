import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, inject, it} from 'vitest';
import {home, open, run} from './terminal.js';

/** The built program on files with the rules that Windows has. What only Windows itself can show is named in docs/versions.md. */
const rules = `--import=${new URL('windows.mjs', import.meta.url).href}`;
const year = new Date(Date.now() + 3 * 3_600_000).getUTCFullYear(); // in Nairobi
const passphrase = 'correct horse battery staple\r\n';

async function duka(
  folder: string,
  steps: readonly (readonly [line: string, shows: string | RegExp, input?: string])[],
) {
  for (const [line, shows, input] of steps) {
    const {exit, out, error} = await run(folder, [inject('duka'), ...line.split(' ')], {}, input, rules);
    expect([line, exit, out + error]).toEqual([line, 0, expect.stringMatching(shows)]);
  }
}

it.each([
  ["fs.renameSync('closed', 'open')", 'EPERM'],
  ["await fs.promises.rename('open', 'elsewhere')", 'EPERM'],
  ["fs.rmSync('open')", 'EBUSY'],
  ["fs.fsyncSync(fs.openSync('.'))", 'EPERM'],
  ["fs.mkdirSync('NUL')", 'ENOENT'],
  ["fs.writeFileSync('12:30.txt', '')", 'ENOENT'],
])('is refused %s', async (call, code) => {
  const folder = home();
  const script = join(folder, 'script.mjs');
  const made = "import fs from 'node:fs'; for (const name of ['open', 'closed']) fs.writeFileSync(name, '');";
  writeFileSync(script, `process.chdir('${folder}'); ${made} fs.openSync('open'); ${call};`);
  const {exit, error} = await run(folder, [script], {}, undefined, rules);
  expect([exit, error]).toEqual([1, expect.stringContaining(`${code}: as on Windows`)]);
});

it('sells, closes, backs up and restores, also while a till is open beside it', async () => {
  const [folder, other] = [home(), home()];
  const backup = join(other, 'home.duka');
  const at = (name: string) => join(other, name);
  await duka(folder, [
    ['shift open --person Ann --float KES:5000', 'KES'],
    ['cash sale --amount 1250 --tendered 2000', 'PAID'],
    ['collect --country KE --network SAFKEN --phone 254712345678 --amount 200', 'PAID'],
    ['settings set shop Corner', '✓'],
  ]);
  const till = open(folder, {DUKA_PERSON: 'Ann'}, {program: rules, args: [inject('duka')]});
  await till.sees('New sale');
  await duka(folder, [
    [`journal export --format xlsx --out ${at('day.xlsx')}`, 'day.xlsx'],
    [`backup create --out ${backup} --passphrase-stdin`, '✓', passphrase],
    ['journal verify', 'The journal is whole'],
  ]);
  till.press('ctrl-c');
  await till.ended;
  await duka(folder, [
    ['shift z --count KES:6250 --person Ann', 'Z1'],
    [`archive --year ${year} --out ${at('books')}`, '✓'],
    [`archive verify ${at('books')}`, '✓'],
    ['doctor', '✓'],
  ]);
  await duka(at('restored'), [
    [`backup restore ${backup} --passphrase-stdin`, '✓', passphrase],
    ['journal verify', 'whole'],
  ]);
});

it('ends by itself after Ctrl+C at a question', async () => {
  const folder = home();
  await duka(folder, [['cash sale --currency KES --amount 200', 'PAID']]);
  const args = [inject('duka'), 'backup', 'create', '--out', join(home(), 'home.duka')];
  const till = open(folder, {}, {program: rules, args});
  await till.sees('Passphrase');
  till.press('ctrl-c');
  expect(await till.ended).toEqual({exitCode: 2, signal: 0});
});

const source = `sources/${'0'.repeat(64)}`;
/** What replaces or removes a file, in a module of ours, and what the file then is. */
const replacing = [
  ['store/disk.ts', "ours.nodeDisk.writeTextAtomically(file, 'new', {durable: true})", '3 new', 'settings.json'],
  ['store/disk.ts', 'ours.removed(file)', '3 gone', 'settings.json'],
  ['store/source-files.ts', "ours.keepInPlace(folder, '0'.repeat(64), [Buffer.from('new')])", '3 new', source],
  ['src/print/deliver.ts', "ours.writeSlip(file, 'new', {replaces: true})", '3 new', 'settings.json'],
] as const;

it.each(replacing)(
  'waits for whoever has a file open for a moment, such as a virus scanner: %s, %s',
  async (path, call, out, name) => {
    const folder = home();
    const file = join(folder, name);
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, 'old');
    const [types, ours] = ['../bench/typescript.mjs', `../../${path}`].map(each => new URL(each, import.meta.url).href);
    const script = join(folder, 'script.mjs');
    writeFileSync(
      script,
      `import fs from 'node:fs';
     import {syncBuiltinESMExports} from 'node:module';
     const [folder, file] = ['${folder}', '${file}'];
     const held = fs.openSync(file);
     let refused = 0;
     for (const name of ['rename', 'rm']) {
       const call = fs.promises[name];
       fs.promises[name] = (...given) => call(...given).catch(error => {
         if (refused++ === 2) fs.closeSync(held);
         throw error;
       });
     }
     syncBuiltinESMExports();
     await import('${types}');
     const ours = await import('${ours}');
     await ${call};
     console.log(refused, fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : 'gone');`,
    );
    expect(await run(folder, [script], {}, undefined, rules)).toMatchObject({exit: 0, out: `${out}\n`});
  },
);
