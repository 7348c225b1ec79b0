const area = process.env['MUTATED'];
const mutated = {core: 'src/core/!(words|messages)/**/*.ts', till: 'src/till/**/*.ts', store: 'store/**/*.ts'};

// biome-ignore lint/style/noDefaultExport: Stryker reads it
export default {
  testRunner: 'vitest',
  vitest: {configFile: 'test/mutation/vitest.config.ts', related: false},
  coverageAnalysis: 'perTest',
  // What is computed once, as a module is loaded, would need all tests again for each mutant.
  ignoreStatic: true,
  mutate: [mutated[area]],
  // Texts, and objects without their members, are what types and frames hold.
  mutator: {excludedMutations: ['StringLiteral', 'ObjectLiteral']},
  ignorePatterns: ['dist', '.ci'],
  tsconfigFile: 'none',
  incremental: true,
  incrementalFile: `node_modules/.mutation/${area}.json`,
  tempDirName: '.mutation',
  concurrency: 2,
  timeoutMS: 10_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: {allowColor: false, logTests: false, reportTests: false},
};
