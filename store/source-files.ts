import {chmodSync, constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {Problem} from '../src/core/problem.js';
import {errorCode, makeMissing} from './disk.js';

/** Where the copy of an imported file lies, beside the journal of its till. */
export function sourcePath(folder: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError(`not a hash: ${sha256}`);
  return join(folder, 'sources', sha256);
}

/** Keeps a copy of a file for its owner alone; one that is there already is the same. Throws `Problem` file-not-writable. */
export function keepSource(folder: string, file: string, sha256: string): void {
  const path = sourcePath(folder, sha256);
  if (existsSync(path)) return;
  try {
    makeMissing(dirname(path));
    rmSync(`${path}.part`, {force: true});
    copyFileSync(file, `${path}.part`, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    chmodSync(`${path}.part`, 0o600);
    renameSync(`${path}.part`, path);
  } catch (error) {
    throw new Problem('file-not-writable', {file: path, code: errorCode(error) ?? '-'});
  }
}

/** The ids of the tills that have a folder beside this one's, itself included. */
export function tillsBeside(folder: string): readonly string[] {
  try {
    const names = readdirSync(dirname(folder), {withFileTypes: true});
    return names.filter(each => each.isDirectory() && /^[A-Z0-9]{1,3}$/.test(each.name)).map(({name}) => name);
  } catch {
    return [];
  }
}
