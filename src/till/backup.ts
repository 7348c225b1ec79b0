import {createHash} from 'node:crypto';
import {createReadStream, existsSync, statSync} from 'node:fs';
import {mkdir, mkdtemp, readdir, readFile, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join, relative, sep} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import * as z from 'zod';
import {type BackupKey, type BackupLock, readEncrypted, writeEncrypted} from '../../store/backup-file.js';
import {errorCode, removed, renamed} from '../../store/disk.js';
import {type Journal, openJournal} from '../../store/journal.js';
import type {Config} from '../config.js';
import {folding} from '../core/books/state.js';
import {formats} from '../core/events/formats.js';
import {isTillName} from '../core/journal/reference.js';
import {Problem} from '../core/problem.js';
import {jsonIn} from '../core/text/json.js';
import {cleanText} from '../core/text/text.js';
import {writeSlip} from '../print/deliver.js';
import {storedKey} from './signing.js';

export type {BackupKey, BackupLock};

const manifestFile = 'backup.json';
const profiles = ['sandbox', 'test', 'live'] as const;
const till = z.string().refine(isTillName);
const manifestSchema = z.object({
  format: z.literal(formats.backup),
  version: z.string(),
  profile: z.enum(profiles),
  till,
  at: z.string(),
  seq: z.number().int().nonnegative(),
  head: z.string().regex(/^[0-9a-f]{64}$/),
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

/** What a backup is of. `files` has the SHA-256 of each file by its path in the home. */
export type BackupManifest = z.infer<typeof manifestSchema>;

type Source = {readonly path: string; readonly name: string; readonly size: number; readonly content?: Buffer};

/** Files in a till's folder that exist only for a while, or belong to one process. */
const isPassing = (name: string) => /(?:^|\/)(?:lock\.db.*|holder\.json|.*\.tmp|.*\.part)$/u.test(name);

/**
 * Writes a backup of a till into a new file: its folder and the settings, as a tar archive that is compressed and then encrypted with age.
 * The till may be running: each file is saved as it was when the backup began. Throws `Problem` journal-damaged and as `writeEncrypted` does,
 * and the operating system's error.
 */
export async function writeBackup(
  of: Pick<Config, 'home' | 'profile'> & {readonly till: string; readonly version: string},
  {journal, now, lock}: {readonly journal: Journal; readonly now: number; readonly lock: BackupLock},
  file: string,
): Promise<BackupManifest> {
  const {home, profile, till: id, version} = of;
  // The newest line is taken first: what is written to the journal afterwards only continues it.
  const {seq, head} = journal.tail();
  await journal.verify(); // a backup that no restore would take is worse than none
  const sources = await sourcesIn(home, `${profile}/${id}`);
  const files: Record<string, string> = {};
  for (const source of sources) files[source.name] = await sumOf(source);
  const at = Temporal.Instant.fromEpochMilliseconds(now).toString({smallestUnit: 'second'});
  const manifest: BackupManifest = {format: formats.backup, version, profile, till: id, at, seq, head, files};
  const {packTar} = await import('modern-tar/fs');
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  const tar = () =>
    packTar([
      {type: 'content', target: manifestFile, content: text, mode: 0o600},
      ...sources.map(({path, name, size, content}) =>
        content === undefined
          ? ({type: 'stream', target: name, size, content: readOf(path, size), mode: 0o600} as const)
          : ({type: 'content', target: name, content, mode: 0o600} as const),
      ),
    ]);
  await writeEncrypted(file, tar, lock);
  return manifest;
}

const readOf = (path: string, size: number) =>
  size === 0 ? Readable.from([]) : createReadStream(path, {end: size - 1});

/** The files in a folder of a home, with the way to each. */
async function filesIn(home: string, folder: string): Promise<readonly string[]> {
  const found = await readdir(join(home, folder), {recursive: true, withFileTypes: true});
  return found
    .filter(entry => entry.isFile())
    .map(entry => relative(home, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

/** Segments only grow, and are read up to their present size. Other files may change or go, and are read at once. */
async function sourcesIn(home: string, folder: string): Promise<readonly Source[]> {
  const names = (await filesIn(home, folder)).filter(name => isBackupName(name) && !isPassing(name)).sort();
  const sources: Source[] = [];
  // The keys come last, so that the backup has the key of every line that it holds.
  const [first, last] = [`${folder}/head.json`, `${folder}/customer-keys.json`];
  for (const name of [first, ...names.filter(each => each !== first && each !== last), last, 'settings.json']) {
    const path = join(home, name);
    const isSegment = name.startsWith(`${folder}/journal/`) && name.endsWith('.jsonl');
    const source = await (isSegment ? grownSource : wholeSource)(path, name).catch(unlessGone);
    if (source !== undefined) sources.push(source);
  }
  return sources;
}

const grownSource = async (path: string, name: string): Promise<Source> => ({
  path,
  name,
  size: (await stat(path)).size,
});

async function wholeSource(path: string, name: string): Promise<Source> {
  const content = await readFile(path);
  return {path, name, size: content.length, content};
}

function unlessGone(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

async function sumOf({path, size, content}: Source): Promise<string> {
  const hash = createHash('sha256');
  if (content === undefined) await pipeline(readOf(path, size), hash);
  else hash.update(content);
  return hash.digest('hex');
}

/** The result of a checked backup: it was unpacked, every file is as it was packed, and its journal is intact up to its newest line. */
export type CheckedBackup = {readonly manifest: BackupManifest; readonly lines: number; readonly newest: string};

/** Unpacks and checks a backup in a temporary folder for `work`. Throws `Problem` backup-locked, backup-damaged, backup-unlisted and journal-damaged. */
export async function withBackup<T>(
  file: string,
  key: BackupKey,
  {
    near = tmpdir(),
    work,
  }: {readonly near?: string; readonly work: (folder: string, checked: CheckedBackup) => Promise<T>},
): Promise<T> {
  await mkdir(near, {recursive: true, mode: 0o700});
  const folder = await mkdtemp(join(near, '.duka-backup-'));
  try {
    await unpack(file, key, folder);
    return await work(folder, await checked(file, folder));
  } finally {
    await removed(folder, {recursive: true, force: true});
  }
}

async function unpack(file: string, key: BackupKey, folder: string): Promise<void> {
  const {unpackTar} = await import('modern-tar/fs');
  const content = await readEncrypted(file, key);
  const others: string[] = [];
  try {
    // Only plain files of a backup, wherever they say they belong: a link, or a path out of the folder, is not part of a backup.
    const isOurs = ({name, type}: {readonly name: string; readonly type?: string | undefined}) => {
      const is = (type === undefined || type === 'file') && isBackupName(name);
      if (!is) others.push(name);
      return is;
    };
    await pipeline(content, unpackTar(folder, {filter: isOurs, fmode: 0o600, dmode: 0o700, maxDepth: 6}));
  } catch {
    throw new Problem('backup-damaged', {file});
  }
  checkListed(file, others, {});
}

/** Throws `Problem` backup-unlisted for a file that the list of the backup does not name. */
function checkListed(file: string, names: readonly string[], files: BackupManifest['files']): void {
  const other = names.find(name => name !== manifestFile && !Object.hasOwn(files, name));
  if (other !== undefined) throw new Problem('backup-unlisted', {file, name: cleanText(other, 200)});
}

const isBackupName = (name: string): boolean =>
  name === manifestFile ||
  name === 'settings.json' ||
  (/^(?:sandbox|test|live)\/[A-Z0-9]{1,3}\/[\w./-]+$/u.test(name) && !name.includes('..'));

async function checked(file: string, folder: string): Promise<CheckedBackup> {
  const manifest = manifestSchema.safeParse(
    jsonIn(await readFile(join(folder, manifestFile), 'utf8').catch(() => '')),
  ).data;
  if (manifest === undefined) throw new Problem('backup-damaged', {file});
  for (const [name, sha256] of Object.entries(manifest.files)) {
    const path = join(folder, name);
    const size = isBackupName(name) ? (await stat(path).catch(() => undefined))?.size : undefined;
    if (size === undefined || (await sumOf({path, name, size})) !== sha256) throw new Problem('backup-damaged', {file});
  }
  checkListed(file, await filesIn(folder, '.'), manifest.files);
  const own = join(folder, manifest.profile, manifest.till);
  const journal = await openJournal({
    folder: own,
    mode: 'read',
    till: manifest.till,
    key: await storedKey(own),
    ...folding,
    header: {profile: manifest.profile, zone: 'UTC', dayStartsAt: '00:00', version: manifest.version},
    businessDate: () => '',
    now: () => 0,
    onEvents: () => undefined,
  });
  try {
    const {events} = await journal.verify();
    if (events < manifest.seq) throw new Problem('backup-damaged', {file});
    return {manifest, lines: events, newest: journal.tail().segment};
  } finally {
    await journal.close();
  }
}

/** Restores a backup whole into a home without its till; settings there stay. Throws as `withBackup`, and `Problem` backup-till-exists. */
export async function restoreBackup(file: string, key: BackupKey, home: string): Promise<CheckedBackup> {
  return withBackup(file, key, {
    near: home,
    work: async (folder, found) => {
      const {profile, till: id} = found.manifest;
      const place = join(home, profile, id);
      if ((await stat(place).catch(() => undefined)) !== undefined)
        throw new Problem('backup-till-exists', {till: `${profile}/${id}`});
      await mkdir(dirname(place), {recursive: true, mode: 0o700});
      const settings = join(home, 'settings.json');
      const hasSettings = (await stat(settings).catch(() => undefined)) !== undefined;
      const movesSettings = !hasSettings && found.manifest.files['settings.json'] !== undefined;
      if (movesSettings) await renamed(join(folder, 'settings.json'), settings);
      try {
        await renamed(join(folder, profile, id), place);
      } catch (error) {
        if (movesSettings) await removed(settings, {force: true});
        throw error;
      }
      return found;
    },
  });
}

/** The file to write; in a folder, named by `of` and the time. Throws `Problem` file-exists. */
export function backupFileIn(
  out: string,
  of: string,
  {now, ending}: {readonly now: number; readonly ending: string},
): string {
  const isFolder = /[/\\]$/u.test(out) || (existsSync(out) && statSync(out).isDirectory());
  const at = Temporal.Instant.fromEpochMilliseconds(now).toString({smallestUnit: 'second'}).replaceAll(/[-:]/gu, '');
  const file = isFolder ? join(out, `duka-${of}-${at}.${ending}`) : out;
  if (existsSync(file)) throw new Problem('file-exists', {file});
  return file;
}

/**
 * Makes a key pair for backups: writes the identity, which opens them, into a new file that only its owner can read, and returns the
 * recipient. Throws `Problem` file-exists, file-not-writable.
 */
export async function makeBackupKey(file: string): Promise<string> {
  const {generateX25519Identity, identityToRecipient} = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  await writeSlip(file, `# public key: ${recipient}\n${identity}\n`, {replaces: false});
  return recipient;
}

export const unwritable =
  (file: string) =>
  (error: unknown): never => {
    const code =
      error instanceof Error && 'code' in error && !(error instanceof Problem) ? String(error.code) : undefined;
    throw code === undefined ? error : new Problem('file-not-writable', {file, code});
  };
