import type {Confined} from '../../session/face.js';

/** Folders are absolute and have no `*` in them. `program` is that of the program itself, which it goes on loading. */
type Confines = Pick<Confined, 'journal' | 'exports'> & {readonly program: string};

/**
 * What Node is started with so that it refuses, to all code that it runs, the network, other programs, other threads,
 * add-ons, and every file but these. SQLite writes files that this does not hear of, so it is left out of the process.
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

/** Whether this process was started so. */
export function isConfined(): boolean {
  return process.permission?.has('net') === false && !process.permission.has('child');
}

/** What a confined process may know of the environment: terminal and language, and no key of anything. */
const harmless =
  /^(?:TERM|TERM_PROGRAM|COLORTERM|COLORFGBG|NO_COLOR|FORCE_COLOR|LANG|LC_[A-Z]+|TZ|COLUMNS|LINES|INK_SCREEN_READER|WT_SESSION|SystemRoot)$/;

/** The environment of a confined process. */
export function harmlessEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(environment).filter(([name, value]) => harmless.test(name) && value !== undefined);
  return Object.fromEntries(kept) as Record<string, string>;
}
