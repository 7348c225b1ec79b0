import {execFileSync, spawn} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import {spawn as spawnInTerminal} from '@lydell/node-pty';
import {describe, expect, inject, it} from 'vitest';
import {messages} from '../../src/core/messages/messages.js';
import {isNewEnough} from '../../src/core/technical/node-version.js';
import {pinnedNode, runtimes} from '../../src/runtime/restart.js';
import {home} from './terminal.js';

/** The system's own Node, if there is one and it is older than the till wants. */
function olderNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'));
  const found = ['/usr/local/bin', '/usr/bin', ...folders].map(folder => join(folder, 'node')).filter(existsSync);
  return found.find(node => !isNewEnough(execFileSync(node, ['-p', 'process.versions.node'], {encoding: 'utf8'})));
}

/** What starts the till: the older Node, or where there is none, this one with a version that is made up. */
const older = olderNode();
const starting = (root: string) =>
  older === undefined ? [process.execPath, '--import', join(root, 'pretend.mjs')] : [older];

const runtime = runtimes[`${process.platform}-${process.arch}`] ?? '';

/** Lays a Node where npm would install it below `folder`. */
function layNode(folder: string): string {
  const bin = join(folder, 'node_modules', runtime, 'bin');
  mkdirSync(bin, {recursive: true});
  // Where there is no older Node, the pinned one must be another program than the one that starts.
  if (older === undefined) cpSync(process.execPath, join(bin, 'node'));
  else symlinkSync(process.execPath, join(bin, 'node'));
  return join(bin, 'node');
}

/** Lays the package into `root`, as npm does. */
function installed(root = home()): string {
  cpSync(dirname(inject('duka')), join(root, 'dist'), {recursive: true});
  writeFileSync(join(root, 'package.json'), '{"type": "module"}');
  const pretence = "Object.defineProperty(process, 'versions', {value: {...process.versions, node: '20.0.0'}});";
  writeFileSync(join(root, 'pretend.mjs'), pretence);
  return root;
}

/** The package with the pinned Node as `npm ci` brings it. */
function withPinned(): string {
  const root = installed();
  layNode(root);
  return root;
}

function begin(root: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const [node = '', ...flags] = starting(root);
  const child = spawn(node, [...flags, join(root, 'dist', 'duka.js'), ...args], {
    env: {PATH: process.env['PATH'] ?? '', HOME: root, DUKA_HOME: root, DUKA_ZONE: 'Africa/Nairobi', ...environment},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout.on('data', data => {
    out += data;
  });
  child.stderr.on('data', data => {
    error += data;
  });
  const ended = new Promise<{exit: number | null; signal: string | null; out: string; error: string}>(resolve => {
    child.once('close', (exit, signal) => resolve({exit, signal, out, error}));
  });
  return {child, ended, said: () => out};
}

describe(`started by ${older ?? 'a Node that says it is older (this machine has none)'}`, () => {
  const says = (run: string) =>
    new RegExp(
      `^✗ ${RegExp.escape(messages('en').problem['runtime-too-old']({version: '·', run}))}\n$`.replace('·', '[\\d.]+'),
    );
  const place = {
    'in the repository': () => {
      const root = installed();
      return {root, run: `npm ci --prefix "${root}"`};
    },
    'as a package of a folder': () => {
      const folder = home();
      writeFileSync(join(folder, 'package.json'), '{}');
      return {
        root: installed(join(folder, 'node_modules/duka')),
        run: `npm install --prefix "${folder}" ${runtime}@26`,
      };
    },
    'as a global package': () => ({
      root: installed(join(home(), 'lib/node_modules/duka')),
      run: `npm install --global --no-bin-links ${runtime}@26`,
    }),
  };

  it.each(Object.entries(place))('without the pinned Node, says in one line what to do %s', async (_, lay) => {
    const {root, run} = lay();
    const {exit, out, error} = await begin(root, ['pending']).ended;
    expect([exit, out]).toEqual([5, '']);
    expect(error).toMatch(says(run));
  });

  it.each(Object.entries(place))('says the same when the pinned Node cannot be started %s', async (_, lay) => {
    const {root, run} = lay();
    const node = layNode(root);
    rmSync(node);
    writeFileSync(node, '', {mode: 0o600});
    const {exit, error} = await begin(root, ['pending']).ended;
    expect(exit).toBe(5);
    expect(error).toMatch(says(run));
  });

  it('runs on a Node that was installed beside the package', async () => {
    const folder = join(home(), 'lib');
    const root = installed(join(folder, 'node_modules/duka'));
    layNode(folder);
    expect((await begin(root, ['--version']).ended).exit).toBe(older === undefined ? 5 : 0);
  });

  it('says it in French, and to scripts', async () => {
    const root = installed();
    const {exit, out, error} = await begin(root, ['pending', '--json', '--lang', 'fr']).ended;
    expect([exit, JSON.parse(out)]).toMatchObject([5, {error: 'runtime-too-old'}]);
    expect(error).toContain('Duka a besoin de Node 26');
    expect((await begin(root, ['pending'], {DUKA_LANG: 'fr'}).ended).error).toBe(error);
  });

  // Where there is no older Node, what is started again has the pretended version as well.
  it('with the pinned Node, is as if that had been started', async () => {
    const root = withPinned();
    const {exit, out, error} = await begin(root, ['status', 'T7K0MZ4K8Q2RD', '--json']).ended;
    if (older === undefined) return expect(exit).toBe(5);
    expect([exit, JSON.parse(out).error]).toEqual([2, 'payment-unknown']);
    expect(error).toContain('T7K0MZ4K8Q2RD');
  });

  it('with the pinned Node, passes on what is sent to it and how that ends', async () => {
    const root = withPinned();
    const {child, ended, said} = begin(root, ['sandbox', '--port', '0']);
    if (older === undefined) return expect((await ended).exit).toBe(5);
    await expect.poll(said).toContain('baseUrl');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({exit: 0, signal: null});
  });

  // A terminal that is closed tells only the first process of its session, which is not the till here.
  it('with the pinned Node, ends with its terminal and frees the journal', async () => {
    const root = withPinned();
    const [node = '', ...flags] = starting(root);
    const env = {PATH: process.env['PATH'] ?? '', HOME: root, DUKA_HOME: root, DUKA_SHOP: 'Shop', DUKA_TILL: 'T7K'};
    const zone = {DUKA_ZONE: 'Africa/Nairobi', TERM: 'xterm-256color'};
    const till = spawnInTerminal(node, [...flags, join(root, 'dist', 'duka.js')], {
      cols: 80,
      rows: 24,
      env: {...env, ...zone},
    });
    let seen = '';
    till.onData(data => {
      seen += data;
    });
    const ended = new Promise<number>(resolve => till.onExit(({exitCode}) => resolve(exitCode)));
    if (older === undefined) return expect(await ended).toBe(5);
    await expect.poll(() => seen).toContain('New sale');
    process.kill(till.pid, 'SIGHUP');
    await ended;
    const writing = ['cash', 'in', '--amount', '5', '--reason', 'change'];
    await expect.poll(async () => (await begin(root, writing, env).ended).exit).toBe(0);
  });
});

describe('the pinned Node', () => {
  it('is never the one that is running', () => {
    const [root, other, above] = [home(), home(), home()];
    for (const folder of [root, other, above])
      mkdirSync(join(folder, 'node_modules', runtime, 'bin'), {recursive: true});
    const node = (folder: string) => join(folder, 'node_modules', runtime, 'bin', 'node');
    expect(pinnedNode(root)).toBeUndefined();
    symlinkSync(process.execPath, node(root));
    expect(pinnedNode(root)).toBeUndefined();
    writeFileSync(node(other), '');
    expect(pinnedNode(other)).toBe(realpathSync(node(other)));
    // Beside a package lie packages; beside any other folder, anybody's files.
    writeFileSync(node(above), '');
    expect(pinnedNode(join(above, 'node_modules/duka'))).toBe(realpathSync(node(above)));
    expect(pinnedNode(join(above, 'node_modules', runtime, 'duka'))).toBeUndefined();
  });

  it('is looked for in the packages that the repository installs', () => {
    const {optionalDependencies} = JSON.parse(readFileSync('src/runtime/package.json', 'utf8')) as {
      optionalDependencies: object;
    };
    expect(Object.values(runtimes).toSorted()).toEqual(Object.keys(optionalDependencies).toSorted());
  });
});

it('has an entry that stays small, since every Node must understand it', () => {
  const entry = readFileSync(inject('duka'), 'utf8');
  expect(entry.startsWith('#!/usr/bin/env node\n')).toBe(true);
  expect(entry.length).toBeLessThan(9000);
  expect(entry).toContain('import("./program-');
});
