import {mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {keepSource, sourcePath} from '../../store/source-files.js';
import {temporaryFolder} from './support.js';

const sha256 = 'a'.repeat(64);

async function kept(content: string) {
  const folder = temporaryFolder();
  const given = join(temporaryFolder(), 'given.csv');
  writeFileSync(given, content);
  await keepSource(folder, given, sha256);
  return {folder, given, copy: sourcePath(folder, sha256)};
}

it('keeps a copy for its owner alone, and nothing beside it', async () => {
  const {copy} = await kept('reference,amount\nT7K,1\n');
  expect(readFileSync(copy, 'utf8')).toBe('reference,amount\nT7K,1\n');
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(copy))).toEqual([sha256]);
});

it('leaves a copy that is whole as it is', async () => {
  const {folder, given, copy} = await kept('a,b\n'.repeat(100_000));
  const {ino} = statSync(copy);
  await keepSource(folder, given, sha256);
  expect(statSync(copy).ino).toBe(ino);
});

it('that cannot be kept takes no room, and is said to be the folder’s fault', async () => {
  const {folder, given, copy} = await kept('a,b\n');
  rmSync(copy);
  mkdirSync(copy);
  await expect(keepSource(folder, given, sha256)).rejects.toMatchObject({
    code: 'copy-not-kept',
    facts: {folder: dirname(copy), code: expect.stringMatching(/^E/)},
  });
  expect(readdirSync(dirname(copy))).toEqual([sha256]);
});

it.each([
  ['shorter', (whole: Buffer) => whole.subarray(0, 150_000)],
  ['empty', () => Buffer.alloc(0)],
  ['as long but of other bytes', (whole: Buffer) => Buffer.from(whole).fill(0, 300_000)],
])('puts a whole copy in place of one that a power cut left %s', async (_, cut) => {
  const {folder, given, copy} = await kept('a,b\n'.repeat(100_000));
  writeFileSync(copy, cut(readFileSync(copy)));
  await keepSource(folder, given, sha256);
  expect(readFileSync(copy).equals(readFileSync(given))).toBe(true);
  expect(readdirSync(dirname(copy))).toEqual([sha256]);
});
