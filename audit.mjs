import {readFileSync} from 'node:fs';
import {isSecure, secureNode} from './src/core/technical/node-version.ts';

/**
 * Asks npm's registry for known faults of exactly what is shipped, by the list that the build makes of it, and for a newer Node. Ends with 1
 * where there are faults, and with 2 where nobody could tell.
 */
const [, , path = 'dist/sbom.cdx.json'] = process.argv;
const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const first = Object.values(packages).find(({resolved}) => resolved?.startsWith('https://'));
/** That of npm's settings, else the one that the lock takes its packages from. */
const registry = (process.env['npm_config_registry'] ?? new URL(first.resolved).origin).replace(/\/*$/u, '/');

function fail(why) {
  process.stderr.write(`Nobody could tell of faults: ${why}\n`);
  process.exit(2);
}

async function ask(place, request) {
  const response = await fetch(new URL(place, registry), {...request, signal: AbortSignal.timeout(60_000)});
  if (!response.ok) throw new Error(`the registry answered ${response.status}`);
  const found = await response.json();
  if (typeof found !== 'object' || found === null || Array.isArray(found)) throw new Error('the answer is no list');
  return found;
}

/** What is shipped, with what is inside it, by whether npm's registry knows it. */
function shipped(file) {
  const all = JSON.parse(readFileSync(file, 'utf8')).components.flatMap(each => [each, ...(each.components ?? [])]);
  return Object.groupBy(all, ({purl}) => (purl.startsWith('pkg:npm/') ? 'known' : 'unknown'));
}

async function advisoriesOf(components) {
  const versions = Object.groupBy(components, ({name}) => name);
  for (const [name, each] of Object.entries(versions)) versions[name] = each.map(({version}) => version);
  const found = await ask('-/npm/v1/security/advisories/bulk', {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(versions),
  });
  return Object.entries(found).flatMap(([name, advisories]) => advisories.map(advisory => ({name, ...advisory})));
}

/** The newest Node of the running one's line, as far as npm has it for this system. */
async function newestNode(running) {
  const {optionalDependencies} = JSON.parse(readFileSync('src/runtime/package.json', 'utf8'));
  const isOurs = name => {
    const {os, cpu} = packages[`node_modules/${name}`];
    return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
  };
  const name = Object.keys(optionalDependencies).find(isOurs);
  if (name === undefined) return running;
  const {versions} = await ask(name, {headers: {accept: 'application/vnd.npm.install-v1+json'}});
  if (versions === undefined) throw new Error(`the registry names no version of ${name}`);
  const [line] = running.split('.');
  const ofLine = Object.keys(versions).filter(version => version.startsWith(`${line}.`));
  return [running, ...ofLine].sort((one, other) => one.localeCompare(other, 'en', {numeric: true})).at(-1);
}

const say = line => void process.stdout.write(`${line}\n`);
const told = ({message, cause}) => fail(cause?.code ?? message);
const running = process.versions.node;
const {known = [], unknown = []} = await Promise.try(shipped, path).catch(() =>
  fail(`${path} cannot be read: build first`),
);
const newest = await newestNode(running).catch(told);
if (newest !== running) say(`Node ${running} is running; npm has ${newest} for this system.`);
if (!isSecure(running)) say(`high: node <${secureNode} has faults that a security release mends`);
const found = await advisoriesOf(known).catch(told);
for (const {name, severity, title, vulnerable_versions: affected, url} of found) {
  say(`${severity ?? 'unknown'}: ${name} ${affected ?? ''} ${title ?? ''} ${url ?? ''}`);
}
const others = new Set(unknown.map(({name, version = ''}) => `${name} ${version}`.trim()));
say(`Not asked about, since npm does not list them: ${[...others].join(', ')}.`);
say(`${known.length} packages asked about, ${found.length} faults known.`);
process.exitCode = found.length > 0 || !isSecure(running) ? 1 : 0;
