import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    env: {COLUMNS: '80', LINES: '24'},
    allowOnly: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
