import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {isWhole, mutants} from './mutants.js';

const path = 'node_modules/.cache/mutants.json';
type Report = {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {readonly ancestorTitles: readonly string[]; readonly status: string}[];
  }[];
};

/** What vitest says of the tests of all mutants. */
const report = (): Promise<Report> =>
  new Promise((resolve, reject) => {
    const whole = {DUKA_MUTANTS: isWhole ? 'all' : '', DUKA_PROVE: '', MODE: 'test'}; // its own tests prove nothing
    const options = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/mutants/vitest.config.ts'];
    const how = {env: {...process.env, ...whole}, maxBuffer: 64 * 1024 * 1024};
    execFile(process.execPath, options, how, (_, said, errors) => {
      if (said.includes(path)) resolve(JSON.parse(readFileSync(path, 'utf8')));
      else reject(new Error(said + errors));
    });
  });

it.each(Object.entries(mutants))('the source has once what “%s” changes', (_, [{file}, find]) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
});

it('each of them is found by its test, which finds nothing where nothing is wrong', {
  timeout: isWhole ? 1_200_000 : 240_000,
}, async () => {
  const {testResults} = await report();
  const results = testResults.flatMap(({assertionResults}) => assertionResults);
  const namesOf = (each: typeof results) => [...new Set(each.map(({ancestorTitles: [name]}) => name))].sort();
  const tests = Object.values(mutants).map(([{test}]) => test);
  const said = testResults.map(({message}) => message).join('\n');
  expect(namesOf(results), said).toEqual([...new Set([...tests, ...Object.keys(mutants)])].sort());
  expect(namesOf(results.filter(({status}) => status === 'failed'))).toEqual(Object.keys(mutants).sort());
  const passed = new Set(namesOf(results.filter(({status}) => status === 'passed')));
  expect(tests.filter(test => !passed.has(test))).toEqual([]);
});
