import {createHash} from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {Problem} from '../src/core/problem.js';
import {errorCode, makeFolder, removed, renamed, syncFolderNow} from './disk.js';

/** The path of the copy of an imported file, beside the journal of its till. Throws `RangeError` if `sha256` is not a SHA-256. */
export function sourcePath(folder: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError(`not a hash: ${sha256}`);
  return join(folder, 'sources', sha256);
}

/** Keeps a private copy of a file that survives a power cut; an identical one is left. Throws `Problem` copy-not-kept. */
export async function keepSource(folder: string, file: string, sha256: string): Promise<void> {
  const path = sourcePath(folder, sha256);
  if (isSame(path, file)) return;
  const part = `${path}.part`;
  try {
    makeFolder(dirname(path));
    await removed(part, {force: true});
    copyFileSync(file, part, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await moveInPlace(part, path);
  } catch (error) {
    throw await notStored(part, error);
  }
}

/** Like `keepSource`, for pieces of `content` of any length. Returns their SHA-256. Also throws `content`'s own `Problem`s. */
export async function keepInPlace(folder: string, sha256: string, content: AsyncIterable<Buffer>): Promise<string> {
  const path = sourcePath(folder, sha256);
  const part = `${path}.part`;
  const sum = createHash('sha256');
  let file: number | undefined;
  try {
    makeFolder(dirname(path));
    await removed(part, {force: true});
    file = openSync(part, 'wx', 0o600);
    for await (const piece of content) {
      sum.update(piece);
      writeFileSync(file, piece);
    }
    closeSync(file);
    file = undefined;
    const own = sum.digest('hex');
    if (sourceHash(path) === own) await takeAway(part);
    else await moveInPlace(part, path);
    return own;
  } catch (error) {
    if (file !== undefined) closeSync(file);
    throw await notStored(part, error);
  }
}

async function moveInPlace(part: string, path: string): Promise<void> {
  chmodSync(part, 0o600);
  syncFile(part);
  await renamed(part, path);
  syncFolderNow(dirname(path));
}

async function notStored(part: string, error: unknown): Promise<Problem> {
  await takeAway(part);
  return error instanceof Problem
    ? error
    : new Problem('copy-not-kept', {folder: dirname(part), code: errorCode(error) ?? '-'});
}

/** On a full disk the file would take the space that the journal needs. The first error is the one to report. */
const takeAway = (path: string): Promise<void> => removed(path, {force: true}).catch(() => undefined);

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const chunkBytes = 256 * 1024;

/** Compares the bytes, because what a power cut or a worn-out disk left of a copy has the same name. */
function isSame(path: string, other: string): boolean {
  const files: number[] = [];
  try {
    const [copy, given] = [lstatSync(path), statSync(other)];
    if (!copy.isFile() || !given.isFile() || copy.size !== given.size) return false;
    for (const each of [path, other]) files.push(openSync(each, 'r'));
    const [one, two] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)];
    for (;;) {
      const [read, alike] = [readSync(files[0] ?? -1, one), readSync(files[1] ?? -1, two)];
      if (read !== alike || !one.subarray(0, read).equals(two.subarray(0, read))) return false;
      if (read === 0) return true;
    }
  } catch {
    return false; // there is no copy, or one that cannot be read
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** Whether a copy exists, whatever it holds now. */
export const hasSource = (folder: string, sha256: string): boolean =>
  lstatSync(sourcePath(folder, sha256), {throwIfNoEntry: false}) !== undefined;

/** The SHA-256 of a file, in hexadecimal; null if the file cannot be read. */
export function sourceHash(path: string): string | null {
  let file: number | undefined;
  try {
    if (!lstatSync(path).isFile()) return null;
    const sum = createHash('sha256');
    file = openSync(path, 'r');
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) sum.update(chunk.subarray(0, read));
    return sum.digest('hex');
  } catch {
    return null; // the reader of the file has reported the reason
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The ids of all tills in the folder that holds this till's folder, including this till. */
export function tillsBeside(folder: string): readonly string[] {
  try {
    const names = readdirSync(dirname(folder), {withFileTypes: true});
    return names.filter(each => each.isDirectory() && /^[A-Z0-9]{1,3}$/.test(each.name)).map(({name}) => name);
  } catch {
    return [];
  }
}
