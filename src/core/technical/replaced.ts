import {Problem} from '../problem.js';

/**
 * Returns `Problem` program-replaced for a part of the program that was to be loaded at its first use but is gone, because another version
 * was installed over this one while it ran; `undefined` for every other error.
 */
export function asReplaced(error: unknown): Problem | undefined {
  const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isGone ? new Problem('program-replaced') : undefined;
}
