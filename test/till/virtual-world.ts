import {setTimeout as sleep} from 'node:timers/promises';
import type {World} from '../../src/core/world.js';

type Sleeper = {readonly at: number; readonly wake: () => void};

export type VirtualWorld = World & {
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly rewind: (milliseconds: number) => void;
  /** How many wait for their time. */
  readonly sleeping: () => number;
};

const isAtDisk = () => process.getActiveResourcesInfo().some(name => name.startsWith('FSReq'));

/** A world whose time passes when a test says so, while a till watches. `rewind` moves the wall clock alone, as a person or a dead battery does. */
export function virtualWorld(start = Date.UTC(2026, 10, 20, 11)): VirtualWorld {
  let mono = 0;
  let skew = 0;
  let hasSlept = false;
  const sleepers = new Set<Sleeper>();
  // Disks and sockets are real here: until the poller sleeps again it waits for one of them.
  const settle = async () => {
    // Where nobody has slept yet nobody may be about to: no poller was started. A machine that is busy with other things may
    // let as many milliseconds pass and this process have none of them, so that turns are counted too.
    const most = hasSlept ? 2000 : 200;
    const patience = performance.now() + most;
    const isPatient = (turns: number) => turns < most || performance.now() < patience;
    // Who sleeps already may not be the last: what was just woken may still be on its way to the disk.
    for (let turns = 0; (turns < 3 || sleepers.size === 0 || isAtDisk()) && isPatient(turns); turns += 1)
      await (turns < 100 ? new Promise(resolve => setImmediate(resolve)) : sleep(1)); // of the machine, also where a test fakes timers
  };
  return {
    now: () => Math.round(start + mono + skew),
    monotonic: () => mono,
    random: count => new Uint8Array(count).fill(128),
    sleep: (milliseconds, signal) =>
      new Promise(resolve => {
        if (signal?.aborted) return resolve();
        const sleeper = {at: mono + milliseconds, wake: () => done()};
        const done = () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        signal?.addEventListener('abort', done, {once: true});
        sleepers.add(sleeper);
        hasSlept = true;
      }),
    pass: async milliseconds => {
      const end = mono + milliseconds;
      await settle();
      for (;;) {
        const next = [...sleepers].sort((a, b) => a.at - b.at)[0];
        if (next === undefined || next.at > end) break;
        mono = Math.max(mono, next.at);
        next.wake();
        await settle();
      }
      mono = end;
      await settle();
    },
    rewind: milliseconds => {
      skew -= milliseconds;
    },
    sleeping: () => sleepers.size,
  };
}
