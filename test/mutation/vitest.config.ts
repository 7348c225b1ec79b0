import {defineConfig} from 'vitest/config';
import {configuration} from '../../vitest.config.js';

const tests = process.env['MUTATION_TESTS'];
const left = tests === 'test/core' ? ['thorough', 'slow'] : ['thorough'];

/** A mutant is held against the tests of its own room, where its rule is meant to be stated, or the quick ones of all rooms. */
// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  test: {
    ...configuration,
    include: [`${tests}/**/*.test.ts`],
    // They start programs from their source, which needs the arguments that Stryker's own worker has not.
    exclude: ['test/till/{open-file,review-export,known-layouts}.test.ts'],
    tags: configuration.tags.map(tag => ({...tag, skip: left.includes(tag.name)})),
    execArgv: [],
  },
});
