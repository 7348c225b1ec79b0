import {lstatSync, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {asProblem} from '../../store/as-problem.js';
import {Problem} from '../core/problem.js';

type Place = {readonly home: string; readonly profile: string; readonly folder: string};

/**
 * Refuses a place where a till must not sell. The folders from the home down to a till's journal must not be links. If the till takes real
 * money, nobody but this user and the administrator may be able to change the settings, the key or the journal.
 *
 * Throws `Problem` journal-is-link with the `file`, home-unsafe with the `file` and the `command` that corrects it, and
 * journal-not-writable if the place cannot be examined.
 */
export function checkPlace(place: Place): void {
  try {
    look(place);
  } catch (error) {
    throw asProblem(error);
  }
}

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

function look({home, profile, folder}: Place): void {
  const journal = join(folder, 'journal');
  const folders = [join(home, profile), folder, journal];
  const link = folders.find(path => lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink());
  if (link !== undefined) throw new Problem('journal-is-link', {file: link});
  if (profile !== 'live') return;
  const newest = newestIn(journal);
  const files = [
    join(home, 'settings.json'),
    join(folder, 'signing-key.pem'),
    ...newest.map(name => join(journal, name)),
  ];
  const open = [home, ...folders, ...files].find(othersMayWrite);
  if (open !== undefined) throw new Problem('home-unsafe', {file: open, command: `chmod go-w '${open}'`});
}

function newestIn(journal: string): readonly string[] {
  try {
    const newest = readdirSync(journal)
      .filter(name => name.endsWith('.jsonl'))
      .sort()
      .at(-1);
    return newest === undefined ? [] : [newest];
  } catch {
    return [];
  }
}
