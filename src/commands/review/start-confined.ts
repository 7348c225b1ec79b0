import {spawn} from 'node:child_process';
import {realpathSync} from 'node:fs';
import {dirname} from 'node:path';
import {isSea} from 'node:sea';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {inEnvironment} from '../../runtime/confinement.js';
import type {Confined} from '../../session/face.js';
import {reviewConfinement} from './confinement.js';

/**
 * Runs this program again with these words, in a process that can neither reach the network nor write elsewhere. It replaces this process;
 * if the system cannot do that, it is a child process, whose exit code is returned.
 */
export async function startConfined({words, environment, ...confines}: Confined): Promise<ExitCode> {
  const {execPath, argv} = process;
  // A single executable file, which is program and Node in one, has no script, and takes options for Node only from the environment.
  const script = isSea() ? undefined : realpathSync(argv[1] ?? '');
  const options = reviewConfinement({...confines, program: dirname(script ?? execPath)});
  const args = script === undefined ? words : [...options, ...frugal, script, ...words];
  const env = script === undefined ? {...environment, NODE_OPTIONS: inEnvironment(options)} : environment;
  if (process.execve !== undefined && process.platform !== 'win32') process.execve(execPath, [execPath, ...args], env);
  const child = spawn(execPath, args, {stdio: 'inherit', env});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve((code ?? exitCodes.interrupted) as ExitCode));
  });
}

/**
 * Reading a journal leaves gigabytes of short-lived objects behind. Without these options V8 would let its heap grow to several times what
 * is kept.
 */
const frugal = ['--max-semi-space-size=4', '--heap-growing-percent=30'];
