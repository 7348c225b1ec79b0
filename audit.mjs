import {readFileSync} from 'node:fs';

/**
 * Asks npm's registry for known faults of exactly what is shipped, by the list that the build makes of it. Ends with 1 where
 * there are some, and with 2 where nobody could tell.
 */
const [, , path = 'dist/sbom.cdx.json'] = process.argv;
const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const first = Object.values(packages).find(({resolved}) => resolved?.startsWith('https://'));
/** That of npm's settings, else the one that the lock takes its packages from. */
const registry = process.env['npm_config_registry'] ?? new URL(first.resolved).origin;
const address = new URL('-/npm/v1/security/advisories/bulk', registry.replace(/\/*$/u, '/'));

function fail(why) {
  process.stderr.write(`Nobody could tell of faults: ${why}\n`);
  process.exit(2);
}

function versionsIn(file) {
  const versions = {};
  for (const {name, version} of JSON.parse(readFileSync(file, 'utf8')).components) {
    versions[name] = [...(versions[name] ?? []), version];
  }
  return versions;
}

async function advisoriesOf(versions) {
  const response = await fetch(address, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(versions),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`the registry answered ${response.status}`);
  const found = await response.json();
  if (typeof found !== 'object' || found === null || Array.isArray(found)) throw new Error('the answer is no list');
  return Object.entries(found).flatMap(([name, advisories]) => advisories.map(advisory => ({name, ...advisory})));
}

const versions = await Promise.try(versionsIn, path).catch(() => fail(`${path} cannot be read: build first`));
const found = await advisoriesOf(versions).catch(({message, cause}) => fail(cause?.code ?? message));
for (const {name, severity, title, vulnerable_versions: affected, url} of found) {
  process.stdout.write(`${severity ?? 'unknown'}: ${name} ${affected ?? ''} ${title ?? ''} ${url ?? ''}\n`);
}
const count = Object.values(versions).flat().length;
process.stdout.write(`${count} packages asked about, ${found.length} faults known.\n`);
process.exitCode = found.length > 0 ? 1 : 0;
