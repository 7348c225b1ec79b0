import {describe, expect, it} from 'vitest';
import {refusalDialects} from '../../src/sandbox/faults/broken-answer.js';
import {type Played, play} from './simulator.js';

/** Twice so many shops are played, in parts that can be told apart: those in which every fault is met. */
const runs = 60;
const seeds = [61, 121];
const patience = 600_000;

const played = new Map<number, Promise<Played>>();
/** The shops from a seed on with all that happened in them, played once for whoever asks. */
const shopsFrom = (seed: number): Promise<Played> => {
  const playing = played.get(seed) ?? play('--seed', String(seed), '--runs', String(runs), '--trace');
  played.set(seed, playing);
  return playing;
};

describe('a shop with faults at any step', () => {
  it.each(seeds)('loses, doubles and guesses nothing, from seed %i', {timeout: patience}, async seed => {
    const {exitCode, output} = await shopsFrom(seed);
    const ended = output.slice(output.lastIndexOf('\n', output.length - 2) + 1);
    const found = output.split('\n').filter(line => /^(?:seed| {2}npm) /.test(line));
    expect([...found, ended].join('\n')).toMatch(
      new RegExp(`^${runs} runs from seed ${seed}, \\d+ steps, 0 failed\n$`),
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
    let output = '';
    for (const seed of seeds) output += (await shopsFrom(seed)).output;
    const happened = (what: RegExp) => what.test(output);
    const wanted = [
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
    expect(wanted.filter(what => !happened(what))).toEqual([]);
  });
});

describe('an office and its tills with faults at any step', () => {
  it('keeps every line once and in its order, and accuses nobody who did nothing', {timeout: patience}, async () => {
    const {exitCode, output} = await play('--office', '--runs', '30');
    expect(output).toMatch(/^30 runs from seed 1, \d+ steps, 0 failed\n$/);
    expect(exitCode).toBe(0);
  });
});
