import {spawn} from 'node:child_process';
import {isSea} from 'node:sea';
import type {Environment} from '../config.js';
import {exitCodes} from '../core/problem.js';
import type {World} from '../core/world.js';
import {within} from '../session/session.js';
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

/** A running process of this same program. */
type Started = {
  /** Writes a text to its standard input and ends the input. */
  readonly endInput: (text: string) => void;
  /** Kills it at once, without warning. */
  readonly kill: () => void;
  /** Resolves when it is gone and all of its output has been read. */
  readonly ended: Promise<{readonly exit: number | null; readonly complaint: string}>;
};

const longestComplaint = 2000;

/**
 * Starts this program again with another command line. `onLine` is called with every whole line of its standard output; an unfinished line
 * of a killed process is dropped.
 */
export function startSameProgram(
  line: readonly string[],
  {environment, onLine}: {readonly environment: Environment; readonly onLine: (line: string) => void},
): Started {
  const script = isSea() ? [] : [...process.execArgv, process.argv[1] ?? ''];
  const child = spawn(process.execPath, [...script, ...line], {
    env: {...environment},
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let unfinished = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...rest] = text.split('\n');
    const lines = [unfinished + first, ...rest];
    unfinished = lines.pop() ?? '';
    for (const whole of lines) onLine(whole);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-longestComplaint);
  });
  child.stdin.on('error', () => undefined); // it may be gone before it has read its input
  return {
    endInput: text => child.stdin.end(text),
    kill: () => child.kill('SIGKILL'),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', exit => resolve({exit, complaint: complaint.trim()}));
    }),
  };
}

/** The environment of this process without the settings of its shop, which must not affect the practice. */
export function withoutSettings(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('DUKA_')));
}

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
