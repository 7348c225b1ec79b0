// @module-tag slow
import {expect, it} from 'vitest';
import {
  checkSecret,
  copySecrets,
  dropDamagedSecrets,
  forgetOtherSecrets,
  keepSecret,
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

it('a file that nobody can read is no secret’s, until it is taken away; a whole one stays', async () => {
  const place = {folder: '/till', disk: new MemoryDisk()};
  await place.disk.writeTextAtomically(file, '{"x": 1}');
  await expect(missingSecrets(place, ['0'.repeat(64)])).rejects.toMatchObject({code: 'staff-secrets-damaged'});
  await dropDamagedSecrets(place);
  const name = await keepSecret(place, '482915');
  await dropDamagedSecrets(place);
  expect(await missingSecrets(place, [name])).toEqual(new Set());
});
