import {confinement} from '../../runtime/confinement.js';
import type {Confined} from '../../session/face.js';

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
