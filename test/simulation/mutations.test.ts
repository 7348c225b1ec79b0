import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {isProving} from '../hostile/runs.js';
import {type Mutation, mutations} from './mutations.js';
import {play} from './simulator.js';

const most = '1000';

/** One of each kind is tried each time; all of them where as much is to be proved as can be. */
const usual: readonly (keyof typeof mutations)[] = [
  'a request leaves before its line is durable',
  'a request is sent again under another reference',
  'what never left is sent at start-up',
  'a failed question is a failed payment',
  'a payment is paid by its first answer',
  'a refund is sent twice',
  'a Z leaves out what was paid late',
  'two presses send a code',
  'a line is acknowledged before it is synced',
  'the refusal of another payment counts',
  'an office does not look what lines go on from',
  'an office holds old news against a till',
  'a restored till sells before it has asked about what was open',
  'a till believes an office that gives back less than it had signed for',
  'nobody is asked for a right',
  'two at once make two sales of a row',
  'a code in small letters is another code',
  'an approval is kept over a sign-in',
  'what is left of a ticket is reckoned without the parts that may still be paid',
];
const isTried = (name: string) => isProving || usual.some(each => each === name);
const tried = Object.entries<Mutation>(mutations).filter(([name]) => isTried(name));

it.each(Object.entries<Mutation>(mutations))('the source has once what “%s” changes', (_, [{file}, find]) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
});

describe('the simulation finds it when', () => {
  it.each(tried)('%s', async (name, [{caughtBy, from = 1, isOfOffice}]) => {
    const world = isOfOffice === true ? ['--office'] : [];
    const {exitCode, output} = await play('--mutation', name, '--seed', String(from), '--runs', most, ...world);
    expect(output).toMatch(new RegExp(`^seed \\d+ step \\d+: (${caughtBy.join('|')}): `));
    expect(exitCode).toBe(1);
  });

  it('and tells how it comes about again', async () => {
    const mutation = ['--mutation', 'a payment is paid by its first answer'];
    const found = await play(...mutation, '--seed', '1', '--runs', '20');
    const [line = '', seed = ''] = /^seed (\d+) step .*\n/.exec(found.output) ?? [];
    const again = await play(...mutation, '--seed', seed);
    expect(line).toContain('paid-without-money');
    expect(again.output.startsWith(line)).toBe(true);
  });
});
