import {execFileSync, spawn} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import {spawn as spawnInTerminal} from '@lydell/node-pty';
import {describe, expect, inject, it} from 'vitest';
import {messages} from '../../src/core/messages/messages.js';
import {pinnedNode} from '../../src/runtime/restart.js';
import {isNewEnough} from '../../src/runtime/version.js';
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

/** The package as npm lays it out, with or without the pinned Node beside it. */
function installed({withPinned}: {withPinned: boolean}): string {
  const root = home();
  cpSync(dirname(inject('duka')), join(root, 'dist'), {recursive: true});
  writeFileSync(join(root, 'package.json'), '{"type": "module"}');
  const pretence = "Object.defineProperty(process, 'versions', {value: {...process.versions, node: '20.0.0'}});";
  writeFileSync(join(root, 'pretend.mjs'), pretence);
  if (withPinned) {
    mkdirSync(join(root, 'node_modules', '.bin'), {recursive: true});
    // Where there is no older Node, the pinned one must be another program than the one that starts.
    if (older === undefined) cpSync(process.execPath, join(root, 'node_modules', '.bin', 'node'));
    else symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'));
  }
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
  it('without the pinned Node, says in one line what to do', async () => {
    const root = installed({withPinned: false});
    const {exit, out, error} = await begin(root, ['pending']).ended;
    expect([exit, out]).toEqual([5, '']);
    const [before = '', after = ''] = messages('en').problem['runtime-too-old']({version: '·'}).split('·');
    expect(error).toMatch(/^✗ .*\d+\.\d+\.\d+.*\n$/);
    expect(error).toContain(before);
    expect(error).toContain(after);
  });

  it('says the same when the pinned Node cannot be started', async () => {
    const root = installed({withPinned: false});
    mkdirSync(join(root, 'node_modules', '.bin'), {recursive: true});
    writeFileSync(join(root, 'node_modules', '.bin', 'node'), '', {mode: 0o600});
    const {exit, error} = await begin(root, ['pending']).ended;
    expect(exit).toBe(5);
    expect(error.trimEnd().split('\n')).toHaveLength(1);
  });

  it('says it in French, and to scripts', async () => {
    const root = installed({withPinned: false});
    const {exit, out, error} = await begin(root, ['pending', '--json', '--lang', 'fr']).ended;
    expect([exit, JSON.parse(out)]).toMatchObject([5, {error: 'runtime-too-old'}]);
    expect(error).toContain('Duka a besoin de Node 26');
    expect((await begin(root, ['pending'], {DUKA_LANG: 'fr'}).ended).error).toBe(error);
  });

  // Where there is no older Node, what is started again has the pretended version as well.
  it('with the pinned Node, is as if that had been started', async () => {
    const root = installed({withPinned: true});
    const {exit, out, error} = await begin(root, ['status', 'T7K0MZ4K8Q2RD', '--json']).ended;
    if (older === undefined) return expect(exit).toBe(5);
    expect([exit, JSON.parse(out).error]).toEqual([2, 'payment-unknown']);
    expect(error).toContain('T7K0MZ4K8Q2RD');
  });

  it('with the pinned Node, passes on what is sent to it and how that ends', async () => {
    const root = installed({withPinned: true});
    const {child, ended, said} = begin(root, ['sandbox', '--port', '0']);
    if (older === undefined) return expect((await ended).exit).toBe(5);
    await expect.poll(said).toContain('baseUrl');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({exit: 0, signal: null});
  });

  // A terminal that is closed tells only the first process of its session, which is not the till here.
  it('with the pinned Node, ends with its terminal and frees the journal', async () => {
    const root = installed({withPinned: true});
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

describe('the decision', () => {
  it.each([
    ['18.20.8', false],
    ['20.20.2', false],
    ['25.9.0', false],
    ['26.0.0', true],
    ['26.10.0', true],
    ['30.1.0', true],
  ])('about Node %s', (version, isEnough) => {
    expect(isNewEnough(version)).toBe(isEnough);
  });

  it('never starts the Node again that is running', () => {
    const root = home();
    mkdirSync(join(root, 'node_modules', '.bin'), {recursive: true});
    expect(pinnedNode(root)).toBeUndefined();
    symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'));
    expect(pinnedNode(root)).toBeUndefined();
    const other = home();
    mkdirSync(join(other, 'node_modules', '.bin'), {recursive: true});
    writeFileSync(join(other, 'node_modules', '.bin', 'node'), '');
    expect(pinnedNode(other)).toBe(realpathSync(join(other, 'node_modules', '.bin', 'node')));
  });
});

it('has an entry that stays small, since every Node must understand it', () => {
  const entry = readFileSync(inject('duka'), 'utf8');
  expect(entry.startsWith('#!/usr/bin/env node\n')).toBe(true);
  expect(entry.length).toBeLessThan(2500);
  expect(entry).toContain('import("./main.js")');
});
