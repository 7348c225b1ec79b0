import {describe, expect, it} from 'vitest';
import {refusalDialects} from '../../src/sandbox/faults/dialects.js';
import {type Played, play} from './simulator.js';

/** Twice so many shops are played, in parts that can be told apart. */
const runs = 110;
const patience = 600_000;

describe('a shop with faults at any step', () => {
  /** All that happened in them; both halves are played at the same time. */
  let played: readonly Played[] = [];

  it('loses, doubles and guesses nothing', {timeout: patience}, async () => {
    const half = (seed: number) => play('--seed', String(seed), '--runs', String(runs), '--trace');
    played = await Promise.all([half(1), half(1 + runs)]);
    const ends = played.map(({exitCode, output}) => [
      exitCode,
      output.slice(output.lastIndexOf('\n', output.length - 2) + 1),
    ]);
    expect(ends).toEqual([
      [0, expect.stringMatching(new RegExp(`^${runs} runs from seed 1, \\d+ steps, 0 failed\n$`))],
      [0, expect.stringMatching(new RegExp(`^${runs} runs from seed ${1 + runs}, \\d+ steps, 0 failed\n$`))],
    ]);
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

  it('meets every fault and every answer to it', () => {
    const happened = (what: RegExp) => played.some(({output}) => what.test(output));
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
      ...['ticket-opened', 'ticket-abandoned'].map(type => new RegExp(` # \\d+ ${type}`)),
      ...['otp-sent', 'refund-sent', 'refund-in-cash', 'set-aside', 'never-left', 'resolved', 'z-reported'].map(
        type => new RegExp(` # \\d+ ${type}`),
      ),
      ...['paid', 'mispaid', 'failed', 'disputed', 'unknown', 'pending'].map(status => new RegExp(` -> ${status}`)),
    ];
    expect(wanted.filter(what => !happened(what))).toEqual([]);
  });
});

describe('an office and its tills with faults at any step', () => {
  it('keeps every line once and in its order, and accuses nobody who did nothing', {timeout: patience}, async () => {
    const {exitCode, output} = await play('--office', '--runs', '100');
    expect(output).toMatch(/^100 runs from seed 1, \d+ steps, 0 failed\n$/);
    expect(exitCode).toBe(0);
  });
});
