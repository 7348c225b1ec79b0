import {readFileSync} from 'node:fs';
import {z} from 'zod';
import {isSecure, secureNode} from '../src/core/technical/node-version.ts';

/**
 * Asks npm's registry for known faults of exactly what is shipped, by the list that the build makes of it, and for a newer Node. Ends with 1
 * where there are faults, and with 2 where nobody could tell.
 */
const text = z.string();
const oneOrMore = z.union([text.transform(one => [one]), z.array(text)]).default([]);
const lockSchema = z.object({
  packages: z.record(text, z.object({resolved: text.optional(), os: oneOrMore, cpu: oneOrMore})),
});
const componentSchema = z.object({name: text, version: text.default(''), purl: text});
type Component = z.infer<typeof componentSchema>;
const billSchema = z.object({
  components: z.array(componentSchema.extend({components: z.array(componentSchema).default([])})),
});
const runtimeSchema = z.object({optionalDependencies: z.record(text, text)});
const versionsSchema = z.object({versions: z.record(text, z.unknown())});
const advisorySchema = z.object({
  severity: text.default('unknown'),
  vulnerable_versions: text.default(''),
  title: text.default(''),
  url: text.default(''),
});
const advisoriesSchema = z.record(text, z.array(advisorySchema));

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const [, , path = 'dist/sbom.cdx.json'] = process.argv;
const {packages} = lockSchema.parse(readJson('package-lock.json'));
const first = Object.values(packages).find(({resolved}) => resolved?.startsWith('https://'))?.resolved ?? '';
/** That of npm's settings, else the one that the lock takes its packages from. */
const registry = (process.env['npm_config_registry'] ?? new URL(first).origin).replace(/\/*$/u, '/');

function fail(why: string): never {
  process.stderr.write(`Nobody could tell of faults: ${why}\n`);
  process.exit(2);
}

async function ask<T>(place: string, request: RequestInit, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(new URL(place, registry), {...request, signal: AbortSignal.timeout(60_000)});
  if (!response.ok) throw new Error(`the registry answered ${response.status}`);
  const {success, data} = schema.safeParse(await response.json());
  if (!success) throw new Error('the answer is no list');
  return data;
}

/** What is shipped, with what is inside it, by whether npm's registry knows it. */
function shipped(file: string) {
  const all = billSchema.parse(readJson(file)).components.flatMap(each => [each, ...each.components]);
  return Object.groupBy(all, ({purl}) => (purl.startsWith('pkg:npm/') ? 'known' : 'unknown'));
}

async function advisoriesOf(components: readonly Component[]) {
  const byName = Map.groupBy(components, ({name}) => name);
  const versions = Object.fromEntries([...byName].map(([name, each]) => [name, each.map(({version}) => version)]));
  const headers = {'content-type': 'application/json'};
  const request = {method: 'POST', headers, body: JSON.stringify(versions)};
  const found = await ask('-/npm/v1/security/advisories/bulk', request, advisoriesSchema);
  return Object.entries(found).flatMap(([name, advisories]) => advisories.map(advisory => ({name, ...advisory})));
}

/** The newest Node of the running one's line, as far as npm has it for this system. */
async function newestNode(running: string): Promise<string> {
  const {optionalDependencies} = runtimeSchema.parse(readJson('src/runtime/package.json'));
  const isOurs = (name: string) => {
    const {os = [], cpu = []} = packages[`node_modules/${name}`] ?? {};
    return os.includes(process.platform) && cpu.includes(process.arch);
  };
  const name = Object.keys(optionalDependencies).find(isOurs);
  if (name === undefined) return running;
  const {versions} = await ask(name, {headers: {accept: 'application/vnd.npm.install-v1+json'}}, versionsSchema);
  const [line] = running.split('.');
  const ofLine = Object.keys(versions).filter(version => version.startsWith(`${line}.`));
  const sorted = [running, ...ofLine].sort((one, other) => one.localeCompare(other, 'en', {numeric: true}));
  return sorted.at(-1) ?? running;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
/** Ends with the code that the network gave, or what was wrong with the answer. */
function told(error: Error & {readonly cause?: unknown}): never {
  const {cause} = error;
  fail(cause instanceof Error && 'code' in cause ? String(cause.code) : error.message);
}
const running = process.versions.node;
const {known = [], unknown = []} = await Promise.try(shipped, path).catch(() =>
  fail(`${path} cannot be read: build first`),
);
const newest = await newestNode(running).catch(told);
if (newest !== running) say(`Node ${running} is running; npm has ${newest} for this system.`);
if (!isSecure(running)) say(`high: node <${secureNode} has faults that a security release mends`);
const found = await advisoriesOf(known).catch(told);
for (const {name, severity, title, vulnerable_versions: affected, url} of found)
  say(`${severity}: ${name} ${affected} ${title} ${url}`);
const others = new Set(unknown.map(({name, version}) => `${name} ${version}`.trim()));
say(`Not asked about, since npm does not list them: ${[...others].join(', ')}.`);
say(`${known.length} packages asked about, ${found.length} faults known.`);
process.exitCode = found.length > 0 || !isSecure(running) ? 1 : 0;
