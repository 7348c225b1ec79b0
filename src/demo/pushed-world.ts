import type {World} from '../core/world.js';
import {post} from '../session/practice-call.js';

/** A world whose clock can be moved forward, together with that of the practice service. */
export type PushedWorld = World & {
  /** Moves the time of the till and of the service. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** The error of a sleep that could not move the service's clock. */
  readonly failure: () => unknown;
};

const pauseBetweenQuestions = 5000;

/** How long a sleep really takes. Pauses are shortened most; a timeout must still outlast an answer from this machine. */
const realLength = (milliseconds: number) => milliseconds / (milliseconds <= pauseBetweenQuestions ? 30 : 8);

/**
 * The world `real`, whose time moves forward whenever anything sleeps. The service's books, its `Date` header and the till agree about the
 * time.
 */
export function pushedWorld(real: World, baseUrl: string): PushedWorld {
  let ahead = 0;
  let failure: unknown;
  const pass = async (milliseconds: number) => {
    ahead += milliseconds;
    await post(`${baseUrl}/sandbox/clock`, {advance: `PT${(milliseconds / 1000).toFixed(3)}S`});
    await post(`${baseUrl}/sandbox/faults`, {switches: {clockSkewSeconds: Math.round(ahead / 1000)}});
  };
  return {
    now: () => Math.round(real.now() + ahead),
    monotonic: () => real.monotonic() + ahead,
    random: real.random,
    sleep: async (milliseconds, signal) => {
      const waited = realLength(milliseconds);
      await real.sleep(waited, signal);
      if (signal?.aborted === true) return;
      await pass(milliseconds - waited).catch((error: unknown) => {
        failure ??= error;
      });
    },
    pass,
    failure: () => failure,
  };
}
