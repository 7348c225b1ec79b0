import {existsSync} from 'node:fs';
import {Option} from 'commander';
import {type ExitCode, Problem} from '../core/problem.js';
import {runPracticeTill} from '../selftest/practice-till.js';
import {runSelftest} from '../selftest/selftest.js';
import type {Session} from '../session/session.js';
import type {Define} from './define.js';
import {examples} from './examples.js';
import {outFile, refuseValue} from './values.js';

type Options = Readonly<Partial<Record<'rounds' | 'seed' | 'out' | 'practiceTill', string>>>;

export const define: Define = (command, {act, help: {commands, options}}) => {
  command
    .description(commands.selftest)
    .requiredOption('--kill', options.kill)
    .option('--rounds <number>', options.rounds)
    .option('--seed <number>', options.seed)
    .option('--out <file>', options.certificateOut)
    .addOption(new Option('--practice-till <order>').hideHelp())
    .action(act(selftest));
  examples(command, ['duka selftest --kill', 'duka selftest --kill --rounds 200 --out certificate.txt']);
};

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
