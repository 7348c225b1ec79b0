import {execFileSync} from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, inject, it} from 'vitest';
import {compiledCodeFolder, keepCode, keptCode} from '../../src/runtime/compiled-code.js';
import {home} from '../terminal/terminal.js';

/** Runs the till and returns the folder that its compiled code would be read from by everybody's guess. */
function started(folder: string, environment: Readonly<Record<string, string>> = {}, command = 'pending'): string {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, {recursive: true});
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    DUKA_HOME: join(folder, 'till'),
    DUKA_LANG: 'en',
    TMPDIR: temporary,
  };
  const out = execFileSync(process.execPath, [inject('duka'), command], {
    env: {...env, ...environment},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(String(out)).toContain('Nothing is pending.');
  return temporary;
}

describe.skipIf(process.platform === 'win32')('compiled code', () => {
  it('is kept in a folder of this user alone, and not where everybody can put some first', () => {
    const folder = home();
    expect(readdirSync(started(folder))).toEqual([]);
    const kept = join(folder, '.cache', 'duka');
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(readdirSync(kept)).toEqual(['pending.code']);
    expect(statSync(join(kept, 'pending.code')).mode & 0o777).toBe(0o600);
  });

  it('is not kept where there is no way to the folder, and nothing ends for that', () => {
    const file = join(home(), 'file');
    writeFileSync(file, '');
    keepCode(join(file, 'below', 'office.code'), 'program', new Map());
    keepCode('/proc/1/nowhere', 'program', new Map());
  });

  it('is read at the next start, made again if it was damaged, and not made for a word that is no command', () => {
    const folder = home();
    started(folder);
    const kept = join(folder, '.cache', 'duka', 'pending.code');
    const {ino} = statSync(kept);
    started(folder);
    expect(statSync(kept).ino).toBe(ino);
    const bytes = readFileSync(kept);
    bytes.fill(0, bytes.length / 2);
    writeFileSync(kept, bytes);
    started(folder);
    expect(readFileSync(kept).equals(bytes)).toBe(false);
    expect(() => started(folder, {}, 'pendig')).toThrow();
    expect(readdirSync(dirname(kept))).toEqual(['pending.code']);
  });

  it.each<[what: string, change: (path: string) => void, key?: string]>([
    ['one byte is another', path => writeFileSync(path, readFileSync(path).fill('?', 90, 91))],
    ['its end is missing', path => writeFileSync(path, readFileSync(path).subarray(0, -1))],
    ['it is empty', path => writeFileSync(path, '')],
    ['others can write in it', path => chmodSync(path, 0o620)],
    ['it is a link', path => [renameSync(path, `${path}.old`), symlinkSync(`${path}.old`, path)]],
    ['it is of another program', () => {}, 'another'],
  ])('is not believed if %s', (_what, change, key = 'program') => {
    const path = join(home(), 'pending.code');
    const code = new Map([
      ['main.cjs', Buffer.from('compiled')],
      ['chunk.cjs', Buffer.from('also compiled')],
    ]);
    keepCode(path, 'program', code);
    expect(keptCode(path, 'program')).toEqual(code);
    change(path);
    expect(keptCode(path, key)).toBeUndefined();
  });

  it('is not read from a folder that others can write in, nor through a link', () => {
    const folder = home();
    const kept = join(folder, '.cache', 'duka');
    mkdirSync(kept, {recursive: true});
    chmodSync(kept, 0o777);
    expect(readdirSync(started(folder))).toEqual([]);
    expect(readdirSync(kept)).toEqual([]);
    const other = join(folder, 'other');
    mkdirSync(join(folder, 'linked'));
    mkdirSync(other, {mode: 0o700});
    symlinkSync(other, join(folder, 'linked', 'duka'));
    started(folder, {XDG_CACHE_HOME: join(folder, 'linked')});
    expect(readdirSync(other)).toEqual([]);
  });

  it('has no folder where the user has none', () => {
    const folder = home();
    started(folder, {HOME: '', XDG_CACHE_HOME: 'not/absolute'});
    expect(existsSync(join(folder, 'not'))).toBe(false);
    expect(compiledCodeFolder({XDG_CACHE_HOME: '/dev/null'})).toBeUndefined();
  });
});
