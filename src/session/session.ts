import type {Config, Flags} from '../config.js';
import type {Language} from '../core/messages/messages.js';
import type {ExitCode} from '../core/problem.js';

import type {Surroundings} from '../till/open.js';
import type {Face} from './face.js';

/** One run of one command. */
export type Session = {
  readonly face: Face;
  readonly flags: Flags;
  readonly isJson: boolean;
  /** The reader's language, known before the configuration is and whether or not there can be one. */
  readonly language: Language;
  readonly home: string;
  /** When the command began, on the monotonic clock: `--wait` counts from here. */
  readonly startedAt: number;
  /** What a till opens with. Throws `Problem` for a configuration that cannot be. */
  readonly surroundings: () => Surroundings;
  /** Runs another command line, as this one was. */
  readonly run: (argv: readonly string[], face: Face) => Promise<ExitCode>;
  /** The payment for which this command may have moved money; whatever fails later must say so. */
  begun: string | undefined;
};

/** The configuration alone. Throws `Problem`. */
export function configOf(session: Session): Config {
  return session.surroundings().config;
}

/** The monotonic instant at which a command that may take so many seconds is over. */
export function deadlineOf(session: Session, seconds: number): number {
  return session.startedAt + seconds * 1000;
}
