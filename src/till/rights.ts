import {statSync} from 'node:fs';

const groupAndOthers = 0o022;
const administrator = 0;

/**
 * Whether anybody but this user and the administrator can change a file, or replace what is in a folder. False for a path that does not
 * exist, and on Windows, which has no such modes.
 */
export function othersMayWrite(path: string): boolean {
  const found = statSync(path, {throwIfNoEntry: false});
  const user = process.getuid?.();
  if (found === undefined || user === undefined) return false;
  return (found.mode & groupAndOthers) !== 0 || (found.uid !== user && found.uid !== administrator);
}
