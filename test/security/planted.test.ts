import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {usualLanguages} from '../../src/core/market/markets.js';
import {languageSaid} from '../../src/runtime/said.js';
import {machine} from '../../src/world.js';
import {nodeDisk} from '../../store/disk.js';
import {isLocked, takeLock} from '../../store/lock.js';
import {openSettings} from '../../store/settings.js';
import {keepSource, sourcePath} from '../../store/source-files.js';
import {missingSecrets, secretsPath} from '../../store/staff-secrets.js';
import {collectAndLeave, collecting, openShop, type Shop, segmentsOf} from '../commands/support.js';
import {problemOf, temporaryFolder} from '../store/support.js';

/** What somebody with the folder can put in place of a file. */
const plants: Readonly<Record<string, (path: string) => void>> = {
  'a pipe': path => void execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', path]),
  'a device that never ends': path => symlinkSync('/dev/zero', path),
  'a device that keeps nothing': path => symlinkSync('/dev/null', path),
  'a folder': path => void mkdirSync(path),
};
const names = Object.keys(plants);

async function shopWithAPayment(): Promise<{shop: Shop; segment: string}> {
  const shop = await openShop();
  await collectAndLeave(shop, collecting('0712345102'));
  return {shop, segment: segmentsOf(shop)[0] ?? ''};
}

describe.skipIf(process.platform === 'win32')('in place of a file of the till', () => {
  it.each(names)('%s is no journal: nothing is sent, and nobody waits', async name => {
    const {shop, segment} = await shopWithAPayment();
    rmSync(segment);
    plants[name]?.(segment);
    const before = await shop.books();
    const ran = await shop.run(collecting('0712345679'));
    expect([ran.exit, ran.json]).toMatchObject([7, {error: 'journal-not-writable'}]);
    expect(await shop.books()).toEqual(before);
    expect((await shop.run(['journal', 'list'])).exit).toBe(7);
  });

  it.each(names)('%s is no settings', async name => {
    const folder = temporaryFolder();
    plants[name]?.(join(folder, 'settings.json'));
    expect(await problemOf(openSettings(folder))).toMatchObject({
      code: 'settings-damaged',
      name: name === 'a folder' ? 'EISDIR' : 'EFTYPE',
    });
  });

  it.each(names)('%s says no language, and nobody waits', name => {
    const folder = temporaryFolder();
    plants[name]?.(join(folder, 'settings.json'));
    expect(languageSaid(usualLanguages(), {environment: {}, home: folder, zone: 'Africa/Nairobi'})).toBe('en');
  });

  it.each(names)('%s is no secret of anybody', async name => {
    const place = {folder: temporaryFolder(), disk: nodeDisk};
    plants[name]?.(secretsPath(place));
    expect(await problemOf(missingSecrets(place, ['Amina']))).toMatchObject({code: 'staff-secrets-damaged'});
  });

  it.each(names)('%s is no signature of the settings', async name => {
    const {shop, segment} = await shopWithAPayment();
    const signed = join(dirname(dirname(segment)), 'settings-signed.json');
    rmSync(signed);
    plants[name]?.(signed);
    const ran = await shop.run(['cash', 'sale', '--amount', '5', '--json']);
    if (name === 'a folder') expect([ran.exit, ran.json]).toMatchObject([7, {error: 'journal-not-writable'}]);
    else expect(ran.exit).toBe(0);
  });

  it.each(names)('%s is no lock', name => {
    const folder = temporaryFolder();
    plants[name]?.(join(folder, 'lock.db'));
    expect(() => takeLock(folder, {pid: 1, command: 'duka', since: ''})).toThrow('journal-not-writable');
    expect(isLocked(folder)).toBe(false);
  });
});

it.skipIf(process.platform === 'win32')(
  'a home that its owner has put elsewhere, behind a link, is a home',
  async () => {
    const shop = await openShop();
    const link = join(temporaryFolder(), 'shop');
    symlinkSync(shop.home, link);
    const there = {environment: {DUKA_HOME: link}};
    await collectAndLeave(
      {...shop, run: (line, more = {}) => shop.run(line, {...more, ...there})},
      collecting('0712345102'),
    );
    expect(segmentsOf(shop)).toHaveLength(1);
    expect((await shop.run(['journal', 'verify'], there)).exit).toBe(0);
    expect((await shop.run(['pending'], there)).out).toContain('345 102');
  },
);

describe.skipIf(process.platform === 'win32')('through a link to somewhere else', () => {
  const precious = () => {
    const path = join(temporaryFolder(), 'precious');
    writeFileSync(path, 'precious\n');
    return path;
  };

  it('the journal is not written', async () => {
    const {shop, segment} = await shopWithAPayment();
    const elsewhere = join(temporaryFolder(), 'elsewhere.jsonl');
    renameSync(segment, elsewhere);
    symlinkSync(elsewhere, segment);
    const [kept, before] = [readFileSync(elsewhere, 'utf8'), await shop.books()];
    const ran = await shop.run(collecting('0712345679'));
    expect([ran.exit, ran.json]).toMatchObject([7, {error: 'journal-not-writable', cause: 'ELOOP'}]);
    expect(await shop.books()).toEqual(before);
    expect(readFileSync(elsewhere, 'utf8')).toBe(kept);
  });

  it('nothing is cut', async () => {
    const [path, link] = [precious(), join(temporaryFolder(), 'link')];
    symlinkSync(path, link);
    await expect(nodeDisk.truncate(link, 0)).rejects.toMatchObject({code: 'ELOOP'});
    expect(readFileSync(path, 'utf8')).toBe('precious\n');
  });

  it('neither the holder of the lock nor the copy of a file is written', async () => {
    const [folder, path] = [temporaryFolder(), precious()];
    symlinkSync(path, join(folder, 'holder.json.tmp'));
    takeLock(folder, {pid: 1, command: 'duka', since: ''}).release();
    const given = join(temporaryFolder(), 'given.csv');
    writeFileSync(given, 'a,b\n');
    const copy = sourcePath(folder, 'a'.repeat(64));
    mkdirSync(dirname(copy));
    symlinkSync(path, `${copy}.part`);
    await keepSource(folder, given, 'a'.repeat(64));
    expect(readFileSync(path, 'utf8')).toBe('precious\n');
    expect([readFileSync(copy, 'utf8'), readdirSync(dirname(copy))]).toEqual(['a,b\n', ['a'.repeat(64)]]);
  });

  it('no mistake is written down', async () => {
    const [shop, path] = [await openShop(), precious()];
    symlinkSync(path, join(shop.home, 'mistakes.log'));
    const random = () => {
      throw new Error('no more chance');
    };
    expect((await shop.run(collecting('0712345678'), {world: {...machine, random}})).exit).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe('precious\n');
  });
});
