import {defineConfig} from 'vitest/config';
import {BaseSequencer, type PoolRunnerInitializer, type TestSpecification} from 'vitest/node';
import {configuration, program} from '../../vitest.config.js';
import {KeptProcess} from './kept-process.js';

const {MUTATION_TESTS: tests = '', MUTATION_LEFT_OUT: left = ''} = process.env;

/** Begins with what took least the last time: a mutant is killed by the first test that fails, and most fail many. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const took = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((a, b) => took(a) - took(b));
  }
}

/** What is pure leaves nothing behind but its modules; what opens a till gets a process of its own. */
const isPure = tests.split(' ').every(path => path.startsWith('test/core'));
const keptProcess = {
  name: 'kept-process',
  createPoolWorker: options => new KeptProcess(options),
} satisfies PoolRunnerInitializer;

/** A mutant is held against the tests of its own room, where its rule is meant to be stated, or those of several rooms. */
// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  plugins: isPure
    ? [
        {
          name: keptProcess.name,
          // The runner of Stryker names a pool itself, and takes no other.
          configureVitest({project}) {
            Object.assign(project.config, {pool: keptProcess.name, poolRunner: keptProcess});
          },
        },
      ]
    : [],
  test: {
    ...configuration,
    setupFiles: [...(isPure ? ['test/mutation/afresh.ts'] : []), ...configuration.setupFiles],
    include: tests.split(' ').map(path => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`)),
    exclude: program,
    tags: configuration.tags.map(tag => ({...tag, skip: left.split(',').includes(tag.name)})),
    sequence: {sequencer: QuickestFirst, setupFiles: 'list'},
  },
});
