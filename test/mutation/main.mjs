import {spawnSync} from 'node:child_process';
import {chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {relative} from 'node:path';
import {parseArgs} from 'node:util';

const usage = `npm run mutate [-- --share PERCENT] [FILE, FILE:FROM-TO or FOLDER ...]

Breaks the sources one place at a time and runs the tests of their room; what lives is held against those of other rooms
that prove its rules too. Prints every mutant that survives, and for each room the share that is killed. Without files it
takes all rooms that it can reach, which is hours; with --share it tries so many of a hundred, the same ones whenever the
sources are the same. FROM and TO are lines.
`;
const options = {share: {type: 'string', default: '100'}, help: {type: 'boolean'}};
const {positionals, values} = parseArgs({allowPositionals: true, options});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

const here = 'test/mutation';
// The runner takes the project's own vitest, which lies above it, and none beside it.
const install = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--prefix', here];
if (!existsSync(`${here}/node_modules`) && spawnSync('npm', install, {stdio: 'inherit'}).status !== 0) process.exit(1);
const {Stryker} = await import('@stryker-mutator/core');

/** What opens a till, or the journal of one. */
const openers = 'test/till test/store test/commands test/office test/hostile';
const reconciling = 'test/till/{known-layouts,reconcile*}.test.ts test/commands/reconcile*.test.ts';

/** The tests nearest to a room, if they are not a folder of its name, and those elsewhere that prove its rules too. */
const proofs = {
  'src/core/reconcile': {further: `test/core/reconcile ${reconciling}`},
  'src/till': {further: openers},
  store: {further: openers},
  'src/sources': {further: `test/sources ${reconciling}`},
  'src/commands/export': {nearest: 'test/commands/{export*,reconcile-book}.test.ts'},
  // Those that need no database.
  'src/office': {nearest: 'test/office/{commit,key,migrations,nonces,observed,statements}.test.ts'},
  screens: {nearest: 'test/screens'},
};
const reach = ['src/core', ...Object.keys(proofs).filter(room => !room.startsWith('src/core'))];
const given = positionals.length > 0 ? positionals : reach;
const files = given.flatMap(path =>
  /\.ts(?::\d+-\d+)?$/.test(path) ? path : globSync(`${path.replace(/\/$/, '')}/**/*.ts`),
);
const roomOf = path => /^(?:src\/(?:core\/[^/]+(?=\/)|commands\/export|\w+)|screens|store)/.exec(path)[0];
const rooms = Map.groupBy(files.filter(path => !path.includes('/generated/')).sort(), roomOf);

/** What a mutant is held against: the tests of its room, and if it lives those of others that prove its rules too. */
function stepsOf(room) {
  const isCore = room.startsWith('src/core/');
  const {nearest = `test/${room.replace('src/', '')}`, further = nearest} = proofs[room] ?? {};
  return [
    {tests: nearest, left: isCore ? 'thorough' : 'thorough,slow'},
    room in proofs ? {tests: further, left: 'thorough'} : {tests: 'test/core', left: 'thorough,slow'},
  ];
}

// No test waits for a disk where there is one in memory.
if (existsSync('/dev/shm')) {
  const folder = mkdtempSync('/dev/shm/duka-mutation-');
  chmodSync(folder, 0o711); // the database of an office, which is run as another user, has its files below
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, {recursive: true, force: true}));
}

/** A mutant by its place and text. */
const keyOf = ({fileName, location: {start, end}, replacement}) =>
  [relative('', fileName), start.line, start.column, end.line, end.column, replacement].join();
const lives = ({status}) => status === 'Survived' || status === 'NoCoverage';
const record = 'node_modules/.mutation';
mkdirSync(record, {recursive: true});

/** What became of the mutants of some files: of the share that is asked for, or of those that are named. */
async function tried(mutate, {tests, left}, only) {
  const name = tests.replaceAll(/\W+/g, '-');
  process.env.MUTATION_TESTS = tests;
  process.env.MUTATION_LEFT_OUT = left;
  process.env.MUTATION_CHOSEN = `${record}/${name}-chosen.json`;
  writeFileSync(process.env.MUTATION_CHOSEN, JSON.stringify({share: Number(values.share), only}));
  // What neither the room nor its tests changed since is not tried again.
  const again = {incremental: only === undefined, incrementalFile: `${record}/${name}-${values.share}.json`};
  const all = await new Stryker({configFile: `${here}/stryker.config.mjs`, mutate, ...again}).runMutationTest();
  return all.filter(({status}) => status !== 'Ignored' && status !== 'CompileError');
}

/** Its place, what stands there and what stood there instead, in one line. */
function nameOf({fileName, location: {start, end}, replacement, status}) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines.push(lines.pop().slice(0, end.column - 1));
  lines[0] = lines[0].slice(start.column - 1);
  const short = text => text.replaceAll(/\s+/g, ' ').replace(/^(.{70}).{10,}(.{20})$/, '$1 ... $2');
  const how = status === 'NoCoverage' ? ' (no test runs it)' : '';
  const place = `${relative('', fileName)}:${start.line}:${start.column}`;
  return `${place}  ${short(lines.join(' '))}  ->  ${short(replacement)}${how}`;
}

const found = [];
for (const [room, mutate] of rooms) {
  const mutants = await tried(mutate, stepsOf(room)[0]);
  found.push(...mutants.map(mutant => ({...mutant, room})));
}

/** A test that fails where nothing is broken yet: what the first step found is not lost. */
function untried({message}) {
  process.stderr.write(`What lives was held against the tests of its own room alone: ${message}\n`);
  return [];
}

const statuses = new Map();
for (const left of Map.groupBy(found.filter(lives), ({room}) => stepsOf(room)[1].tests).values()) {
  const held = [...new Set(left.map(({fileName}) => relative('', fileName)))];
  const again = await tried(held, stepsOf(left[0].room)[1], left.map(keyOf)).catch(untried);
  for (const mutant of again) if (mutant.status !== 'NoCoverage') statuses.set(keyOf(mutant), mutant.status);
}

for (const [room, mutants] of Map.groupBy(found, ({room}) => room)) {
  const survivors = mutants.map(each => ({...each, status: statuses.get(keyOf(each)) ?? each.status})).filter(lives);
  for (const each of survivors) process.stdout.write(`${nameOf(each)}\n`);
  const [all, alive] = [mutants.length, survivors.length];
  const share = Math.round((100 * (all - alive)) / all);
  process.stdout.write(`| \`${room}\` | ${all} | ${all - alive} | ${alive} | ${share} % |\n`);
}
