import type {Confined} from '../../session/face.js';

/** Folders are absolute and contain no `*`. `program` is the folder of the program itself, which keeps loading its modules. */
type Confines = Pick<Confined, 'journal' | 'exports'> & {readonly program: string};

/**
 * The options of Node that make it refuse, to all code that it runs, the network, other programs, other threads, add-ons, and every file
 * except these. SQLite writes files without asking Node's permission model, so the process has no SQLite.
 */
export function confinement({program, journal, exports}: Confines): readonly string[] {
  return [
    '--permission',
    '--no-experimental-sqlite',
    `--allow-fs-read=${program}`,
    `--allow-fs-read=${journal}`,
    `--allow-fs-write=${exports}/*`,
  ];
}

/** Whether this process was started with these options. */
export function isConfined(): boolean {
  return process.permission?.has('net') === false && !process.permission.has('child');
}

/** What a confined process may know of the environment: the terminal and the language, and no key of any kind. */
const harmless =
  /^(?:TERM|TERM_PROGRAM|COLORTERM|COLORFGBG|NO_COLOR|FORCE_COLOR|LANG|LC_[A-Z]+|TZ|COLUMNS|LINES|INK_SCREEN_READER|WT_SESSION|SystemRoot)$/;

/** The environment of a confined process. */
export function harmlessEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(environment).filter(([name, value]) => harmless.test(name) && value !== undefined);
  return Object.fromEntries(kept) as Record<string, string>;
}
