import {Problem} from '../problem.js';

/** Returns `Problem` program-replaced if a part of the program is gone because another version was installed; else `undefined`. */
export function asReplaced(error: unknown): Problem | undefined {
  const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isGone ? new Problem('program-replaced') : undefined;
}
