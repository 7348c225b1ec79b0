import {spawn as spawnProcess} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type IPty, spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {expect, inject, onTestFinished} from 'vitest';

const bytes = {
  enter: '\r',
  tab: '\t',
  escape: '\u001B',
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  backspace: '\u007F',
  'ctrl-c': '\u0003',
} as const;
export type KeyName = keyof typeof bytes;

/** A data folder that goes away with the test. */
export function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'duka-home-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true, maxRetries: 3}));
  return folder;
}

type Environment = Readonly<Record<string, string>>;

/** So often is looked, some 15 ms apart. Counted, not timed: a machine that stands still for a minute has not looked a second time. */
const looks = 10_000;

/** The environment of a till that nothing of the developer's own reaches. */
function environmentOf(folder: string, more: Environment): Environment {
  const {PATH = ''} = process.env;
  return {
    PATH,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    HOME: folder,
    XDG_CACHE_HOME: inject('cache'),
    DUKA_HOME: folder,
    DUKA_SHOP: 'Corner Shop',
    DUKA_ZONE: 'Africa/Nairobi',
    DUKA_TILL: 'T7K',
    ...more,
  };
}

export type Terminal = {
  readonly pid: number;
  readonly screen: () => string;
  readonly sees: (text: string | RegExp) => Promise<void>;
  readonly seesNot: (text: string | RegExp) => Promise<void>;
  readonly type: (text: string) => void;
  /** Enters a text that must not be taken for a scanner's, which types as fast as a test does. */
  readonly paste: (text: string) => void;
  readonly press: (...keys: KeyName[]) => void;
  readonly resize: (columns: number, rows: number) => void;
  /** Everything that was written to the terminal, as bytes. */
  readonly written: () => string;
  readonly signal: (signal: string) => void;
  /** Resolves with the exit code when the program has ended. */
  readonly ended: Promise<{readonly exitCode: number; readonly signal: number | undefined}>;
};

/** Waits for a condition, until one has looked so often. */
export async function until(isSo: () => boolean, times = looks): Promise<void> {
  for (let look = 0; !isSo() && look < times; look += 1) await sleep(15);
}

/** Runs the built bundle in a real terminal, whose screen is read as a person would. */
export function open(
  folder: string,
  environment: Environment = {},
  {columns = 80, rows = 24, args = [] as readonly string[], program: bundle = inject('duka')} = {},
): Terminal {
  const buffer = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
  const program: IPty = spawn(process.execPath, [bundle, ...args], {
    cols: columns,
    rows,
    env: {...environmentOf(folder, environment)},
  });
  let written = '';
  program.onData(data => {
    written += data;
    buffer.write(data);
  });
  const ended = new Promise<{exitCode: number; signal: number | undefined}>(resolve => {
    program.onExit(({exitCode, signal}) => resolve({exitCode, signal}));
  });
  onTestFinished(async () => {
    try {
      program.kill('SIGKILL');
    } catch {
      // It has ended by itself.
    }
    await ended;
  });
  const screen = () => {
    const {active} = buffer.buffer;
    const lines = Array.from(
      {length: buffer.rows},
      (_, y) => active.getLine(active.baseY + y)?.translateToString(true) ?? '',
    );
    return lines.join('\n').trimEnd().replaceAll('\u00A0', ' '); // a no-break blank looks like any other
  };
  const matches = (text: string | RegExp) => (typeof text === 'string' ? screen().includes(text) : text.test(screen()));
  return {
    pid: program.pid,
    screen,
    sees: async text => {
      await until(() => matches(text));
      if (!matches(text)) expect.fail(`${text} is not on the screen:\n${screen()}`);
    },
    seesNot: async text => {
      await until(() => !matches(text));
      if (matches(text)) expect.fail(`${text} is on the screen:\n${screen()}`);
    },
    type: text => program.write(text),
    paste: text => program.write(`\u001B[200~${text}\u001B[201~`),
    press: (...keys) => {
      for (const key of keys) program.write(bytes[key]);
    },
    resize: (cols, lines) => {
      buffer.resize(cols, lines);
      program.resize(cols, lines);
    },
    written: () => written,
    signal: signal => program.kill(signal),
    ended,
  };
}

export type Ran = {readonly exit: number | null; readonly out: string; readonly error: string};

/** Starts the built bundle with pipes, and ends it with the test. */
export function start(
  folder: string,
  args: readonly string[],
  environment: Environment = {},
  program = inject('duka'),
) {
  const child = spawnProcess(process.execPath, [program, ...args], {env: environmentOf(folder, environment)});
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs one headless command of the built bundle to its end, without a terminal; `input` is piped into it. */
export function run(
  folder: string,
  args: readonly string[],
  environment: Environment = {},
  input?: string,
  program?: string,
): Promise<Ran> {
  return new Promise(resolve => {
    const child = start(folder, args, environment, program);
    child.stdin.on('error', () => undefined).end(input); // a command that needs no input leaves without it
    let out = '';
    let error = '';
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    child.stdout.on('data', data => {
      out += data;
    });
    child.stderr.on('data', data => {
      error += data;
    });
    child.on('close', exit => resolve({exit, out, error}));
  });
}

/** Asks for an amount from a wallet as a cashier does: amount, wallet, and Enter on the confirmation. */
export async function sell(
  till: Terminal,
  amount: string,
  wallet: string,
  walletField = /▸ Phone number/,
): Promise<void> {
  await till.sees('New sale');
  till.type(amount);
  till.press('enter');
  await till.sees(walletField);
  till.type(wallet);
  till.press('enter');
  await till.sees('Send this request?');
  till.press('enter');
}
