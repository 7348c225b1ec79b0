import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';

/**
 * `npm run mutate [-- files]`: breaks the sources one place at a time and runs the tests of their area. Prints every mutant
 * that survives and the share that is killed. Without files it takes `src/core`, `src/till` and `store`, which is hours; what
 * neither it nor its tests changed since is not tried again.
 */
const here = 'test/mutation';
const run = (program, options, env = {}) =>
  spawnSync(program, options, {stdio: 'inherit', env: {...process.env, ...env}}).status ?? 1;

// The runner takes the project's own vitest, which lies above it, and none beside it.
const install = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--prefix', here];
if (!existsSync(`${here}/node_modules`)) process.exitCode = run('npm', install);

const areaOf = path => (path.startsWith('src/') ? path.split('/')[1] : 'store');
const files = process.argv.slice(2).map(path => (path.endsWith('.ts') ? path : `${path.replace(/\/$/, '')}/**/*.ts`));
const given = Map.groupBy(files, areaOf);
for (const area of files.length > 0 ? given.keys() : ['core', 'till', 'store']) {
  const some = given.has(area) ? ['--mutate', given.get(area).join(',')] : [];
  const options = [`${here}/node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', `${here}/stryker.config.mjs`];
  process.exitCode ||= run(process.execPath, [...options, ...some], {MUTATED: area});
}
