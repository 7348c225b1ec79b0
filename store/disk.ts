import {randomUUID} from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  type RmOptions,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import {type FileHandle, lstat, open, readdir, rename, rm, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';

/** The journal's file operations, which the simulator replaces. All reject with the operating system's error; only its `code` counts. */
export type Disk = {
  /** The names in a folder, in any order; none if there is no such folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** The size of a file in bytes; null if there is no such file. */
  readonly size: (path: string) => Promise<number | null>;
  /** Creates a folder and its missing parents, accessible only to their owner (0700). Their names survive a power cut. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Makes the names of the files in a folder survive a power cut. */
  readonly syncFolder: (path: string) => Promise<void>;
  /** Opens a file, for the caller to close. `append` makes a missing one (0600); `read` rejects with `ENOENT`. */
  readonly open: (path: string, mode: 'read' | 'append') => Promise<DiskFile>;
  /** Cuts a file to its first `bytes` bytes. It stays cut after a power cut. */
  readonly truncate: (path: string, bytes: number) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Renames an entry of a folder, whatever it is. `syncFolder` makes the new name survive a power cut. */
  readonly rename: (path: string, other: string) => Promise<void>;
  /** Reads a small file as UTF-8 text; null if there is no such file. */
  readonly readText: (path: string) => Promise<string | null>;
  /** Replaces a small file (0600): readers see the old or the new one. `durable`: synced before, it survives a power cut. */
  readonly writeTextAtomically: (path: string, text: string, how: {readonly durable: boolean}) => Promise<void>;
  /** Opens an existing file to be overwritten in place. Rejects with `ENOENT`. The caller closes it. */
  readonly openPlace: (path: string) => Promise<DiskPlace>;
  /** What distinguishes a file from its copy, and a changed file from an unchanged one; null if there is no such file. */
  readonly traceOf: (path: string) => FileTrace | null;
};

/** `identity` stays the same for a file and differs for its copy. `stamp` differs after every change of the file, whoever made it. */
type FileTrace = {readonly identity: string; readonly stamp: string};

/** An open file of a few hundred bytes, which is overwritten with the same number of bytes each time. */
export type DiskPlace = {
  /** Overwrites the file's bytes, seen at once; a power cut may undo it. Throws the system's error, `ENOENT` if the file was removed. */
  readonly put: (bytes: Uint8Array) => void;
  /** Resolves when the bytes survive a power cut. */
  readonly datasync: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** An open file. Node 26 throws an uncaught error when an open file is garbage-collected without having been closed. */
export type DiskFile = {
  /** The present size of the file in bytes. Rejects with `ENOENT` if it was removed from its folder. */
  readonly size: () => Promise<number>;
  /** Reads into `buffer` from the byte at `position`. Resolves with the number of bytes read, 0 at the end of the file. */
  readonly read: (buffer: Uint8Array, position: number) => Promise<number>;
  /** Writes all bytes at the end. After a rejection any prefix of them may have been written. */
  readonly append: (bytes: Uint8Array) => Promise<void>;
  /** Resolves when every appended byte survives a power cut. */
  readonly datasync: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export const nodeDisk: Disk = {
  list: async folder => (await unlessMissing(readdir(folder))) ?? [],
  size: async path => (await unlessMissing(stat(path)))?.size ?? null,
  makeFolder: async path => makeFolder(path),
  syncFolder,
  open: openFile,
  truncate,
  remove: removed,
  rename: renamed,
  readText: path => unlessMissing(readText(path)),
  writeTextAtomically,
  openPlace,
  traceOf,
};

/** The disk of this machine for a reader that must not leave its folders: it follows no links. */
export const linklessDisk: Disk = {
  ...nodeDisk,
  list: async folder => {
    const found = await unlessMissing(lstat(folder));
    if (found?.isSymbolicLink()) throw systemError('ELOOP', `${folder} is a link`);
    return nodeDisk.list(folder);
  },
  size: async path => (await unlessMissing(lstat(path)))?.size ?? null,
  open: (path, mode) => openFile(path, mode, asItself),
};

/** Windows has no such call; NTFS keeps a journal of its names itself. */
const hasFolderSync = process.platform !== 'win32';

/** Linux syncs while it writes, which saves a thread switch an event. Elsewhere such a write only reaches the drive. */
const {O_APPEND, O_CREAT, O_DSYNC, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY} = constants;
const writesSynced = process.platform === 'linux';

/** The till waits for no pipe, trusts no device, which stores nothing, and writes through no link. Windows has no such flags. */
const [patient, asItself] = process.platform === 'win32' ? [0, 0] : [O_NONBLOCK, O_NONBLOCK | O_NOFOLLOW];
const reading = O_RDONLY | patient;
const appending = O_APPEND | O_CREAT | O_WRONLY | asItself | (writesSynced ? O_DSYNC : 0);

/** Far more than the largest summary of a journal. */
const longestText = 256_000_000;

/** Opens a path that must be a regular file. Rejects with `EISDIR` or `EFTYPE` if it is not. */
async function openPlain(path: string, flags: number): Promise<{handle: FileHandle; found: Stats}> {
  const handle = await open(path, flags, 0o600);
  try {
    const found = fstatSync(handle.fd);
    if (!found.isFile()) throw systemError(found.isDirectory() ? 'EISDIR' : 'EFTYPE', `${path} is no file`);
    return {handle, found};
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readText(path: string): Promise<string> {
  const {handle, found} = await openPlain(path, reading);
  try {
    if (found.size > longestText) throw systemError('EFBIG', `${path} has ${found.size} bytes`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** The error for a file with a second name (a hard link), through which it could be changed unnoticed. */
const secondName = (path: string) => systemError('EMLINK', `${path} has a second name`);

async function openFile(path: string, mode: 'read' | 'append', more = 0): Promise<DiskFile> {
  const {handle, found} = await openPlain(path, (mode === 'read' ? reading : appending) | more);
  if (mode === 'append' && found.nlink > 1) {
    await handle.close();
    throw secondName(path);
  }
  const hasSynced = writesSynced && mode === 'append';
  let isNew = true;
  return {
    size: async () => {
      const {size, nlink} = fstatSync(handle.fd); // takes two microseconds; on another thread it would take fifty
      if (nlink === 0) throw systemError('ENOENT', `${path} was taken out of its folder`);
      if (nlink > 1 && mode === 'append') throw secondName(path);
      return size;
    },
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    append: async bytes => {
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
    },
    datasync: async () => {
      // What another process left in the file may never have been synced.
      if (!hasSynced || isNew) await handle.datasync();
      isNew = false;
    },
    close: () => handle.close(),
  };
}

async function openPlace(path: string): Promise<DiskPlace> {
  const {handle} = await openPlain(path, O_RDWR | asItself);
  return {
    put: bytes => {
      if (fstatSync(handle.fd).nlink === 0) throw systemError('ENOENT', `${path} was taken out of its folder`);
      writeSync(handle.fd, bytes, 0, bytes.length, 0); // takes a few microseconds; on another thread it would take fifty
    },
    datasync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/** Synchronous: for each of the thousands of files of a decade it takes two microseconds, on another thread twenty. */
function traceOf(path: string): FileTrace | null {
  const found = statSync(path, {bigint: true, throwIfNoEntry: false});
  if (found === undefined) return null;
  const {ino, birthtimeNs, size, mtimeNs, ctimeNs} = found;
  return {identity: `${ino}-${birthtimeNs}`, stamp: `${size}-${mtimeNs}-${ctimeNs}`};
}

/** `Disk.makeFolder`, but synchronous. Only the parents of the created folders are opened and synced. */
export function makeFolder(path: string): void {
  const whole = resolve(path);
  const first = makeMissing(whole);
  if (first === undefined || !hasFolderSync) return;
  for (let made = whole; made.length >= first.length; made = dirname(made)) syncFolderNow(dirname(made));
}

/** `Disk.syncFolder`, but synchronous. */
export function syncFolderNow(path: string): void {
  if (!hasFolderSync) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * Creates the missing part of a folder's path (0700), parents first, and returns the outermost folder that was created; undefined if none
 * was missing. Throws the operating system's error. Node's own recursive `mkdir` never ends below /proc, where the system denies that the
 * parent exists.
 */
export function makeMissing(folder: string): string | undefined {
  try {
    mkdirSync(folder, {mode: 0o700});
    return folder;
  } catch (error) {
    if (isFolder(folder)) return undefined;
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    const first = makeMissing(dirname(folder));
    makeBelow(folder);
    return first ?? folder;
  }
}

function makeBelow(folder: string): void {
  try {
    mkdirSync(folder, {mode: 0o700});
  } catch (error) {
    if (!isFolder(folder)) throw error; // another process was faster
  }
}

const isFolder = (path: string) => statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;

async function syncFolder(path: string): Promise<void> {
  if (!hasFolderSync) return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** By path, because Windows refuses to truncate a file through a handle that was opened for appending. */
async function truncate(path: string, bytes: number): Promise<void> {
  const {handle} = await openPlain(path, O_RDWR | asItself);
  try {
    await handle.truncate(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function writeTextAtomically(path: string, text: string, {durable}: {readonly durable: boolean}): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      if (durable) await handle.datasync();
    } finally {
      await handle.close();
    }
    await renamed(temporary, path);
    if (durable) await syncFolder(dirname(path));
  } catch (error) {
    await removed(temporary, {force: true}).catch(() => {});
    throw error;
  }
}

/** Milliseconds between two attempts, and how many there are: who has a file open on Windows, such as a virus scanner, is soon done. */
const [pause, attempts] = [50, 20];
const inUse: ReadonlySet<string | undefined> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Renames an entry of a folder. */
export async function renamed(path: string, other: string): Promise<void> {
  await onceFree(() => rename(path, other));
}

/** Removes a file or, with `recursive`, a folder. */
export async function removed(path: string, how?: RmOptions): Promise<void> {
  await onceFree(() => rm(path, how));
}

async function onceFree(act: () => Promise<void>): Promise<void> {
  for (let left = process.platform === 'win32' ? attempts : 1; ; left -= 1)
    try {
      return await act();
    } catch (error) {
      if (left === 1 || !inUse.has(errorCode(error))) throw error;
      await sleep(pause);
    }
}

async function unlessMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const systemError = (code: string, message: string): Error => Object.assign(new Error(`${code}: ${message}`), {code});

/** The operating system's name for an error, such as `ENOSPC`; undefined for an error of Node or of Duka. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9]*$/.test(code) ? code : undefined;
}
