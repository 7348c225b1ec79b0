import {mkdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {home} from '../terminal/terminal.js';
import {run} from './support.js';

// Made by minisign 0.11 with a key that was thrown away.
const key = 'RWSA+A0Z/1/igvKJZT7LFxM4uu52vV/dM0RPIr5l11G0DjPavK9mImX4';
const other = 'RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3';
const sumsOf = (version: string) =>
  [`duka-${version}-linux-x64.tar.gz`, `duka-${version}.tgz`]
    .map(name => `${'7'.padStart(64, '0')}  ${name}\n`)
    .join('');
const signatures: Readonly<Record<string, readonly string[]>> = {
  '0.0.0': [
    'untrusted comment: signature from minisign secret key',
    'RUSA+A0Z/1/igg8e1QZRhvqQ+n7140o2bF0vmgMISAmZcCWFMOW9NXW90Ii/llChWr22k1noRlnXOAe2vdUtsALGiXEoMMKrkgw=',
    'trusted comment: Duka 0.0.0, 0123456789abcdef0123456789abcdef01234567',
    '+X/GizlSn1xSbnwmpcLIrbpCm/UuRTBUYkm6ZDbR76OEU5CCq+fPepEj5WmYXmED7JPlJIJTRMXWTHLARP0qAg==',
  ],
  '1.1.0': [
    'untrusted comment: signature from minisign secret key',
    'RUSA+A0Z/1/igt/l+XML4uwVgVJKFRKYuT9ZbKu3T1jPVXl0Cd5K6RrCmQfYB8LzzJZ1qY42pDUpGgyaBDtzSHkB3GssqPLmvgA=',
    'trusted comment: Duka 1.1.0, 0123456789abcdef0123456789abcdef01234567',
    'dEgS3j6bz1+mp6Kzv+fAU58oVhiRJBJW9hz6Fni0sIo1lR53ZpBRYcUWMoAjQosV0zrpeAJwERMifwo3DpehCA==',
  ],
};
const signatureOf = (version: string) => `${signatures[version]?.join('\n')}\n`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(home(), 'versions');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const versionAt = (version: string) =>
  folderWith({SHA256SUMS: sumsOf(version), 'SHA256SUMS.minisig': signatureOf(version)});
const check = (where: string, ...more: readonly string[]) =>
  run(['update', 'check', where, '--key', key, ...more], {environment: {DUKA_HOME: home()}});

it('names a newer version that the key has signed, and installs nothing', async () => {
  const {exit, json} = await check(versionAt('1.1.0'), '--json');
  expect({exit, json}).toMatchObject({
    exit: 0,
    json: {
      installed: '0.0.0',
      offered: '1.1.0',
      newer: true,
      signed: 'Duka 1.1.0, 0123456789abcdef0123456789abcdef01234567',
    },
  });
  expect((await check(versionAt('1.1.0'))).out).toContain('Duka 1.1.0 is there, newer than this one');
});

it('reads a signature whose lines end as on Windows', async () => {
  const where = folderWith({
    SHA256SUMS: sumsOf('1.1.0'),
    'SHA256SUMS.minisig': signatureOf('1.1.0').replaceAll('\n', '\r\n'),
  });
  expect((await check(where, '--json')).json).toMatchObject({offered: '1.1.0'});
});

it('says that the same version is not newer', async () =>
  expect((await check(versionAt('0.0.0'))).out).toContain('There is nothing newer than this version'));

it('reads an address as it reads a folder', async () => {
  const files: Readonly<Record<string, string>> = {
    '/duka/SHA256SUMS': sumsOf('1.1.0'),
    '/duka/SHA256SUMS.minisig': signatureOf('1.1.0'),
  };
  const server = createServer(({url = ''}, response) => {
    response.statusCode = files[url] === undefined ? 404 : 200;
    response.end(files[url]);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const {port} = server.address() as {port: number};
  expect((await check(`http://127.0.0.1:${port}/duka/`, '--json')).json).toMatchObject({offered: '1.1.0'});
  const {exit, err} = await check(`http://127.0.0.1:${port}/elsewhere`);
  expect({exit, err}).toEqual({exit: 2, err: expect.stringContaining('has no SHA256SUMS that can be read')});
});

const sums = sumsOf('1.1.0');
const signature = signatureOf('1.1.0');
it.each([
  ['sums that were changed', {SHA256SUMS: sums.replace('7', '8'), 'SHA256SUMS.minisig': signature}],
  ['sums of another version', {SHA256SUMS: sumsOf('1.2.0'), 'SHA256SUMS.minisig': signature}],
  ['a comment that was changed', {SHA256SUMS: sums, 'SHA256SUMS.minisig': signature.replace('Duka 1.1', 'Duka 9.1')}],
  ['half a signature', {SHA256SUMS: sums, 'SHA256SUMS.minisig': signature.slice(0, 90)}],
  ['no signature', {SHA256SUMS: sums, 'SHA256SUMS.minisig': ''}],
])('refuses %s', async (_, files) => {
  const {exit, out, err} = await check(folderWith(files));
  expect({exit, out, err}).toEqual({exit: 4, out: '', err: expect.stringContaining('is not signed by this key')});
});

it('refuses what another key has signed, and a key that is none', async () => {
  const place = versionAt('1.1.0');
  const environment = {DUKA_HOME: home()};
  expect((await run(['update', 'check', place, '--key', other], {environment})).exit).toBe(4);
  expect((await run(['update', 'check', place, '--key', 'letmein'], {environment})).exit).toBe(2);
});

it('says which file is missing', async () => {
  const {exit, err} = await check(folderWith({SHA256SUMS: sums}));
  expect({exit, err}).toEqual({exit: 2, err: expect.stringContaining('has no SHA256SUMS.minisig that can be read')});
});
