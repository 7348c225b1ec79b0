import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/**
 * What is shipped, found in the bundle itself: the packages of which esbuild put bytes into it, and the Node that it is made
 * for. Names, versions, licences and hashes are those of the lock, so that every machine finds the same.
 */
const readJson = path => JSON.parse(readFileSync(path, 'utf8'));

/** The folders of the packages in a bundle: `node_modules/ink`, `node_modules/responselike/node_modules/lowercase-keys`. */
function bundledFolders(metafiles) {
  const inputs = metafiles.flatMap(({outputs}) =>
    Object.values(outputs).flatMap(({inputs: parts}) =>
      Object.entries(parts).flatMap(([path, {bytesInOutput}]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  );
  const folders = inputs.flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path)?.[0] ?? []);
  return [...new Set(folders)];
}

/** Licences that a package names in its text alone, by their names of SPDX. */
export const readLicences = {'png-js': 'MIT', 'dejavu-fonts-ttf': 'Bitstream-Vera'};

/** The packages that are shipped, or needed to run what is, by name and version. */
export function shippedPackages(metafiles) {
  const {packages} = readJson('package-lock.json');
  const runtimes = Object.keys(readJson('src/runtime/package.json').optionalDependencies);
  const found = [
    ...bundledFolders(metafiles).map(folder => ({folder, isRuntime: false})),
    ...runtimes.map(name => ({folder: `node_modules/${name}`, isRuntime: true})),
  ].map(({folder, isRuntime}) => {
    const locked = packages[folder];
    const name = locked?.name ?? folder.split('node_modules/').at(-1);
    const license = readLicences[name] ?? locked?.license;
    if (!locked?.version || !license || !locked.integrity) throw new Error(`the lock does not tell what ${name} is`);
    const {version, integrity} = locked;
    return {name, version, license, integrity, folder, isRuntime};
  });
  const byName = new Map(found.map(each => [`${each.name}@${each.version}`, each]));
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

const purlOf = ({name, version}) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A list of them in CycloneDX 1.6. It has no time and no random number, so that the same bundle has the same bytes. */
export function billOfMaterials(packages) {
  const {name, version, license} = readJson('package.json');
  const own = purlOf({name, version});
  const components = packages.map(each => ({
    type: each.isRuntime ? 'platform' : 'library',
    'bom-ref': purlOf(each),
    name: each.name,
    version: each.version,
    scope: each.isRuntime ? 'optional' : 'required', // of the runtimes one is needed, by the system
    hashes: [hashOf(each)],
    licenses: [/[ ()]/u.test(each.license) ? {expression: each.license} : {license: {id: each.license}}],
    purl: purlOf(each),
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

function hashOf({name, integrity}) {
  const [, base64] = /^sha512-(\S+)$/u.exec(integrity) ?? [];
  if (base64 === undefined) throw new Error(`the lock has no SHA-512 of ${name}`);
  return {alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex')};
}

/** What the authors of the bundled packages want told with every copy. Node is not in the bundle, and has its own with it. */
export function thirdPartyNotices(packages) {
  const {name} = readJson('package.json');
  const bundled = packages.filter(({isRuntime}) => !isRuntime);
  const parts = bundled.map(each =>
    [`${each.name} ${each.version} (${each.license})`, ...licenceTexts(each)].join('\n\n'),
  );
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `${[`${name} holds code of these packages, under these licences.`, ...parts].join(line)}\n`;
}

function licenceTexts({folder}) {
  const files = readdirSync(folder).filter(file => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/iu.test(file));
  return files.sort().map(file => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
}
