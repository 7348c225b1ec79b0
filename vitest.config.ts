import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    env: {COLUMNS: '80', LINES: '24'},
    globalSetup: ['test/terminal/bundle.ts', 'test/browser/chromium.ts'],
    allowOnly: false,
    // Most tests wait for a process, a disk or a clock, not for a processor.
    maxWorkers: 3,
    expect: {poll: {timeout: 8000}},
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
