import {resolve} from 'node:path';
import {defineConfig, type Plugin} from 'vitest/config';
import {configuration} from '../../vitest.config.js';
import {type Mutant, mutants} from './mutants.js';

const mutant = ({file, find, replace}: Mutant): Plugin => ({
  name: 'mutant',
  enforce: 'pre',
  transform: (text, id) => (id === resolve(file) ? text.replace(find, () => replace) : null),
  // What is kept of a module on the disk serves all mutants but the one whose module it is.
  configureVitest: ({defineCacheKeyGenerator}) =>
    defineCacheKeyGenerator(({id}) => (id === resolve(file) ? JSON.stringify([find, replace]) : null)),
});

/** The test of every mutant, each in a project of its own whose source is wrong in that one place. */
// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  oxc: {jsx: {development: false}},
  test: {
    ...configuration,
    fsModuleCache: true,
    fsModuleCachePath: 'node_modules/.cache/mutants',
    maxWorkers: 2,
    projects: Object.entries(mutants).map(([name, each]) => ({
      extends: true,
      plugins: [mutant(each)],
      test: {name, include: [each.test]},
    })),
  },
});
