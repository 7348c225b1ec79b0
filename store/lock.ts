import {closeSync, lstatSync, openSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {DatabaseSync, DatabaseSyncOptions} from 'node:sqlite';
import {Problem} from '../src/core/problem.js';
import {isValid} from '../src/core/spec/check.js';
import {finite, object, type Specified, text} from '../src/core/spec/spec.js';
import {jsonIn} from '../src/core/text/json.js';
import {causeOf} from './as-problem.js';
import {errorCode, makeFolder} from './disk.js';

/** The right to write a till's journal, until it is released or the process ends in any way. */
export type Lock = {readonly release: () => void};

const holderSchema = object({pid: finite(), command: text(), since: text()});
const isHolder = isValid(holderSchema);
/** Who writes the journal, for people to read. `since` is a UTC instant. */
export type Holder = Specified<typeof holderSchema>;
const nobodyKnown: Holder = {pid: 0, command: 'unknown', since: ''};

/** Milliseconds to retry: not for a holder of hours, but for `isLocked` elsewhere, or two processes that start at once. */
const insistMilliseconds = 50;

/** This process's locks by folder, kept from collection, which would release them, as closing any descriptor of the file would. */
const held = new Map<string, DatabaseSync>();

/**
 * Takes the exclusive right to write in a till's folder, which is created if it is missing. The operating system holds the lock (an
 * exclusive SQLite transaction) and releases it when the process ends, even on SIGKILL.
 *
 * Throws `journal-locked` with the holder's `pid`, `command` and `since`, `lock-damaged` with the `file` if the lock's file is no lock, and
 * `journal-not-writable` if no lock can be created.
 */
export function takeLock(folder: string, holder: Holder): Lock {
  try {
    makeFolder(folder);
    const path = lockPath(folder);
    const database = held.has(path) ? undefined : exclusive(path);
    if (database === undefined) {
      const {since, ...holding} = readHolder(folder);
      throw new Problem('journal-locked', {...holding, opened: since}, {since});
    }
    held.set(path, database);
    describe(folder, holder);
    return {release: () => release(folder, path, database)};
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('journal-not-writable', {cause: causeOf(error) ?? 'unknown'});
  }
}

/** How long a short piece of work waits for the work of other processes, in milliseconds. */
const patientMilliseconds = 5_000;

/** For each file that `alone` locks: the end of the work that this process has queued for it. The next work starts after that. */
const working = new Map<string, Promise<unknown>>();

/**
 * Runs a short piece of work while no other work with the same lock file runs, in this process or in another. The file is created; its
 * folder must exist. The system releases the lock if the process is killed. Rejects as the work does, with `lock-damaged`, or with SQLite's error; with the code
 * `EBUSY` if the file is still in use after five seconds. Before the work writes what it has decided it calls `stillAlone`, which throws the same
 * if the file was removed or replaced since: then somebody else may have locked another one of that name.
 */
export async function alone<T>(file: string, work: (stillAlone: () => void) => Promise<T>): Promise<T> {
  const path = join(realpathSync(dirname(file)), basename(file)); // two names of one folder are one lock
  const before = working.get(path) ?? Promise.resolve();
  const own = before.then(async () => {
    makePrivate(path);
    const identity = identityOf(path);
    const database = exclusive(path, patientMilliseconds);
    const stillAlone = () => {
      if (database === undefined || identityOf(path) !== identity)
        throw Object.assign(new Error(`${path} is in use`), {code: 'EBUSY'});
    };
    try {
      stillAlone();
      return await work(stillAlone);
    } finally {
      database?.close();
    }
  });
  const settled = own.catch(() => undefined); // the caller gets the error
  working.set(path, settled);
  try {
    return await own;
  } finally {
    if (working.get(path) === settled) working.delete(path);
  }
}

/** Whether any process, including this one, has the right to write in a till's folder now. Creates no file. */
export function isLocked(folder: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    const path = lockPath(folder);
    if (held.has(path)) return true;
    checkPlain(path);
    database = opened(path, {readOnly: true});
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error); // otherwise there is no such file, or it cannot be locked
  } finally {
    database?.close();
  }
}

/** Uses the real path, so that two names of one folder are one lock. */
const lockPath = (folder: string): string => join(realpathSync(folder), 'lock.db');

function exclusive(path: string, timeout = insistMilliseconds): DatabaseSync | undefined {
  makePrivate(path);
  const database = opened(path, {timeout});
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'); // in memory, or else a killed holder leaves a second file behind
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw causeOf(error) === 'no-database' ? new Problem('lock-damaged', {file: path}) : error;
  }
}

/** Creates the file with 0600, because SQLite would make it readable by everybody. An existing file is not opened: see `held`. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    checkPlain(path);
  }
}

/** Which file has this name; no other has the same number as long as that one is open. */
const identityOf = (path: string): bigint | undefined => lstatSync(path, {bigint: true, throwIfNoEntry: false})?.ino;

/** A lock on a device or behind a link would not be the lock of this folder, and a pipe would block. */
function checkPlain(path: string): void {
  if (!lstatSync(path).isFile()) throw Object.assign(new Error(`${path} is no file`), {code: 'EFTYPE'});
}

/** SQLite is asked for only here: a confined process has none, and must start all the same. */
const opened = (path: string, options: DatabaseSyncOptions): DatabaseSync =>
  new (process.getBuiltinModule('node:sqlite').DatabaseSync)(path, options);

function release(folder: string, path: string, database: DatabaseSync): void {
  if (held.get(path) !== database) return;
  held.delete(path);
  forget(holderPath(folder));
  database.close();
}

const holderPath = (folder: string): string => join(folder, 'holder.json');

function describe(folder: string, holder: Holder): void {
  const path = holderPath(folder);
  try {
    rmSync(`${path}.tmp`, {force: true}); // only the holder comes here
    writeFileSync(`${path}.tmp`, `${JSON.stringify(holder)}\n`, {mode: 0o600, flag: 'wx'});
    renameSync(`${path}.tmp`, path);
  } catch {
    // it is for information only: without it, on a full disk, the lock still holds
    forget(path);
  }
}

/** Removes the description of a killed holder, which must not stand for the present one. */
function forget(path: string): void {
  try {
    rmSync(path, {force: true});
  } catch {
    // then nothing in this folder can be changed
  }
}

function readHolder(folder: string): Holder {
  try {
    checkPlain(holderPath(folder));
    const holder = jsonIn(readFileSync(holderPath(folder), 'utf8'));
    return isHolder(holder) ? holder : nobodyKnown;
  } catch {
    return nobodyKnown;
  }
}

const busy = 5;

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === busy;
