import {defineConfig} from 'vitest/config';
import {SlowestFirst} from './test/slowest-first.js';
import {compileMessages} from './tools/compile-messages.ts';

await compileMessages();

/** Node runs the tests, and not a runner that asks for each name of each module anew: a quarter less of a processor. */
const typescript = new URL('test/typescript.mjs', import.meta.url).href;
await import(typescript); // also for what is set up once

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

/** Not where the built program checks what a test has written. */
const quick = ['test/quick.ts'];

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
  execArgv: ['--import', typescript, '--enable-source-maps', '--disable-warning=ExperimentalWarning'],
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
  testTimeout: 900_000,
  hookTimeout: 900_000,
};

export default defineConfig({
  test: {
    ...configuration,
    experimental: {viteModuleRunner: false, nodeLoader: false},
    projects: [
      {extends: true, test: {name: 'unit', include: unit, setupFiles: quick}},
      {extends: true, test: {name: 'till', include: [all], exclude: [...unit, ...program], setupFiles: quick}},
      {
        extends: true,
        test: {name: 'program', include: program, globalSetup: ['test/terminal/bundle.ts', 'test/browser/chromium.ts']},
      },
    ],
  },
});
