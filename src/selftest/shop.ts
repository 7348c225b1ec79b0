import {spawn} from 'node:child_process';
import {isSea} from 'node:sea';
import * as z from 'zod';
import type {Environment} from '../config.js';
import {exitCodes} from '../core/problem.js';
import {jsonIn} from '../core/text/json.js';
import type {World} from '../core/world.js';
import {within} from '../session/session.js';

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

type Started = {
  /** Writes a text to its standard input and ends the input. */
  readonly endInput: (text: string) => void;
  readonly kill: () => void;
  /** Resolves when it is gone and all of its output has been read. */
  readonly ended: Promise<{readonly exit: number | null; readonly complaint: string}>;
};

const longestComplaint = 2000;

/** Starts this program again. `onLine` hears every whole line of its standard output; a killed process may leave half of one. */
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

/** Starts a practice till. `receive` is called with each of its messages. */
export function openShop({environment, world, interrupted, order, receive: hear}: Opening): PracticeShop {
  const begun = world.monotonic();
  const found = Promise.withResolvers<number>();
  let openAfter = 0;
  const onLine = (line: string) => {
    const message = practiceMessage.safeParse(jsonIn(line)).data;
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

/** What the till's process reports before each next action, a line of JSON each: acknowledged means on the disk. */
const stages = [
  'deciding',
  'decided',
  'heard',
  'answered',
  'coding',
  'coded',
  'left',
  'refunding',
  'refunded',
] as const;

/** The stage of the present sale. `heard`: bytes came from the service and are not recorded yet. */
export type Stage = (typeof stages)[number];

const practiceMessage = z.discriminatedUnion('what', [
  z.strictObject({what: z.literal('opened')}),
  /** The till has asked about everything that was open. */
  z.strictObject({what: z.literal('found-out')}),
  z.strictObject({what: z.literal('stage'), stage: z.enum(stages), tag: z.string()}),
  /** A state that the till could have shown, with the last line of the journal at that time. */
  z.strictObject({
    what: z.literal('acknowledged'),
    reference: z.string(),
    status: z.string(),
    refunds: z.array(z.string()),
    seq: z.number(),
    head: z.string(),
  }),
  z.strictObject({what: z.literal('sold-out')}),
]);
export type PracticeMessage = z.infer<typeof practiceMessage>;
export type Acknowledged = Extract<PracticeMessage, {what: 'acknowledged'}>;

/** The arguments of the till's process. `ahead` is how many milliseconds its clock is ahead of this machine's. */
export const orderSchema = z.strictObject({seed: z.string(), round: z.number().int(), ahead: z.number()});
export type TillOrder = z.infer<typeof orderSchema>;

/** If this is its whole input, the till begins to sell; with any other input it closes. */
export const sellWord = 'sell';

/** How the folder's name begins. The till's process sells nowhere else. */
export const folderPrefix = 'selftest-';
