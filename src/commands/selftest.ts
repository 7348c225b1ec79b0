import {existsSync} from 'node:fs';
import {type ExitCode, Problem} from '../core/problem.js';
import {runPracticeTill} from '../selftest/practice-till.js';
import {runSelftest} from '../selftest/selftest.js';
import type {Session} from '../session/session.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {outFile, refuseValue} from './values.js';

const options = {
  '--kill': {says: 'kill', isRequired: true},
  '--rounds <number>': 'rounds',
  '--seed <number>': 'seed',
  '--out <file>': 'certificateOut',
  '--practice-till <order>': {isHidden: true},
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const command = commandOf({
  options,
  examples: ['duka selftest --kill', 'duka selftest --kill --rounds 200 --out certificate.txt'],
  action: selftest,
});

/** Starts the self-test, or the practice till that the self-test kills. Throws `Problem` file-exists, folder-unusable. */
async function selftest(session: Session, options: Options): Promise<ExitCode> {
  if (options.practiceTill !== undefined) return runPracticeTill(session, options.practiceTill);
  const out = outFile(options.out);
  if (out !== undefined && existsSync(out)) throw new Problem('file-exists', {file: out});
  const rounds = numberFrom(session, '--rounds', options.rounds ?? '10', 10_000);
  const seed = String(numberFrom(session, '--seed', options.seed ?? String(drawSeed(session)), 0xffffffff));
  return runSelftest(session, {rounds, seed, out});
}

function numberFrom({language}: Session, name: string, value: string, most: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= most ? number : refuseValue({name, value, language}, `1–${most}`);
}

function drawSeed({face}: Session): number {
  return 1 + (face.world.random(4).reduce((sum, byte) => sum * 256 + byte, 0) % 1_000_000_000);
}
