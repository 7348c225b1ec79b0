import {randomBytes} from 'node:crypto';
import type {World} from './core/world.js';

/** The real world: this machine's clocks, timers and random numbers. Outside the screens, nothing else asks for them. */
export const machine: World = {
  now: Date.now,
  monotonic: () => Number(process.hrtime.bigint()) / 1e6, // `performance` is loaded at its first use: 1 ms
  sleep: (milliseconds, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener('abort', done, {once: true});
    }),
  random: count => randomBytes(count),
};
