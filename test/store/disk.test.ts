import {mkdirSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {errorCode, nodeDisk} from '../../store/disk.js';
import {temporaryFolder} from './support.js';

const codeOf = (promise: Promise<unknown>) => promise.then(() => 'nothing', errorCode);

it('puts a file in place of another, or leaves everything as it was', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.json');
  await nodeDisk.writeTextAtomically(path, 'old', {durable: true});
  await nodeDisk.writeTextAtomically(path, 'new', {durable: false});
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  mkdirSync(join(folder, 'b.json'));
  expect(await codeOf(nodeDisk.writeTextAtomically(join(folder, 'b.json'), 'x', {durable: true}))).toBe('EISDIR');
  expect(readdirSync(folder)).toEqual(['a.json', 'b.json']);
});

it('makes folders with their parents, for their owner alone', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a', 'b', 'c');
  await nodeDisk.makeFolder(path);
  await nodeDisk.makeFolder(path);
  const modes = ['a', 'a/b', 'a/b/c'].map(name => (statSync(join(folder, name)).mode & 0o777).toString(8));
  expect(modes).toEqual(['700', '700', '700']);
});

it('says that nothing is there, and rejects where something must be', async () => {
  const missing = join(temporaryFolder(), 'missing');
  expect(await nodeDisk.list(missing)).toEqual([]);
  expect(await nodeDisk.size(missing)).toBeNull();
  expect(await nodeDisk.readText(missing)).toBeNull();
  expect(await codeOf(nodeDisk.open(missing, 'read'))).toBe('ENOENT');
  expect(await codeOf(nodeDisk.truncate(missing, 0))).toBe('ENOENT');
  expect(await codeOf(nodeDisk.remove(missing))).toBe('ENOENT');
  expect(await codeOf(nodeDisk.syncFolder(missing))).toBe('ENOENT');
});

it('takes only the words of the operating system for such', () => {
  expect(errorCode(Object.assign(new Error('no'), {code: 'ENOSPC'}))).toBe('ENOSPC');
  expect(errorCode(Object.assign(new Error('no'), {code: 'ERR_INVALID_STATE'}))).toBeUndefined();
  expect(errorCode(new Error('no'))).toBeUndefined();
  expect(errorCode('ENOSPC')).toBeUndefined();
});
