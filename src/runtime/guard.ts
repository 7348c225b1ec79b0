import {existsSync, lstatSync, mkdirSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, isAbsolute, join} from 'node:path';

/**
 * Keeps the memory of the process to itself. Node opens its debugger to every user of the machine when it is sent
 * SIGUSR1, unless somebody listens, and writes the environment, with the key, into its reports. Runs on Node 18.
 */
export function guardMemory(): void {
  process.on('SIGUSR1', () => undefined);
  Object.assign(process.report ?? {}, {excludeEnv: true});
}

/** With these Node writes down what passes through it: the key and a card too. */
const telling = ['NODE_DEBUG', 'NODE_DEBUG_NATIVE'];
/** Those of Node's options that open its memory or its secure connections to others, or leave them in a file. */
const tellingOptions = /--(?:inspect\b|heapsnapshot|tls-keylog|trace-tls|abort-on-uncaught)/;

/**
 * Takes out of the environment what makes Node tell others what it holds. True where there was something: Node has read
 * it at its start, so that only another process is without it. Runs on Node 18.
 */
export function hush(environment: NodeJS.ProcessEnv): boolean {
  const options = tellingOptions.test(environment['NODE_OPTIONS'] ?? '') ? ['NODE_OPTIONS'] : [];
  const found = [...telling.filter(name => environment[name]), ...options];
  for (const name of found) delete environment[name];
  return found.length > 0;
}

/**
 * The folder of compiled code, which Node runs as it finds it: one that nobody else can write to, made if it is missing.
 * Node's own choice is a name in /tmp that everybody can guess and make first. Undefined where there can be no such
 * folder: the till then starts a little more slowly.
 */
export function compiledCodeFolder(environment: NodeJS.ProcessEnv): string | undefined {
  const {XDG_CACHE_HOME: said = ''} = environment;
  try {
    const folder = join(isAbsolute(said) ? said : join(homedir(), '.cache'), 'duka');
    if (!isAbsolute(folder)) return undefined;
    makeFolder(folder);
    const found = lstatSync(folder);
    const isOurs = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
    return found.isDirectory() && isOurs ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Node's own way to make the folders of a path never ends below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, {mode: 0o700});
}
