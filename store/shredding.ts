import {join} from 'node:path';
import {Problem} from '../src/core/problem.js';
import {causeOf} from './as-problem.js';
import {CustomerKeys, isCutShortKeys, isUnreadKeys, keysText, mayHoldKeys} from './customer-keys.js';
import {type Disk, nodeDisk} from './disk.js';
import {isCache, listSegments, segmentFolder, segmentPath} from './segment.js';

type ShreddingPlace = {readonly folder: string; readonly disk?: Disk};

export async function keptKeys({folder, disk = nodeDisk}: ShreddingPlace): Promise<readonly string[]> {
  return (await CustomerKeys.in({folder, disk})).names;
}

const keyOfLine = /"key":"(\d{4}-\d\d-[0-9a-f]{4})"/g;
const longestKeyOfLine = 20;
const chunkBytes = 1_048_576;

/** The names of the keys that seal lines of any day. Found by the bytes only, which are not verified: ten years take seconds. */
export async function usedKeys({folder, disk = nodeDisk}: ShreddingPlace): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const chunk = Buffer.alloc(chunkBytes);
  for (const date of await listSegments(disk, folder)) {
    const file = await disk.open(segmentPath(folder, date), 'read');
    try {
      let before = '';
      for (let at = 0, read = -1; read !== 0; at += read) {
        read = await file.read(chunk, at);
        const text = before + chunk.toString('latin1', 0, read);
        for (const [, key = ''] of text.matchAll(keyOfLine)) used.add(key);
        before = text.slice(-longestKeyOfLine);
      }
    } finally {
      await file.close();
    }
  }
  return used;
}

export async function keysFileOf(
  names: ReadonlySet<string>,
  {folder, disk = nodeDisk}: ShreddingPlace,
): Promise<string> {
  return (await CustomerKeys.in({folder, disk})).fileOf(names);
}

/** Which of these keys a key file names, even one of which the keys cannot be read. */
export async function keysNamed(
  names: readonly string[],
  {folder, disk = nodeDisk}: ShreddingPlace,
): Promise<readonly string[]> {
  const files = (await disk.list(folder)).filter(mayHoldKeys);
  const texts = await Promise.all(files.map(name => disk.readText(join(folder, name)).catch(() => null)));
  return names.filter(name => texts.some(text => text?.includes(name)));
}

const copyName = /^[0-9a-f]{64}(?:\.part)?$/;

/** The names of the copies of files that reconciliations have read, complete or not. */
export async function keptCopies({folder, disk = nodeDisk}: ShreddingPlace): Promise<readonly string[]> {
  return (await disk.list(join(folder, 'sources'))).filter(name => copyName.test(name));
}

/** The names of key files that could not be read and were put aside. */
export async function unreadKeys({folder, disk = nodeDisk}: ShreddingPlace): Promise<readonly string[]> {
  return (await disk.list(folder)).filter(isUnreadKeys);
}

/**
 * Removes what was made from the lines, these copies of files, every other file that may hold one of these keys, and then the keys. The
 * journal must not be open. If the call is interrupted, it is made again from the beginning: as long as a key exists, the rest may, too.
 * Throws `Problem` customers-not-shredded.
 */
export async function shredCustomers(
  {folder, disk = nodeDisk}: ShreddingPlace,
  {keys: names, copies}: {readonly keys: readonly string[]; readonly copies: readonly string[]},
): Promise<void> {
  try {
    await removeAll(disk, segmentFolder(folder), isCache);
    const gone = new Set(copies);
    await removeAll(disk, join(folder, 'sources'), name => gone.has(name));
    await removeAll(disk, folder, name => isCutShortKeys(name) || isUnreadKeys(name));
    // A key file that the disk does not give may hold other keys, and is not overwritten.
    const keys = CustomerKeys.from(await keysText({folder, disk}));
    await keys.forget(names, {folder, disk});
  } catch (error) {
    throw new Problem('customers-not-shredded', {cause: causeOf(error) ?? String(error)});
  }
}

async function removeAll(disk: Disk, folder: string, isMeant: (name: string) => boolean): Promise<void> {
  const names = (await disk.list(folder)).filter(isMeant);
  for (const name of names) await disk.remove(join(folder, name));
  if (names.length > 0) await disk.syncFolder(folder);
}
