import {mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {compiledCodeFolder} from '../../src/runtime/compiled-code.js';
import {exportShown} from '../../src/till/review-export.js';
import {asExhaustion, causeOf} from '../../store/as-problem.js';
import {makeFolder} from '../../store/disk.js';
import {keepSource} from '../../store/source-files.js';
import {run} from '../commands/support.js';
import {temporaryFolder} from '../store/support.js';

/** Folders that can never be made. */
const impossible: Readonly<Record<string, () => string>> = {
  ...(process.platform === 'linux'
    ? {'below /proc': () => '/proc/till', 'deep below /proc': () => '/proc/till/a/b', 'below /sys': () => '/sys/till/a'}
    : {}),
  'a file': () => aFile(),
  'below a file': () => join(aFile(), 'a', 'b'),
  'below a device': () => '/dev/null/till',
};
const names = Object.keys(impossible);
const placeOf = (name: string) => impossible[name]?.() ?? '';

function aFile(): string {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  return file;
}

const commands: readonly (readonly string[])[] = [
  ['collect', '--phone', '0712345678', '--amount', '200'],
  ['cash', 'drawer', '--person', 'Amina', '--reason', 'change'],
  ['shift', 'open', '--person', 'Amina', '--float', 'KES:0'],
  ['plan', 'list'],
  ['doctor'],
  ['selftest', '--kill', '--rounds', '1'],
  ['sandbox', '--port', '0'],
];
const asHome = (home: string) => ({
  environment: {DUKA_HOME: home, DUKA_SHOP: 'Shop', DUKA_TILL: 'T7K', DUKA_EMAIL: 'a@example.com'},
});
/** A machine's own word for a failure, in a sentence. */
const rawWord = /\bE[A-Z]{3,}\b|ERR_|SQLITE|database/;

describe.skipIf(process.platform === 'win32')('a home that can never be', () => {
  it.each(names)('%s, is said at once, in words, and is no mistake', async name => {
    const home = placeOf(name);
    for (const command of commands) {
      const {exit, out, err} = await run(command, asHome(home));
      expect([2, 5, 7, ...(command[0] === 'plan' ? [0] : [])], `${command}: ${err}`).toContain(exit);
      const said = command[0] === 'doctor' ? out : err;
      expect(said, String(command)).toMatch(/^[✗!] .+/mu);
      expect(said, String(command)).not.toMatch(/went wrong in Duka/);
      expect(said, String(command)).not.toMatch(rawWord);
    }
  });

  it.each(names)('%s, takes no export, no copy, no compiled code', async name => {
    const place = placeOf(name);
    expect((await exportShown(place, {kind: 'days', rows: []}, 'en')).code).toMatch(/^E[A-Z]+$/);
    await expect(keepSource(place, aFile(), 'a'.repeat(64))).rejects.toMatchObject({
      code: 'copy-not-kept',
      facts: {folder: join(place, 'sources'), code: expect.any(String)},
    });
    expect(compiledCodeFolder({XDG_CACHE_HOME: place})).toBeUndefined();
    const {exit, err} = await run(
      ['journal', 'export', '--format', 'jsonl', '--out', `${place}/a/`],
      asHome(temporaryFolder()),
    );
    expect([exit, err]).toEqual([2, expect.stringMatching(/cannot be written \([a-z ]+\)/)]);
  });

  it('is told from one that is there, or that others make meanwhile', () => {
    const folder = join(temporaryFolder(), 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(`${folder}/`);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    makeFolder(join(link, 'd'));
    expect(readdirSync(folder)).toEqual(['d']);
  });
});

describe.skipIf(process.platform === 'win32')('practice books that cannot be', () => {
  it('are no mistake: nothing is sent', async () => {
    const home = temporaryFolder();
    const books = join(home, 'sandbox', 'service', 'sandbox.db');
    mkdirSync(dirname(books), {recursive: true});
    writeFileSync(books, 'something else'.repeat(1000));
    const {exit, err} = await run(['collect', '--phone', '0712345678', '--amount', '200'], asHome(home));
    expect([exit, err]).toEqual([
      7,
      expect.stringContaining('✗ Cannot save (the file is damaged), so nothing is sent.'),
    ]);
    const served = await run(['sandbox', '--port', '0'], asHome(home));
    expect([served.exit, served.err]).toEqual([5, expect.stringContaining('service (the file is damaged): make room')]);
  });

  it('are told from a full disk by SQLite’s own number', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('PRAGMA max_page_count = 2; CREATE TABLE a (b)');
    const fill = () => {
      for (;;) database.prepare('INSERT INTO a VALUES (?)').run('x'.repeat(1000));
    };
    const error = thrown(fill);
    database.close();
    expect(causeOf(error)).toBe('ENOSPC');
    expect(asExhaustion(error)).toBeInstanceOf(Problem);
    expect(asExhaustion(thrown(() => new DatabaseSync(':memory:').exec('no SQL')))).not.toBeInstanceOf(Problem);
  });
});

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
