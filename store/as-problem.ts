import {Problem} from '../src/core/problem.js';
import {errorCode} from './disk.js';

/** An error of the operating system as the problem that it is for a till; every other error as it came. */
export function asProblem(error: unknown): unknown {
  const code = errorCode(error);
  return code === undefined ? error : new Problem('journal-not-writable', {cause: code});
}
