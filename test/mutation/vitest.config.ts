import {defineConfig} from 'vitest/config';
import {configuration} from '../../vitest.config.js';

/** A mutant is held against the tests of its own room or area, where its rule is meant to be stated. */
// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  test: {
    ...configuration,
    include: [`${process.env['MUTATION_TESTS']}/**/*.test.ts`],
    // They start programs from their source, which needs the arguments that Stryker's own worker has not.
    exclude: ['test/till/open-file.test.ts', 'test/till/review-export.test.ts'],
    tags: configuration.tags.map(tag => ({...tag, skip: tag.name === 'thorough'})),
    execArgv: [],
  },
});
