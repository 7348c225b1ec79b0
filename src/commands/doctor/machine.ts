import type {Dirent} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {join, relative} from 'node:path';
import type {Config} from '../../config.js';
import {causeText} from '../../core/messages/cause.js';
import {messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/present/problem-text.js';
import {exitCodes, Problem} from '../../core/problem.js';
import {isSecure, secureNode} from '../../core/technical/node-version.js';
import type {Session} from '../../session/session.js';
import {tillPath, tillsIn} from '../../till/found-tills.js';
import {otherLiveHome} from '../../till/home.js';
import {type Surroundings, tillFolder} from '../../till/opened-journal.js';
import {checkWritable, othersMayWrite, timeDiskSync} from '../../till/place.js';
import {withReading} from '../reading.js';
import {badCheck, type Check, check} from './check.js';

const slowMilliseconds = 25;

/** Checks whether this version of Node has no known security faults. */
export function checkRuntime({language}: Pick<Session, 'language'>, version = process.versions.node): Check {
  const {doctor, frame} = messages(language);
  if (isSecure(version)) return check('runtime', 'ok', doctor.runtime({version}), {version});
  const facts = {version, secure: secureNode};
  return check('runtime', 'warning', frame.insecureNode(facts), facts);
}

/** Measures how long a payment waits for the disk, with the system call that the journal uses. */
export async function checkDisk({home, language, face}: Session): Promise<Check> {
  const words = messages(language).doctor;
  try {
    const milliseconds = Math.round((await timeDiskSync(home, face.world)) * 100) / 100;
    const isSlow = milliseconds > slowMilliseconds;
    const message = (isSlow ? words.diskSlow : words.disk)({milliseconds});
    return check('disk', isSlow ? 'warning' : 'ok', message, {milliseconds});
  } catch (error) {
    const cause = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const message = words.diskFailed({cause: causeText(cause, language)});
    return {...check('disk', 'bad', message, {cause}), exit: exitCodes.journal};
  }
}

/** Verifies the whole journal while the till may be running. */
export async function checkJournal(session: Session): Promise<Check> {
  const words = messages(session.language).doctor;
  try {
    const {segments, events, tornBytes} = await withReading(session, ({journal}) => journal.verify());
    const facts = {segments, events, tornBytes};
    if (tornBytes > 0) return check('journal', 'warning', words.journalTorn({bytes: tornBytes}), facts);
    return check('journal', 'ok', events === 0 ? words.journalEmpty : words.journal(facts), facts);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return badCheck('journal', error, session);
  }
}

const othersMayRead = 0o077;
const hasModes = process.platform !== 'win32';

/** Checks whether the till can write its files, and nobody but the owner read or replace those in the home. */
export async function checkFiles(session: Session, till?: Config): Promise<Check> {
  const {home, language} = session;
  const words = messages(language).doctor;
  try {
    if (till?.till !== undefined) await checkWritable({...till, folder: tillFolder(till, till.till)});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return badCheck('files', error, session);
  }
  if (!hasModes) return check('files', 'unknown', words.filesNotKnown);
  const entries = await readdir(home, {recursive: true, withFileTypes: true}).catch(() => []);
  const pathOf = (entry: Dirent) => join(entry.parentPath, entry.name);
  const folders = [home, ...entries.filter(entry => entry.isDirectory()).map(pathOf)];
  const folder = folders.find(othersMayWrite);
  if (folder !== undefined) return check('files', 'warning', words.folderOpen({folder}), {folder});
  // A file in a folder that nobody else may enter is safe, but its copies keep its own mode.
  const paths = entries.filter(entry => entry.isFile()).map(pathOf);
  const open: string[] = [];
  for (const path of paths) {
    const mode = (await stat(path).catch(() => undefined))?.mode ?? 0;
    if ((mode & othersMayRead) !== 0) open.push(relative(home, path));
  }
  const [file] = open;
  if (file === undefined) return check('files', 'ok', words.files({count: paths.length}), {count: paths.length});
  const facts = {count: open.length, file};
  return check('files', 'warning', words.filesOpen(facts), facts);
}

/** Lists every till that has sold in the home, since each has takings of its own. An empty home may be the wrong one. */
export async function checkTills({face: {userFolder}, home, language}: Session): Promise<Check> {
  const words = messages(language).doctor;
  const found = tillsIn(home);
  const tills = found.map(tillPath).join(', ');
  const twice = found.find(({profile}, at) => found.findIndex(other => other.profile === profile) < at);
  if (twice !== undefined) {
    return check('tills', 'warning', words.tillsSeveral({tills, profile: twice.profile}), {tills});
  }
  const other = found.length === 0 && userFolder !== undefined ? await otherLiveHome(userFolder, home) : undefined;
  if (other !== undefined) {
    const elsewhere = new Problem('live-home-elsewhere', {home: other, own: home});
    return check('tills', 'warning', problemText(elsewhere, language), {tills, home: other});
  }
  return check('tills', 'ok', found.length === 0 ? words.tillsNone : words.tills({tills}), {tills});
}

/** The oldest that the newest backup may be, in milliseconds. */
const freshMs = 7 * 86_400_000;

/** Checks the newest backup in the folder of the settings. Practice needs none. */
export async function checkBackup(
  {face: {world}, language}: Session,
  {config, settings}: Surroundings,
): Promise<readonly Check[]> {
  const words = messages(language).doctor;
  const folder = settings.read().backup?.folder;
  if (folder === undefined && config.profile === 'sandbox') return [];
  if (folder === undefined) return [check('backup', 'warning', words.backupNowhere)];
  const names = await readdir(folder).catch(() => []);
  const own = names.filter(name => name.startsWith(`duka-${config.till ?? ''}-`) && name.endsWith('.age'));
  const times: number[] = [];
  for (const name of own) times.push((await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0);
  const newest = Math.max(0, ...times);
  const facts = {folder, days: Math.floor((world.now() - newest) / 86_400_000)};
  if (newest === 0) return [check('backup', 'warning', words.backupNone({folder}), {folder})];
  if (world.now() - newest > freshMs) return [check('backup', 'warning', words.backupOld(facts), facts)];
  return [check('backup', 'ok', words.backup(facts), facts)];
}
