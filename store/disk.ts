import {randomUUID} from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import {type FileHandle, lstat, open, readdir, rename, rm, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';

/**
 * The few file operations that the journal is made of; the simulator replaces them. Every one rejects with the
 * operating system's error, whose `code` (`ENOSPC`, `EROFS`, `EACCES`) is all that is looked at.
 */
export type Disk = {
  /** The names in a folder, in any order; none if there is no such folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** How many bytes a file has; null if there is no such file. */
  readonly size: (path: string) => Promise<number | null>;
  /** Makes a folder and its missing parents for their owner alone (0700); their names survive a power cut. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Makes the names of the files in a folder survive a power cut. */
  readonly syncFolder: (path: string) => Promise<void>;
  /** `append` makes a missing file for its owner alone (0600), `read` rejects with `ENOENT`. Close what was opened. */
  readonly open: (path: string, mode: 'read' | 'append') => Promise<DiskFile>;
  /** Cuts a file to its first bytes; it stays cut after a power cut. */
  readonly truncate: (path: string, bytes: number) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Gives what lies there, whatever it is, another name in its folder; `syncFolder` makes the name survive a power cut. */
  readonly rename: (path: string, other: string) => Promise<void>;
  /** A small file as UTF-8 text; null if there is no such file. */
  readonly readText: (path: string) => Promise<string | null>;
  /** Puts a small file (0600) in place of another: a reader sees the old or the new one. `durable` syncs it first. */
  readonly writeTextAtomically: (path: string, text: string, how: {readonly durable: boolean}) => Promise<void>;
  /** A file that is there, to be written over in place. Rejects with `ENOENT`. Close what was opened. */
  readonly openPlace: (path: string) => Promise<DiskPlace>;
  /** What tells a file from its copy, and a file that was changed from one that was not; null if there is no such file. */
  readonly traceOf: (path: string) => FileTrace | null;
};

/** `identity` stays with a file and is another of its copy; `stamp` is another after every change that anybody made to it. */
export type FileTrace = {readonly identity: string; readonly stamp: string};

/** An open file of a few hundred bytes, as many each time. */
export type DiskPlace = {
  /**
   * Puts bytes in place of those that are there, as other processes see them at once; a power cut may bring the old ones
   * back. Throws, with `ENOENT` if the file was taken out of its folder.
   */
  readonly put: (bytes: Uint8Array) => void;
  /** Resolves when what was put survives a power cut. */
  readonly datasync: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** An open file. Node 26 throws, uncaught, when one is collected as garbage without having been closed. */
export type DiskFile = {
  /** How many bytes the file has now; rejects with `ENOENT` if it was taken out of its folder. */
  readonly size: () => Promise<number>;
  /** Reads into `buffer` from the byte at `position` on; resolves with the count, 0 at the end of the file. */
  readonly read: (buffer: Uint8Array, position: number) => Promise<number>;
  /** Writes all bytes at the end; after a rejection any prefix of them may be there. */
  readonly append: (bytes: Uint8Array) => Promise<void>;
  /** Resolves when every appended byte survives a power cut. */
  readonly datasync: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The machine's own disk. */
export const nodeDisk: Disk = {
  list: async folder => (await unlessMissing(readdir(folder))) ?? [],
  size: async path => (await unlessMissing(stat(path)))?.size ?? null,
  makeFolder: async path => makeFolder(path),
  syncFolder,
  open: openFile,
  truncate,
  remove: path => rm(path),
  rename,
  readText: path => unlessMissing(readText(path)),
  writeTextAtomically,
  openPlace,
  traceOf,
};

/** The machine's own disk to somebody who reads what lies in its folders and in no other place: a link leads nowhere. */
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

/**
 * Linux can sync as it writes, which saves a change of thread for every event. Elsewhere such a write is only handed to
 * the drive, and the call for a sync does more.
 */
const {O_APPEND, O_CREAT, O_DSYNC, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY} = constants;
const writesSynced = process.platform === 'linux';

/**
 * What a folder holds in place of a file is not waited for (a pipe), not believed (a device takes every line and keeps
 * none), and not written through (a link to somewhere else). Windows knows none of these.
 */
const [patient, asItself] = process.platform === 'win32' ? [0, 0] : [O_NONBLOCK, O_NONBLOCK | O_NOFOLLOW];
const reading = O_RDONLY | patient;
const appending = O_APPEND | O_CREAT | O_WRONLY | asItself | (writesSynced ? O_DSYNC : 0);

/** Far more than the largest summary of a journal. */
const longestText = 256_000_000;

/** Opens what must be a file. Rejects with `EISDIR` or `EFTYPE` where it is none. */
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

/** Whoever has the other name of a file changes it where nobody looks. */
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
      const {size, nlink} = fstatSync(handle.fd); // two microseconds: another thread would take fifty
      if (nlink === 0) throw systemError('ENOENT', `${path} was taken out of its folder`);
      if (nlink > 1 && mode === 'append') throw secondName(path);
      return size;
    },
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    append: async bytes => {
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
    },
    datasync: async () => {
      // What another process left behind in the file was perhaps never synced.
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
      writeSync(handle.fd, bytes, 0, bytes.length, 0); // a few microseconds: another thread would take fifty
    },
    datasync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/** Without waiting: of the thousands of files of a decade each takes two microseconds, and through a thread twenty. */
function traceOf(path: string): FileTrace | null {
  const found = statSync(path, {bigint: true, throwIfNoEntry: false});
  if (found === undefined) return null;
  const {ino, birthtimeNs, size, mtimeNs, ctimeNs} = found;
  return {identity: `${ino}-${birthtimeNs}`, stamp: `${size}-${mtimeNs}-${ctimeNs}`};
}

/** `Disk.makeFolder` for those who cannot wait. Only the parents of what was made are synced, and opened for that. */
export function makeFolder(path: string): void {
  const whole = resolve(path);
  const first = makeMissing(whole);
  if (first === undefined || !hasFolderSync) return;
  for (let made = whole; made.length >= first.length; made = dirname(made)) syncFolderNow(dirname(made));
}

/** `Disk.syncFolder` for those who cannot wait. */
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
 * Makes what is missing of a folder (0700), parents first, and returns the outermost that was made. Throws the operating
 * system's error. Node's own way never ends below /proc, where the system denies that the parent is there.
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
    if (!isFolder(folder)) throw error; // another process was quicker
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

/** By path, because Windows refuses to cut a file through a handle that was opened for appending. */
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
    await rename(temporary, path);
    if (durable) await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, {force: true}).catch(() => {});
    throw error;
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

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), {code});
}

/** The operating system's word for an error, such as `ENOSPC`; undefined for one of Node's or of ours. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9]*$/.test(code) ? code : undefined;
}
