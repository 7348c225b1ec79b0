import {createHash} from 'node:crypto';
import {mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {generateX25519Identity, identityToRecipient} from 'age-encryption';
import {packTar} from 'modern-tar';
import {beforeEach, describe, expect, it} from 'vitest';
import {type BackupManifest, restoreBackup, withBackup, writeBackup} from '../../src/till/backup.js';
import {writeEncrypted} from '../../store/backup-file.js';
import {openJournal} from '../../store/journal.js';
import {options, sent} from '../store/support.js';
import {temporaryFolder} from './real-till.js';

const identity = await generateX25519Identity();
const key = {kind: 'identity', identity} as const;
// Who may only write backups knows this: whatever they wrote, no more than a till comes out of it.
const lock = {kind: 'recipients', recipients: [await identityToRecipient(identity)]} as const;
const place = {profile: 'sandbox', till: 'T7K', version: '1.0.0'} as const;
const own = 'sandbox/T7K';
const sumOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

let home = '';
beforeEach(() => {
  home = temporaryFolder();
});

/** A home with a till of two lines and their segment's first, and what else lies there. */
async function filled(more: Readonly<Record<string, string>> = {}) {
  const journal = await openJournal(options(join(home, own)));
  await journal.append([sent(1), sent(2)]);
  for (const [name, text] of Object.entries(more)) {
    mkdirSync(dirname(join(home, name)), {recursive: true});
    writeFileSync(join(home, name), text);
  }
  return journal;
}

async function backedUp(more?: Readonly<Record<string, string>>) {
  const journal = await filled(more);
  const file = join(temporaryFolder(), 'T7K.age');
  const manifest = await writeBackup({home, ...place}, {journal, now: 0, lock}, file);
  await journal.close();
  return {file, manifest};
}

it('is of the till and the settings, without what belongs to a process', async () => {
  const {file, manifest} = await backedUp({
    'settings.json': '{"shop":"Duka"}',
    [`${own}/customer-keys.json`]: '{}',
    [`${own}/empty`]: '',
    [`${own}/holder.json`]: '{}',
    [`${own}/lock.db`]: '',
    [`${own}/a.tmp`]: '',
    [`${own}/sources/b.part`]: '',
    [`${own}/report.json`]: '{}',
    'sandbox/K7Q/journal/2026-11-20.jsonl': '',
    'live-homes.json': '{}',
  });
  expect(manifest).toMatchObject({format: 'duka.backup/1', at: '1970-01-01T00:00:00Z', seq: 3, ...place});
  expect(Object.keys(manifest.files)).toEqual([
    ...[`${own}/head.json`, `${own}/empty`, `${own}/journal/2026-11-20.jsonl`, `${own}/report.json`],
    ...[`${own}/customer-keys.json`, 'settings.json'],
  ]);
  const there = temporaryFolder();
  writeFileSync(join(there, 'settings.json'), '{"shop":"Other"}');
  expect(await restoreBackup(file, key, there)).toEqual({manifest, lines: 3, newest: '2026-11-20'});
  for (const name of Object.keys(manifest.files).slice(0, -1))
    expect(readFileSync(join(there, name))).toEqual(readFileSync(join(home, name)));
  expect(readFileSync(join(there, 'settings.json'), 'utf8')).toBe('{"shop":"Other"}');
  expect(readdirSync(there).sort()).toEqual(['sandbox', 'settings.json']);
  await expect(restoreBackup(file, key, there)).rejects.toMatchObject({code: 'backup-till-exists', facts: {till: own}});
  const empty = temporaryFolder();
  await restoreBackup(file, key, empty);
  expect(readFileSync(join(empty, 'settings.json'), 'utf8')).toBe('{"shop":"Duka"}');
});

it('has of a growing day what was there when it began', async () => {
  const journal = await filled();
  const file = join(temporaryFolder(), 'T7K.age');
  const writing = writeBackup({home, ...place}, {journal, now: 0, lock}, file);
  await journal.append([sent(3)]);
  const {seq} = await writing;
  await journal.close();
  expect(seq).toBe(3);
  await withBackup(file, key, {work: async (_, {lines}) => expect(lines).toBeGreaterThanOrEqual(seq)});
});

it('has the notes that the till takes while it is written', async () => {
  const notes = `${own}/notes.jsonl`;
  const journal = await filled({[notes]: '{}\n'});
  const file = join(temporaryFolder(), 'T7K.age');
  const whileWritten = {
    ...lock,
    get recipients() {
      rmSync(join(home, notes), {force: true});
      return lock.recipients;
    },
  };
  await writeBackup({home, ...place}, {journal, now: 0, lock: whileWritten}, file);
  await journal.close();
  await withBackup(file, key, {work: async folder => expect(readFileSync(join(folder, notes), 'utf8')).toBe('{}\n')});
});

it('leaves no settings where the till cannot be restored', async () => {
  const {file} = await backedUp({'settings.json': '{}'});
  const there = temporaryFolder();
  mkdirSync(join(there, 'sandbox'));
  symlinkSync(join(there, 'nowhere'), join(there, own));
  await expect(restoreBackup(file, key, there)).rejects.toMatchObject({code: 'ENOTDIR'});
  expect(readdirSync(there)).toEqual(['sandbox']);
});

type Entry = Parameters<typeof packTar>[0][number];
const plain = (name: string, body: string): Entry => ({
  header: {name, size: Buffer.byteLength(body), mode: 0o600},
  body,
});
const linked = (name: string, linkname: string, type: 'symlink' | 'link'): Entry => ({
  header: {name, size: 0, type, linkname},
});

/** A backup that somebody made by hand, out of that of a till. */
async function forged(change: {
  readonly manifest?: (given: BackupManifest) => object;
  readonly entries?: (own: readonly Entry[]) => readonly Entry[];
}): Promise<string> {
  const {manifest} = await backedUp();
  const files = Object.keys(manifest.files).map(name => plain(name, readFileSync(join(home, name), 'utf8')));
  const told = plain('backup.json', JSON.stringify({...manifest, ...change.manifest?.(manifest)}));
  const bytes = await packTar([told, ...(change.entries?.(files) ?? files)]);
  const file = join(temporaryFolder(), 'forged.age');
  await writeEncrypted(
    file,
    async function* () {
      yield bytes;
    },
    lock,
  );
  return file;
}

describe('made by hand', () => {
  it('is one where nothing was changed', async () =>
    expect((await restoreBackup(await forged({}), key, temporaryFolder())).lines).toBe(3));

  it.each<readonly [what: string, manifest: (given: BackupManifest) => object]>([
    ['of another form', () => ({format: 'duka.backup/2'})],
    ['of a profile that is none', () => ({profile: 'live/..'})],
    ['of a till that is none', () => ({till: '../..'})],
    ['with other bytes than it says', ({files}) => ({files: {...files, [`${own}/head.json`]: sumOf('x')}})],
    ['with a file that is not there', ({files}) => ({files: {...files, [`${own}/more`]: sumOf('')}})],
    [
      'with a file of the machine',
      ({files}) => ({files: {...files, [`${own}/${'../'.repeat(20)}dev/null`]: sumOf('')}}),
    ],
    ['with fewer lines than it says', ({seq}) => ({seq: seq + 1})],
  ])('%s, it is damaged', async (_, manifest) => {
    const there = temporaryFolder();
    await expect(restoreBackup(await forged({manifest}), key, there)).rejects.toMatchObject({code: 'backup-damaged'});
    expect(readdirSync(there)).toEqual([]);
  });

  it('without its list it is damaged', async () => {
    const file = join(temporaryFolder(), 'bare.age');
    const bytes = await packTar([plain('settings.json', '{}')]);
    await writeEncrypted(
      file,
      async function* () {
        yield bytes;
      },
      lock,
    );
    await expect(restoreBackup(file, key, temporaryFolder())).rejects.toMatchObject({code: 'backup-damaged'});
  });

  it.each<readonly [what: string, entry: Entry]>([
    ['a link', linked(`${own}/out`, '/etc', 'symlink')],
    ['another name of a file', linked(`${own}/out`, `${own}/head.json`, 'link')],
    ['a file beside the till', plain('live-homes.json', '{}')],
    ['a file of no profile', plain('office/T7K/out', '')],
    ['a file of no till', plain('sandbox/t7k/out', '')],
    ['a file with a strange name', plain(`${own}/a b`, '')],
    ['a file above its folder', plain(`${own}/a/../../out`, '')],
    ['a file of the till', plain(`${own}/staff-secrets.json`, '{}')],
    ['a file of another till', plain('live/K7Q/head.json', '{}')],
  ])('with %s that its list does not name, nothing of it is put back', async (_, entry) => {
    const file = await forged({entries: files => [...files, entry]});
    const there = temporaryFolder();
    const refused = {code: 'backup-unlisted', facts: {file, name: entry.header.name}};
    await expect(restoreBackup(file, key, there)).rejects.toMatchObject(refused);
    expect(readdirSync(there)).toEqual([]);
  });
});

it('leaves out what a restored till could not have in its folder', async () => {
  const {file, manifest} = await backedUp({[`${own}/signing-key (copy).pem`]: 'x'});
  expect(Object.keys(manifest.files)).not.toContain(`${own}/signing-key (copy).pem`);
  expect((await restoreBackup(file, key, temporaryFolder())).lines).toBe(3);
});
