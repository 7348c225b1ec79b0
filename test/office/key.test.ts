import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {officeKey} from '../../src/office/key.js';

it('of several that begin at once in a new home all have the one key that stays', async () => {
  const home = mkdtempSync(join(tmpdir(), 'duka-key-'));
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  const empty: Parameters<typeof officeKey>[1] = {query: async () => [], ofShops: read => read([], [])};
  const begun = await Promise.all([1, 2, 3, 4].map(() => officeKey(home, empty)));
  const {publicKey} = await officeKey(home, empty);
  expect(begun.map(each => each.publicKey)).toEqual(begun.map(() => publicKey));
  expect(readdirSync(home)).toEqual(['office-key.pem']);
  expect(statSync(join(home, 'office-key.pem')).mode & 0o777).toBe(0o600);
});
