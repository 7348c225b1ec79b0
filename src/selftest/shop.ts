import type {Environment} from '../config.js';
import {exitCodes} from '../core/problem.js';
import type {World} from '../core/world.js';
import {within} from '../session/within.js';
import {startSameProgram} from './same-program.js';
import {type PracticeMessage, readPracticeMessage, sellWord, type TillOrder} from './telling.js';

/** A till in a process of its own, and what it has reported. */
export type PracticeShop = {
  /** Resolves when the till has found out everything, with the milliseconds until it was open. */
  readonly foundOut: Promise<number>;
  readonly sell: () => void;
  /** Rejects when the process ends, for whatever reason. */
  readonly over: Promise<never>;
  /** Kills the process. Resolves when it is gone and everything that it reported has been read. */
  readonly kill: () => Promise<void>;
  /** Lets the till close by itself. */
  readonly close: () => Promise<void>;
};

/** A till that ended or went silent by itself. What it wrote to standard error is for a person. */
export class TillFailed extends Error {
  readonly exit: number | null;
  readonly said: string;
  constructor(exit: number | null, said: string) {
    super(`the till ended with ${exit}`);
    this.exit = exit;
    this.said = said;
  }
}

type Opening = {
  readonly environment: Environment;
  readonly world: World;
  readonly interrupted: AbortSignal;
  readonly order: TillOrder;
  readonly receive: (message: PracticeMessage) => void;
};

/** How many seconds a till may take to find out what became of its payments. */
export const mostSeconds = 60;

/** Starts a practice till. `receive` is called with each of its messages. */
export function openShop({environment, world, interrupted, order, receive: hear}: Opening): PracticeShop {
  const begun = world.monotonic();
  const found = Promise.withResolvers<number>();
  let openAfter = 0;
  const onLine = (line: string) => {
    const message = readPracticeMessage(line);
    if (message === undefined) return;
    if (message.what === 'opened') openAfter = world.monotonic() - begun;
    if (message.what === 'found-out') found.resolve(openAfter);
    hear(message);
  };
  const line = ['selftest', '--kill', '--json', '--practice-till', JSON.stringify(order)];
  const started = startSameProgram(line, {environment, onLine});
  const over = started.ended.then(({exit, complaint}) => {
    throw new TillFailed(exit, complaint);
  });
  over.catch(found.reject);
  return {
    foundOut: within({world, interrupted}, mostSeconds * 1000, found.promise).then(milliseconds => {
      if (milliseconds === undefined) throw new TillFailed(null, '');
      return milliseconds;
    }),
    sell: () => started.endInput(sellWord),
    over,
    kill: async () => {
      started.kill();
      await started.ended;
    },
    close: async () => {
      started.endInput('');
      const {exit, complaint} = await started.ended;
      if (exit !== exitCodes.done) throw new TillFailed(exit, complaint);
    },
  };
}
