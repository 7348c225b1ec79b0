import {defineConfig} from 'vitest/config';
import {SlowestFirst} from './test/slowest-first.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    env: {COLUMNS: '80', LINES: '24'},
    globalSetup: ['test/terminal/bundle.ts', 'test/browser/chromium.ts'],
    allowOnly: false,
    // Reading React, Ink and zod again for each file took a quarter of all the time.
    isolate: false,
    unstubEnvs: true,
    sequence: {sequencer: SlowestFirst},
    // Most tests wait for a process, a disk or a clock, not for a processor.
    maxWorkers: 4,
    expect: {poll: {timeout: 8000}},
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
