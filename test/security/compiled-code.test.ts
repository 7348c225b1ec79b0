import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, inject, it} from 'vitest';
import {compiledCodeFolder} from '../../src/runtime/guard.js';
import {home} from '../terminal/terminal.js';

/** Runs the till and returns the folder that its compiled code would be read from by everybody's guess. */
function started(folder: string, environment: Readonly<Record<string, string>> = {}): string {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, {recursive: true});
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    DUKA_HOME: join(folder, 'till'),
    DUKA_LANG: 'en',
    TMPDIR: temporary,
  };
  const out = execFileSync(process.execPath, [inject('duka'), 'pending'], {env: {...env, ...environment}});
  expect(String(out)).toContain('Nothing is pending.');
  return temporary;
}

describe.skipIf(process.platform === 'win32')('compiled code', () => {
  it('is kept in a folder of this user alone, and not where everybody can put some first', () => {
    const folder = home();
    expect(readdirSync(started(folder))).toEqual([]);
    const kept = join(folder, '.cache', 'duka');
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(readdirSync(kept)).toHaveLength(1);
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
