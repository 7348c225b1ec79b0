import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Option} from 'commander';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {wrap} from '../core/text/width.js';

import {causeOf, makeMissing} from '../till/home.js';
import {examples} from './examples.js';
import {note, writeJson} from './print.js';
import {certify, inspectMachine, spread} from './selftest/certificate.js';
import type {Outcome} from './selftest/outcome.js';
import {startPracticeService} from './selftest/practice-service.js';
import {runPracticeTill} from './selftest/practice-till.js';
import {playRounds} from './selftest/rounds.js';
import {withoutSettings} from './selftest/same-program.js';
import {folderPrefix} from './selftest/telling.js';
import type {Define, Session} from './session.js';
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

/**
 * Sells on a practice till, kills it again and again, and proves from both books that nothing was lost or doubled. Under
 * `--json` one object with the numbers, the `findings` and the `certificate` as text. A proof that fails needs a person.
 */
async function selftest(session: Session, options: Options): Promise<ExitCode> {
  if (options.practiceTill !== undefined) return runPracticeTill(session, options.practiceTill);
  const {face, home, language} = session;
  const out = outFile(options.out);
  if (out !== undefined && existsSync(out)) throw new Problem('file-exists', {file: out});
  const rounds = numberFrom(session, '--rounds', options.rounds ?? '10', 10_000);
  const seed = String(numberFrom(session, '--seed', options.seed ?? String(drawSeed(session)), 0xffffffff));
  const folder = await makePracticeFolder(home);
  let isOver = false;
  try {
    for (const line of wrap(messages(language).selftest.intro({seed}), 80)) note(session, line);
    const outcome = await play(session, {folder, rounds, seed});
    const exit = await report(session, {outcome, folder, out});
    isOver = exit === exitCodes.done;
    return exit;
  } catch (error) {
    isOver = face.interrupted.aborted;
    if (!isOver) throw error;
    return exitCodes.interrupted;
  } finally {
    if (isOver) await rm(folder, {recursive: true, force: true, maxRetries: 3});
    else note(session, messages(language).selftest.kept({folder}));
  }
}

/** Throws `Problem` folder-unusable. */
async function makePracticeFolder(home: string): Promise<string> {
  try {
    makeMissing(home);
    return await mkdtemp(join(home, folderPrefix));
  } catch (error) {
    throw new Problem('folder-unusable', {file: home, code: causeOf(error) ?? '-'});
  }
}

type Playing = {readonly folder: string; readonly rounds: number; readonly seed: string};

async function play(session: Session, {folder, rounds, seed}: Playing): Promise<Outcome> {
  const {face, language} = session;
  const own = {DUKA_HOME: folder, DUKA_PROFILE: 'sandbox', DUKA_ZONE: 'Africa/Nairobi', DUKA_SHOP: 'Duka'};
  const shell = {...withoutSettings(face.environment), ...own, DUKA_LANG: language};
  const service = await startPracticeService(folder, shell);
  const {baseUrl, apiKey} = service.address;
  const environment = {...shell, DUKA_BASE_URL: baseUrl, DUKA_API_KEY: apiKey};
  try {
    return await playRounds({
      session,
      environment,
      service,
      seed,
      rounds,
      progress: (round, moment, milliseconds) => {
        const {round: words, moments} = messages(language).selftest;
        note(session, words({round, rounds, moment: moments[moment], milliseconds}));
      },
    });
  } finally {
    await service.close();
  }
}

type Reporting = {readonly outcome: Outcome; readonly folder: string; readonly out: string | undefined};

async function report(session: Session, {outcome, folder, out}: Reporting): Promise<ExitCode> {
  const machine = await inspectMachine(folder, session);
  const {text, sha256} = certify(session, outcome, machine);
  if (session.isJson) {
    const {restarts, ...told} = outcome;
    const verdict = outcome.findings.length === 0 ? 'proven' : 'not-proven';
    writeJson(session, {verdict, ...told, restart: spread(restarts), ...machine, certificate: text, sha256});
  } else {
    session.face.write(text);
  }
  if (out !== undefined) {
    const {writeSlip} = await import('../print/deliver.js');
    await writeSlip(out, text, {replaces: false});
    note(session, messages(session.language).selftest.written({file: out}));
  }
  return outcome.findings.length === 0 ? exitCodes.done : exitCodes.needsPerson;
}

function numberFrom({language}: Session, name: string, value: string, most: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= most ? number : refuseValue({name, value, language}, `1–${most}`);
}

function drawSeed({face}: Session): number {
  return 1 + (face.world.random(4).reduce((sum, byte) => sum * 256 + byte, 0) % 1_000_000_000);
}
