import {beforeEach, describe} from 'vitest';
import {type Mutant, mutants} from './mutants.js';

/** By the file of tests: the names of those that have found a mutant. */
const finders = new Map<string, Set<string>>();

/** Reads a test, and what it imports and a mutant changes, once more (`vitest.config.ts`); of `none` nothing is wrong. */
async function read({test, by = ''}: Mutant[0], mutant: number | 'none'): Promise<void> {
  let isFound = false;
  const found = finders.get(test) ?? new Set();
  finders.set(test, found);
  beforeEach(({skip, onTestFailed, task: {fullTestName}}) => {
    const name = fullTestName.slice(fullTestName.indexOf(' > '));
    if (mutant === 'none') skip(!found.has(name));
    else skip(isFound || !name.includes(by)); // one test is enough
    onTestFailed(() => {
      isFound = true;
      if (mutant !== 'none') found.add(name);
    });
  });
  await import(/* @vite-ignore */ `../load-messages.ts?mutant=${mutant}`);
  await import(/* @vite-ignore */ `../../${test}?mutant=${mutant}`);
}

for (const [at, [name, [place]]] of Object.entries(mutants).entries()) describe(name, () => read(place, at));
const tests = new Set(Object.values(mutants).map(([{test}]) => test));
for (const test of tests) describe(test, () => read({file: '', test}, 'none'));
