import {createHash} from 'node:crypto';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {expect, inject, it, onTestFinished} from 'vitest';
import {bundle} from '../../tools/build.js';

/** What a build has made in a folder: the name of each file with the SHA-256 of its bytes. */
function sumsIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
  for (const {parentPath, name} of files) {
    const text = readFileSync(join(parentPath, name), 'utf8');
    for (const place of [folder, resolve('.')]) expect(text.includes(place), `${name} names ${place}`).toBe(false);
  }
  return new Map(
    files.map(({parentPath, name}) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(parentPath, name)))
        .digest('hex'),
    ]),
  );
}

it('is built to the same bytes in whatever folder, and tells nothing of the machine that built it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'duka-built-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  await bundle(folder);
  const [first, second] = [sumsIn(dirname(inject('duka'))), sumsIn(folder)];
  expect(first.size).toBeGreaterThan(3);
  expect([...first.keys()]).toContain('duka.js');
  expect(second).toEqual(first);
});
