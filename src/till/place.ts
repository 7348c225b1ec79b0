import {randomUUID} from 'node:crypto';
import {existsSync, lstatSync, readdirSync, type Stats, statSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {join} from 'node:path';
import {asProblem} from '../../store/as-problem.js';
import {makeMissing, nodeDisk, removed} from '../../store/disk.js';
import {takeLock} from '../../store/lock.js';
import {headPath} from '../../store/stored-head.js';
import {Problem} from '../core/problem.js';
import type {World} from '../core/world.js';

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

/**
 * Checks that a till of this place could write its lines now, or is open already. Throws `Problem` as `checkPlace`, and lock-damaged and
 * journal-not-writable.
 */
export async function checkWritable(place: Place): Promise<void> {
  const {folder} = place;
  checkPlace(place);
  if (!existsSync(folder)) return;
  try {
    const [newest] = newestIn(join(folder, 'journal'));
    if (newest !== undefined) await (await nodeDisk.open(join(folder, 'journal', newest), 'append')).close();
    if (existsSync(headPath(folder))) await (await nodeDisk.openPlace(headPath(folder))).close();
    takeLock(folder, {pid: process.pid, command: 'duka doctor', since: ''}).release();
  } catch (error) {
    const problem = asProblem(error);
    if (!(problem instanceof Problem) || problem.code !== 'journal-locked') throw problem;
  }
}

const groupAndOthers = 0o022;
const administrator = 0;

/** Whether others than this user and the administrator can change a file or a folder's content. False without one, and on Windows. */
export function othersMayWrite(path: string): boolean {
  const found = statSync(path, {throwIfNoEntry: false});
  if (found === undefined || process.getuid === undefined) return false;
  return (found.mode & groupAndOthers) !== 0 || isOfAnother(found);
}

const isOfAnother = ({uid}: Pick<Stats, 'uid'>): boolean => uid !== process.getuid?.() && uid !== administrator;

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
  if (open === undefined) return;
  const command = isOfAnother(statSync(open)) ? `sudo chown -R "$(id -un)" '${home}'` : `chmod go-w '${open}'`;
  throw new Problem('home-unsafe', {file: open, command});
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

const writes = 9;

/** The median of nine small writes to the disk of the home, in milliseconds. Rejects with the operating system's error. */
export async function timeDiskSync(home: string, world: Pick<World, 'monotonic'>): Promise<number> {
  makeMissing(home);
  const path = join(home, `.sync-${randomUUID()}`);
  const file = await open(path, 'wx', 0o600);
  try {
    const times: number[] = [];
    for (let count = 0; count < writes; count += 1) {
      const begun = world.monotonic();
      await file.write('a line that stands for an event of the journal\n');
      await file.datasync();
      times.push(world.monotonic() - begun);
    }
    return times.sort((a, b) => a - b)[Math.floor(writes / 2)] ?? 0;
  } finally {
    await file.close();
    await removed(path, {force: true});
  }
}
