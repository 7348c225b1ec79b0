import {defineConfig} from 'vitest/config';

/** Apart from the other tests: it needs programs that others wrote, and fails where one is missing. */
// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/interop/**/*.interop.ts'],
    setupFiles: ['test/load-messages.ts', 'test/same-cases.ts'],
    allowOnly: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
