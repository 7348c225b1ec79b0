import {describe, expect, it} from 'vitest';
import {type Mutation, mutations} from './mutations.js';
import {play} from './simulator.js';

const most = '1000';

describe('the simulation finds it when', () => {
  it.each(Object.entries<Mutation>(mutations))('%s', {timeout: 240_000}, async (name, {caughtBy, from = 1}) => {
    const {exitCode, output} = await play('--mutation', name, '--seed', String(from), '--runs', most);
    expect(output).toMatch(new RegExp(`^seed \\d+ step \\d+: (${caughtBy.join('|')}): `));
    expect(exitCode).toBe(1);
  });

  it('and tells how it comes about again', {timeout: 60_000}, async () => {
    const mutation = ['--mutation', 'a payment is paid by its first answer'];
    const found = await play(...mutation, '--seed', '1', '--runs', '20');
    const [line = '', seed = ''] = /^seed (\d+) step .*\n/.exec(found.output) ?? [];
    const again = await play(...mutation, '--seed', seed);
    expect(line).toContain('paid-without-money');
    expect(again.output.startsWith(line)).toBe(true);
  });
});
