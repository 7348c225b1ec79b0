import {describe, expect, it} from 'vitest';
import {refusalDialects} from '../../src/sandbox/faults/broken-answer.js';
import {isProving} from '../hostile/runs.js';
import {type Played, play} from './simulator.js';

/** Few shops in which every fault is met, and some that nobody chose: as many as there may be where as much is to be proved as can be. */
const chosen = '12,26,37,38,56,57,62,64,72,87,89,122,125,141,143,145,155,156,158,172,200,1718,941249';
const worlds: readonly [seed: string, runs: number][] = [
  [chosen, 1],
  ['201', isProving ? 120 : 20],
];
const patience = 600_000;

const played = new Map<string, Promise<Played>>();
/** The shops from a seed on with all that happened in them, played once for whoever asks. */
const shopsFrom = (seed: string, runs: number): Promise<Played> => {
  const playing = played.get(seed) ?? play('--seed', seed, '--runs', String(runs), '--trace');
  played.set(seed, playing);
  return playing;
};

describe('a shop with faults at any step', () => {
  it.each(worlds)('loses, doubles and guesses nothing, from seed %s', {timeout: patience}, async (seed, runs) => {
    const {exitCode, output} = await shopsFrom(seed, runs);
    const ended = output.slice(output.lastIndexOf('\n', output.length - 2) + 1);
    const found = output.split('\n').filter(line => /^(?:seed| {2}npm) /.test(line));
    expect([...found, ended].join('\n')).toMatch(
      new RegExp(`^${runs * seed.split(',').length} runs from seed ${seed}, \\d+ steps, 0 failed\n$`),
    );
    expect(exitCode).toBe(0);
  });

  it('happens the same way again, byte for byte', {timeout: patience}, async () => {
    const [once, again, other] = await Promise.all([
      play('--seed', '7', '--trace'),
      play('--seed', '7', '--trace'),
      play('--seed', '8', '--trace'),
    ]);
    expect(once.output).toMatch(/T7A # \d+ sent/);
    expect(again.output).toBe(once.output);
    expect(other.output).not.toBe(once.output);
  });

  it('meets every fault and every answer to it', {timeout: patience}, async () => {
    let wanted = [
      ...[
        'refused',
        'lost',
        'late',
        'answer-lost',
        'answer-late',
        'doubled',
        'cut',
        'half',
        'error',
        'busy',
        'portal',
        'key',
      ].map(fate => new RegExp(`(process-collection|card_charge/) ${fate} `)),
      ...refusalDialects.map(fate => new RegExp(`(process-collection|card_charge/) ${fate} (400|429)`)),
      ...['record-unnamed', 'record-denied', 'record-doubled', 'record-in-part'].map(
        fate => new RegExp(`(check-status|transaction_status) ${fate} 20[06]`),
      ),
      ...['power cut', 'killed', 'closes', 'disk says ENOSPC', 'disk says EIO', 'clock jumps'].map(
        what => new RegExp(`T7[AB] (\\* )?${what}`),
      ),
      ...['refused', 'lost', 'late', 'answer-lost', 'answer-late', 'cut', 'half', 'error', 'busy', 'portal', 'key'].map(
        fate => new RegExp(`v1/subscriptions(/\\d+/charges)? ${fate} `),
      ),
      ...['enrolment-resolved', 'enrolment-never-left', 'subscription-change-sent', 'charges-seen'].map(
        type => new RegExp(` # \\d+ ${type}`),
      ),
      ...['days pass', 'enrol \\S+ enrolment-unclear', 'look: done', 'judge an enrolment made \\d+: done'].map(
        what => new RegExp(`T7[AB] (\\* )?${what}`),
      ),
      ...['signed-in', 'sign-in-refused', 'approved', 'staff-locked', 'staff-removed', 'rights-changed'].map(
        type => new RegExp(` # \\d+ ${type}`),
      ),
      ...['not-allowed', 'sign-in-needed', 'own-approval'].map(code => new RegExp(`T7[AB] .*: ${code} `)),
      ...['is lost', 'comes back', '(collect|charge|refund): restore-unheard'].map(
        what => new RegExp(`T7[AB] ${what}`),
      ),
      ...['ticket-opened', 'ticket-abandoned'].map(type => new RegExp(` # \\d+ ${type}`)),
      ...[
        'otp-sent',
        'refund-sent',
        'refund-in-cash',
        'set-aside',
        'journal-restored',
        'never-left',
        'resolved',
        'z-reported',
      ].map(type => new RegExp(` # \\d+ ${type}`)),
      ...['paid', 'mispaid', 'failed', 'disputed', 'unknown', 'pending'].map(status => new RegExp(` -> ${status}`)),
    ];
    // What no chosen shop meets any more after a change is met by the next ones: it only takes longer, until others are chosen.
    const more = Array.from({length: 8}, (_, at): [string, number] => [String(301 + 25 * at), 25]);
    for (const [seed, runs] of [...worlds, ...more]) {
      if (wanted.length === 0) break;
      const {exitCode, output} = await shopsFrom(seed, runs);
      expect(exitCode).toBe(0);
      wanted = wanted.filter(what => !what.test(output));
    }
    expect(wanted).toEqual([]);
  });
});

describe('an office and its tills with faults at any step', () => {
  it('keeps every line once and in its order, and accuses nobody who did nothing', {timeout: patience}, async () => {
    const {exitCode, output} = await play('--office', '--runs', '30');
    expect(output).toMatch(/^30 runs from seed 1, \d+ steps, 0 failed\n$/);
    expect(exitCode).toBe(0);
  });
});
