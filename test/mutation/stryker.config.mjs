// biome-ignore lint/style/noDefaultExport: Stryker reads it
export default {
  testRunner: 'vitest',
  // Processes, as the tests have elsewhere: what a test starts from its source is started with their arguments.
  vitest: {configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'forks'},
  plugins: ['@stryker-mutator/vitest-runner', './test/mutation/chosen.mjs'],
  checkers: ['chosen'],
  coverageAnalysis: 'perTest',
  // What is computed once, as a module is loaded, would need all tests again for each mutant.
  ignoreStatic: true,
  // Texts, and objects without their members, are what types and frames hold.
  mutator: {excludedMutations: ['StringLiteral', 'ObjectLiteral']},
  ignorePatterns: ['dist', '.ci'],
  tsconfigFile: 'none',
  incremental: true,
  tempDirName: '.mutation',
  concurrency: 2,
  // What loops is found by its hits; a test that a busy machine leaves waiting has found nothing.
  timeoutMS: 600_000,
  dryRunTimeoutMinutes: 30,
  reporters: ['progress-append-only'],
};
