import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {unpackTar} from 'modern-tar';
import {expect, it, onTestFinished} from 'vitest';
import {everyCommand} from '../src/commands/completion.js';
import {executableOf} from '../tools/build-executable.js';
import {debianPackage} from '../tools/debian.js';
import {commandWords, manualPage} from '../tools/manual.js';

const date = new Date('2026-11-29T06:00:00Z');
const made = () =>
  debianPackage({
    version: '1.0.0',
    architecture: 'arm64',
    node: Buffer.from('the Node'),
    bundle: [{path: 'duka.js', body: 'the till'}],
    papers: [{path: 'usr/share/doc/duka/copyright', body: 'MIT'}],
    date,
  });

/** The members of an archive in the format of ar(5). */
function membersOf(archive: Buffer): ReadonlyMap<string, Buffer> {
  const members = new Map<string, Buffer>();
  for (let at = '!<arch>\n'.length; at < archive.length; ) {
    const header = archive.toString('latin1', at, at + 60);
    const size = Number(header.slice(48, 58));
    members.set(header.slice(0, 16).trim(), archive.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return members;
}

const filesOf = async (gzip: Buffer | undefined) => unpackTar(gunzipSync(gzip ?? ''));

it('makes the same package of the same parts, byte for byte', async () =>
  expect((await made()).equals(await made())).toBe(true));

it("has the members that Debian's tools expect, in their order", async () => {
  const members = membersOf(await made());
  expect([...members.keys()]).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz']);
  expect(members.get('debian-binary')?.toString()).toBe('2.0\n');
  const [control] = await filesOf(members.get('control.tar.gz'));
  const text = Buffer.from(control?.data ?? '').toString();
  expect(text).toMatch(/^Package: duka\nVersion: 1\.0\.0\nArchitecture: arm64\n/);
});

it('installs the till, its Node and its services as root’s files, each below a folder that is there', async () => {
  const entries = await filesOf(membersOf(await made()).get('data.tar.gz'));
  const names = entries.map(({header}) => header.name.replace(/\/$/, ''));
  for (const name of names) {
    const parent = name.slice(0, name.lastIndexOf('/'));
    if (parent !== '.') expect(names.slice(0, names.indexOf(name))).toContain(parent);
  }
  const modes = new Map(entries.map(({header}) => [header.name, header.mode]));
  expect(modes.get('./usr/bin/duka')).toBe(0o755);
  expect(modes.get('./usr/lib/duka/node')).toBe(0o755);
  expect(modes.get('./usr/lib/duka/dist/duka.js')).toBe(0o644);
  expect(names).toContain('./lib/systemd/system/duka-office.service');
  expect(new Set(entries.map(({header}) => header.uid))).toEqual(new Set([0]));
});

it('describes every command in the manual page, and no text of it is a request to roff', async () => {
  const words = await commandWords();
  const page = manualPage(words, {version: '1.0.0', date});
  const doing = everyCommand(words).filter(({path, subcommands}) => subcommands.length === 0 && path[0] !== 'help');
  for (const {path} of doing) expect(page).toContain(`.SS duka ${path.join(' ').replaceAll('-', '\\-')}\n`);
  const requests = [...page.matchAll(/^['.](\S*)/gm)].map(([, name]) => name);
  expect(new Set(requests)).toEqual(new Set(['TH', 'SH', 'SS', 'TP', 'B']));
  expect(page).toContain('do not retry');
});

it('makes the same program of the same parts, in whatever folder, and it knows its commit', () => {
  const [one, other] = ['a', 'b'].map(name => {
    const folder = mkdtempSync(join(tmpdir(), `duka-release-${name}-`));
    onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
    const [main, worker, output] = [join(folder, 'main.mjs'), join(folder, 'worker.js'), join(folder, 'duka')] as const;
    writeFileSync(main, "import {getAsset} from 'node:sea';\nconsole.log(getAsset('commit', 'utf8'));\n");
    writeFileSync(worker, '');
    executableOf({main, worker, commit: 'abc123'}, {builder: process.execPath, program: process.execPath, output});
    expect(execFileSync(output, {encoding: 'utf8'})).toBe('abc123\n');
    return createHash('sha256').update(readFileSync(output)).digest('hex');
  });
  expect(one).toBe(other);
});
