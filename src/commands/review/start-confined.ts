import {realpathSync} from 'node:fs';
import {dirname} from 'node:path';
import {isSea} from 'node:sea';
import type {ExitCode} from '../../core/problem.js';
import {inEnvironment} from '../../runtime/confinement.js';
import {runInstead} from '../../runtime/restart.js';
import type {Confined} from '../../session/face.js';
import {reviewConfinement} from './confinement.js';

/** Runs this program again with these words, in place of this process: it can neither reach the network nor write elsewhere. */
export async function startConfined({words, environment, ...confines}: Confined): Promise<ExitCode> {
  const {execPath, argv} = process;
  // A single executable file, which is program and Node in one, has no script, and takes options for Node only from the environment.
  const script = isSea() ? undefined : realpathSync(argv[1] ?? '');
  const options = reviewConfinement({...confines, program: dirname(script ?? execPath)});
  const args = script === undefined ? words : [...options, ...frugal, script, ...words];
  const env = script === undefined ? {...environment, NODE_OPTIONS: inEnvironment(options)} : environment;
  return (await runInstead(execPath, args, env)) as ExitCode;
}

/**
 * Reading a journal leaves gigabytes of short-lived objects behind. Without these options V8 would let its heap grow to several times what
 * is kept.
 */
const frugal = ['--max-semi-space-size=4', '--heap-growing-percent=30'];
