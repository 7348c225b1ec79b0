import {spawnSync} from 'node:child_process';
import {existsSync, globSync, readFileSync} from 'node:fs';
import {relative} from 'node:path';
import {parseArgs} from 'node:util';

/**
 * `npm run mutate [-- --share PERCENT] [--tests FOLDER] [files or folders]`: breaks the sources one place at a time and runs
 * the tests of their room, or those of the folder. Prints every mutant that survives, and for each room the share that is
 * killed. Without files it takes `src/core`, `src/till` and `store`, which is hours; with `--share` it tries so many of a
 * hundred, the same ones whenever the sources are the same.
 */
const here = 'test/mutation';
// The runner takes the project's own vitest, which lies above it, and none beside it.
const install = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--prefix', here];
if (!existsSync(`${here}/node_modules`) && spawnSync('npm', install, {stdio: 'inherit'}).status !== 0) process.exit(1);
const {Stryker} = await import('@stryker-mutator/core');

const {positionals, values} = parseArgs({
  allowPositionals: true,
  options: {share: {type: 'string', default: '100'}, tests: {type: 'string'}},
});
const given = positionals.length > 0 ? positionals : ['src/core', 'src/till', 'store'];
const files = given.flatMap(path => (path.endsWith('.ts') ? path : globSync(`${path.replace(/\/$/, '')}/**/*.ts`)));
const roomOf = path => /^(?:src\/core\/[^/]+(?=\/)|src\/\w+|store)/.exec(path)[0];
const rooms = Map.groupBy(files.filter(path => !path.includes('/generated/')).sort(), roomOf);

const lives = ({status}) => status === 'Survived' || status === 'NoCoverage';

/** Its place, what stands there and what stood there instead, in one line. */
function nameOf({fileName, location: {start, end}, replacement, status}) {
  const lines = readFileSync(fileName, 'utf8').split('\n').slice(start.line - 1, end.line);
  lines.push(lines.pop().slice(0, end.column - 1));
  lines[0] = lines[0].slice(start.column - 1);
  const short = text => text.replaceAll(/\s+/g, ' ').replace(/^(.{70}).{10,}(.{20})$/, '$1 ... $2');
  const how = status === 'NoCoverage' ? ' (no test runs it)' : '';
  return `${relative('', fileName)}:${start.line}:${start.column}  ${short(lines.join(' '))}  ->  ${short(replacement)}${how}`;
}

function print(room, mutants) {
  const survivors = mutants.filter(lives);
  for (const each of survivors) console.log(nameOf(each));
  const [all, left] = [mutants.length, survivors.length];
  console.log(`| \`${room}\` | ${all} | ${all - left} | ${left} | ${Math.round((100 * (all - left)) / all)} % |`);
}

for (const [room, mutate] of rooms) {
  const tests = values.tests ?? `test/${room.replace('src/', '')}`;
  process.env.MUTATION_TESTS = tests;
  process.env.MUTATION_SHARE = values.share;
  // What neither the room nor its tests changed since is not tried again.
  const incrementalFile = `node_modules/.mutation/${room}-${tests}-${values.share}.json`;
  const all = await new Stryker({configFile: `${here}/stryker.config.mjs`, mutate, incrementalFile}).runMutationTest();
  print(room, all.filter(({status}) => status !== 'Ignored' && status !== 'CompileError'));
}
