import type {Face} from './face.js';

/**
 * The result of `work`, or undefined if it takes longer or the command is interrupted. In that case `work` goes on by itself, and its later
 * failure is ignored. Leaves no timer behind, which would keep the process alive.
 */
export async function within<T>(
  {world, interrupted}: Pick<Face, 'world' | 'interrupted'>,
  milliseconds: number,
  work: Promise<T>,
): Promise<T | undefined> {
  const over = new AbortController();
  const patience = world.sleep(Math.max(0, milliseconds), AbortSignal.any([over.signal, interrupted]));
  try {
    return await Promise.race([work, patience.then(() => undefined)]);
  } finally {
    over.abort();
    work.catch(() => undefined); // the command has gone on without it, and says so
  }
}
