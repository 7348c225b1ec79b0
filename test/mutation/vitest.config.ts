import {defineConfig} from 'vitest/config';
import {BaseSequencer, type TestSpecification} from 'vitest/node';
import {configuration, program} from '../../vitest.config.js';

const {MUTATION_TESTS: tests = '', MUTATION_LEFT_OUT: left = ''} = process.env;

/** Begins with what took least the last time: a mutant is killed by the first test that fails, and most fail many. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const took = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((a, b) => took(a) - took(b));
  }
}

/** A mutant is held against the tests of its own room, where its rule is meant to be stated, or those of several rooms. */
// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  test: {
    ...configuration,
    include: tests.split(',').map(folder => `${folder}/**/*.test.ts`),
    exclude: program,
    tags: configuration.tags.map(tag => ({...tag, skip: left.split(',').includes(tag.name)})),
    sequence: {sequencer: QuickestFirst},
  },
});
