import {realpathSync} from 'node:fs';
import {dirname} from 'node:path';
import {isSea} from 'node:sea';
import type {ExitCode} from '../../core/problem.js';
import {confinement, inEnvironment} from '../../runtime/confinement.js';
import {runInstead} from '../../runtime/restart.js';
import type {Confined} from '../../session/session.js';

/** Folders are absolute and contain no `*`. `program` is the folder of the program itself, which keeps loading its modules. */
type Confines = Pick<Confined, 'journal' | 'exports'> & {readonly program: string};

/** A review reads the program and the journal, and writes into the folder of exports. */
export const reviewConfinement = ({program, journal, exports}: Confines): readonly string[] =>
  confinement({reads: [program, journal], writes: [`${exports}/*`]});

/** What a confined process may know of the environment: the terminal and the language, and no key of any kind. */
const harmless =
  /^(?:TERM|TERM_PROGRAM|COLORTERM|COLORFGBG|NO_COLOR|FORCE_COLOR|LANG|LC_[A-Z]+|TZ|COLUMNS|LINES|INK_SCREEN_READER|WT_SESSION|SystemRoot)$/;

/** The environment of a confined process. */
export function harmlessEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(environment).filter(([name, value]) => harmless.test(name) && value !== undefined);
  return Object.fromEntries(kept) as Record<string, string>;
}

/** Runs this program again with these words, in place of this process: it can neither reach the network nor write elsewhere. */
export async function startConfined({words, environment, ...confines}: Confined): Promise<ExitCode> {
  const {execPath, argv} = process;
  // A single executable file, which is program and Node in one, has no script, and takes options for Node only from the environment.
  const script = isSea() ? undefined : realpathSync(argv[1] ?? '');
  const options = reviewConfinement({...confines, program: dirname(script ?? execPath)});
  const args = script === undefined ? words : [...options, ...frugal, script, ...words];
  const env = script === undefined ? {...environment, NODE_OPTIONS: inEnvironment(options)} : environment;
  return (await runInstead(execPath, args, env)) as ExitCode;
}

/** Reading leaves gigabytes of short-lived objects behind: without these options V8 lets its heap grow to several times what is kept. */
const frugal = ['--max-semi-space-size=4', '--heap-growing-percent=30'];
