import {syncBuiltinESMExports} from 'node:module';
import {constants} from 'node:os';

/** The argument that makes the one-file executable run as the program that opens files. */
export const openWord = 'open-file';

/** The files that a confined process may use. Paths are absolute and contain no `*`, except at their end. */
type Files = {readonly reads: readonly string[]; readonly writes?: readonly string[]};

/**
 * The options of Node that make it refuse, to all code that it runs, the network, other programs, other threads, add-ons, the inspector,
 * and every file except these. SQLite writes files without asking Node's permission model, so the process has no SQLite. `shutWaysOut` does
 * the rest once the process runs.
 */
export const confinement = ({reads, writes = []}: Files): readonly string[] => [
  '--permission',
  '--no-experimental-sqlite',
  '--no-addons',
  ...reads.map(path => `--allow-fs-read=${path}`),
  ...writes.map(path => `--allow-fs-write=${path}`),
];

/** The same options for the environment, from which alone a single executable file takes options for Node. */
export const inEnvironment = (options: readonly string[]): string =>
  options.map(option => `"${option.replaceAll(/[\\"]/g, sign => `\\${sign}`)}"`).join(' ');

/**
 * What Node lets a process do beyond itself without asking the permission model, by module: signals to other processes and their debugger, a
 * report of a crash into any file, another process's priority, and files that V8 writes while it compiles.
 */
export const unasked: readonly (readonly [
  module: 'node:process' | 'node:os' | 'node:v8',
  members: readonly string[],
])[] = [
  ['node:process', ['_kill', '_debugProcess', '_debugEnd', 'report']],
  ['node:os', ['setPriority']],
  ['node:v8', ['setFlagsFromString']],
];

/**
 * Takes from a confined process what the permission model does not ask about, for good: a library that a file has taken over has no way out
 * of the process. A right to threads ends here too. To be called before the first byte of a foreign file is read.
 */
export function shutWaysOut(): void {
  if (process.permission === undefined) throw new Error('this process is not confined');
  const left: Readonly<Record<string, unknown>> = {_kill: killItself(), setFlagsFromString: limitMemory()};
  for (const [module, members] of unasked)
    for (const member of members)
      Object.defineProperty(process.getBuiltinModule(module), member, {
        value: left[member],
        writable: false,
        configurable: false,
      });
  syncBuiltinESMExports();
  process.permission.drop('worker');
}

// What is left calls no method: whoever has taken the process over can replace every method.

/** What `process.kill` calls, for this process alone: Ink ends and stops it by a signal. */
function killItself() {
  const {pid: own} = process;
  const kill: unknown = Reflect.get(process, '_kill');
  if (typeof kill !== 'function') throw new Error('Node sends signals in a way that is not known');
  return (pid: unknown, signal: unknown): unknown => (pid === own ? kill(own, signal) : -constants.errno.EPERM);
}

/** The flags with which the screens limit their memory. */
function limitMemory() {
  const {setFlagsFromString: setFlags} = process.getBuiltinModule('node:v8');
  return (flag: unknown): void => {
    if (flag !== '--semi-space-growth-factor=1' && flag !== '--heap-growing-percent=30')
      throw new Error('this flag of V8 is not for a confined process');
    setFlags(flag);
  };
}
