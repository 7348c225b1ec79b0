import {spawnSync} from 'node:child_process';
import {existsSync, linkSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';

/**
 * Patches packages and builds the till on the Node that npm has installed for this machine, whatever Node npm itself runs on. With
 * `--unless-built`, only where nothing is built yet. Every Node from 18 has to understand this file, so it imports nothing of ours, and is
 * no TypeScript.
 */
// What `npm pack` has left behind, if it was interrupted.
if (existsSync('node_modules/.package.json')) renameSync('node_modules/.package.json', 'package.json');

const {optionalDependencies} = JSON.parse(readFileSync('src/runtime/package.json', 'utf8'));
const isWindows = process.platform === 'win32';
const file = isWindows ? 'node.exe' : 'node';
const pinned = Object.keys(optionalDependencies).find(name => existsSync(`node_modules/${name}/bin/${file}`));

/** npm before 11 removes the link to this machine's Node together with the links to the Nodes of other systems. */
function linkPinned(program) {
  const link = `node_modules/.bin/${file}`;
  if (existsSync(link) || existsSync('node_modules/.bin/node.cmd')) return;
  rmSync(link, {force: true});
  // On Windows only administrators may make a symbolic link.
  if (isWindows) linkSync(`node_modules/${program}`, link);
  else symlinkSync(`../${program}`, link);
}

/**
 * npm leaves out an optional package, such as the program of a tool for this system, if its `engines` do not fit the Node that npm runs on.
 * Nothing here runs on that Node, so the lock names no engines; npm adds them when it changes the lock.
 */
function dropEngines() {
  const text = readFileSync('package-lock.json', 'utf8');
  const lock = JSON.parse(text);
  for (const [place, entry] of Object.entries(lock.packages)) if (place !== '') delete entry.engines;
  const without = `${JSON.stringify(lock, undefined, 2)}\n`;
  if (without !== text) writeFileSync('package-lock.json', without);
}

function nodeForBuild() {
  if (pinned !== undefined) return `node_modules/${pinned}/bin/${file}`;
  const wanted = Object.values(optionalDependencies).sort().at(-1);
  if (Number.parseInt(process.versions.node, 10) >= Number.parseInt(wanted, 10)) return process.execPath;
  throw new Error(
    `npm has installed no Node for this machine: install Node ${wanted} (https://nodejs.org), then start again`,
  );
}

/** Runs a program with that Node to its end. What it says is shown if it fails, and the rest is not done. */
function run(...program) {
  const {status, stdout, error} = spawnSync(nodeForBuild(), program, {stdio: ['ignore', 'pipe', 'inherit']});
  if (error !== undefined) throw error;
  if (status === 0) return;
  process.stderr.write(stdout);
  process.exit(1);
}

if (pinned !== undefined) linkPinned(`${pinned}/bin/${file}`);
if (!process.argv.includes('--unless-built') || !existsSync('dist/duka.js')) {
  dropEngines();
  run('node_modules/patch-package/index.js', '--patch-dir', 'tools/patches', '--error-on-fail');
  run('tools/build.ts');
}
