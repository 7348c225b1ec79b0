import {Problem} from '../problem.js';

/** Returns `Problem` program-replaced if a part of the program is gone because another version was installed, program-unreadable if it is there and cannot be read; else `undefined`. */
export function asReplaced(error: unknown): Problem | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  if (error.code === 'ERR_MODULE_NOT_FOUND') return new Problem('program-replaced');
  if (error.code !== 'ERR_MODULE_UNREADABLE') return undefined;
  const {cause} = error;
  return new Problem('program-unreadable', {
    cause: cause instanceof Error && 'code' in cause ? String(cause.code) : '-',
  });
}
