import {Problem} from '../src/core/problem.js';
import {asReplaced} from '../src/core/technical/replaced.js';
import {errorCode} from './disk.js';

/** Makes an error of the operating system or SQLite a `Problem` journal-not-writable with its `cause`; returns any other. */
export function asProblem(error: unknown): unknown {
  const cause = causeOf(error);
  return cause === undefined ? error : new Problem('journal-not-writable', {cause});
}

/** For the rejection of work: throws the error as `asProblem` makes it. */
export function throwAsProblem(error: unknown): never {
  throw asProblem(error);
}

/** SQLite's result codes for what the operating system refused, with the operating system's name for each. */
const causes: Readonly<Record<number, string>> = {
  3: 'EACCES',
  5: 'EBUSY',
  6: 'EBUSY',
  8: 'EROFS',
  10: 'EIO',
  11: 'no-database',
  13: 'ENOSPC',
  14: 'EACCES',
  26: 'no-database',
  // SQLite could not enlarge its shared-memory file. On a full disk this is what fails first.
  4874: 'ENOSPC',
};

/** The operating system's name for an error, also for an error of SQLite; undefined for every other error. */
export function causeOf(error: unknown): string | undefined {
  const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN;
  return errorCode(error) ?? causes[number] ?? causes[number & 0xff]; // the first byte is the kind of the error, the rest is the detail
}

/** Codes of a disk or a machine that is exhausted. They are never a defect of Duka, whatever was under way. */
const exhausted: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'no-database'];

/** Like `asProblem` when it is unknown what was under way: only for errors of an exhausted machine, and as `asReplaced` does. */
export const asExhaustion = (error: unknown): unknown =>
  exhausted.includes(causeOf(error) ?? '') ? asProblem(error) : (asReplaced(error) ?? error);
