import {asReplaced, Problem} from '../src/core/problem.js';
import {errorCode} from './disk.js';

/** An error of the operating system as the problem that it is for a till; every other error as it came. */
export function asProblem(error: unknown): unknown {
  const cause = causeOf(error);
  return cause === undefined ? error : new Problem('journal-not-writable', {cause});
}

/** SQLite's numbers for what the operating system did not let it do, in the words of that. */
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
  // It could not make its file of shared memory larger: of all that failed, what a full disk lets fail first.
  4874: 'ENOSPC',
};

/** The operating system's word for an error, also for one that SQLite had; undefined for every other error. */
export function causeOf(error: unknown): string | undefined {
  const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN;
  return errorCode(error) ?? causes[number] ?? causes[number & 0xff]; // the first byte is the kind, the rest where
}

/** Codes of a disk or a machine that has no more to give: whoever meets them, it is no mistake of Duka's. */
const exhausted: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'no-database'];

/** As `asProblem`, where nobody knows what was under way: only for a machine that has no more to give, and for `asReplaced`. */
export function asExhaustion(error: unknown): unknown {
  return exhausted.includes(causeOf(error) ?? '') ? asProblem(error) : (asReplaced(error) ?? error);
}
