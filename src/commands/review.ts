import {lstatSync, realpathSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Config} from '../config.js';
import {businessDate} from '../core/day/business-day.js';
import {type ExitCode, Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import {shutWaysOut} from '../runtime/confinement.js';
import {isConfined} from '../runtime/guard.js';
import {configOf, type Session} from '../session/session.js';
import {type CommandSpec, commandOf} from './define.js';
import {harmlessEnvironment} from './review/confinement.js';
import type {ReviewOptions} from './review/run.js';
import {refuseValue} from './values.js';

export const reviewCommand = commandOf({
  options: {
    '--folder <folder>': {says: 'reviewFolder', offers: 'folders'},
    '--day <day>': 'reviewDay',
    '--search <text>': 'reviewSearch',
    '--at <moment>': 'reviewAt',
    '--events': 'reviewEvents',
    '--out <folder>': 'reviewOut',
  },
  examples: [
    'duka journal review',
    'duka journal review --folder /media/usb/T7K --search 4321 --json',
    'duka journal review --day 2026-11-20 --at 14:02 --json',
  ],
  action: review,
});

/** `journal` in a process that can do nothing but review a journal: it may not load the modules of the other subcommands. */
export const command: CommandSpec = {commands: {review: reviewCommand}};

/** Reviews a journal in a process that cannot reach the network and can write only to its export folder. */
async function review(session: Session, options: ReviewOptions): Promise<ExitCode> {
  if (!isConfined()) return confine(session, options);
  shutWaysOut();
  const {runReview} = await import('./review/run.js');
  return runReview(session, {...options, folder: options.folder ?? '', out: options.out ?? ''});
}

async function confine(session: Session, {folder, out, ...options}: ReviewOptions): Promise<ExitCode> {
  const {face, flags, isJson, language} = session;
  const journal = realFolder(folderFrom('--folder', folder ?? (await ownFolder(session))));
  await checkMayReview(session, journal);
  const today = businessDate(face.world.now(), face.systemZone, '00:00');
  if (out === '-') refuseValue({name: '--out', value: out, language}, 'FOLDER');
  const exports = folderFrom('--out', out ?? `duka-review-${today}`);
  if (isLink(exports)) throw new Problem('folder-unusable', {file: exports, code: 'ELOOP'});
  const {isPlain, theme} = lookOf(session);
  const environment = harmlessEnvironment(face.environment);
  const given = Object.entries({...options, folder: journal, out: exports, lang: language}).flatMap(([name, value]) =>
    typeof value === 'string' ? [`--${name}=${value}`] : value ? [`--${name}`] : [],
  );
  return face.startConfined({
    journal,
    exports,
    words: [
      'journal',
      'review',
      ...given,
      ...(isJson ? ['--json'] : []),
      ...(flags.plain || isPlain ? ['--plain'] : []),
    ],
    environment: {...environment, ...backgrounds[theme]},
  });
}

/** The till's own journal needs a right, by any path; a copy and a damaged journal have no staff to ask. Throws as `checkMayLook`. */
async function checkMayReview(session: Session, journal: string): Promise<void> {
  const own = await ownFolder(session).catch(unlessProblem);
  if (own === undefined || realFolder(own) !== journal) return;
  const {checkMayLook, withReading} = await import('./reading.js');
  const state = await withReading(session, async reading => reading.state).catch(unlessProblem);
  if (state !== undefined) await checkMayLook(session, 'journal review', state.staff);
}

function unlessProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

/** The folder of this till's journal, used when no folder is named. Throws `Problem` if the configuration is invalid. */
async function ownFolder(session: Session): Promise<string> {
  const config = configOf(session);
  const [{tillFolder}, {namedTill}] = await Promise.all([
    import('../till/opened-journal.js'),
    import('../till/own-till.js'),
  ]);
  return tillFolder(config, namedTill(config) ?? 'none');
}

/** A person may name a folder by a link; from here on no link is followed. A missing folder is reported later. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Through a link, the export would land in another place than the one that is named. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Refuses an asterisk: in the folders that Node's permission model allows, it stands for any name. */
function folderFrom(name: string, folder: string): string {
  if (folder.includes('*')) throw new Problem('setting-invalid', {name, value: cleanText(folder, 100)});
  return resolve(folder);
}

/** The display settings. A journal can be reviewed on a machine without settings, so there are defaults. */
function lookOf(session: Session): Pick<Config, 'isPlain' | 'theme'> {
  try {
    return configOf(session);
  } catch {
    return {isPlain: false, theme: 'auto'};
  }
}

/** The theme for the confined process, which cannot read the settings, by the variable in which terminals announce it. */
const backgrounds: Readonly<Record<Config['theme'], Readonly<Record<string, string>>>> = {
  auto: {},
  light: {COLORFGBG: '0;15'},
  dark: {COLORFGBG: '15;0'},
};
