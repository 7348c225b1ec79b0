import {parseArgs} from 'node:util';
import {mutate} from './mutate.js';
import {type Mutation, mutations} from './mutations.js';
import type {Outcome} from './run.js';

/**
 * `simulate --seed N --runs K`: plays the shops of K seeds from N on (or from each of several, `N,M`) and tells of each in which something was found wrong, with the
 * fewest acts of people after which it still is. `--acts N` ends what people do after N acts, `--trace` prints everything
 * that happened, `--office` plays offices with their tills in place of shops, `--mutation NAME` puts a mistake into the product first and ends with the first seed that finds it.
 *
 * Exit code 0: nothing was found; 1: something was, or it could not be played.
 */
const {values} = parseArgs({
  options: {
    seed: {type: 'string', default: '1'},
    runs: {type: 'string', default: '1'},
    acts: {type: 'string'},
    trace: {type: 'boolean', default: false},
    mutation: {type: 'string'},
    office: {type: 'boolean', default: false},
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);

const known: Readonly<Record<string, Mutation>> = mutations;
const mutation = values.mutation === undefined ? undefined : known[values.mutation];
if (values.mutation !== undefined && mutation === undefined)
  throw new Error(`no mutation is called ${values.mutation}`);
const isMutated = mutation && mutate(mutation);
await import('../load-messages.js'); // receipts are in the customer's language
const play: (seed: number, mostActs?: number) => Outcome | Promise<Outcome> = values.office
  ? (await import('./office/run.js')).simulateOffice
  : (await import('./run.js')).simulate;
const {languages, loadMessages} = await import('../../src/core/messages/messages.js');
await loadMessages(...languages);
if (isMutated?.() === false) throw new Error(`${mutation?.[0].file} was not loaded`);

const runs = Number(values.runs);
const seeds = values.seed.split(',').flatMap(first => Array.from({length: runs}, (_, at) => Number(first) + at));
const mostActs = values.acts === undefined ? undefined : Number(values.acts);
let [steps, found] = [0, 0];

for (const [at, seed] of seeds.entries()) {
  if (mutation && found > 0) break;
  const outcome = await play(seed, mostActs);
  steps += outcome.steps;
  if (at > 0 && at % 500 === 0) process.stderr.write(`${at} of ${seeds.length} played, ${found} failed\n`);
  if (values.trace) for (const line of outcome.trace) say(line);
  if (outcome.failure === undefined) continue;
  found += 1;
  say(sentence(outcome));
  if (mutation !== undefined || mostActs !== undefined) continue;
  const shortest = await shorten(outcome);
  if (shortest.acts < outcome.acts) say(`  after ${shortest.acts} acts already: ${sentence(shortest)}`);
  say(`  npm run simulate -- ${values.office ? '--office ' : ''}--seed ${seed} --acts ${shortest.acts} --trace`);
}
say(`${seeds.length} runs from seed ${values.seed}, ${steps} steps, ${found} failed`);
process.exitCode = found === 0 ? 0 : 1;

function sentence({seed, steps: step, failure}: Outcome): string {
  return `seed ${seed} step ${step}: ${failure?.checker}: ${failure?.what}`;
}

/** The play with the fewest acts in which something is still wrong. */
async function shorten(whole: Outcome): Promise<Outcome> {
  for (let acts = 1; acts < whole.acts; acts += 1) {
    const shorter = await play(whole.seed, acts);
    if (shorter.failure !== undefined) return shorter;
  }
  return whole;
}
