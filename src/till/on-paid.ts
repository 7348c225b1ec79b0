import {type ChildProcess, spawn} from 'node:child_process';
import type {Config} from '../config.js';
import type {Language} from '../core/messages/messages.js';
import {decimalText} from '../core/money/money.js';
import {becamePaid, paidSentence} from '../core/payment/became-paid.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {withoutSecrets} from '../core/technical/environment.js';
import type {World} from '../core/world.js';
import type {Till} from './till.js';

type OnPaidParts = {
  readonly till: Pick<Till, 'state' | 'subscribe'>;
  readonly config: Pick<Config, 'onPaid' | 'language'>;
  readonly world: Pick<World, 'sleep'>;
  /** Why the command must not be run; undefined if it may be. */
  readonly refusal?: Problem | undefined;
  /** Called once, about the first command that could not be run to its end. */
  readonly notice?: (problem: Problem) => void;
};

/** The most milliseconds that one command may take. */
const longest = 10_000;
/** The longest queue of payments. Further ones are left out, because more sounds in a row tell the shop nothing. */
const longestQueue = 5;
/** Milliseconds to wait when the till closes, long enough to notice a command that does not exist. */
const goodbye = 250;

/**
 * Runs the owner's command each time that a payment becomes paid, one run after the other, until the returned function is called. The shell
 * receives the command exactly as the owner wrote it. The data of the payment are only in its environment, so that no text of a customer or
 * of the service is ever read by a shell. Nothing in the till waits for the command or fails with it.
 */
export function startOnPaid({till, config, world, refusal, notice}: OnPaidParts) {
  const {onPaid: command, language} = config;
  if (command === undefined) return () => undefined;
  const leaving = new AbortController();
  const awaited = new Set<string>();
  const waiting: Payment[] = [];
  let ringing: Promise<void> | undefined;
  let hasFailed = false;
  const outcome = async (line: string, variables: Variables) => {
    const cause = await run(line, variables, {world, leaving: leaving.signal}).catch(wordFor);
    return cause === undefined ? undefined : new Problem('on-paid-failed', {cause});
  };
  const ring = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const problem = refusal ?? (await outcome(command, environmentOf(next, language)));
      if (problem !== undefined && !hasFailed) notice?.(problem);
      hasFailed ||= problem !== undefined;
    }
    ringing = undefined;
  };
  const look = () => {
    waiting.push(...becamePaid(till.state, awaited).slice(0, longestQueue - waiting.length));
    if (waiting.length > 0) ringing ??= ring();
  };
  look();
  const unsubscribe = till.subscribe(look);
  return async () => {
    unsubscribe();
    waiting.length = 0;
    const over = new AbortController();
    await Promise.race([ringing, world.sleep(goodbye, over.signal)]);
    over.abort();
    leaving.abort();
  };
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The data of a payment, in addition to the environment of this user's programs, without secrets. */
const environmentOf = ({reference, request: {amount}}: Payment, language: Language): Variables => ({
  ...withoutSecrets(process.env),
  DUKA_SENTENCE: paidSentence(amount, language),
  DUKA_AMOUNT: decimalText(amount),
  DUKA_CURRENCY: amount.currency,
  DUKA_REFERENCE: reference,
  DUKA_LANGUAGE: language,
});

type Limits = {readonly world: OnPaidParts['world']; readonly leaving: AbortSignal};

/** Why the command did not end well, in a word; undefined if it did, or if the till no longer waits for it. */
async function run(command: string, env: Variables, {world, leaving}: Limits): Promise<string | undefined> {
  const child = spawn(command, {shell: true, detached: true, stdio: 'ignore', windowsHide: true, env});
  child.unref();
  const ended = new Promise<string | undefined>(resolve => {
    child.once('error', error => resolve(wordFor(error)));
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : String(signal ?? `exit ${code}`)));
  });
  const over = new AbortController();
  const isTooLong = world.sleep(longest, AbortSignal.any([over.signal, leaving])).then(() => true as const);
  const first = await Promise.race([ended, isTooLong]);
  over.abort();
  if (first !== true) return first;
  if (leaving.aborted) return undefined;
  end(child);
  return `${longest / 1000} s`;
}

const wordFor = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'error');

/** Ends the shell and all processes that it has started, which on Windows are no group that a signal could be sent to. */
function end(child: ChildProcess): void {
  const {pid} = child;
  if (pid === undefined) return;
  try {
    if (process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    else
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], {stdio: 'ignore', windowsHide: true}).once('error', () =>
        child.kill(),
      );
  } catch {
    // It has already ended.
  }
}
