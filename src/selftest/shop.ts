import type {Environment} from '../config.js';
import {exitCodes} from '../core/problem.js';
import type {World} from '../core/world.js';
import {within} from '../session/within.js';
import {startSameProgram} from './same-program.js';
import {type PracticeMessage, readPracticeMessage, sellWord, type TillOrder} from './telling.js';

/** A till in a process of its own, and what it has told. */
export type PracticeShop = {
  /** Resolves with the milliseconds until it was open, when it has found out about everything. */
  readonly foundOut: Promise<number>;
  readonly sell: () => void;
  /** Rejects when it ends, whether or not somebody ended it. */
  readonly over: Promise<never>;
  /** Resolves when it is gone and all that it told has been read. */
  readonly kill: () => Promise<void>;
  /** Lets it close by itself. */
  readonly close: () => Promise<void>;
};

/** A till that ended or went silent by itself; what it said is for people. */
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

/** How long a till may take to find out what became of its payments. */
export const mostSeconds = 60;

/** Starts a practice till; `hear` is told of everything that it says. */
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
