import {execFile} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import * as z from 'zod';
import {bundle} from '../../build.mjs';
import {readLicences} from '../../shipped.mjs';

type Locked = {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {packages: Readonly<Record<string, Locked>>};
const {packages} = lock;
const locked = Object.entries(packages).filter(([place, {link}]) => place.includes('node_modules/') && link !== true);
const nameOf = (place: string, {name}: Locked) => name ?? place.split('node_modules/').at(-1) ?? '';

describe('the lock', () => {
  it.each(locked)('says where %s comes from, and what its bytes are', (place, {version = '', ...entry}) => {
    const name = nameOf(place, entry);
    const file = `${name.split('/').at(-1)}-${version}.tgz`;
    expect(entry.resolved).toBe(`https://registry.npmjs.org/${name}/-/${file}`);
    expect(entry.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    // One names its licence in its text alone.
    const licence = entry.license ?? readFileSync(join(place, 'LICENSE'), 'utf8');
    expect(licence).toMatch(/\S/);
  });

  it('names what every package asks for, on every system', () => {
    const asked = Object.entries(packages).flatMap(([place, {dependencies, optionalDependencies}]) =>
      Object.keys({...dependencies, ...optionalDependencies}).map(name => ({place, name})),
    );
    expect(asked.length).toBeGreaterThan(300);
    const above = (place: string): readonly string[] => [
      place,
      ...(place.includes('node_modules/') ? above(place.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/u, '')) : ['']),
    ];
    const isThere = ({place, name}: {place: string; name: string}) =>
      above(place).some(folder => Object.hasOwn(packages, `${folder}${folder === '' ? '' : '/'}node_modules/${name}`));
    expect(asked.filter(each => !isThere(each))).toEqual([]);
  });
});

const text = z.string().min(1);
const purl = z.string().regex(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/);
const licenses = z
  .array(
    z.union([
      z.strictObject({license: z.strictObject({id: z.string().regex(/^[\w.+-]+$/)})}),
      z.strictObject({expression: text}),
    ]),
  )
  .length(1);
/** CycloneDX 1.6, as far as the list has members of it. */
const billSchema = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  version: z.literal(1),
  metadata: z.strictObject({
    component: z.strictObject({
      type: z.literal('application'),
      'bom-ref': text,
      name: text,
      version: text,
      licenses,
      purl,
    }),
  }),
  components: z.array(
    z.strictObject({
      type: z.enum(['library', 'platform']),
      'bom-ref': text,
      name: text,
      version: text,
      scope: z.enum(['required', 'optional']),
      hashes: z
        .array(z.strictObject({alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/)}))
        .length(1),
      licenses,
      purl,
    }),
  ),
  dependencies: z.array(z.strictObject({ref: text, dependsOn: z.array(text)})).length(1),
});

describe('what is shipped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'duka-shipped-'));
  const listed = () => billSchema.parse(JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')));

  beforeAll(async () => {
    await bundle(folder);
    return () => rmSync(folder, {recursive: true, force: true});
  });

  /** By what esbuild writes above the code of each file, which nobody else here reads. */
  function inBundle(): readonly string[] {
    const files = readdirSync(folder).filter(name => name.endsWith('.js'));
    const places = files.flatMap(name =>
      Array.from(
        readFileSync(join(folder, name), 'utf8').matchAll(/^\s*\/\/ (node_modules\/\S+)$/gmu),
        found => found[1] ?? '',
      ),
    );
    const folders = places.map(place => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(place)?.[0] ?? place);
    return [...new Set(folders)];
  }

  it('is listed from the bundle, with version, licence and the hash that the lock has', () => {
    const {components, dependencies} = listed();
    const runtime = JSON.parse(readFileSync('src/runtime/package.json', 'utf8')) as {optionalDependencies: object};
    const runtimes = Object.keys(runtime.optionalDependencies).map(name => `node_modules/${name}`);
    const expected = [...inBundle(), ...runtimes].map(place => {
      const {version, integrity = '', license: told, ...entry} = packages[place] ?? {};
      const license = readLicences[nameOf(place, entry)] ?? told;
      const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      return [nameOf(place, entry), version, license, hash].join(' ');
    });
    const found = components.map(({name, version, licenses: [licence], hashes}) =>
      [
        name,
        version,
        licence && 'license' in licence ? licence.license.id : licence?.expression,
        hashes[0]?.content,
      ].join(' '),
    );
    expect(found.length).toBeGreaterThan(50);
    expect(found.toSorted()).toEqual([...new Set(expected)].toSorted());
    expect(dependencies[0]?.dependsOn).toEqual(components.map(component => component['bom-ref']));
    expect(components.filter(({type}) => type === 'platform').map(({name}) => `node_modules/${name}`)).toEqual(
      runtimes.toSorted(),
    );
  });

  it('has the words of each licence with it', () => {
    const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const {name, version, type} of listed().components) {
      expect(notices.includes(`\n${name} ${version} (`), name).toBe(type === 'library');
    }
    expect(notices).toContain('Permission is hereby granted, free of charge');
    expect(notices).not.toContain('\r');
  });

  /** Runs the audit against a registry that answers so; what it was asked, and how it ended. */
  async function audited(status: number, body: string, file = join(folder, 'sbom.cdx.json')) {
    const asked: {path: string; body: string}[] = [];
    const server = createServer((request, response) => {
      let sent = '';
      request.on('data', chunk => {
        sent += String(chunk);
      });
      request.on('end', () => {
        asked.push({path: request.url ?? '', body: sent});
        response.writeHead(status).end(body);
      });
    });
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const environment = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    };
    return new Promise<{asked: typeof asked; code: number; out: string; err: string}>(resolve => {
      execFile(process.execPath, ['audit.mjs', file], {env: environment}, (error, out, err) =>
        resolve({asked, code: error === null ? 0 : Number(error.code), out, err}),
      );
    });
  }

  it('is exactly what npm run audit asks about', async () => {
    const {asked, code, out} = await audited(200, '{}');
    const pairs = listed().components.map(({name, version}) => `${name}@${version}`);
    expect(asked.map(({path}) => path)).toEqual(['/-/npm/v1/security/advisories/bulk']);
    const names = Object.entries(JSON.parse(asked[0]?.body ?? '') as Record<string, string[]>);
    expect(names.flatMap(([name, versions]) => versions.map(version => `${name}@${version}`)).toSorted()).toEqual(
      pairs.toSorted(),
    );
    expect([code, out]).toEqual([0, `${pairs.length} packages asked about, 0 faults known.\n`]);
  });

  it('fails that audit where a fault is known, and where nobody could tell', async () => {
    const advisory = {severity: 'high', title: 'A fault', vulnerable_versions: '<99', url: 'https://example.com/1'};
    const bad = await audited(200, JSON.stringify({got: [advisory]}));
    expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('high: got <99 A fault https://example.com/1\n')]);
    for (const [status, body] of [
      [405, ''],
      [500, '{}'],
      [200, '<html>'],
      [200, '[]'],
      [200, '{"got": 1}'],
    ] as const) {
      const unknown = await audited(status, body);
      expect([unknown.code, unknown.out]).toEqual([2, '']);
      expect(unknown.err).toMatch(/^Nobody could tell of faults: /);
    }
    const missing = join(folder, 'none.json');
    expect(await audited(200, '{}', missing)).toMatchObject({code: 2, asked: []});
    writeFileSync(missing, '{}');
    expect(await audited(200, '{}', missing)).toMatchObject({code: 2, asked: []});
  });
});
