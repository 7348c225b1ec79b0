import {beforeEach, describe} from 'vitest';
import {mutants} from './mutants.js';

/** Reads a test, and what it imports and a mutant changes, once more (`vitest.config.ts`); of `none` nothing is wrong. */
async function read(test: string, mutant: number | 'none'): Promise<void> {
  let isFound = false;
  beforeEach(({skip, onTestFailed}) => {
    skip(isFound); // one test is enough
    onTestFailed(() => {
      isFound = true;
    });
  });
  await import(/* @vite-ignore */ `../load-messages.ts?mutant=${mutant}`);
  await import(/* @vite-ignore */ `../../${test}?mutant=${mutant}`);
}

const tests = new Set(Object.values(mutants).map(([{test}]) => test));
for (const test of tests) describe(test, () => read(test, 'none'));
for (const [at, [name, [{test}]]] of Object.entries(mutants).entries()) describe(name, () => read(test, at));
