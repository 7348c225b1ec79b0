import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {othersMayWrite} from '../../src/till/place.js';

it('a file is others’ to change where its group or everybody may write it, and what is not there is nobody’s', () => {
  const folder = mkdtempSync(join(tmpdir(), 'duka-rights-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const file = join(folder, 'settings.json');
  writeFileSync(file, '{}');
  const after = (mode: number) => {
    chmodSync(file, mode);
    return othersMayWrite(file);
  };
  const isUnix = process.getuid !== undefined;
  expect([0o600, 0o644, 0o755].map(after)).toEqual([false, false, false]);
  expect([0o620, 0o602, 0o666].map(after)).toEqual([isUnix, isUnix, isUnix]);
  expect(othersMayWrite(join(folder, 'nothing'))).toBe(false);
});
