import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {isWhole, mutants} from './mutants.js';

/** What vitest says of the tests of all mutants. */
const report = (): Promise<string> =>
  new Promise(resolve => {
    const whole = {DUKA_MUTANTS: isWhole ? 'all' : '', DUKA_PROVE: '', MODE: 'test'}; // its own tests prove nothing
    const env = {...process.env, ...whole, NO_COLOR: '1', FORCE_COLOR: ''};
    const options = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/mutants/vitest.config.ts'];
    execFile(process.execPath, options, {env, maxBuffer: 64 * 1024 * 1024}, (_, said, errors) =>
      resolve(said + errors),
    );
  });

it.each(Object.entries(mutants))('the source has once what “%s” changes', (_, {file, find}) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
});

it('each of them is found by its test', {timeout: isWhole ? 1_200_000 : 240_000}, async () => {
  const failed = (await report()).matchAll(/^ FAIL +\|([^|]+)\| (\S+) > /gm);
  const found = [...failed].map(([, name, test]) => `${name}: ${test}`);
  expect([...new Set(found)].sort()).toEqual(
    Object.entries(mutants)
      .map(([name, {test}]) => `${name}: ${test}`)
      .sort(),
  );
});
