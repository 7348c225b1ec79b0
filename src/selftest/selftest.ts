import {mkdtemp, rm, statfs} from 'node:fs/promises';
import {join} from 'node:path';
import type {Environment} from '../config.js';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {wrap} from '../core/text/width.js';
import {note, writeJson} from '../session/print.js';
import type {Session} from '../session/session.js';
import {causeOf, makeMissing} from '../till/home.js';
import {timeDiskSync} from '../till/place.js';
import {certify, type Machine, type Outcome, spread} from './certificate.js';
import {startPracticeService} from './practice-service.js';
import {playRounds} from './rounds.js';
import {folderPrefix} from './shop.js';

/** `seed` determines the random numbers of the test; `out` is the file for the certificate. */
type Test = {readonly rounds: number; readonly seed: string; readonly out: string | undefined};

/**
 * Sells on a practice till, kills it again and again, and proves from both books that nothing was lost or doubled. Under `--json` one
 * object with the numbers, the `findings` and the `certificate` as text. If the proof fails, the exit code is that of needs-person.
 */
export async function runSelftest(session: Session, {rounds, seed, out}: Test): Promise<ExitCode> {
  const {face, home, language} = session;
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

/** Makes a folder for the practice. Throws `Problem` folder-unusable. */
async function makePracticeFolder(home: string): Promise<string> {
  try {
    makeMissing(home);
    return await mkdtemp(join(home, folderPrefix));
  } catch (error) {
    throw new Problem('folder-unusable', {file: home, code: causeOf(error) ?? '-'});
  }
}

type Playing = {readonly folder: string; readonly rounds: number; readonly seed: string};

/** The environment of this process without the settings of its shop, which must not affect the practice. */
const withoutSettings = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('DUKA_')));

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

/** The `statfs` numbers of the file systems that shops use. */
const fileSystems: Readonly<Record<number, string>> = {
  26: 'APFS',
  19780: 'FAT',
  26985: 'NFS',
  61267: 'ext4',
  16914836: 'tmpfs',
  538032816: 'exFAT',
  801189825: 'ZFS',
  1481003842: 'XFS',
  1702057286: 'FUSE',
  1936094318: 'NTFS',
  2035054128: 'overlay',
  2435016766: 'btrfs',
  4076150800: 'F2FS',
};

/** Determines the file system of the folder and measures the duration of a sync. */
async function inspectMachine(folder: string, session: Session): Promise<Machine> {
  const number = (await statfs(folder).catch(() => undefined))?.type;
  const files = number === undefined ? '-' : (fileSystems[number] ?? `0x${number.toString(16)}`);
  const syncMilliseconds = await timeDiskSync(folder, session.face.world);
  return {files, syncMilliseconds: Math.round(syncMilliseconds * 100) / 100};
}

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
