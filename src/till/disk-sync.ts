import {randomUUID} from 'node:crypto';
import {open, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {makeMissing} from '../../store/disk.js';
import type {World} from '../core/world.js';

const writes = 9;

/**
 * Measures how long it takes until a small write is safe on the disk of the home: the median of nine writes, in milliseconds. Rejects with
 * the operating system's error if nothing can be written.
 */
export async function timeDiskSync(home: string, world: Pick<World, 'monotonic'>): Promise<number> {
  makeMissing(home);
  const path = join(home, `.sync-${randomUUID()}`);
  const file = await open(path, 'wx', 0o600);
  try {
    const times: number[] = [];
    for (let count = 0; count < writes; count += 1) {
      const begun = world.monotonic();
      await file.write('a line that stands for an event of the journal\n');
      await file.datasync();
      times.push(world.monotonic() - begun);
    }
    return times.sort((a, b) => a - b)[Math.floor(writes / 2)] ?? 0;
  } finally {
    await file.close();
    await rm(path, {force: true});
  }
}
