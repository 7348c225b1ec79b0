import {createReadStream, createWriteStream} from 'node:fs';
import {stat, writeFile} from 'node:fs/promises';
import {pipeline as pipe, Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {createGunzip, createGzip} from 'node:zlib';
import {Problem} from '../src/core/problem.js';
import {removed, renamed} from './disk.js';

/** Who can open a backup: the owner of one of the identities, or a person who knows the passphrase. */
export type BackupLock =
  | {readonly kind: 'recipients'; readonly recipients: readonly string[]}
  | {readonly kind: 'passphrase'; readonly passphrase: string};
export type BackupKey =
  | {readonly kind: 'identity'; readonly identity: string}
  | {readonly kind: 'passphrase'; readonly passphrase: string};

/**
 * Compresses bytes with gzip and encrypts them with age into a new file that only its owner can read. The file is written completely or not
 * at all. If the call is refused, nothing was read of `content`; if it fails, no more of `content` is read afterwards. In a folder where
 * nothing can be renamed or removed, the file is written in place, and if it is cut off, it remains as a file that cannot be opened.
 * `remove` removes a file from its folder. Throws `Problem` backup-recipient-invalid and file-exists, the operating system's error, and
 * what `content` throws.
 */
export async function writeEncrypted(
  file: string,
  content: () => AsyncIterable<Uint8Array | string>,
  lock: BackupLock,
  remove: (path: string) => Promise<void> = path => removed(path, {force: true}),
): Promise<void> {
  const {Encrypter} = await import('age-encryption');
  const encrypter = new Encrypter();
  if (lock.kind === 'passphrase') encrypter.setPassphrase(lock.passphrase);
  else for (const recipient of lock.recipients) addRecipient(() => encrypter.addRecipient(recipient), recipient);
  async function* encrypted(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* await encrypter.encrypt(Readable.toWeb(Readable.from(packed)) as ReadableStream<Uint8Array>);
  }
  const write = (path: string, flags: 'w' | 'wx') =>
    pipeline(content(), createGzip(), encrypted, createWriteStream(path, {mode: 0o600, flush: true, flags}));
  const refuseOther = async () => {
    if ((await stat(file).catch(() => undefined)) !== undefined) throw new Problem('file-exists', {file});
  };
  const part = `${file}.part`;
  await refuseOther();
  if (!(await isRemovable(part, remove))) return write(file, 'wx');
  try {
    await write(part, 'w');
    await refuseOther();
    await renamed(part, file);
  } finally {
    await remove(part);
  }
}

/** Whether a file created at this path can be removed again. If the folder only allows files to be added, it keeps an empty file. */
async function isRemovable(path: string, remove: (path: string) => Promise<void>): Promise<boolean> {
  await writeFile(path, '', {mode: 0o600});
  return remove(path).then(
    () => true,
    () => false,
  );
}

function addRecipient(add: () => void, recipient: string): void {
  try {
    add();
  } catch {
    throw new Problem('backup-recipient-invalid', {recipient});
  }
}

/** What `writeEncrypted` wrote, as a stream that fails if it was cut or changed. Throws `Problem` backup-locked, backup-damaged. */
export async function readEncrypted(file: string, key: BackupKey): Promise<Readable> {
  const {Decrypter} = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    if (key.kind === 'passphrase') decrypter.addPassphrase(key.passphrase);
    else decrypter.addIdentity(key.identity.trim());
  } catch {
    throw new Problem('backup-locked', {file});
  }
  const opened = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const content = await decrypter.decrypt(opened).catch((error: unknown) => {
    const isOtherKey = error instanceof Error && /no identity matched|passphrase/iu.test(error.message);
    throw new Problem(isOtherKey ? 'backup-locked' : 'backup-damaged', {file});
  });
  return pipe(Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]), createGunzip(), () => undefined);
}
