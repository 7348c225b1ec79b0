import {closeSync, lstatSync, openSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import * as z from 'zod';
import {Problem} from '../src/core/problem.js';
import {causeOf} from './as-problem.js';
import {errorCode, makeFolder} from './disk.js';

/** Who writes the journal: for people to read. `since` is a UTC instant. */
export type Holder = {readonly pid: number; readonly command: string; readonly since: string};

/** The right to write a till's journal, until it is released or the process ends, however it ends. */
export type Lock = {readonly release: () => void};

const holderSchema = z.object({pid: z.number(), command: z.string(), since: z.string()});
const nobodyKnown: Holder = {pid: 0, command: 'unknown', since: ''};

/**
 * How long to insist, in milliseconds. Not for a holder, who stays for hours: a command that only asks `isLocked` is in
 * the way for less than one millisecond, and of two who start at once each may see the other.
 */
const insistMilliseconds = 50;

/**
 * The locks of this process by folder. It keeps them from being collected as garbage, which would free them; and no
 * file is opened twice, because closing any of a process's descriptors of a file frees the POSIX locks on it.
 */
const held = new Map<string, DatabaseSync>();

/**
 * Takes the one right to write in a till's folder, which is made if it is missing. The operating system holds it (an
 * exclusive SQLite transaction) and frees it with the process, even on SIGKILL.
 *
 * Throws `journal-locked` with the holder's `pid`, `command` and `since`; `journal-not-writable` where no lock can be.
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

/** How long a short piece of work waits for that of other processes, in milliseconds. */
const patientMilliseconds = 5_000;

/** Where each file that `alone` works under stands in this process: its next work begins when this ends. */
const working = new Map<string, Promise<unknown>>();

/**
 * Runs a short piece of work while no other process, and nothing else in this one, runs any under the same file, which is made
 * in a folder that must be there. The system frees it when a process is killed. Rejects as the work does, or with SQLite's error.
 */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  const path = join(realpathSync(dirname(file)), basename(file)); // two names of one folder are one lock
  const before = working.get(path) ?? Promise.resolve();
  const own = before.then(async () => {
    const database = exclusive(path, patientMilliseconds);
    if (database === undefined) throw Object.assign(new Error(`${path} is in use`), {code: 'EBUSY'});
    try {
      return await work();
    } finally {
      database.close();
    }
  });
  const settled = own.catch(() => undefined); // the caller hears of it
  working.set(path, settled);
  try {
    return await own;
  } finally {
    if (working.get(path) === settled) working.delete(path);
  }
}

/** Whether a process, this one included, has the right to write in a till's folder now. Makes no file. */
export function isLocked(folder: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    const path = lockPath(folder);
    if (held.has(path)) return true;
    checkPlain(path);
    database = new DatabaseSync(path, {readOnly: true});
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error); // otherwise there is no such file, or nobody can lock it
  } finally {
    database?.close();
  }
}

/** By its real path, so that two names of one folder are one lock. */
function lockPath(folder: string): string {
  return join(realpathSync(folder), 'lock.db');
}

function exclusive(path: string, timeout = insistMilliseconds): DatabaseSync | undefined {
  makePrivate(path);
  const database = new DatabaseSync(path, {timeout});
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'); // or a killed holder leaves a second file behind
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** SQLite would make the file readable by everybody. One that is there already is not touched: see `held`. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    checkPlain(path);
  }
}

/** A lock on a device or at the end of a link would be another one than that of this folder; a pipe would be waited for. */
function checkPlain(path: string): void {
  if (!lstatSync(path).isFile()) throw Object.assign(new Error(`${path} is no file`), {code: 'EFTYPE'});
}

function release(folder: string, path: string, database: DatabaseSync): void {
  if (held.get(path) !== database) return;
  held.delete(path);
  forget(holderPath(folder));
  database.close();
}

function holderPath(folder: string): string {
  return join(folder, 'holder.json');
}

function describe(folder: string, holder: Holder): void {
  const path = holderPath(folder);
  try {
    rmSync(`${path}.tmp`, {force: true}); // only the holder comes here
    writeFileSync(`${path}.tmp`, `${JSON.stringify(holder)}\n`, {mode: 0o600, flag: 'wx'});
    renameSync(`${path}.tmp`, path);
  } catch {
    // it is for information only: on a full disk the lock is a lock all the same
    forget(path);
  }
}

/** A holder who was killed is not to be named for the one who could not be written down. */
function forget(path: string): void {
  try {
    rmSync(path, {force: true});
  } catch {
    // then nothing here can be changed at all
  }
}

function readHolder(folder: string): Holder {
  try {
    checkPlain(holderPath(folder));
    return holderSchema.parse(JSON.parse(readFileSync(holderPath(folder), 'utf8')));
  } catch {
    return nobodyKnown;
  }
}

const busy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}
