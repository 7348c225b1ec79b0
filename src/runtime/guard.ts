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
/**
 * Those of Node's options that only say how much memory it takes, what it warns of and whose certificates it believes beside
 * its own, written as Node's manual writes them. Every other one is taken out, however it is spelt: Node also reads `_` for
 * `-`, quotation marks and backslashes, and knows new ones with each version.
 */
const harmlessOption =
  /^--(?:max-(?:old|semi)-space-size=\d+|no-(?:warnings|deprecation)|use-(?:system|openssl|bundled)-ca)$/;

/**
 * Takes out of the environment what makes Node tell others what it holds. True where there was something: Node has read
 * it at its start, so that only another process is without it. The one-file executable is confined for a review by options
 * of the environment: where Node refuses the network and other programs, there is nobody to tell. Runs on Node 18.
 */
export function hush(environment: NodeJS.ProcessEnv): boolean {
  const {permission} = process;
  const isConfined = permission?.has('net') === false && !permission.has('child');
  const said = (!isConfined && environment['NODE_OPTIONS']?.match(/\S+/g)) || [];
  const kept = said.filter(option => harmlessOption.test(option));
  const found = telling.filter(name => environment[name]);
  for (const name of found) delete environment[name];
  if (kept.length < said.length) environment['NODE_OPTIONS'] = kept.join(' ');
  return kept.length < said.length || found.length > 0;
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
