import {lstatSync, mkdirSync} from 'node:fs';
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';

/**
 * Keeps the memory of the process to itself. Node opens its debugger to every user of the machine when it is sent
 * SIGUSR1, unless somebody listens, and writes the environment, with the key, into its reports. Runs on Node 18.
 */
export function guardMemory(): void {
  process.on('SIGUSR1', () => undefined);
  Object.assign(process.report ?? {}, {excludeEnv: true});
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
    mkdirSync(folder, {recursive: true, mode: 0o700});
    const found = lstatSync(folder);
    const isOurs = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
    return found.isDirectory() && isOurs ? folder : undefined;
  } catch {
    return undefined;
  }
}
