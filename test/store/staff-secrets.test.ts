// @module-tag slow
import {expect, it} from 'vitest';
import {
  checkKeyFile,
  checkSecret,
  copySecrets,
  dropDamagedSecrets,
  forgetOtherSecrets,
  keepSecret,
  makeKeyFile,
  missingSecrets,
} from '../../store/staff-secrets.js';
import {MemoryDisk} from './memory-disk.js';

const file = '/till/staff-secrets.json';

it('a secret is right under the name of its own record alone, which nobody has changed', async () => {
  const place = {folder: '/till', disk: new MemoryDisk()};
  const name = await keepSecret(place, '482915');
  const other = await keepSecret(place, '730264');
  expect(await checkSecret(place, name, '482915')).toBe('right');
  expect(await checkSecret(place, name, '730264')).toBe('wrong');
  expect(await checkSecret(place, '0'.repeat(64), '482915')).toBe('missing');

  const text = (await place.disk.readText(file)) ?? '';
  expect(text).not.toMatch(/482915|730264/);
  const records = JSON.parse(text);
  const cost = {algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1};
  expect(records).toMatchObject({[name]: cost, [other]: cost});
  await place.disk.writeTextAtomically(file, JSON.stringify({...records, [name]: records[other]}));
  expect(await checkSecret(place, name, '730264')).toBe('missing');
  expect(await missingSecrets(place, [name, other, '0'.repeat(64)])).toEqual(new Set([name, '0'.repeat(64)]));

  const beside = {folder: '/beside', disk: place.disk};
  await copySecrets(place, beside);
  expect(await missingSecrets(beside, [other])).toEqual(new Set());
  await forgetOtherSecrets(beside, new Set([name]));
  expect(await missingSecrets(beside, [other])).toEqual(new Set([other]));
  expect(await missingSecrets(place, [other])).toEqual(new Set());
});

it('a secret that was stored with a key outside the home is checked with that key alone', async () => {
  const disk = new MemoryDisk();
  const [keyFile, other] = ['/key/pins', '/key/others'];
  const place = {folder: '/till', disk, keyFile};
  const before = await keepSecret(place, '482915'); // there is no key yet: none is needed
  for (const file of [keyFile, other]) await makeKeyFile(place, file);
  const name = await keepSecret(place, '482915');
  const kept = await disk.readText(keyFile);
  await makeKeyFile(place, keyFile);
  expect(await disk.readText(keyFile)).toBe(kept); // never another one in its place
  expect(await checkSecret(place, name, '482915')).toBe('right');
  expect(await checkSecret(place, name, '482916')).toBe('wrong');
  await checkKeyFile(place, keyFile);
  for (const file of [undefined, other, '/key/none']) {
    expect(await checkSecret({...place, keyFile: file}, before, '482915')).toBe('right');
    await expect(checkSecret({...place, keyFile: file}, name, '482915')).rejects.toThrow('pin-key-missing');
    await expect(checkKeyFile(place, file)).rejects.toMatchObject({code: 'pin-key-missing'});
  }
  // Whoever strikes out the key's name has another record, which is nobody's.
  const text = (await disk.readText(file)) ?? '';
  await disk.writeTextAtomically(file, text.replace(/,\s*"key": "\w+"/, ''));
  expect(await checkSecret(place, name, '482915')).toBe('missing');
});

it('a file that nobody can read is no secret’s, until it is taken away; a whole one stays', async () => {
  const place = {folder: '/till', disk: new MemoryDisk()};
  await place.disk.writeTextAtomically(file, '{"x": 1}');
  await expect(missingSecrets(place, ['0'.repeat(64)])).rejects.toMatchObject({code: 'staff-secrets-damaged'});
  await dropDamagedSecrets(place);
  const name = await keepSecret(place, '482915');
  await dropDamagedSecrets(place);
  expect(await missingSecrets(place, [name])).toEqual(new Set());
});
