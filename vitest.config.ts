import {defineConfig} from 'vitest/config';
import {SlowestFirst} from './test/slowest-first.js';
import {compileMessages} from './tools/compile-messages.ts';

await compileMessages();

/** What needs no build, no browser and no terminal, and is done in seconds. */
const unit = [
  'test/{core,store,api,print,sources}/**/*.test.ts',
  'test/screens/**/*.test.ts',
  'test/{config,readme,tidy}.test.ts',
];

/** What asks the built program or a browser. */
export const program = [
  'test/{terminal,browser,security}/**/*.test.ts',
  'test/commands/{card-input,homes,review}.test.ts',
];

const all = 'test/**/*.test.{ts,tsx}';

export const configuration = {
  tags: [
    {name: 'thorough', description: 'Tries so many cases that it takes seconds; left out by test:unit.'},
    {
      name: 'slow',
      description: 'Takes a processor some 0.1 s or, a file of such tests, 0.3 s; left out by test:unit too.',
    },
  ],
  // React as it ships: its development build takes a fifth more.
  env: {COLUMNS: '80', LINES: '24', NODE_ENV: 'production'},
  // A program that the till starts is its source.
  execArgv: ['--import', new URL('test/bench/typescript.mjs', import.meta.url).href],
  setupFiles: ['test/load-messages.ts', 'test/same-cases.ts'],
  allowOnly: false,
  // Reading React, Ink and zod again for each file took a quarter of all the time.
  isolate: false,
  unstubEnvs: true,
  sequence: {sequencer: SlowestFirst},
  // Many tests wait for a process, a disk or a clock, not for a processor.
  maxWorkers: 6,
  // What is waited for comes, however busy the machine is: these only end what would never come.
  expect: {poll: {timeout: 60_000}},
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

export default defineConfig({
  oxc: {jsx: {development: false}},
  test: {
    ...configuration,
    projects: [
      {extends: true, test: {name: 'unit', include: unit}},
      {extends: true, test: {name: 'till', include: [all], exclude: [...unit, ...program]}},
      {
        extends: true,
        test: {
          name: 'program',
          include: program,
          globalSetup: ['test/terminal/bundle.ts', 'test/browser/chromium.ts'],
        },
      },
    ],
  },
});
