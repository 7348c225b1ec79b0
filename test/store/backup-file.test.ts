import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {generateX25519Identity, identityToRecipient} from 'age-encryption';
import {expect, it, onTestFinished} from 'vitest';
import {readEncrypted, writeEncrypted} from '../../store/backup-file.js';

const identity = await generateX25519Identity();
const lock = {kind: 'recipients', recipients: [await identityToRecipient(identity)]} as const;
const books = (said: string) =>
  async function* () {
    yield said;
  };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'duka-backup-'));
  onTestFinished(() => rmSync(made, {recursive: true, force: true}));
  return made;
}

const refusesToRemove = async (path: string) => {
  throw Object.assign(new Error(`not permitted: ${path}`), {code: 'EPERM'});
};

it('is written whole in a folder to which one may only add, and never over another', async () => {
  const file = join(folder(), 'T7K.age');
  await writeEncrypted(file, books('the books'), lock, refusesToRemove);
  expect(await text(await readEncrypted(file, {kind: 'identity', identity}))).toBe('the books');
  const before = readFileSync(file);
  const again = writeEncrypted(file, books('other books'), lock, refusesToRemove);
  await expect(again).rejects.toMatchObject({code: 'file-exists'});
  expect(readFileSync(file)).toEqual(before);
});

it('reads nothing where it refuses, and no more once it fails', async () => {
  const made = folder();
  const file = join(made, 'T7K.age');
  let rows = 0;
  let isRead = false;
  async function* all() {
    try {
      for (; ; rows += 1) {
        isRead = true;
        if (rows === 5) throw new Error('the database is gone');
        yield `${rows}`.repeat(100_000);
      }
    } finally {
      isRead = false;
    }
  }
  writeFileSync(file, '');
  await expect(writeEncrypted(file, all, lock)).rejects.toMatchObject({code: 'file-exists'});
  expect(rows).toBe(0);
  rmSync(file);
  await expect(writeEncrypted(file, all, lock)).rejects.toThrow('the database is gone');
  expect(isRead).toBe(false);
  expect(readdirSync(made)).toEqual([]);
});

it('is for recipients that can open it, and is opened by their identities alone', async () => {
  const file = join(folder(), 'T7K.age');
  const toNobody = writeEncrypted(file, books('the books'), {kind: 'recipients', recipients: ['age1x']});
  await expect(toNobody).rejects.toMatchObject({code: 'backup-recipient-invalid', facts: {recipient: 'age1x'}});
  await writeEncrypted(file, books('the books'), lock);
  for (const other of ['AGE-SECRET-KEY-1', await generateX25519Identity()])
    await expect(readEncrypted(file, {kind: 'identity', identity: other})).rejects.toThrow('backup-locked');
  writeFileSync(file, 'no backup');
  await expect(readEncrypted(file, {kind: 'identity', identity})).rejects.toMatchObject({code: 'backup-damaged'});
});
