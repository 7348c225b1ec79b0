import type {Face} from './face.js';

/**
 * What `work` comes to, or undefined when it takes longer or the command is interrupted: it then goes on by itself, and
 * what it fails with later is nobody's concern. No timer is left behind, which would keep the process alive.
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
    work.catch(() => undefined);
  }
}
