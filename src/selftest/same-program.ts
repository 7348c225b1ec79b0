import {spawn} from 'node:child_process';
import {isSea} from 'node:sea';
import type {Environment} from '../config.js';

/** A running process of this same program. */
export type Started = {
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
